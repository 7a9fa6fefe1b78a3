/** A credit balance paid back to the person: a second person agrees, the money goes the way of every payout. */
import { naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotAllowed, NotFound } from "../../../errors.ts";
import type { Payout, PayoutPurpose } from "../../../house/purposes.ts";
import { requestApproval, unlessIn } from "../../platform/approvals/index.ts";
import { SYSTEM, actorOf, recordAudit } from "../../platform/audit/index.ts";
import { notify } from "../../platform/notifications/index.ts";
import { creditOf, newReference, postRefundPaid, postRefundReturned, postRefundSent } from "../../money/books/index.ts";
import { lockPerson } from "../../money/receipts/index.ts";
import { PAYOUT_FIELD, failPayout, lockPayout, lockPayoutInOrder, readPerson } from "../../money/payouts/index.ts";
import { payeesOf } from "../../people/people/profiles/index.ts";
import { businessDate, changeState, recordBeginning } from "../../platform/states/index.ts";
import { refundPaid, refundReturned } from "./messages.ts";
import { useCreditColumns } from "./receive.ts";

/** A refund that did not arrive is the person's credit again; before the second person agreed nothing had left it. */
async function giveCreditBack(tx: Tx, payout: Payout, on: string): Promise<void> {
  if (!payout.ledger_transaction_id) return;
  await postRefundReturned(tx, {
    payout_id: payout.id,
    user_id: payout.user_id,
    amount_kobo: payout.amount_kobo,
    wasPaid: payout.status === "success",
    on,
    actor: SYSTEM.name,
  });
  await notify(tx, { user_id: payout.user_id, ...refundReturned(payout) });
}

/** What a payout of a credit balance does. */
export const creditRefund: PayoutPurpose = {
  narration: "Refund",
  lock: async () => undefined,
  async succeed(tx, _means, payout, on) {
    const { transaction_id } = await postRefundPaid(tx, {
      payout_id: payout.id,
      amount_kobo: payout.amount_kobo,
      on,
      actor: SYSTEM.name,
    });
    await notify(tx, { user_id: payout.user_id, ...refundPaid(payout) });
    return transaction_id;
  },
  fail: (tx, _means, payout, { on }) => giveCreditBack(tx, payout, on),
  mayReturn: async () => true,
  returned: (tx, _means, payout, { on }) => giveCreditBack(tx, payout, on),
};

/** The maker's half. @throws NotFound, NotAllowed, InvalidFields, Conflict */
export async function requestRefund(
  tx: Tx,
  context: Context,
  user_id: string,
  body: { amount_kobo: bigint; reason: string },
): Promise<string> {
  // Two requests for one person are judged one after the other.
  const [found] = await lockPerson(tx, user_id);
  if (!found) throw new NotFound("This person");
  if (user_id === context.session.user_id) throw new NotAllowed("Nobody refunds themselves.", "own_money");
  const held = await tx.selectFrom("users").select("is_post_no_debit").where("id", "=", user_id).executeTakeFirst();
  if (held?.is_post_no_debit)
    throw new Conflict("Post-no-debit is active: no money leaves this person's accounts.", "post_no_debit");
  const person = await readPerson(tx, context.encryption, user_id);
  if (!person.account || person.bank_account_status !== "verified")
    throw new Conflict("This person has no verified bank account.", "no_account");
  const waiting = await findRow(tx, "payouts", { user_id, purpose: "credit_refund", status: "awaiting_approval" }, [
    "id",
  ]);
  if (waiting) throw new Conflict("A refund of this person waits for a second person already.", "already_requested");
  if ((await creditOf(tx, user_id)) < body.amount_kobo)
    throw new InvalidFields({ amount_kobo: ["this is more than the customer credit"] });
  const on = await businessDate(tx);
  const [id, reference] = [uuidv7(), newReference("PO", on)];
  const { account_no, ...account } = person.account;
  const approval_id = await requestApproval(tx, context, {
    kind: "refund_credit",
    title: `Refund ${naira(body.amount_kobo)} to ${person.name}`,
    whose: user_id,
    payload: { payout_id: id },
    items: [
      { label: `${person.name} · ${account.bank_name}`, amount_kobo: body.amount_kobo, verdict: "ready", reason: null },
    ],
    amount_kobo: body.amount_kobo,
    reason: body.reason,
  });
  await tx
    .insertInto("payouts")
    .values({
      id,
      purpose: "credit_refund",
      subject_id: user_id,
      user_id,
      approval_id,
      amount_kobo: body.amount_kobo,
      ...account,
      account_no_encrypted: context.encryption.encrypt(user_id, person.data_key, PAYOUT_FIELD, account_no),
      reference,
      status: "awaiting_approval",
      created_by: context.session.user_id,
      business_date: on,
    })
    .execute();
  await recordBeginning(tx, "payout", id, "awaiting_approval", actorOf(context));
  return approval_id;
}

/** The checker's half: the money leaves the person's credit now, so that it cannot be used twice. */
export const refundCredit: ApprovalKind<{ payout_id: string }> = {
  permission: "provider:can_refund_transactions",
  over: unlessIn("payouts", "payout_id", ["awaiting_approval"]),
  shows: async ({ db }, { payload }) => ({ payees: await payeesOf(db, sql`o.id = ${payload.payout_id}::uuid`) }),
  async execute(tx, context, { payload }) {
    const { payout_id } = payload;
    const payout = await lockPayout(tx, payout_id);
    if (payout) await lockPerson(tx, payout.user_id);
    if (!payout) throw new NotFound("This refund");
    if (payout.user_id === context.session.user_id)
      throw new NotAllowed("Nobody agrees to their own refund.", "not_a_checker");
    const actor = actorOf(context);
    const on = await businessDate(tx);
    if ((await creditOf(tx, payout.user_id)) < payout.amount_kobo)
      throw new Conflict("The credit was used in the meantime.", "insufficient_credit");
    await useCreditColumns(tx, payout.user_id, payout.amount_kobo);
    const posted = await postRefundSent(tx, {
      payout_id,
      user_id: payout.user_id,
      amount_kobo: payout.amount_kobo,
      on,
      actor: actor.name,
    });
    await changeState(tx, {
      noun: "payout",
      id: payout_id,
      from: payout.status,
      action: "approve",
      actor,
      business_date: on,
    });
    await changeRows(tx, "payouts", payout_id, { ledger_transaction_id: posted.transaction_id });
    await recordAudit(tx, actor, "refund_approved", ["payout", payout_id], {
      after: { amount_kobo: payout.amount_kobo, reference: payout.reference },
    });
    await context.queue.send(tx, "send-payout", { payout_id });
    return undefined;
  },
  async release(tx, app, { payload }, actor) {
    const payout = await lockPayout(tx, payload.payout_id);
    if (payout?.status === "awaiting_approval")
      await failPayout(app, tx, payout, "The second person did not agree.", "refuse", actor);
  },
};

/** The maker's half of giving up a refund, or a payment of a company to one of its people. @throws NotFound; NotAllowed for one's own; Conflict while the provider is still being asked */
export async function requestGivingUp(tx: Tx, context: Context, payout_id: string, reason: string): Promise<string> {
  const payout = await lockPayout(tx, payout_id);
  if (!payout || payout.purpose === "loan_disbursement") throw new NotFound("This refund");
  if (payout.user_id === context.session.user_id)
    throw new NotAllowed("Nobody decides about their own money.", "own_money");
  if (payout.status !== "unknown")
    throw new Conflict(
      `This refund is ${payout.status.replaceAll("_", " ")}; only one with an unknown outcome can be given up.`,
      "illegal_transition",
    );
  if (!payout.needs_review_at) throw new Conflict("The provider is still being asked for its outcome.", "still_asking");
  return requestApproval(tx, context, {
    kind: "give_up_refund",
    title:
      payout.purpose === "transfer"
        ? `Give up the transfer of ${naira(payout.amount_kobo)} by {person} to ${payout.account_name}`
        : `Give up the ${payout.purpose === "credit_refund" ? "refund" : "payment"} of ${naira(payout.amount_kobo)} to {person}`,
    whose: payout.user_id,
    payload: { payout_id },
    once: ["payout_id"],
    before: { status: payout.status },
    amount_kobo: payout.amount_kobo,
    reason,
  });
}

/** The checker's half: only what is still unknown; money that the provider has found in the meantime stays paid. */
export const giveUpRefund: ApprovalKind<{ payout_id: string }> = {
  permission: "provider:can_refund_transactions",
  over: unlessIn("payouts", "payout_id", ["unknown"]),
  shows: refundCredit.shows,
  async execute(tx, context, { payload }) {
    const payout = await lockPayoutInOrder(context, tx, payload.payout_id);
    if (!payout) throw new NotFound("This refund");
    if (payout.user_id === context.session.user_id)
      throw new NotAllowed("Nobody decides about their own money.", "own_money");
    if (payout.status !== "unknown")
      throw new Conflict(`This refund is ${payout.status.replaceAll("_", " ")} now.`, "illegal_transition");
    await failPayout(
      context,
      tx,
      payout,
      "Given up: the provider never knew this transfer.",
      "give_up",
      actorOf(context),
    );
    await recordAudit(tx, context, "refund_given_up", ["payout", payout.id], {
      before: { status: "unknown" },
      after: { status: "failed", amount_kobo: payout.amount_kobo },
    });
    return undefined;
  },
};
