/** What the refunds desk does with bills. */
import { bringsToken } from "@manilla/contract/payments/bill-kinds";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import { postBillFailed } from "../../money/books/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { tell } from "../../platform/notifications/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { type Bill, askBill, billMessages, deliver, giveBack, isOpen, lockBill } from "../bills/index.ts";
import { type LockRefundable, type Refundables, endCase, isBooked, wasJustAsked } from "../refund-cases/index.ts";
import { giveUp, refund } from "./ending.ts";

async function stageOf(tx: Tx, bill: Bill) {
  if (isOpen(bill)) return "open";
  if (bill.status === "delivered") return "delivered";
  if (bill.status !== "failed") return "ended";
  return (await isBooked(tx, `bill-failed:${bill.id}`)) ? "ended" : "unpaid";
}

/** B3 alone: it has failed, and the money was not given back with that. */
async function giveBackLate(tx: Tx, context: Context, bill: Bill, reason: string): Promise<void> {
  const [on, actor] = [await businessDate(tx), actorOf(context)];
  await giveBack(tx, context, bill, { actor, on }, (wallet, id) =>
    postBillFailed(tx, { ...bill, id, bill_id: bill.id, wallet, on, actor: actor.name }),
  );
  await changeRows(tx, "bills", bill.id, { ended_at: clock.now() });
  await endCase(tx, "bill", bill.id, { action: "pay_back", actor, reason });
  await recordAudit(tx, context, "bill_paid_back", ["bill", bill.id], { after: { reference: bill.reference }, reason });
  await tell(tx, context, bill.user_id, billMessages.paidBack(bill, reason));
}

const locked = async (tx: Tx, id: string): Promise<Bill> => (await lockBill(tx, id))!;

export const lockRefundableBill: LockRefundable = async (tx, id) => {
  const bill = await lockBill(tx, id);
  return (
    bill && {
      ...bill,
      what: bill.service_name,
      stage: await stageOf(tx, bill),
      paid_at: bill.created_at,
      has_provider: true,
      brings_token: bringsToken(bill.kind, bill.service),
      may_deliver: isOpen(bill),
      is_waiting: bill.approval_id !== null,
    }
  );
};

export const refundableBills: Refundables = {
  async ask(app, id) {
    const bill = await findRow(app.db, "bills", id, ["status", "asked_at"]);
    if (bill && isOpen(bill as Bill) && !wasJustAsked(bill.asked_at)) await askBill(app, id);
  },
  async payBack(tx, context, id, reason) {
    const bill = await locked(tx, id);
    return isOpen(bill) ? giveUp(tx, context, bill, reason) : giveBackLate(tx, context, bill, reason);
  },
  refund: async (tx, context, id, asked) => refund(tx, context, await locked(tx, id), asked),
  async deliver(tx, context, id, { reason, token }) {
    const bill = await locked(tx, id);
    if (!isOpen(bill)) throw new Conflict("This bill has changed since. Look at it again.", "already_decided");
    const tokens = token ? [token] : [];
    const provider_reference = bill.provider_reference ?? bill.reference;
    const outcome = { status: "delivered", provider_reference, tokens, units: null, commission_kobo: null } as const;
    const said = { actor: actorOf(context), reason };
    await deliver(tx, context, bill, bill.provider, { ...outcome, tokens }, said);
    await recordAudit(tx, context, "bill_marked_delivered", ["bill", id], {
      after: { reference: bill.reference },
      reason,
    });
  },
  hold: (tx, id, approval_id) => changeRows(tx, "bills", id, { approval_id }),
};
