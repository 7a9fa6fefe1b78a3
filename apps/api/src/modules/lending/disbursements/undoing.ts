/** A disbursement that is taken back, or that the bank returned: mirrored in the books, and the loan can be paid out again. */
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";
import type { Because, Payout } from "../../../house/purposes.ts";
import { openCharges, postUndisbursement, postUnearning } from "../../money/books/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { vatInFees } from "../schedules/index.ts";
import { changeState, changeWhere } from "../../platform/states/index.ts";

/** Whether somebody has repaid something of the loan that was not reversed. */
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
 * Mirrors the disbursement in the books with what the loan earned since, and takes the loan back to accepted. The payout's own state is the caller's.
 * @returns the loan as it was
 * @throws Conflict when the payout was never booked
 */
export async function undisburseLoan(
  tx: Tx,
  { id: payout_id, subject_id: loan_id, ledger_transaction_id }: Payout,
  { reason, actor, on }: Because,
): Promise<{ id: string; reference: string }> {
  const loan = await tx
    .selectFrom("loans")
    .selectAll()
    .where("id", "=", loan_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (!ledger_transaction_id) throw new Conflict("This payout was never booked.", "not_booked");
  const charges = await openCharges(tx, loan_id);
  await postUnearning(tx, {
    payout_id,
    loan_id,
    reference: loan.reference,
    interest_kobo: loan.accrued_interest_kobo,
    suspended_kobo: loan.suspended_interest_kobo,
    ...charges,
    fees_vat_kobo: vatInFees(loan.terms as Record<string, unknown>, charges.fees_kobo),
    on,
    actor: actor.name,
  });
  await postUndisbursement(tx, { payout_id, transaction_id: ledger_transaction_id, on, actor: actor.name, reason });
  await changeState(tx, {
    noun: "loan",
    id: loan_id,
    from: loan.status,
    action: "undisburse",
    actor,
    reason,
    business_date: on,
  });
  await changeWhere(tx, {
    noun: "repayment",
    action: "supersede",
    where: sql`loan_id = ${loan_id}`,
    actor,
    reason,
    business_date: on,
  });
  await changeRows(tx, "loans", loan_id, {
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
    updated_at: clock.now(),
  });
  await recordAudit(tx, actor, "loan_undisbursed", ["loan", loan_id], {
    before: { status: loan.status, outstanding_principal_kobo: loan.outstanding_principal_kobo },
    after: { status: "accepted" },
    reason,
  });
  return loan;
}
