/** A file of payments, as text or as a workbook, in rows. */
import { oneLine } from "@manilla/contract/card-number";
import { LARGEST_AMOUNT } from "@manilla/contract/money";
import { MAX_BATCH_ROWS } from "@manilla/contract/payments/transfer-batch-kinds";
import { InvalidFields } from "../../../errors.ts";
import { readNamedColumns } from "../../../files/named-columns.ts";
import { readTable, requireOnce } from "../../../files/table.ts";
import type { UploadedFile } from "../../../request.ts";
import { bankCodeOf } from "../../companies/beneficiaries/index.ts";
import { type Column, REQUIRED, type ReadRow, type TypedRow, placesOf, readRow } from "./rules.ts";

const refuse = (message: string): InvalidFields => new InvalidFields({ file: [message] });
/** The lines among which a heading is looked for: companies put their name above it. */
const TOP = 20;
const MOST = {
  payee: 120,
  bank: 80,
  account_no: 40,
  amount: 40,
  narration: 60,
  row_reference: 60,
  staff_number: 40,
  email: 254,
  phone: 30,
} as const;
const WORDS: Readonly<Record<Column, string>> = {
  payee: "name",
  bank: "bank",
  account_no: "account number",
  amount: "amount",
  narration: "narration",
  row_reference: "reference",
  staff_number: "employee id",
  email: "e-mail",
  phone: "phone",
};
const COLUMNS = Object.keys(WORDS) as [Column, ...Column[]];
export type Named = Partial<Record<Column, string>>;

/** What a company calls its columns. @throws InvalidFields */
export const readNamed = (text: string | null | undefined): Named | null => readNamedColumns(text, COLUMNS);

const clean = (text: string | undefined, most: number): string =>
  (text ?? "")
    .replaceAll(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, most);

function typedRow(cells: readonly string[], places: Partial<Record<Column, number>>): TypedRow {
  const of = (column: Column): string => {
    const at = places[column];
    return clean(at === undefined ? "" : cells[at], MOST[column]);
  };
  const text = (column: Column): string => oneLine(of(column));
  return {
    payee: text("payee"),
    bank: text("bank"),
    account_no: of("account_no").replace(/[\s'-]/g, ""),
    amount: of("amount"),
    narration: text("narration"),
    row_reference: text("row_reference"),
    staff_number: text("staff_number"),
    email: text("email"),
    phone: text("phone"),
  };
}

/**
 * Reads a file. The heading may be below some lines, in any order and under other names.
 * @throws InvalidFields at `file`
 */
export async function readBatch(file: UploadedFile, names: Named | null): Promise<ReadRow[]> {
  const { table, formulas } = await readTable(file);
  const heading = table
    .slice(0, TOP)
    .findIndex((cells) => REQUIRED.every((column) => placesOf(cells, names ?? {})[column] !== undefined));
  if (heading < 0) {
    const widest = table
      .slice(0, TOP)
      .toSorted((one, two) => two.filter(Boolean).length - one.filter(Boolean).length)[0];
    const missing = REQUIRED.filter((column) => placesOf(widest ?? [], names ?? {})[column] === undefined);
    throw refuse(
      `this file needs columns for ${(missing.length > 0 ? missing : REQUIRED).map((column) => WORDS[column]).join(", ")}`,
    );
  }
  const places = placesOf(table[heading]!, names ?? {});
  requireOnce(table[heading]!, Object.values(places));
  const rows = table
    .map((cells, at) => ({ cells, line: at + 1 }))
    .slice(heading + 1)
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  if (rows.length === 0) throw refuse("this file has no rows");
  if (rows.length > MAX_BATCH_ROWS) throw refuse(`this file has more than ${MAX_BATCH_ROWS} rows`);
  const read = rows.map(({ cells, line }) => readRow(typedRow(cells, places), bankCodeOf, formulas.has(line)));
  if (read.reduce((sum, { amount_kobo }) => sum + (amount_kobo ?? 0n), 0n) > LARGEST_AMOUNT)
    throw refuse("its payments come to more than ₦1 trillion");
  return read;
}
