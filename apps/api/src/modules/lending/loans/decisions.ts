/** What staff decide about a request: marks, approval with its offer, declining, other terms, stopping. */
import { plainRate } from "@manilla/contract/formats";
import { quote, vatOf } from "@manilla/credit";
import { sql } from "kysely";
import type { Context } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { type Actor, actorOf, recordAudit } from "../../platform/audit/index.ts";
import { recordActivity } from "../../people/people/index.ts";
import { tell, tellTyped } from "../../platform/notifications/index.ts";
import { type Change, businessDate, changeState } from "../../platform/states/index.ts";
import * as messages from "./messages.ts";
import { printOffer } from "./offer-letter.ts";
import type { LoanDetail } from "./queries.ts";
import { ruledRate, rulingOf } from "./ruling.ts";
import { termsFromJson, termsOf, termsToJson } from "../loan-products/index.ts";

/** Locks the loan for a decision; `user_id` where only the borrower's own is looked for. */
export async function lockLoan(tx: Tx, id: string, user_id?: string) {
  return tx
    .selectFrom("loans")
    .selectAll()
    .where("id", "=", id)
    .$if(user_id !== undefined, (query) => query.where("user_id", "=", user_id!))
    .forUpdate()
    .executeTakeFirst();
}
/** The same with what the rules say, for a decision. */
export async function lockJudged(tx: Tx, id: string, user_id?: string) {
  const loan = await lockLoan(tx, id, user_id);
  return loan && { ...loan, ...(await rulingOf(tx, id)) };
}
export type LockedLoan = NonNullable<Awaited<ReturnType<typeof lockLoan>>>;

/** One of the two marks: who and when, not a state. */
export async function markVerified(
  tx: Tx,
  context: Context,
  loan: LockedLoan,
  mark: "officer" | "operations",
): Promise<Change> {
  await changeRows(tx, "loans", loan.id, {
    [`${mark}_verified_at`]: clock.now(),
    [`${mark}_verified_by`]: context.session.user_id,
    version: sql`version + 1`,
  });
  return { before: {}, after: { mark } };
}

/** Prints the offer and makes it, with the approval: an approved loan without an offer does not exist. */
export async function makeOffer(tx: Tx, context: Context, loan: LockedLoan, reason?: string): Promise<Change> {
  const today = await businessDate(tx);
  const version = await tx
    .selectFrom("loan_product_versions")
    .selectAll()
    .where("id", "=", loan.product_version_id)
    .executeTakeFirstOrThrow();
  const actor = actorOf(context);
  const offer_expires_on = new Date(Date.parse(today) + version.offer_valid_days * 86_400_000)
    .toISOString()
    .slice(0, 10);
  await changeRows(tx, "loans", loan.id, {
    approved_at: clock.now(),
    approved_by: context.session.user_id,
    offered_at: clock.now(),
    offer_expires_on,
    decision_reason: reason ?? null,
  });
  await printOffer(tx, context, { ...loan, offer_expires_on }, today);
  await changeState(tx, { noun: "loan", id: loan.id, from: "approved", action: "offer", actor, business_date: today });
  await tell(tx, context, loan.user_id, messages.offerReady({ loan, offer_expires_on }));
  return { after: { status: "offered", principal_kobo: loan.principal_kobo } };
}

/** Keeps the reason and tells the person why (C082). */
export async function keepDecline(tx: Tx, context: Context, loan: LockedLoan, reason: string): Promise<void> {
  await tx.updateTable("loans").set({ decision_reason: reason }).where("id", "=", loan.id).execute();
  await tellTyped(tx, context, loan.user_id, messages.declined({ loan, reason }), { reason });
}

/** The employer agrees: the person is notified, and so are those who read the company's activities. */
export async function keepPreApproval(tx: Tx, context: Context, loan: LockedLoan): Promise<void> {
  await tell(tx, context, loan.user_id, messages.preApproved({ loan }));
  await recordHr(tx, context, loan, "staff_loan_pre_approved");
}

/** The employer declines, with the reason for the person. */
export async function keepPreDecline(tx: Tx, context: Context, loan: LockedLoan, reason: string): Promise<void> {
  await changeRows(tx, "loans", loan.id, { decision_reason: reason });
  await tellTyped(tx, context, loan.user_id, messages.preDeclined({ loan, reason }), { reason });
  await recordHr(tx, context, loan, "staff_loan_pre_declined");
}

const recordHr = (
  tx: Tx,
  { session }: Context,
  { user_id }: LockedLoan,
  type: "staff_loan_pre_approved" | "staff_loan_pre_declined",
) => recordActivity(tx, { type, creator_id: session.user_id, target_id: user_id });

/** Remembers what the loan was before somebody asked to stop it. */
export async function keepStop(tx: Tx, loan: LockedLoan, reason: string): Promise<void> {
  await changeRows(tx, "loans", loan.id, { stop_reason: reason, status_before_stop: loan.status });
}

/** Other amount or term: priced again, and both marks are taken back because they were given for other terms. */
export async function modifyLoan(
  tx: Tx,
  loan: LockedLoan,
  change: { principal_kobo: bigint; instalments: number },
): Promise<Change> {
  const version = await tx
    .selectFrom("loan_product_versions")
    .selectAll()
    .where("id", "=", loan.product_version_id)
    .executeTakeFirstOrThrow();
  const profile = await findRow(tx, "profiles", { user_id: loan.user_id }, ["salary_day"]);
  const annual_rate_percent = await ruledRate(tx, loan.id, version);
  const terms = termsOf(
    { ...version, annual_rate_percent, fees: version.fees as never },
    change,
    await businessDate(tx),
    profile?.salary_day ?? null,
  );
  await changeRows(tx, "loans", loan.id, {
    ...priced(terms),
    officer_verified_at: null,
    officer_verified_by: null,
    operations_verified_at: null,
    operations_verified_by: null,
    version: sql`version + 1`,
  });
  return {
    before: { principal_kobo: loan.principal_kobo, instalments: loan.instalment_count },
    after: { principal_kobo: change.principal_kobo, instalments: change.instalments },
  };
}

/** The columns that follow from the terms. */
export function priced(terms: LoanDetail["terms"]) {
  const { instalments, totals, irr_percent } = quote(terms);
  const upfront = terms.fees.filter(({ when }) => when === "upfront").reduce((sum, fee) => sum + fee.kobo, 0n);
  return {
    principal_kobo: terms.principal_kobo,
    instalment_count: terms.instalments,
    annual_rate_percent: terms.annual_rate_percent,
    terms: termsToJson(terms),
    total_interest_kobo: totals.interest_kobo,
    total_fees_kobo: totals.fees_kobo,
    upfront_fees_kobo: upfront,
    vat_kobo: totals.vat_kobo,
    upfront_vat_kobo: vatOf(terms, "upfront"),
    total_kobo: totals.total_kobo,
    instalment_kobo: instalments[0]?.total_kobo ?? 0n,
    irr_percent,
    first_due_on: terms.first_due_on,
  };
}

/** Prices an open request by the newest judgement of the rules. Marks were given for other terms and are taken back. */
export async function priceByRules(tx: Tx, actor: Actor, loan_id: string): Promise<void> {
  const loan = await lockLoan(tx, loan_id);
  if (!loan || !["requested", "pre_approved"].includes(loan.status)) return;
  const version = await tx
    .selectFrom("loan_product_versions")
    .select(["method", "annual_rate_percent"])
    .where("id", "=", loan.product_version_id)
    .executeTakeFirstOrThrow();
  const terms = termsFromJson(loan.terms as Record<string, unknown>);
  const annual_rate_percent = await ruledRate(tx, loan_id, version);
  if (plainRate(terms.annual_rate_percent) === plainRate(annual_rate_percent)) return;
  await changeRows(tx, "loans", loan_id, {
    ...priced({ ...terms, annual_rate_percent }),
    officer_verified_at: null,
    officer_verified_by: null,
    operations_verified_at: null,
    operations_verified_by: null,
    version: sql`version + 1`,
  });
  await recordAudit(tx, actor, "loan_priced_by_rules", ["loan", loan_id], {
    before: { annual_rate_percent: terms.annual_rate_percent },
    after: { annual_rate_percent },
  });
}
