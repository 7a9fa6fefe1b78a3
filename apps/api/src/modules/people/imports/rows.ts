/** From a file's text to rows, and from a row to a person or the reasons why not. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { maskCardNumbers } from "@manilla/contract/card-number";
import { koboInFile } from "@manilla/contract/formats";
import { columnsBy } from "@manilla/contract/people/import-columns";
import { newPerson } from "@manilla/contract/people/people";
import { parse } from "csv-parse";
import type { z } from "zod";
import { InvalidFields } from "../../../errors.ts";
import { fieldWords } from "../../../http/field-words.ts";
import { fieldErrors } from "../../../http/read.ts";

export type Cells = Record<string, string>;
export type NewPersonRow = z.output<typeof newPerson>;

const MAX_ROWS = 50_000;
const COLUMNS = [
  "name",
  "email",
  "phone",
  "date_of_birth",
  "gender",
  "address",
  "state",
  "employment_status",
  "employer",
  "salary_kobo",
  "salary_day",
] as const;
const REQUIRED = ["email", "phone"];

/** The columns of a file by its headings and by what somebody calls them. @throws InvalidFields at `columns` for a heading that the file does not have */
export function namedIn(
  headings: readonly string[],
  named: Readonly<Record<string, string | undefined>>,
  synonyms?: ReadonlyMap<string, string>,
): string[] {
  const all = new Set(headings.map((heading) => heading.trim().toLowerCase()));
  const gone = Object.values(named).find((heading) => heading && !all.has(heading.trim().toLowerCase()));
  if (gone !== undefined) throw new InvalidFields({ columns: [`this file has no column ${gone}`] });
  return columnsBy(headings, named, synonyms);
}

const SLICE_BYTES = 32_768;
/** In slices, between which other requests have their turn. */
async function* inSlices(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    yield bytes.subarray(start, start + SLICE_BYTES);
    await setImmediate();
  }
}

interface Reading {
  /** Of rows. */
  most?: number;
  /** What the file calls a column, by our name; before what its heading says. */
  named?: Readonly<Record<string, string | undefined>> | null;
}

/**
 * Reads a CSV file with a heading, whose columns may come in any order and under other names; quotes, semicolons and a byte-order mark are understood.
 * @throws InvalidFields at `file` when it has no usable heading, is broken, or has too many rows; at `columns` when it has no heading that was named
 */
export async function readCsv(bytes: Buffer, { most = MAX_ROWS, named }: Reading = {}): Promise<Cells[]> {
  const refuse = (message: string) => new InvalidFields({ file: [message] });
  const [first = ""] = bytes.toString("utf8", 0, 4_000).split("\n", 1);
  const delimiter =
    [",", ";", "\t"].toSorted((left, right) => first.split(right).length - first.split(left).length)[0] ?? ",";
  const rows: Cells[] = [];
  const parser = parse({
    bom: true,
    delimiter,
    columns: (headings: string[]) => namedIn(headings, named ?? {}),
    skip_empty_lines: true,
    trim: true,
    max_record_size: 20_000,
    relax_column_count: true,
  });
  const reading = pipeline(Readable.from(inSlices(bytes)), parser);
  try {
    for await (const record of parser as AsyncIterable<Cells>) {
      if (
        rows.length === 0 &&
        !(REQUIRED.every((name) => name in record) && ("name" in record || "first_name" in record))
      )
        throw refuse("this file needs a heading with name, email and phone");
      if (rows.length >= most) throw refuse(`this file has more than ${most} rows`);
      rows.push(
        Object.fromEntries(
          Object.entries(record)
            .slice(0, 40)
            .map(([name, value]) => [
              name,
              maskCardNumbers(
                String(value ?? "")
                  .replaceAll("\0", "")
                  .slice(0, 500),
              ),
            ]),
        ),
      );
    }
  } catch (error) {
    parser.destroy();
    await reading.catch(() => undefined);
    if (error instanceof InvalidFields) throw error;
    throw refuse(`this file is not a readable CSV: ${(error as Error).message.slice(0, 150)}`);
  }
  if (rows.length === 0) throw refuse("this file has no rows");
  return rows;
}

/** Naira as a file has them, in kobo, by the one strict reading of amounts in files; also nothing (`0`). Not a number for what is no amount. */
export const koboOf = (naira: string): number =>
  /^(?:₦|NGN|N)?\s*0(?:\.0{0,2})?$/i.test(naira.trim()) ? 0 : Number(koboInFile(naira) ?? Number.NaN);

/** What is no number stays text, so that the schema says so. */
const numberOrText = (number: number, text: string): number | string => (Number.isSafeInteger(number) ? number : text);
/** Digits alone: what a spreadsheet shortened to `1E+06`, or writes otherwise, is no whole number of a file. */
const wholeOrText = (text: string): number | string =>
  /^\d+$/.test(text.trim()) ? numberOrText(Number(text), text) : text;

/** A reason by the column that the file has, in the form rules' own words where there are several. */
function reasonOf(field: string, messages: readonly string[], cells: Cells): string {
  const isNaira = field === "salary_kobo" && !cells.salary_kobo;
  return `${isNaira ? "salary" : field}: ${isNaira && Number.isNaN(koboOf(cells.salary ?? "")) ? "this is not an amount of naira" : (messages.at(-1) ?? "this field is wrong")}`;
}

/** The file's columns in the order of the import; unknown ones come last. */
export const columnsOf = (
  rows: readonly Cells[],
  order: readonly string[] = [...COLUMNS.slice(0, -2), "salary", ...COLUMNS.slice(-2)],
): string[] => {
  const place = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...new Set(rows.flatMap((cells) => Object.keys(cells)))].toSorted(
    (left, right) => place(left) - place(right),
  );
};

/** A row as a person, or its reasons. `salary` is in naira, `salary_kobo` in kobo. */
export function personOfRow(cells: Cells): { person: NewPersonRow } | { reasons: string[] } {
  const values: Record<string, unknown> = { ...cells };
  if (!cells.name && (cells.first_name || cells.last_name))
    values.name = `${cells.first_name ?? ""} ${cells.last_name ?? ""}`.trim();
  values.salary_kobo = cells.salary_kobo
    ? wholeOrText(cells.salary_kobo)
    : cells.salary
      ? numberOrText(koboOf(cells.salary), cells.salary)
      : undefined;
  values.salary_day = cells.salary_day ? wholeOrText(cells.salary_day) : undefined;
  const known = Object.fromEntries(
    COLUMNS.map((name) => [name, values[name] === "" ? undefined : values[name]]).filter(
      ([, value]) => value !== undefined,
    ),
  );
  const parsed = newPerson.safeParse(known, { reportInput: true, error: fieldWords });
  if (parsed.success) return { person: parsed.data };
  return {
    reasons: Object.entries(fieldErrors(parsed.error)).map(([field, messages]) => reasonOf(field, messages, cells)),
  };
}
