/** The thread in which a long text is split into cells (table.ts starts it). */
import { parentPort, workerData } from "node:worker_threads";
import { FileRefused, type Refusal } from "./apart.ts";
import { cellsOf } from "./cells.ts";
import { packRows } from "./packed.ts";

try {
  parentPort?.postMessage({ pages: packRows(cellsOf((workerData as { data: Uint8Array }).data)) });
} catch (error) {
  if (!(error instanceof FileRefused)) throw error;
  parentPort?.postMessage({ refused: error.message, is_password_wanted: false } satisfies Refusal);
}
