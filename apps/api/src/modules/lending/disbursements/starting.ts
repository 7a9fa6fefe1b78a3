import { quote } from "@manilla/credit";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import type { Payout } from "../../../house/purposes.ts";
import { postDisbursement } from "../../money/books/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { changeState } from "../../platform/states/index.ts";
import { firstDueDate, termsFromJson } from "../loan-products/index.ts";
import { priced } from "../loans/index.ts";
import { insertSchedule, nextVersion } from "../schedules/index.ts";

const lockLoan = (tx: Tx, id: string) =>
  tx.selectFrom("loans").selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirstOrThrow();
type Loan = Awaited<ReturnType<typeof lockLoan>>;

/** The terms of the offer, with the real day of the payout and the due dates that follow from it. */
async function termsFrom(tx: Tx, loan: Loan, on: string): Promise<ReturnType<typeof termsFromJson>> {
  const offered = termsFromJson(loan.terms as Record<string, unknown>);
  if (offered.disbursed_on === on) return offered;
  const { follows_salary_day, salary_day } = await tx
    .selectFrom("loan_product_versions")
    .innerJoin("profiles", (join) => join.on("profiles.user_id", "=", loan.user_id))
    .select(["follows_salary_day", "salary_day"])
    .where("loan_product_versions.id", "=", loan.product_version_id)
    .executeTakeFirstOrThrow();
  return { ...offered, disbursed_on: on, first_due_on: firstDueDate(on, follows_salary_day ? salary_day : null) };
}

/**
 * The loan starts: its schedule is made from the offered terms with the real dates, and the disbursement is posted.
 * @param on business date
 */
export async function startLoan(
  tx: Tx,
  payout: Payout,
  on: string,
): Promise<{ loan: Loan; first_due_on: string; transaction_id: string }> {
  const loan = await lockLoan(tx, payout.subject_id);
  await changeState(tx, {
    noun: "loan",
    id: loan.id,
    from: loan.status,
    action: "pay_out",
    actor: SYSTEM,
    business_date: on,
  });
  const terms = await termsFrom(tx, loan, on);
  const { instalments } = quote(terms);
  await insertSchedule(tx, loan, instalments, await nextVersion(tx, loan.id));
  const { transaction_id } = await postDisbursement(tx, {
    payout_id: payout.id,
    loan_id: loan.id,
    reference: loan.reference,
    principal_kobo: loan.principal_kobo,
    upfront_fees_kobo: loan.upfront_fees_kobo,
    upfront_vat_kobo: loan.upfront_vat_kobo,
    on,
    actor: SYSTEM.name,
  });
  await changeRows(tx, "loans", loan.id, {
    ...priced(terms),
    disbursed_on: on,
    next_due_on: terms.first_due_on,
    matures_on: instalments.at(-1)?.due_on ?? null,
    accrued_to: on,
    accrued_interest_kobo: 0n,
    suspended_interest_kobo: 0n,
    paid_kobo: 0n,
    rescheduled_rate_percent: null,
    kept_days_past_due: 0,
    performs_on: null,
    outstanding_principal_kobo: loan.principal_kobo,
    updated_at: clock.now(),
  });
  return { loan, first_due_on: terms.first_due_on, transaction_id };
}
