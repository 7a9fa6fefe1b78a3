/** What the provider's answer does to a payout: one transaction, and only from a state that waits for it. */
import { day, fullStop } from "@manilla/contract/formats";
import { quote } from "@manilla/credit";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { App } from "../../../app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { naira } from "../../../documents/letter.ts";
import type { TransferOutcome } from "../../../outside/payments/port.ts";
import { type Actor, SYSTEM } from "../../platform/audit/index.ts";
import { postDisbursement, postRefundPaid, postRefundReturned } from "../books/index.ts";
import { firstDueDate, priced, termsFromJson } from "../../lending/loans/index.ts";
import { notify, notifyRoles } from "../../platform/notifications/index.ts";
import { contradictItem } from "../reconciliation/index.ts";
import { rewardReferrer } from "../../growth/referrals/index.ts";
import { insertSchedule, nextVersion } from "../../lending/repayments/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";
import { hasReceipts, undisburseLoan } from "./undo.ts";

/** Locks a payout. */
export const lockPayout = (tx: Tx, id: string) =>
  tx.selectFrom("payouts").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
/** Locks the payout's loan before the payout, in the order that everybody keeps: no two ever wait for each other in a circle. */
export async function lockPayoutAndLoan(tx: Tx, id: string): Promise<Payout | undefined> {
  const found = await tx.selectFrom("payouts").select("loan_id").where("id", "=", id).executeTakeFirst();
  if (found?.loan_id)
    await tx.selectFrom("loans").select("id").where("id", "=", found.loan_id).forNoKeyUpdate().execute();
  return lockPayout(tx, id);
}

export type Payout = NonNullable<Awaited<ReturnType<typeof lockPayout>>>;

/**
 * Applies what the provider says. Safe to repeat and to get in any order: only `sent` and `unknown` are waited for; what contradicts a
 * final state goes to reconciliation and changes nothing.
 */
export async function settlePayout(app: App, payout_id: string, outcome: TransferOutcome): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const payout = await lockPayoutAndLoan(tx, payout_id);
    if (!payout) return;
    const isOpen = payout.status === "sent" || payout.status === "unknown";
    if (outcome.status === "pending") return;
    if (isOpen && outcome.status === "success") return succeed(app, tx, payout, outcome);
    // The bank may return a payout days later: while nothing was repaid, the loan is as before.
    if (
      payout.status === "success" &&
      outcome.status === "reversed" &&
      payout.loan_id &&
      !(await hasReceipts(tx, payout.loan_id))
    )
      return giveBack(app, tx, payout, payout.loan_id, outcome);
    if (payout.status === "success" && outcome.status === "reversed" && !payout.loan_id) {
      const on = await businessDate(tx);
      await changeState(tx, {
        noun: "payout",
        id: payout.id,
        from: "success",
        action: "reverse",
        actor: SYSTEM,
        reason: outcome.failure,
        business_date: on,
      });
      return returnRefund(tx, payout, on);
    }
    if (isOpen) return fail(app, tx, payout, outcome.failure ?? "The bank refused the transfer.");
    const agrees =
      (payout.status === "success" && outcome.status === "success") ||
      (["failed", "reversed"].includes(payout.status) && outcome.status !== "success");
    if (!agrees) await reportContradiction(tx, payout, outcome);
  });
}

async function succeed(app: App, tx: Tx, payout: Payout, outcome: TransferOutcome): Promise<void> {
  const on = await businessDate(tx);
  await changeState(tx, {
    noun: "payout",
    id: payout.id,
    from: payout.status,
    action: "succeed",
    actor: SYSTEM,
    business_date: on,
  });
  await tx
    .updateTable("payouts")
    .set({
      provider_reference: outcome.provider_reference ?? payout.provider_reference,
      settled_at: clock.now(),
      settled_on: on,
      needs_review_at: null,
      failure: null,
    })
    .where("id", "=", payout.id)
    .execute();
  if (payout.loan_id) return startLoan(app, tx, payout, payout.loan_id, on);
  const posted = await postRefundPaid(tx, {
    payout_id: payout.id,
    amount_kobo: payout.amount_kobo,
    on,
    actor: SYSTEM.name,
  });
  await tx
    .updateTable("payouts")
    .set({ ledger_transaction_id: posted.transaction_id })
    .where("id", "=", payout.id)
    .execute();
  await expectAtBank(tx, { id: payout.id, reference: payout.reference, amount_kobo: payout.amount_kobo, on });
  await notify(tx, {
    user_id: payout.user_id,
    kind: "repayment",
    title: "Your credit was paid back",
    body: `${naira(payout.amount_kobo)} was paid into your account at ${payout.bank_name}.`,
    link: "/customer/repayments",
  });
}

async function giveBack(app: App, tx: Tx, payout: Payout, loan_id: string, outcome: TransferOutcome): Promise<void> {
  const reason = outcome.failure ?? "The bank sent it back.";
  await undisburseLoan(tx, loan_id, payout.id, SYSTEM, reason);
  await tx.updateTable("payouts").set({ failure: reason }).where("id", "=", payout.id).execute();
  await tell(
    app,
    tx,
    payout.user_id,
    loan_id,
    "Your bank returned the loan",
    `The bank returned ${naira(payout.amount_kobo)}: ${fullStop(reason)} Please check your account with us; we will pay again.`,
  );
  await notifyRoles(tx, ["super_finance"], {
    kind: "payout",
    title: "A payout came back",
    body: `${payout.reference}: ${reason}`,
    link: "/admin/disbursement/personal/loans",
  });
}

/** The loan starts: its schedule is made from the same terms with the real dates, and the disbursement is booked. */
async function startLoan(app: App, tx: Tx, payout: Payout, loan_id: string, on: string): Promise<void> {
  const loan = await tx
    .selectFrom("loans")
    .selectAll()
    .where("id", "=", loan_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  await changeState(tx, {
    noun: "loan",
    id: loan.id,
    from: loan.status,
    action: "pay_out",
    actor: SYSTEM,
    business_date: on,
  });
  const { follows_salary_day } = await tx
    .selectFrom("loan_product_versions")
    .select("follows_salary_day")
    .where("id", "=", loan.product_version_id)
    .executeTakeFirstOrThrow();
  const { salary_day } = await tx
    .selectFrom("profiles")
    .select("salary_day")
    .where("user_id", "=", loan.user_id)
    .executeTakeFirstOrThrow();
  const offered = termsFromJson(loan.terms as Record<string, unknown>);
  const terms =
    offered.disbursed_on === on
      ? offered
      : { ...offered, disbursed_on: on, first_due_on: firstDueDate(on, follows_salary_day ? salary_day : null) };
  const { instalments } = quote(terms);
  await insertSchedule(tx, loan, instalments, { version: await nextVersion(tx, loan.id) });
  const posted = await postDisbursement(tx, {
    payout_id: payout.id,
    loan_id: loan.id,
    reference: loan.reference,
    principal_kobo: loan.principal_kobo,
    upfront_fees_kobo: loan.upfront_fees_kobo,
    on,
    actor: SYSTEM.name,
  });
  await tx
    .updateTable("payouts")
    .set({ ledger_transaction_id: posted.transaction_id })
    .where("id", "=", payout.id)
    .execute();
  await tx
    .updateTable("loans")
    .set({
      ...priced(terms),
      disbursed_on: on,
      next_due_on: terms.first_due_on,
      matures_on: instalments.at(-1)?.due_on ?? null,
      accrued_to: on,
      accrued_interest_kobo: 0n,
      suspended_interest_kobo: 0n,
      paid_kobo: 0n,
      outstanding_principal_kobo: loan.principal_kobo,
      updated_at: sql`now()`,
    })
    .where("id", "=", loan.id)
    .execute();
  await expectAtBank(tx, { id: payout.id, reference: payout.reference, amount_kobo: payout.amount_kobo, on });
  await rewardReferrer(tx, loan.user_id, on);
  const body = `${naira(payout.amount_kobo)} was paid into your account at ${payout.bank_name}. The first repayment is due on ${day(terms.first_due_on)}.`;
  await tell(app, tx, loan.user_id, loan.id, "Your loan was paid out", body);
}

/** A refund that did not arrive stands to the person's credit again; before the second person agreed nothing had left it. */
async function returnRefund(tx: Tx, payout: Payout, on: string): Promise<void> {
  if (!payout.ledger_transaction_id) return;
  await postRefundReturned(tx, {
    payout_id: payout.id,
    user_id: payout.user_id,
    amount_kobo: payout.amount_kobo,
    wasPaid: payout.status === "success",
    on,
    actor: SYSTEM.name,
  });
  await notify(tx, {
    user_id: payout.user_id,
    kind: "repayment",
    title: "Your refund did not arrive",
    body: `${naira(payout.amount_kobo)} stands to your credit again. Please check your bank account with us.`,
    link: "/customer/repayments",
  });
}

/** What has to stand on the bank's statement. */
const expectAtBank = (tx: Tx, payout: { id: string; reference: string; amount_kobo: bigint; on: string }) =>
  tx
    .insertInto("reconciliation_items")
    .values({
      id: uuidv7(),
      business_date: payout.on,
      direction: "out",
      subject_type: "payout",
      subject_id: payout.id,
      reference: payout.reference,
      expected_kobo: payout.amount_kobo,
      status: "expected",
      reason: "Waits for the bank's statement.",
    })
    .onConflict((conflict) => conflict.columns(["subject_type", "subject_id"]).doNothing())
    .execute();

/** The payout did not happen: the loan can be paid out again. */
export async function fail(
  app: App,
  tx: Tx,
  payout: Payout,
  failure: string,
  action: "fail" | "give_up" | "refuse" = "fail",
  actor: Actor = SYSTEM,
): Promise<void> {
  const on = await businessDate(tx);
  await changeState(tx, {
    noun: "payout",
    id: payout.id,
    from: payout.status,
    action,
    actor,
    reason: failure,
    business_date: on,
  });
  await tx
    .updateTable("payouts")
    .set({ failure, settled_at: clock.now(), needs_review_at: null })
    .where("id", "=", payout.id)
    .execute();
  if (!payout.loan_id) return returnRefund(tx, payout, on);
  const loan = await tx
    .selectFrom("loans")
    .select(["id", "status", "reference", "user_id"])
    .where("id", "=", payout.loan_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  await changeState(tx, {
    noun: "loan",
    id: loan.id,
    from: loan.status,
    action: "fail_payout",
    actor,
    reason: failure,
    business_date: on,
  });
  if (action !== "fail") return;
  await tell(
    app,
    tx,
    loan.user_id,
    loan.id,
    "We could not pay out your loan",
    `The payment of ${loan.reference} did not go through: ${fullStop(failure)} Please check your bank account with us; we will try again.`,
  );
  await notifyRoles(tx, ["super_finance"], {
    kind: "payout",
    title: "A payout failed",
    body: `${loan.reference}: ${failure}`,
    link: "/admin/disbursement/personal/loans",
  });
}

async function tell(app: App, tx: Tx, user_id: string, loan_id: string, title: string, body: string): Promise<void> {
  await notify(tx, { user_id, kind: "loan", title, body, link: `/customer/loans/${loan_id}` });
  const person = await tx
    .selectFrom("users")
    .select(["email", "phone"])
    .where("id", "=", user_id)
    .executeTakeFirstOrThrow();
  await app.queue.send(tx, "send-mail", {
    to: person.email,
    subject: title,
    text: body,
    reference: `payout:${loan_id}:${title}`,
  });
  if (person.phone)
    await app.queue.send(tx, "send-sms", { to: person.phone, text: body, reference: `payout:${loan_id}:${title}` });
}

/** The provider says something else than our final state: a person looks at it. */
async function reportContradiction(tx: Tx, payout: Payout, outcome: TransferOutcome): Promise<void> {
  const reason = `The provider says that payout ${payout.reference} is ${outcome.status}; in our books it is ${payout.status}.`;
  const on = await businessDate(tx);
  await contradictItem(tx, {
    business_date: on,
    direction: "out",
    subject_type: "payout",
    subject_id: payout.id,
    reference: payout.reference,
    expected_kobo: payout.amount_kobo,
    actual_kobo: 0n,
    reason,
  });
  await notifyRoles(tx, ["super_finance"], {
    kind: "payout",
    title: "A payout needs a look",
    body: reason,
    link: "/admin/reconciliation",
  });
}
