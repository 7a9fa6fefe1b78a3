/** Planned transfers: sent when their day begins; the sender of one that fails is notified of the reason, and nothing has left the wallet. */
import { daysBetween } from "@manilla/credit";
import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import { orNothing } from "../../../db/savepoint.ts";
import { InvalidFields, refusalInWords } from "../../../errors.ts";
import type { App, Step } from "../../../house/app.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { tell } from "../../platform/notifications/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { changeState } from "../../platform/states/index.ts";
import { holdToLook, tellDeciders } from "./accepting.ts";
import { awaitsApproval, costsOfPerson, lockBoth, requireNotHeld, requireRoom, requireRoomAt } from "./limits.ts";
import * as messages from "./messages.ts";
import { begin, lockTransfer } from "./moving.ts";
import type { Transfer } from "./recording.ts";
import { accountOfPayee } from "./payees.ts";
import { totalOf } from "./rules.ts";
import { reasonsToLook } from "./velocity.ts";

/** One by one: each in a transaction of its own, so that what fails stops no other, and nobody is locked longer than their own takes. */
const AT_ONCE = 1;

/** Whether it can be sent on the day: what has left on it, or why it cannot, in words; `is_short` where another day may bring the money, or the room. */
export async function roomOn(
  tx: Tx,
  { user_id, to_user_id, amount_kobo, due_on, standing_date_id }: Transfer,
  costs: Awaited<ReturnType<typeof costsOfPerson>>,
  on: string,
): Promise<{ out_kobo: bigint } | { refusal: string; is_short: boolean }> {
  try {
    const channel = due_on || standing_date_id ? "planned" : "online";
    const { payer, receiver } = await lockBoth(tx, user_id, to_user_id, on, channel);
    requireNotHeld(payer);
    requireRoom(payer, costs);
    if (receiver) requireRoomAt(receiver, amount_kobo);
    return { out_kobo: payer.out_today_kobo };
  } catch (error) {
    return { refusal: refusalInWords(error), is_short: error instanceof InvalidFields };
  }
}

type Outcome = "sent" | "held" | "failed" | "skipped" | "waits";

async function end(app: App, tx: Tx, { id, user_id, ...of }: Transfer, reason: string, on: string): Promise<Outcome> {
  const change = { noun: "transfer", id, from: "scheduled", actor: SYSTEM, business_date: on } as const;
  await changeState(tx, { ...change, action: "fail", reason });
  await changeRows(tx, "transfers", id, { failure: reason });
  await tell(tx, app, user_id, messages.notSent({ id, ...of }, reason));
  return "failed";
}

/** Too little money, or room, on its day: it is tried again each morning, for as long as a standing order is. */
async function again(app: App, tx: Tx, transfer: Transfer, reason: string, on: string): Promise<Outcome> {
  const { id, user_id, due_on, tried_on } = transfer;
  const days = daysBetween(due_on!, on);
  const most = await readSetting(tx, "standing_order_retry_days");
  if (days >= most) return end(app, tx, transfer, reason, on);
  await changeRows(tx, "transfers", id, { tried_on: on, failure: reason });
  if (tried_on === null) await tell(tx, app, user_id, messages.triedAgain(transfer, reason, most - days));
  return "waits";
}

async function send(app: App, tx: Tx, id: string, on: string): Promise<Outcome> {
  const { user_id: sender, to_user_id: receiver } = await getRow(tx, "transfers", id, ["user_id", "to_user_id"]);
  await lockBoth(tx, sender, receiver);
  const transfer = (await lockTransfer(tx, id))!;
  if (transfer.status !== "scheduled") return "skipped";
  // The tariff of the day on which it leaves.
  const costs = await costsOfPerson(
    tx,
    sender,
    transfer.amount_kobo,
    receiver ? null : { payee_id: transfer.payee_id! },
  );
  await changeRows(tx, "transfers", id, costs);
  const room = await roomOn(tx, transfer, costs, on);
  if ("refusal" in room) return (room.is_short ? again : end)(app, tx, transfer, room.refusal, on);
  if (transfer.failure !== null) await changeRows(tx, "transfers", id, { failure: null });
  const change = { noun: "transfer", id, from: "scheduled", actor: SYSTEM, business_date: on } as const;
  const { payee_id, to_user_id } = transfer;
  const kind = to_user_id ? "wallet" : "bank";
  const looked = { kind, is_new: false, total_kobo: totalOf(costs) } as const;
  const review_reasons = await reasonsToLook(tx, sender, looked, on);
  if (review_reasons.length > 0) {
    await changeState(tx, { ...change, action: "hold" });
    await changeRows(tx, "transfers", id, { review_reasons });
    await holdToLook(tx, (await lockTransfer(tx, id))!, SYSTEM);
    return "held";
  }
  const awaits_approval = await awaitsApproval(tx, kind, totalOf(costs) + room.out_kobo);
  await changeState(tx, { ...change, action: awaits_approval ? "await" : "begin" });
  const account_no = to_user_id ? null : await accountOfPayee(tx, app, { user_id: sender, payee_id: payee_id! });
  const fresh = (await lockTransfer(tx, id))!;
  await begin(tx, app, fresh, { account_no, awaits_approval, actor: SYSTEM, on });
  if (awaits_approval) {
    await tellDeciders(tx, fresh);
    return "held";
  }
  if (to_user_id) await changeState(tx, { ...change, from: "approved", action: "arrive" });
  return "sent";
}

/** What goes wrong with one is its own end: the close goes on. */
async function sendOrEnd(app: App, tx: Tx, id: string, on: string): Promise<Outcome> {
  try {
    return await orNothing(tx, () => send(app, tx, id, on));
  } catch (error) {
    app.log.error({ err: error, transfer_id: id }, "a planned transfer could not be sent");
    const transfer = (await lockTransfer(tx, id))!;
    if (transfer.status !== "scheduled") return "skipped";
    return end(app, tx, transfer, "It could not be sent. Please send it by hand.", on);
  }
}

/** Step of the close: what was planned for the day that begins, or waited for the banks to be switched on. */
export const sendPlannedTransfers: Step = {
  name: "planned_transfers",
  at: 79.75,
  async batch(app, tx, { opening }) {
    const { rows } = await sql<{ id: string }>`
      select id
      from transfers
      where status = 'scheduled' and due_on <= ${opening}::date and (tried_on is null or tried_on < ${opening}::date)
        and (kind = 'wallet' or (select is_on from bank_switch))
      order by due_on, id
      limit ${AT_ONCE}
    `.execute(tx);
    const counts = { sent: 0, held: 0, failed: 0, skipped: 0, waits: 0 };
    for (const { id } of rows) counts[await sendOrEnd(app, tx, id, opening)] += 1;
    return { cursor: rows.length < AT_ONCE ? null : rows.at(-1)!.id, counts };
  },
};
