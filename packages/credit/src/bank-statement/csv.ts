/** Bank statements as CSV: commas, semicolons, tabs or bars; quotes as in RFC 4180. */
import { parseStatementTable, readHeader } from "./table.ts";
import { type BankStatement, StatementError } from "./types.ts";

/** Splits delimited text into rows of cells. @throws StatementError when a quote is never closed */
export function splitCsv(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? "";
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[index + 1] === '"') {
        cell += '"';
        index += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell.trim() === "") {
      cell = "";
      isQuoted = true;
    } else if (character === delimiter) {
      row.push(cell);
      cell = "";
    } else if (character === "\n") {
      rows.push([...row, cell]);
      row = [];
      cell = "";
    } else if (character !== "\r") cell += character;
  }
  if (isQuoted) throw new StatementError("A quotation mark is opened and never closed.", rows.length + 1);
  if (cell !== "" || row.length > 0) rows.push([...row, cell]);
  return rows;
}

const DELIMITERS = [",", ";", "\t", "|"];

/**
 * A statement from CSV text, whatever its delimiter; rows are counted as in the file.
 * @throws StatementError when it is no statement
 */
export function parseCsvStatement(text: string): BankStatement {
  const content = text.replace(/^\uFEFF/, "");
  for (const delimiter of DELIMITERS) {
    const isIt = content.split("\n", 80).some((line) => readHeader(line.replaceAll('"', "").split(delimiter)));
    if (isIt) return parseStatementTable(splitCsv(content, delimiter));
  }
  throw new StatementError("No heading with a date and amounts was found: is this a bank statement?");
}
