/** A disbursement that is expected back: mirrored in the books, what was paid is credit, and the loan waits as accepted. */
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";
import type { Because, Payout } from "../../../house/purposes.ts";
import { loanBooks, postReturn, postUnearning } from "../../money/books/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { changeState, changeWhere } from "../../platform/states/index.ts";
import { vatInFees } from "../schedules/index.ts";

const lockLoan = (tx: Tx, id: string) =>
  tx.selectFrom("loans").selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirstOrThrow();
type Loan = Awaited<ReturnType<typeof lockLoan>>;

/** What was received on the loan becomes the person's credit. @returns how much, in kobo */
async function receiptsToCredit(tx: Tx, loan_id: string): Promise<bigint> {
  const { rows } = await sql<{ kobo: bigint }>`
    with paid as (
      select id, amount_kobo - credit_kobo as kobo
      from receipts
      where loan_id = ${loan_id} and reversed_at is null and credit_kobo < amount_kobo
    ),
    gone as (delete from receipt_allocations where receipt_id in (select id from paid)),
    kept as (update receipts r set credit_kobo = r.amount_kobo from paid where paid.id = r.id)
    select coalesce(sum(kobo), 0)::bigint as kobo from paid
  `.execute(tx);
  return rows[0]?.kobo ?? 0n;
}

/** The schedule asks nothing any more, and nothing of it is paid. */
async function endSchedule(tx: Tx, loan_id: string, { actor, reason, on }: Because): Promise<void> {
  const change = { noun: "repayment", where: sql`loan_id = ${loan_id}`, actor, reason, business_date: on } as const;
  const nothing = { paid_principal_kobo: 0n, paid_interest_kobo: 0n, paid_fees_kobo: 0n, paid_penalty_kobo: 0n };
  await changeWhere(tx, { ...change, action: "reverse" });
  await tx
    .updateTable("repayments")
    .set({ ...nothing, paid_on: null })
    .where("loan_id", "=", loan_id)
    .execute();
  await changeWhere(tx, { ...change, action: "supersede" });
}

async function unpost(tx: Tx, payout: Payout, loan: Loan, paid_kobo: bigint, { on, actor }: Because): Promise<void> {
  const books = await loanBooks(tx, loan.id);
  const { principal_kobo, upfront_fees_kobo, upfront_vat_kobo } = loan;
  const { fee_income_kobo, penalty_income_kobo } = books;
  const receivable = books.principal_kobo + books.interest_kobo + books.fees_kobo + books.penalty_kobo;
  const by = {
    payout_id: payout.id,
    version: payout.version,
    loan_id: loan.id,
    reference: loan.reference,
    on,
    actor: actor.name,
  };
  await postUnearning(tx, {
    ...by,
    user_id: loan.user_id,
    books,
    principal_kobo,
    earned_kobo: receivable + paid_kobo - principal_kobo - fee_income_kobo - penalty_income_kobo,
    suspended_kobo: loan.suspended_interest_kobo,
    fee_income_kobo,
    fees_vat_kobo: vatInFees(loan.terms as Record<string, unknown>, fee_income_kobo),
    penalty_income_kobo,
    paid_kobo,
  });
  await postReturn(tx, { ...by, principal_kobo, upfront_fees_kobo, upfront_vat_kobo });
}

/**
 * Mirrors the disbursement in the books with what the loan earned since, and takes the loan back to accepted. The payout's own state is the caller's.
 * @returns the loan as it was
 * @throws Conflict when the payout was never booked
 */
export async function undisburseLoan(tx: Tx, payout: Payout, because: Because): Promise<Loan> {
  const { reason, actor, on } = because;
  const loan = await lockLoan(tx, payout.subject_id);
  if (!payout.ledger_transaction_id) throw new Conflict("This payout was never booked.", "not_booked");
  const paid_kobo = await receiptsToCredit(tx, loan.id);
  await unpost(tx, payout, loan, paid_kobo, because);
  await changeState(tx, {
    noun: "loan",
    id: loan.id,
    from: loan.status,
    action: "undisburse",
    actor,
    reason,
    business_date: on,
  });
  await endSchedule(tx, loan.id, because);
  await changeRows(tx, "loans", loan.id, {
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
    credit_balance_kobo: loan.credit_balance_kobo + paid_kobo,
    updated_at: clock.now(),
  });
  await recordAudit(tx, actor, "loan_undisbursed", ["loan", loan.id], {
    before: { status: loan.status, outstanding_principal_kobo: loan.outstanding_principal_kobo },
    after: { status: "accepted", credit_kobo: paid_kobo },
    reason,
  });
  return loan;
}
