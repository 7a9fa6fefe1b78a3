/** The thread in which a long statement of our own bank is read (bank-statement.ts starts it). */
import { parentPort, workerData } from "node:worker_threads";
import { FileRefused, type Refusal } from "./apart.ts";
import { type PackedBankStatement, parseBankStatement } from "./bank-statement.ts";
import { packRows } from "./packed.ts";

try {
  const { format, statement } = parseBankStatement((workerData as { text: string }).text);
  const pages = packRows(statement.transactions);
  parentPort?.postMessage({
    format,
    statement: { ...statement, transactions: [] },
    pages,
  } satisfies PackedBankStatement);
} catch (error) {
  if (!(error instanceof FileRefused)) throw error;
  parentPort?.postMessage({ refused: error.message, is_password_wanted: false } satisfies Refusal);
}
