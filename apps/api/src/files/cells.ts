/** The cells of a text, wherever it is read: here when it is short, else in a process of its own (table-worker.ts). */
import { parse } from "csv-parse/sync";
import { FileRefused } from "./apart.ts";
import { decodeText } from "./text.ts";

/** More lines than any call takes rows: they are refused before they are kept. */
const MAX_LINES = 25_000;
const MAX_COLUMNS = 60;

/** Row by row; commas, semicolons and tabs are understood. @throws FileRefused */
export function cellsOf(bytes: Uint8Array): string[][] {
  const text = decodeText(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).replaceAll("\0", "");
  const [first = ""] = text
    .slice(0, 8_000)
    .split("\n")
    .filter((line) => /[,;\t]/.test(line));
  const delimiter = [",", ";", "\t"].toSorted((one, two) => first.split(two).length - first.split(one).length)[0]!;
  let table: string[][];
  try {
    table = parse(text, {
      bom: true,
      delimiter,
      skip_empty_lines: true,
      trim: true,
      relax_column_count: true,
      max_record_size: 20_000,
      to: MAX_LINES + 1,
      on_record: (cells: string[]) => cells.slice(0, MAX_COLUMNS),
    });
  } catch (error) {
    if ((error as { code?: string }).code === "CSV_MAX_RECORD_SIZE")
      throw new FileRefused(
        "this file has a line of more than 20,000 characters: it is no table, or a quotation mark in it is not closed",
      );
    throw new FileRefused(`this file is not a readable CSV: ${(error as Error).message.slice(0, 150)}`);
  }
  if (table.length > MAX_LINES) throw new FileRefused("this file has more than 25,000 lines");
  return table;
}
