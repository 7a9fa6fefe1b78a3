/** A file of rows, as text or as a workbook. */
import { InvalidFields } from "../errors.ts";
import type { UploadedFile } from "../request.ts";
import { FileRefused, readApart } from "./apart.ts";
import { cellsOf } from "./cells.ts";
import { type Pages, unpackRows } from "./packed.ts";
import { readSheet } from "./sheet.ts";

/** Up to this size a text is read at once: a process of its own takes longer to start than it takes to read. Above it others would wait. */
export const READ_AT_ONCE_BYTES = 65_536;

/** Its cells, row by row; `formulas` are the lines (from 1) with a cell that is calculated. */
export interface Table {
  table: string[][];
  formulas: ReadonlySet<number>;
}

/** What a reader refuses, at the field of the file. @throws InvalidFields */
export async function atFile<Answer>(read: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof FileRefused) throw new InvalidFields({ file: [error.message] });
    throw error;
  }
}

/** Two columns of one name: which of them is meant is not ours to choose. @param places of the columns that are read @throws InvalidFields at `file` */
export function requireOnce(headings: readonly string[], places: readonly (number | undefined)[]): void {
  const words = (at: number): string => (headings[at] ?? "").toLowerCase().replaceAll(/[\s_-]/g, "");
  const twice = places.find(
    (at) => at !== undefined && headings.some((_, other) => other > at && words(other) === words(at)),
  );
  if (twice !== undefined)
    throw new InvalidFields({ file: [`two columns of this file are called ${headings[twice]}: leave one of them`] });
}

async function textTable(bytes: Buffer): Promise<Table> {
  const formulas = new Set<number>();
  if (bytes.length <= READ_AT_ONCE_BYTES) return { table: cellsOf(bytes), formulas };
  const script = new URL("./table-worker.ts", import.meta.url);
  const { pages } = await readApart<{ pages: Pages }>(script, { data: new Uint8Array(bytes) }, "file", "long");
  return { table: await unpackRows(pages), formulas };
}

async function sheetTable(bytes: Buffer): Promise<Table> {
  const { rows, formula_rows } = await readSheet(bytes);
  return { table: rows, formulas: new Set(formula_rows) };
}

/** Reads a table apart from other requests' work. @throws InvalidFields at `file` */
export const readTable = ({ kind, bytes }: Pick<UploadedFile, "kind" | "bytes">): Promise<Table> =>
  atFile(() => (kind === "xlsx" ? sheetTable(bytes) : textTable(bytes)));
