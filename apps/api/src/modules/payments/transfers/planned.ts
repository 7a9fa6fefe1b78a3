/** Planned transfers: sent when their day begins; who sent one that cannot leave hears why, and nothing has left the wallet. */
import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import { Conflict, DomainError, InvalidFields } from "../../../errors.ts";
import type { App, Step } from "../../../house/app.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { tell } from "../../platform/notifications/index.ts";
import { changeState } from "../../platform/states/index.ts";
import { costsToday, requireNotHeld, requireRoom, requireRoomAt } from "./limits.ts";
import * as messages from "./messages.ts";
import { type Transfer, begin, lockTransfer } from "./moving.ts";
import { accountOfPayee } from "./payees.ts";
import { lockBoth } from "./sending.ts";

const AT_ONCE = 100;

/** Why it cannot be sent today, in words; null when it can. */
async function whyNot(
  tx: Tx,
  { user_id, to_user_id, amount_kobo }: Transfer,
  costs: Awaited<ReturnType<typeof costsToday>>,
) {
  try {
    await requireNotHeld(tx, user_id);
    const out_today_kobo = await requireRoom(tx, user_id, costs);
    if (to_user_id) await requireRoomAt(tx, to_user_id, amount_kobo);
    const alone = BigInt(await readSetting(tx, "cash_transfer_approval_kobo"));
    if (!to_user_id && costs.amount_kobo + out_today_kobo > alone)
      throw new Conflict("More leaves today than goes without our approval. Send it by hand.", "awaits_approval");
    return null;
  } catch (error) {
    if (error instanceof InvalidFields) return Object.values(error.errors).flat().join(", ");
    if (error instanceof DomainError) return error.message;
    throw error;
  }
}

async function sendPlanned(app: App, tx: Tx, id: string, on: string): Promise<"sent" | "failed"> {
  const { user_id: sender, to_user_id: receiver } = await getRow(tx, "transfers", id, ["user_id", "to_user_id"]);
  await lockBoth(tx, sender, receiver);
  const transfer = (await lockTransfer(tx, id))!;
  // The tariff of the day on which it leaves.
  const costs = await costsToday(tx, transfer.amount_kobo, transfer.kind as "bank" | "wallet");
  await changeRows(tx, "transfers", id, costs);
  const reason = await whyNot(tx, transfer, costs);
  const change = { noun: "transfer", id, from: "scheduled", actor: SYSTEM, business_date: on } as const;
  if (reason) {
    await changeState(tx, { ...change, action: "fail", reason });
    await changeRows(tx, "transfers", id, { failure: reason });
    await tell(tx, app, transfer.user_id, messages.notSent(transfer, reason));
    return "failed";
  }
  await changeState(tx, { ...change, action: "begin" });
  const { user_id, payee_id, to_user_id } = transfer;
  const account_no = to_user_id ? null : await accountOfPayee(tx, app, { user_id, payee_id: payee_id! });
  const fresh = (await lockTransfer(tx, id))!;
  await begin(tx, app, fresh, { account_no, awaits_approval: false, actor: SYSTEM, on });
  if (to_user_id) await changeState(tx, { ...change, from: "approved", action: "arrive" });
  return "sent";
}

/** Step of the close: what was planned for the day that begins. */
export const sendPlannedTransfers: Step = {
  name: "planned_transfers",
  at: 79.65,
  async batch(app, tx, { opening }) {
    const { rows } = await sql<{ id: string }>`
      select id
      from transfers
      where status = 'scheduled' and due_on <= ${opening}::date
      order by due_on, id
      limit ${AT_ONCE}
    `.execute(tx);
    const counts = { sent: 0, failed: 0 };
    for (const { id } of rows) counts[await sendPlanned(app, tx, id, opening)] += 1;
    return { cursor: rows.length < AT_ONCE ? null : "again", counts };
  },
};
