/** The door of imports. */
import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { App } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import type { Cells } from "./rows.ts";

export { importHandlers } from "./reading.ts";
export { type Cells, koboOf, namedIn, readCsv } from "./rows.ts";
export { trialOf } from "./trial.ts";
export {
  NO_IMPORT,
  type Decide,
  type Verdict,
  refused,
  decideBatch,
  runBatches,
  runImport,
  runImports,
} from "./run.ts";

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

interface NewImport {
  file_name: string;
  rows: readonly Cells[];
  created_by: string | null;
  /** Of a company's own people. */
  company_id?: string | null;
  /** Loans of another book wait for a second person: no job is sent for them. */
  kind?: "loans";
}

/**
 * Records an import with its rows and sends the job. Rows are counted from 1 below the heading. The same rows that are on their way already (two clicks, two
 * colleagues) are that import; of a company also those that went in whole before.
 * @returns its id, and whether it was made now
 */
export async function createImport(
  tx: Tx,
  { queue }: Pick<App, "queue">,
  { file_name, rows: all, created_by, company_id = null, kind: given }: NewImport,
): Promise<{ id: string; is_new: boolean }> {
  const id = uuidv7();
  const digest = await digestOf(all);
  const kind = given ?? (company_id ? "staff" : "users");
  await sql`select pg_advisory_xact_lock(hashtextextended(${`import:${company_id}:${digest.toString("hex")}`}, 0))`.execute(
    tx,
  );
  const { rows: same } = await sql<{ id: string }>`
    select id
    from imports
    where digest = ${digest}
      and kind = ${kind}
      and company_id is not distinct from ${company_id}::uuid
      and (status in ('awaiting_approval', 'pending', 'running') or company_id is not null and refused_count = 0)
    order by created_at desc
    limit 1
  `.execute(tx);
  if (same[0]) return { id: same[0].id, is_new: false };
  const status = kind === "loans" ? "awaiting_approval" : "pending";
  await tx
    .insertInto("imports")
    .values({ id, kind, status, company_id, file_name, digest, total_count: all.length, created_by })
    .execute();
  for (let start = 0; start < all.length; start += BATCH) {
    const rows = all.slice(start, start + BATCH).map((data, index) => ({ number: start + index + 1, data }));
    await sql`
      insert into import_rows (import_id, number, data)
      select ${id}, r.number, r.data
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (number int, data jsonb)
    `.execute(tx);
  }
  if (kind !== "loans") await queue.send(tx, company_id ? "run-staff-import" : "run-import", { import_id: id });
  return { id, is_new: true };
}
