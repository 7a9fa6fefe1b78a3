import { readApart } from "./apart.ts";

/** A sheet as text, row by row as in the file, and the rows (from 1) that have a formula where a bank prints a value. */
export interface Sheet {
  rows: string[][];
  formula_rows: number[];
}

/**
 * The sheet of an Excel workbook that looks most like a statement.
 * @param password for one that is protected
 * @throws FileRefused when it is broken, protected, or larger inside than it may be
 */
export function readSheet(bytes: Buffer, password?: string): Promise<Sheet> {
  const data = new Uint8Array(bytes);
  return readApart(new URL("./sheet-worker.ts", import.meta.url), { data, password }, "workbook");
}
