/** A disbursement that is taken back, or that the bank returned: mirrored in the books, and the loan can be paid out again. */
import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { Conflict } from "../../../http/errors.ts";
import { type Actor, recordAudit } from "../../platform/audit/index.ts";
import { openCharges, postUndisbursement, postUnearning } from "../books/index.ts";
import { OPEN_ROWS } from "../../lending/repayments/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";

/** Whether somebody has repaid something of the loan that still stands. */
export async function hasReceipts(tx: Tx, loan_id: string): Promise<boolean> {
  const row = await tx
    .selectFrom("receipts")
    .select("id")
    .where("loan_id", "=", loan_id)
    .where("reversed_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Mirrors the disbursement and what the loan earned since.
 * @throws Conflict when the payout was never booked; IllegalTransition from any state but success
 */
export async function undisburseLoan(
  tx: Tx,
  loan_id: string,
  payout_id: string,
  actor: Actor,
  reason: string,
): Promise<void> {
  const on = await businessDate(tx);
  const loan = await tx
    .selectFrom("loans")
    .selectAll()
    .where("id", "=", loan_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const payout = await tx.selectFrom("payouts").selectAll().where("id", "=", payout_id).forUpdate().executeTakeFirst();
  if (!payout?.ledger_transaction_id) throw new Conflict("This payout was never booked.", "not_booked");
  await postUnearning(tx, {
    payout_id,
    loan_id,
    reference: loan.reference,
    interest_kobo: loan.accrued_interest_kobo,
    suspended_kobo: loan.suspended_interest_kobo,
    ...(await openCharges(tx, loan_id)),
    on,
    actor: actor.name,
  });
  await postUndisbursement(tx, {
    payout_id,
    transaction_id: payout.ledger_transaction_id,
    on,
    actor: actor.name,
    reason,
  });
  await changeState(tx, {
    noun: "payout",
    id: payout_id,
    from: payout.status,
    action: "reverse",
    actor,
    reason,
    business_date: on,
  });
  await changeState(tx, {
    noun: "loan",
    id: loan_id,
    from: loan.status,
    action: "undisburse",
    actor,
    reason,
    business_date: on,
  });
  const rows = await tx
    .selectFrom("repayments")
    .select(["id", "status"])
    .where("loan_id", "=", loan_id)
    .where("status", "in", OPEN_ROWS)
    .orderBy("number")
    .execute();
  for (const row of rows)
    await changeState(tx, {
      noun: "repayment",
      id: row.id,
      from: row.status,
      action: "supersede",
      actor,
      reason,
      business_date: on,
    });
  await tx
    .updateTable("loans")
    .set({
      disbursed_on: null,
      next_due_on: null,
      matures_on: null,
      accrued_to: null,
      accrued_interest_kobo: 0n,
      suspended_interest_kobo: 0n,
      outstanding_principal_kobo: 0n,
      overdue_kobo: 0n,
      days_past_due: 0,
      arrears_bucket: "current",
      is_non_performing: false,
      paid_kobo: 0n,
      updated_at: sql`now()`,
    })
    .where("id", "=", loan_id)
    .execute();
  await recordAudit(tx, actor, {
    action: "loan_undisbursed",
    subject_type: "loan",
    subject_id: loan_id,
    before: { status: loan.status, outstanding_principal_kobo: loan.outstanding_principal_kobo },
    after: { status: "accepted" },
    reason,
  });
}
