import { Readable } from "node:stream";
import { setImmediate as soon } from "node:timers/promises";
import type { PageQuery } from "@manilla/contract/page";
import { fieldOf as fieldLabel } from "@manilla/contract/fields";
import { count, date, naira, sentence, shortDay } from "@manilla/contract/formats";
import { stringify } from "csv-stringify/sync";
import { writeXlsxStream } from "hucre/xlsx";
import type pg from "pg";
import { clock } from "../clock.ts";
import { type Database, typeParserOf } from "./database.ts";
import type { BoundList } from "./list.ts";
import { type Scope, scopeStatement } from "./scope.ts";

/** Rows per fetch. */
const BATCH = 500;
/** Rows written before other requests get their turn. */
const STRETCH = 50;
/** More than a sheet can carry is refused rather than cut off in silence. */
const MAX_ROWS = 1_000_000;

const EXACT = BigInt(Number.MAX_SAFE_INTEGER);

export type Cell = string | number | boolean | null;

/** A cell that a spreadsheet would run as a formula becomes plain text. */
export function neutralise(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** Kobo as a decimal number of naira, exact in its text form. */
export const decimalOf = (kobo: bigint): string => {
  const digits = (kobo < 0n ? -kobo : kobo).toString().padStart(3, "0");
  return `${kobo < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** A value as a spreadsheet has it: kobo as naira, moments as the time in Lagos, formulas as plain text. */
export function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  // Dividing rounds as reading the decimal would, as long as the kobo are exact.
  if (typeof value === "bigint")
    return value >= -EXACT && value <= EXACT ? Number(value) / 100 : Number(decimalOf(value));
  if (value instanceof Date) return lagosTime(value);
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value === "string") return neutralise(value);
  if (typeof value === "object" && "name" in value && typeof value.name === "string") return neutralise(value.name);
  if (Array.isArray(value) && value.every((one) => typeof one !== "object" || (one !== null && "name" in one)))
    return neutralise(value.map((one) => String(cellOf(one) ?? "")).join(", "));
  return neutralise(JSON.stringify(value, (_, item: unknown) => (typeof item === "bigint" ? Number(item) : item)));
}

/** Which column says in which currency a row's amounts are, where they are not all in naira. */
export const CURRENCIES = ["card_currency", "currency"];

/** As on screen, with the currency of an amount where all rows have the same. */
const headingOf = (field: string, isMixed: boolean): string =>
  field === "id"
    ? "Id"
    : `${fieldLabel(field).label}${field.endsWith("_cents") ? " (USD)" : field.endsWith("_kobo") && !isMixed ? " (NGN)" : ""}`;

interface Schema {
  def?: { type?: string; format?: string; innerType?: Schema };
}
const isUuid = ({ def }: Schema): boolean => def?.format === "uuid" || (def?.innerType ? isUuid(def.innerType) : false);
/** What a person knows a row by. */
const KNOWN_BY = [
  "reference",
  "name",
  "person",
  "customer",
  "company",
  "title",
  "code",
  "file_name",
  "number",
  "email",
];
/** The fields of a list's row with their schemas. A row is always an object schema; zod's common type does not say so. */
export const shapeOf = ({ row }: Pick<BoundList["call"], "row">): Readonly<Record<string, unknown>> =>
  (row as unknown as { shape?: Record<string, unknown> }).shape ?? {};

/** The row's fields as columns: ids of ours are left out where the row has a name or a reference, as on the screen. */
export function columnsOf(shape: Readonly<Record<string, unknown>>): string[] {
  const fields = Object.keys(shape).filter((field) => field !== "abilities");
  const isKnown = fields.some((field) => KNOWN_BY.includes(field));
  return fields.filter((field) => !(isKnown && isUuid((shape[field] ?? {}) as Schema)));
}
/** A state or another name out of a set, which a person reads as a word. */
const isName = ({ def }: Schema): boolean => def?.type === "enum" || (def?.innerType ? isName(def.innerType) : false);

/** PostgreSQL's own numbers of the types that are worth a way of their own. */
const OID = { bool: 16, int8: 20, int2: 21, int4: 23, json: 114, timestamptz: 1184, jsonb: 3802 } as const;
const DIGITS_OF_EXACT = 15;

/** Lagos keeps one time all the year round. */
const LAGOS_MILLISECONDS = 3_600_000;
/** `2026-11-21 19:18:46`, the time in Lagos: as a spreadsheet understands it. */
const lagosTime = (at: Date): string =>
  new Date(at.getTime() + LAGOS_MILLISECONDS).toISOString().slice(0, 19).replace("T", " ");
/** The same from PostgreSQL's text, `2026-11-21 18:18:46.123456+00`. */
const lagosTimeOf = (text: string): string => lagosTime(new Date(text));

/** From the database's text to the file's cell without a detour: reading a moment or a bigint only to write it again is most of the work. The same cells as {@link cellOf} makes. */
const cellParsers: Partial<Record<number, (text: string) => Cell>> = {
  [OID.bool]: (text) => text === "t",
  [OID.int2]: Number,
  [OID.int4]: Number,
  [OID.int8]: (text) => (text.length <= DIGITS_OF_EXACT ? Number(text) / 100 : cellOf(BigInt(text))),
  [OID.timestamptz]: lagosTimeOf,
  [OID.json]: (text) => cellOf(JSON.parse(text)),
  [OID.jsonb]: (text) => cellOf(JSON.parse(text)),
};
const cellTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") => {
    const own = cellParsers[oid];
    if (own) return own;
    const parse = typeParserOf(oid, format) as (text: string) => unknown;
    return (text: string) => cellOf(parse(text));
  }) as typeof typeParserOf,
};

/**
 * The rows of the current filter in batches, through a server-side cursor: memory stays flat however many there are.
 * @param fields of the list's row, in the order of the columns
 */
async function* batchesOf(
  pool: pg.Pool,
  db: Database,
  list: BoundList,
  query: PageQuery,
  scope: Scope | undefined,
  fields: readonly string[],
): AsyncGenerator<Cell[][]> {
  const { sql, parameters } = list.statement(query).compile(db);
  const client = await pool.connect();
  try {
    await client.query("begin read only");
    await client.query("set local statement_timeout = 0");
    if (scope) await client.query(scopeStatement(scope).text, [...scopeStatement(scope).values]);
    await client.query(`declare export_rows no scroll cursor for ${sql} limit ${MAX_ROWS}`, [...parameters]);
    const fetchNext = list.is_mapped ? () => mappedRows(client, list, fields) : () => plainRows(client, fields);
    for (let next = fetchNext(); ;) {
      const rows = await next;
      if (rows.length === 0) break;
      // The database reads on while these rows are written.
      next = fetchNext();
      next.catch(() => undefined);
      yield rows;
    }
    await client.query("commit");
  } finally {
    // An export that was cancelled half-way gives its connection back without its transaction.
    await client.query("rollback").catch(() => undefined);
    client.release();
  }
}

const NEXT = `fetch forward ${BATCH} from export_rows`;

async function mappedRows(client: pg.PoolClient, list: BoundList, fields: readonly string[]): Promise<Cell[][]> {
  const { rows } = await client.query<Record<string, unknown>>(NEXT);
  return rows.map((raw) => {
    const row = list.mapRow(raw) as Record<string, unknown>;
    return fields.map((field) => cellOf(row[field]));
  });
}

async function plainRows(client: pg.PoolClient, fields: readonly string[]): Promise<Cell[][]> {
  const { rows, fields: given } = await client.query<Cell[]>({ text: NEXT, rowMode: "array", types: cellTypes });
  const places = fields.map((field) => given.findIndex(({ name }) => name === field));
  if (places.every((place, index) => place === index)) return rows;
  return rows.map((row) => places.map((place) => row[place] ?? null));
}

async function* counted(
  batches: AsyncGenerator<Cell[][]>,
  names: readonly number[],
  onRows: (rows: number) => void,
): AsyncGenerator<Cell[][]> {
  let rows = 0;
  for await (const batch of batches) {
    for (const row of batch) for (const at of names) if (typeof row[at] === "string") row[at] = sentence(row[at]);
    onRows((rows += batch.length));
    for (let from = 0; from < batch.length; from += STRETCH) {
      yield batch.slice(from, from + STRETCH);
      await soon();
    }
  }
}

/** Row by row; the first one carries the stamp. */
async function* oneByOne(batches: AsyncGenerator<Cell[][]>, stamp: string): AsyncGenerator<Cell[]> {
  let isFirst = true;
  for await (const batch of batches)
    for (const row of batch) {
      yield isFirst ? [...row, stamp] : row;
      isFirst = false;
    }
}

function fieldOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  if (typeof cell === "number") return String(cell);
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** A batch at a time: a stream that is handed row after row takes longer than the database. */
async function* linesOf(headings: string[], batches: AsyncGenerator<Cell[][]>, stamp: string): AsyncGenerator<string> {
  yield stringify([headings], { bom: true });
  // The stamp's column is empty but in the first row.
  let first = fieldOf(stamp);
  for await (const batch of batches) {
    let lines = "";
    for (const row of batch) {
      for (const cell of row) lines += `${fieldOf(cell)},`;
      lines += `${first}\n`;
      first = "";
    }
    yield lines;
  }
}

const valueInWords = (name: string, value: unknown): string => {
  if (Array.isArray(value)) return value.map((one) => sentence(String(one))).join(" or ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "object" || value === null) return String(value as string);
  const { min, max, from, to } = value as Record<string, string | number | undefined>;
  const shown = (end: string | number | undefined): string =>
    typeof end === "number" ? (name.endsWith("_kobo") ? naira(end) : count(end)) : end ? shortDay(end) : "";
  return [
    (min ?? from) !== undefined && `from ${shown(min ?? from)}`,
    (max ?? to) !== undefined && `to ${shown(max ?? to)}`,
  ]
    .filter(Boolean)
    .join(" ");
};
/** `{"status":["past_due"]}` as `Status: Past due`. */
function filterInWords(filter: string): string {
  try {
    const asked = Object.entries(JSON.parse(filter) as Record<string, unknown>);
    return asked.map(([name, value]) => `${fieldLabel(name).label}: ${valueInWords(name, value)}`).join("; ");
  } catch {
    return filter;
  }
}

/** What the file says of itself, in the last column of its first row: when it was made, and of which rows. */
function stampOf(query: PageQuery): string {
  const { search, fullTextSearch, filter, rangeStart, rangeEnd, rangeKey } = query;
  const range = rangeStart || rangeEnd ? `${rangeKey ?? "date"} ${rangeStart ?? ""} to ${rangeEnd ?? ""}` : undefined;
  const words = [
    search && `search ${search}`,
    fullTextSearch && `search ${fullTextSearch}`,
    filter && filterInWords(filter),
    range,
  ]
    .filter(Boolean)
    .join("; ");
  return `${date(clock.now())} (Africa/Lagos)${words ? `: ${words}` : ": all rows"}`;
}

export interface ExportedFile {
  name: string;
  media_type: string;
  body: Readable;
}

/**
 * Rows as a file of the type that is requested; its last column says when it was made and of what.
 * @param headings of the columns, without that last one
 * @returns the file's name as specified (K027, K028) and its bytes as they come
 */
export function fileOf(query: PageQuery, headings: readonly string[], rows: AsyncGenerator<Cell[][]>): ExportedFile {
  const all = [...headings, "Exported"];
  if (query.exportType === "csv") {
    return {
      name: "data.csv",
      media_type: "text/csv; charset=utf-8",
      body: Readable.from(linesOf(all, rows, stampOf(query)), { highWaterMark: 4 }),
    };
  }
  const stream = writeXlsxStream(oneByOne(rows, stampOf(query)), {
    name: "Export",
    columns: all.map((header, at) => ({ header, key: `c${at}` })),
    freezePane: { rows: 1 },
    inlineStrings: true,
  });
  return {
    name: "download.xlsx",
    media_type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    body: Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]),
  };
}

/**
 * A streamed export of the filtered rows (not of the page), formula injection neutralised. The last column says when it was made and of what.
 * @param onRows called with how many rows have been read, a batch at a time; what it throws ends the file
 */
export function exportList(
  pool: pg.Pool,
  db: Database,
  list: BoundList,
  query: PageQuery,
  scope?: Scope,
  onRows: (rows: number) => void = () => undefined,
): ExportedFile {
  const shape = shapeOf(list.call);
  const fields = list.fields ?? columnsOf(shape);
  const names = fields.flatMap((field, at) => (isName((shape[field] ?? {}) as Schema) ? [at] : []));
  const rows = counted(batchesOf(pool, db, list, query, scope, fields), names, onRows);
  const isMixed = CURRENCIES.some((name) => Object.hasOwn(shape, name));
  return fileOf(
    query,
    fields.map((field) => headingOf(field, isMixed)),
    rows,
  );
}
