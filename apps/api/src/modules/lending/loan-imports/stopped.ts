/** A file of loans whose job ended without its end: its owner hears it, and a person goes on with it or gives the rest up. */
import type * as calls from "@manilla/contract/lending/loan-imports";
import type { RulesOf } from "@manilla/contract/abilities";
import { type Selectable, sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import type { DB } from "../../../db/types.gen.ts";
import type { App, Context } from "../../../house/app.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { note } from "../../platform/notifications/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";
import { stopped } from "./messages.ts";

export type LoanImport = Selectable<DB["imports"]>;
export const loanImportRules: RulesOf<typeof calls, LoanImport> = { runAgain: {}, giveUp: {} };

const FAILURE = "Its job was tried again and again and did not get to the end.";
/** Agreed to, not at its end, and without a job that runs or will run. */
const STOPPED = sql`
  i.kind = 'loans'
  and i.status in ('pending', 'running')
  and not exists (
    select 1
    from pgboss.job j
    where j.name = 'run-loan-import'
      and j.data ->> 'import_id' = i.id::text
      and j.state in ('created', 'retry', 'active')
  )
`;

/** Looks for files that stopped. @returns how many it found */
export async function endStopped(app: App): Promise<number> {
  const { rows } = await sql<{ id: string }>`select i.id from imports i where ${STOPPED}`.execute(app.db);
  for (const { id } of rows) await app.db.transaction().execute((tx) => endOne(tx, id));
  return rows.length;
}

async function endOne(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<Pick<LoanImport, "status" | "file_name" | "created_by">>`
    select i.status, i.file_name, i.created_by from imports i where i.id = ${id} and ${STOPPED} for update
  `.execute(tx);
  const [found] = rows;
  if (!found) return;
  const change = { noun: "import", id, from: found.status, action: "fail", actor: SYSTEM, reason: FAILURE } as const;
  await changeState(tx, { ...change, business_date: await businessDate(tx) });
  await changeRows(tx, "imports", id, { failure: FAILURE });
  if (found.created_by) await note(tx, found.created_by, stopped({ id, file_name: found.file_name }));
}

/** Goes on where it stopped: rows that have their loan are not read again. */
export async function goOn(tx: Tx, { queue }: Context, { id: import_id }: LoanImport): Promise<void> {
  await changeRows(tx, "imports", import_id, { failure: null });
  await queue.send(tx, "run-loan-import", { import_id });
}

/** The rows that wait are refused. */
export async function giveUpRest(tx: Tx, { id }: LoanImport, reason: string): Promise<void> {
  const { numAffectedRows } = await sql`
    update import_rows
    set verdict = 'refused', reasons = ${JSON.stringify(["Given up: " + reason])}::jsonb
    where import_id = ${id} and verdict = 'waiting'
  `.execute(tx);
  await sql`
    update imports
    set refused_count = refused_count + ${Number(numAffectedRows ?? 0n)}, finished_at = ${clock.now()}, failure = null
    where id = ${id}
  `.execute(tx);
}
