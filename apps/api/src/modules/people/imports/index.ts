/** The door of imports. */
import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { App } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import type { Cells } from "./rows.ts";

export { type Cells, readCsv } from "./rows.ts";
export { runImport, runImports } from "./run.ts";

const BATCH = 2_000;

/** In parts: fifty thousand rows as one text would be in memory twice. */
async function digestOf(rows: readonly Cells[]): Promise<Buffer> {
  const hash = createHash("sha256");
  for (let start = 0; start < rows.length; start += BATCH) {
    hash.update(JSON.stringify(rows.slice(start, start + BATCH)));
    await setImmediate();
  }
  return hash.digest();
}

/**
 * Records an import with its rows and sends the job. Rows are counted from 1 below the heading. The same rows that are on their way already (two clicks, two
 * colleagues) are that import.
 * @returns its id, and whether it was made now
 */
export async function createImport(
  tx: Tx,
  { queue }: Pick<App, "queue">,
  batch: { file_name: string; rows: readonly Cells[]; created_by: string | null },
): Promise<{ id: string; is_new: boolean }> {
  const id = uuidv7();
  const digest = await digestOf(batch.rows);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`import:${digest.toString("hex")}`}, 0))`.execute(tx);
  const same = await tx
    .selectFrom("imports")
    .select("id")
    .where("digest", "=", digest)
    .where("status", "in", ["pending", "running"])
    .executeTakeFirst();
  if (same) return { id: same.id, is_new: false };
  await tx
    .insertInto("imports")
    .values({
      id,
      kind: "users",
      file_name: batch.file_name,
      digest,
      total_count: batch.rows.length,
      created_by: batch.created_by,
    })
    .execute();
  for (let start = 0; start < batch.rows.length; start += BATCH) {
    const rows = batch.rows.slice(start, start + BATCH).map((data, index) => ({ number: start + index + 1, data }));
    await sql`
      insert into import_rows (import_id, number, data)
      select ${id}, r.number, r.data
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (number int, data jsonb)
    `.execute(tx);
  }
  await queue.send(tx, "run-import", { import_id: id });
  return { id, is_new: true };
}
