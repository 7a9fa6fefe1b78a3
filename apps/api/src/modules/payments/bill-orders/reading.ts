/** Numbers from a file, as the rows that are typed: what is bought is judged afterwards, as always. */
import { MAX_NUMBERS, MAX_ORDER_TEXT } from "@manilla/contract/payments/bill-order-kinds";
import { InvalidFields } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import { readTable, requireOnce } from "../../../files/table.ts";
import { rowsOfTable } from "./rules.ts";

const refuse = (message: string): InvalidFields => new InvalidFields({ file: [message] });

/** @throws InvalidFields at `file` */
export async function readNumbers({ file }: Context): Promise<{ text: string; row_count: number }> {
  if (!file) throw refuse("a file has to be chosen");
  const { table, formulas } = await readTable(file);
  const { rows, calculated, places, headings } = rowsOfTable(table, formulas);
  requireOnce(headings, places);
  if (calculated !== undefined)
    throw refuse(`line ${calculated} is calculated by a formula: put the value in its place`);
  if (rows.length === 0) throw refuse("this file has no rows");
  if (rows.length > MAX_NUMBERS.company) throw refuse(`this file has more than ${MAX_NUMBERS.company} rows`);
  const text = rows.map((cells) => cells.join("\t").trimEnd()).join("\n");
  if (text.length > MAX_ORDER_TEXT) throw refuse("this file is too long");
  return { text, row_count: rows.length };
}
