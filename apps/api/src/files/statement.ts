import type { BankStatement, PositionedLine, StatementAnalysis, StatementTransaction } from "@manilla/credit";
import type { Sheet } from "./sheet.ts";
import { readApart } from "./apart.ts";

/** What a statement is read from: text (CSV, MT940, camt.053), the lines of a PDF, or the rows of a sheet. */
export type StatementSource = { text: string } | { lines: PositionedLine[] } | { sheet: Sheet };

export interface ReadStatement {
  statement: BankStatement;
  analysis: StatementAnalysis;
  categories: string[];
  transactions: StatementTransaction[];
}

/**
 * Reads a statement and analyses it in a process of its own.
 * @throws FileRefused in words for the person when it is no statement that we read
 */
export const readStatement = (source: StatementSource): Promise<ReadStatement> =>
  readApart(new URL("./statement-worker.ts", import.meta.url), source, "statement");
