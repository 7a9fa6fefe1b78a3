/** Requests that are over because what they are about is. */
import { type RawBuilder, type Selectable, sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import type { DB } from "../../../db/types.gen.ts";
import type { App, House } from "../../../house/app.ts";
import { SYSTEM, recordAudit } from "../audit/index.ts";
import { note } from "../notifications/index.ts";
import { changeState } from "../states/index.ts";
import * as messages from "./messages.ts";
import { personOf } from "./payload.ts";

type Waiting = Pick<Selectable<DB["approvals"]>, "id" | "title" | "maker_id"> & { payload: Record<string, unknown> };

/**
 * Withdraws a request in the transaction that ends what it is about; its maker reads why. One that somebody decides at this moment is left to them: they
 * hold it and wait for what this transaction holds, so that waiting for them would never end.
 * @param where what still has to be so of the row `a`
 * @returns whether it is over
 */
export async function withdrawRequest(tx: Tx, id: string, reason: string, where = sql`true`): Promise<boolean> {
  const { rows } = await sql<Waiting>`
    select a.id, a.title, a.maker_id, a.payload
    from approvals a
    where a.id = ${id} and a.status = 'pending' and ${where}
    for no key update of a skip locked
  `.execute(tx);
  const [request] = rows;
  if (!request) return false;
  const { title, maker_id, payload } = request;
  await changeState(tx, { noun: "approval", id, from: "pending", action: "withdraw", actor: SYSTEM, reason });
  await changeRows(tx, "approvals", id, { decided_at: clock.now(), decision_reason: reason });
  await recordAudit(tx, SYSTEM, "approval_withdrawn", ["approval", id], { reason, about: personOf(payload) });
  await note(tx, maker_id, messages.overtaken({ title, payload }, reason));
  return true;
}

const NOTHING_LEFT = "What it is about has ended or changed since: nothing is left to decide.";
const AT_ONCE = 100;

/** Whether nothing is left to decide about the request `a`, as its kind declares it. */
export function isOver({ approvals }: House): RawBuilder<boolean> {
  const kinds = [...approvals].flatMap(([kind, { over }]) => (over ? [sql`when ${kind} then ${over}`] : []));
  return sql<boolean>`coalesce(case a.kind ${sql.join(kinds, sql` `)} end, false)`;
}

/** Withdraws every request about which nothing is left to decide, and releases what it held. */
export async function withdrawOver(app: App): Promise<void> {
  const over = isOver(app.house);
  const { rows } = await sql<{ id: string; kind: string; payload: object }>`
    select a.id, a.kind, a.payload from approvals a where a.status = 'pending' and ${over} order by a.id limit ${AT_ONCE}
  `.execute(app.db);
  for (const { kind, ...request } of rows)
    await app.db.transaction().execute(async (tx) => {
      if (await withdrawRequest(tx, request.id, NOTHING_LEFT, over))
        await app.house.approvals.get(kind)?.release?.(tx, app, request, SYSTEM);
    });
}
