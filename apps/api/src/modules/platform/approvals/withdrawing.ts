/** Requests that are over because what they are about is. */
import { type Selectable, sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import type { DB } from "../../../db/types.gen.ts";
import { SYSTEM, recordAudit } from "../audit/index.ts";
import { note } from "../notifications/index.ts";
import { changeState } from "../states/index.ts";
import * as messages from "./messages.ts";
import { personOf } from "./payload.ts";

type Waiting = Pick<Selectable<DB["approvals"]>, "id" | "title" | "maker_id"> & { payload: Record<string, unknown> };

/**
 * Withdraws a request in the transaction that ends what it is about; its maker reads why. One that somebody decides at this moment is left to them: they
 * hold it and wait for what this transaction holds, so that waiting for them would never end.
 * @returns whether it is over
 */
export async function withdrawRequest(tx: Tx, id: string, reason: string): Promise<boolean> {
  const { rows } = await sql<Waiting>`
    select id, title, maker_id, payload from approvals where id = ${id} and status = 'pending' for no key update skip locked
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
