/** What the refunds desk does with transfers. */
import type { RefundStage } from "@manilla/contract/payments/refund-words";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import { sql } from "kysely";
import { Conflict } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import { payingAccount, postTransferRefunded, postTransferUndone } from "../../money/books/index.ts";
import { askPayout, failPayout, lockPayoutInOrder, succeed } from "../../money/payouts/index.ts";
import { lastOutcome } from "../../money/provider-answers/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { tell } from "../../platform/notifications/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";
import {
  NO_PARTS,
  type Refund,
  type LockRefundable,
  type Refundables,
  endCase,
  isBooked,
  wasJustAsked,
  partsOf,
} from "../refund-cases/index.ts";
import { giveCredit, turnCredit } from "./crediting.ts";
import * as messages from "./messages.ts";
import { factOf, lockTransfer, openClaim } from "./moving.ts";
import { type Transfer, record } from "./recording.ts";
import { returnSpent } from "./spending.ts";

const CHANGED = "This transfer has changed since. Look at it again.";
const isOpen = (status: string): boolean => status === "sent" || status === "unknown";

const isToSend = (status: string): boolean =>
  ["in_review", "awaiting_approval", "scheduled", "approved"].includes(status);

async function stageOf(tx: Tx, { id, status, batch_id }: Transfer): Promise<RefundStage> {
  if (isOpen(status)) return "open";
  if (isToSend(status)) return "moving";
  if (status === "success") return "delivered";
  const accepted = batch_id ? `transfer-batch-accepted:${batch_id}` : `transfer-accepted:${id}`;
  if (status !== "failed" || !(await isBooked(tx, accepted))) return "ended";
  return (await isBooked(tx, `transfer-undone:${id}`)) ? "ended" : "unpaid";
}

/** T3 alone: it has failed, and the money was not given back with that. */
async function giveBackLate(tx: Tx, context: Context, transfer: Transfer, reason: string): Promise<void> {
  if (transfer.status !== "failed") throw new Conflict(CHANGED, "already_decided");
  const [on, actor] = [await businessDate(tx), actorOf(context)];
  const fact = { ...factOf(transfer, on, actor), was_paid: false };
  await postTransferUndone(tx, fact);
  await record(tx, transfer, { id: fact.id, amount_kobo: transfer.total_kobo!, kind: "came_back", on, actor });
  await changeRows(tx, "transfers", transfer.id, { settled_at: clock.now() });
  await endCase(tx, "transfer", transfer.id, { action: "pay_back", actor, reason });
  // An SMS would carry the name and the pay of a colleague.
  if (!transfer.is_confidential) await tell(tx, context, transfer.user_id, messages.cameBack(transfer, reason));
}

/** R1. An arrived transfer is paid back, or a part of it. */
async function refund(tx: Tx, context: Context, transfer: Transfer, { fault, amount_kobo, reason }: Refund) {
  const { id: transfer_id, refunded_kobo: before_kobo, reference, total_kobo } = transfer;
  const { fee_kobo, vat_kobo, stamp_duty_kobo } = transfer;
  const whole = { ...NO_PARTS, claimed_kobo: transfer.amount_kobo, fee_kobo, vat_kobo, stamp_duty_kobo };
  const parts = partsOf(whole, before_kobo, amount_kobo);
  const [id, on, actor, wallet] = [uuidv7(), await businessDate(tx), actorOf(context), payingAccount(transfer)];
  const change = { noun: "transfer", id: transfer_id, from: "success", actor, reason, business_date: on } as const;
  const isWhole = before_kobo + amount_kobo === total_kobo;
  if (isWhole) await changeState(tx, { ...change, action: "refund" });
  const refunded = { amount_kobo, parts, before_kobo, fault };
  await postTransferRefunded(tx, { id, transfer_id, wallet, reference, ...refunded, on, actor: actor.name });
  await record(tx, transfer, { id, amount_kobo, kind: "came_back", on, actor });
  const ended = isWhole ? { failure: reason } : {};
  await changeRows(tx, "transfers", transfer_id, { refunded_kobo: before_kobo + amount_kobo, ...ended });
  await returnSpent(tx, transfer, before_kobo + amount_kobo);
  if (fault === "provider") await openClaim(tx, { transfer_id, cause: "refund", amount_kobo: parts.claimed_kobo });
  await endCase(tx, "transfer", transfer_id, { action: "refund", actor, reason, refunded_kobo: amount_kobo });
  await turnCredit(tx, transfer, actor, amount_kobo);
  await recordAudit(tx, context, "transfer_refunded", ["transfer", transfer_id], {
    after: { reference, fault, amount_kobo },
    reason,
  });
  if (!transfer.is_confidential)
    await tell(tx, context, transfer.user_id, messages.refunded(transfer, amount_kobo, reason));
}

/** Whether a second person is asked about its payout under Cash Transactions, or about giving it up. */
async function isAsked(tx: Tx, payout_id: string | null): Promise<boolean> {
  const { rows } = await sql`
    select 1
    from approvals
    where status = 'pending' and kind in ('give_up_refund', 'mark_cash_success') and payload ->> 'payout_id' = ${payout_id}
  `.execute(tx);
  return rows.length > 0;
}

const locked = async (tx: Tx, id: string): Promise<Transfer> => (await lockTransfer(tx, id))!;
/** The payout of a transfer that waits for its answer. @throws Conflict where it has one by now */
async function openPayout(tx: Tx, context: Context, { payout_id }: Transfer) {
  const payout = payout_id && (await lockPayoutInOrder(context, tx, payout_id));
  if (!payout || !isOpen(payout.status)) throw new Conflict(CHANGED, "already_decided");
  return payout;
}

export const lockRefundableTransfer: LockRefundable = async (tx, id) => {
  const transfer = await lockTransfer(tx, id);
  return (
    transfer && {
      ...transfer,
      total_kobo: transfer.total_kobo!,
      sent_kobo: transfer.amount_kobo,
      what: transfer.payee,
      stage: await stageOf(tx, transfer),
      paid_at: transfer.created_at,
      has_provider: transfer.kind === "bank",
      brings_token: false,
      is_pin: false,
      // What the bank is still working on may arrive: nobody says so before it does.
      may_deliver:
        transfer.status === "unknown" &&
        transfer.payout_id !== null &&
        (await lastOutcome(tx, transfer.payout_id)) !== "pending",
      is_waiting: await isAsked(tx, transfer.payout_id),
    }
  );
};

export const refundableTransfers: Refundables = {
  async ask(app, id) {
    const { payout_id } = await getRow(app.db, "transfers", id, ["payout_id"]);
    const payout = payout_id && (await findRow(app.db, "payouts", payout_id, ["id", "status", "asked_at"]));
    if (payout && isOpen(payout.status) && !wasJustAsked(payout.asked_at)) await askPayout(app, payout.id);
  },
  async payBack(tx, context, id, reason) {
    const transfer = await locked(tx, id);
    if (!isOpen(transfer.status)) return giveBackLate(tx, context, transfer, reason);
    const payout = await openPayout(tx, context, transfer);
    const failure = payout.status === "unknown" ? "give_up" : "fail";
    await failPayout(context, tx, payout, reason, failure, actorOf(context));
    await recordAudit(tx, context, "transfer_given_up", ["transfer", id], {
      after: { reference: transfer.reference },
      reason,
    });
  },
  refund: async (tx, context, id, asked) => refund(tx, context, await locked(tx, id), asked),
  async deliver(tx, context, id, { reason }) {
    const transfer = await locked(tx, id);
    const payout = await openPayout(tx, context, transfer);
    if (payout.status !== "unknown") throw new Conflict("The bank still has it: ask again first.", "still_asking");
    const { provider_reference } = payout;
    await succeed(context, tx, payout, { provider_reference }, { actor: actorOf(context), reason });
    await recordAudit(tx, context, "transfer_marked_arrived", ["transfer", id], {
      after: { reference: transfer.reference },
      reason,
    });
  },
  hold: async () => undefined,
  credit: async (tx, context, id, credit) => giveCredit(tx, await locked(tx, id), credit, actorOf(context)),
  takeCreditBack: async (tx, context, id) => turnCredit(tx, await locked(tx, id), actorOf(context), 0n),
};
