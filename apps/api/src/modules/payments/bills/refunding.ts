/** What the refunds desk does with bills: abandoned, paid back, refunded in parts, delivered after all. */
import { bringsToken } from "@manilla/contract/payments/bill-kinds";
import type { RefundStage } from "@manilla/contract/payments/refund-words";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import { keepReturned } from "../../companies/expenses/index.ts";
import { postBillFailed, postBillRefunded } from "../../money/books/index.ts";
import { SILENCE_MILLISECONDS } from "../../../outside/questions.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { tell } from "../../platform/notifications/index.ts";
import { businessDate, changeState, recordBeginning } from "../../platform/states/index.ts";
import {
  type LockRefundable,
  NO_PARTS,
  type Refund,
  type Refundables,
  endCase,
  isBooked,
  partsOf,
  wasJustAsked,
} from "../refund-cases/index.ts";
import * as messages from "./messages.ts";
import { askBill } from "./send.ts";
import { type Bill, deliver, endOf, failBill, isOpen, lockBill } from "./settle.ts";
import { giveBack } from "./wallets.ts";

/** A bill without an answer ends, and its payer has the money. The bill is locked. */
export async function giveUp(tx: Tx, context: Context, bill: Bill, reason: string): Promise<void> {
  const action = bill.status === "unknown" ? "give_up" : "fail";
  await failBill(tx, context, bill, reason, { action, actor: actorOf(context) });
  await recordAudit(tx, context, "bill_given_up", ["bill", bill.id], { after: { reference: bill.reference }, reason });
}

/** R1. A delivered bill is paid back, or a part of it; at its whole its cashback is taken back. The bill is locked. */
export async function refund(tx: Tx, context: Context, bill: Bill, { fault, amount_kobo, reason }: Refund) {
  const { id: bill_id, total_kobo, refunded_kobo: before_kobo, fee_kobo, vat_kobo } = bill;
  const [on, actor, commission_kobo] = [await businessDate(tx), actorOf(context), bill.commission_kobo ?? 0n];
  const whole = { ...NO_PARTS, claimed_kobo: bill.amount_kobo - commission_kobo, commission_kobo, fee_kobo, vat_kobo };
  const parts = partsOf(whole, before_kobo, amount_kobo);
  const isWhole = before_kobo + amount_kobo === total_kobo;
  const change = { noun: "bill", id: bill_id, from: "delivered", actor, reason, business_date: on } as const;
  if (isWhole) await changeState(tx, { ...change, action: "refund" });
  await giveBack(tx, context, { ...bill, total_kobo: amount_kobo }, { actor, on }, (wallet, id) =>
    postBillRefunded(tx, {
      id,
      bill_id,
      reference: bill.reference,
      wallet,
      amount_kobo,
      parts,
      before_kobo,
      fault,
      on,
      actor: actor.name,
    }),
  );
  const ended = isWhole ? { failure: reason, ended_at: clock.now() } : {};
  await changeRows(tx, "bills", bill_id, { refunded_kobo: before_kobo + amount_kobo, ...ended });
  if (bill.expense_id) await keepReturned(tx, [bill.expense_id], before_kobo + amount_kobo);
  if (fault === "provider") await openClaim(tx, bill, parts.claimed_kobo);
  if (isWhole && bill.paid_from === "cash")
    for (const hear of context.house.bill_refunded) await hear(tx, endOf(bill, on, actor));
  await endCase(tx, "bill", bill_id, { action: "refund", actor, reason, refunded_kobo: amount_kobo });
  await recordAudit(tx, context, "bill_refunded", ["bill", bill_id], {
    after: { reference: bill.reference, fault, amount_kobo },
    reason,
  });
  await tell(tx, context, bill.user_id, messages.refunded({ ...bill, total_kobo: amount_kobo }, reason));
}

async function openClaim(tx: Tx, { id: bill_id, provider }: Bill, amount_kobo: bigint): Promise<void> {
  if (amount_kobo === 0n) return;
  const id = uuidv7();
  await tx.insertInto("bill_claims").values({ id, bill_id, provider, cause: "refund", amount_kobo }).execute();
  await recordBeginning(tx, "billClaim", id, "open", { user_id: null, name: "System" });
}

/** Its provider has had it for so short that its answer is waited for. */
const isFresh = ({ sent_at, lacks_token }: Bill): boolean =>
  !lacks_token && sent_at !== null && clock.milliseconds() - sent_at.getTime() < SILENCE_MILLISECONDS;

async function stageOf(tx: Tx, bill: Bill): Promise<RefundStage> {
  if (bill.status === "accepted") return "moving";
  if (isOpen(bill)) return isFresh(bill) ? "moving" : "open";
  if (bill.status === "delivered") return "delivered";
  if (bill.status !== "failed") return "ended";
  return (await isBooked(tx, `bill-failed:${bill.id}`)) ? "ended" : "unpaid";
}

/** B3 alone: it has failed, and the money was not given back with that. */
async function giveBackLate(tx: Tx, context: Context, bill: Bill, reason: string): Promise<void> {
  if (bill.status !== "failed") throw new Conflict("This bill has changed since. Look at it again.", "already_decided");
  const [on, actor] = [await businessDate(tx), actorOf(context)];
  await giveBack(tx, context, bill, { actor, on }, (wallet, id) =>
    postBillFailed(tx, { ...bill, id, bill_id: bill.id, wallet, on, actor: actor.name }),
  );
  await changeRows(tx, "bills", bill.id, { ended_at: clock.now() });
  await endCase(tx, "bill", bill.id, { action: "pay_back", actor, reason });
  await recordAudit(tx, context, "bill_paid_back", ["bill", bill.id], { after: { reference: bill.reference }, reason });
  await tell(tx, context, bill.user_id, messages.paidBack(bill, reason));
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
      is_pin: bill.kind === "education",
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
