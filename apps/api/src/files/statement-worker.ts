/** The thread in which one statement is read and analysed (statement.ts starts it). */
import { parentPort, workerData } from "node:worker_threads";
import {
  StatementError,
  analyseStatement,
  categoryOf,
  parsePositionedLines,
  parseStatementTable,
  parseStatementText,
  withFormulas,
} from "@manilla/credit";
import { maskCardNumbers } from "@manilla/contract/card-number";
import type { StatementSource } from "./statement.ts";

const source = workerData as StatementSource;

function parse() {
  if ("text" in source) return parseStatementText(source.text);
  if ("sheet" in source) return withFormulas(parseStatementTable(source.sheet.rows), source.sheet.formula_rows);
  if (source.lines.length === 0)
    throw new StatementError("This PDF holds pictures and no text; the bank's own PDF, Excel or CSV is read at once.");
  return parsePositionedLines(source.lines);
}

try {
  const statement = parse();
  // A shop's line may show the card that paid there (promise D2).
  const transactions = statement.transactions.map((line) => ({ ...line, narration: maskCardNumbers(line.narration) }));
  parentPort?.postMessage({
    statement: { ...statement, transactions },
    transactions,
    analysis: analyseStatement(transactions, statement.opening_kobo, statement),
    categories: transactions.map(categoryOf),
  });
} catch (error) {
  if (!(error instanceof StatementError)) throw error;
  parentPort?.postMessage({ refused: error.message, is_password_wanted: false });
}
