/** A file of rows, as text or as a workbook. */
import { parse } from "csv-parse/sync";
import { InvalidFields } from "../errors.ts";
import type { UploadedFile } from "../request.ts";
import { FileRefused } from "./apart.ts";
import { readSheet } from "./sheet.ts";
import { decodeText } from "./text.ts";

const refuse = (message: string): InvalidFields => new InvalidFields({ file: [message] });

/** Its cells, row by row; `formulas` are the lines (from 1) with a cell that is calculated. */
export interface Table {
  table: string[][];
  formulas: ReadonlySet<number>;
}

/** The cells of a text: commas, semicolons and tabs are understood. @throws InvalidFields at `file` */
export function cellsOf(bytes: Buffer): string[][] {
  const text = decodeText(bytes).replaceAll("\0", "");
  const [first = ""] = text
    .slice(0, 8_000)
    .split("\n")
    .filter((line) => /[,;\t]/.test(line));
  const delimiter = [",", ";", "\t"].toSorted((one, two) => first.split(two).length - first.split(one).length)[0]!;
  try {
    return parse(text, {
      bom: true,
      delimiter,
      skip_empty_lines: true,
      trim: true,
      relax_column_count: true,
      max_record_size: 20_000,
    });
  } catch (error) {
    throw refuse(`this file is not a readable CSV: ${(error as Error).message.slice(0, 150)}`);
  }
}

async function sheetOf(bytes: Buffer): Promise<Table> {
  try {
    const { rows, formula_rows } = await readSheet(bytes);
    return { table: rows, formulas: new Set(formula_rows) };
  } catch (error) {
    if (error instanceof FileRefused) throw refuse(error.message);
    throw error;
  }
}

/** @throws InvalidFields at `file` */
export const readTable = async (file: UploadedFile): Promise<Table> =>
  file.kind === "xlsx" ? sheetOf(file.bytes) : { table: cellsOf(file.bytes), formulas: new Set<number>() };
