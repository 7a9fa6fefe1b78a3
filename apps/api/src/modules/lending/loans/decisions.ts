/** What staff decide about a request: marks, approval with its offer, declining, other terms, stopping. */
import { day } from "@manilla/contract/formats";
import { quote } from "@manilla/credit";
import { sql } from "kysely";
import type { Context } from "../../../app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { Conflict, NotAllowed, NotFound, StaleVersion } from "../../../http/errors.ts";
import { actorOf, recordAudit, whoChanged } from "../../platform/audit/index.ts";
import { notify } from "../../platform/notifications/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";
import { offerLetterContent } from "./letter-content.ts";
import { issueLetter } from "./letters.ts";
import { type LoanDetail, findLoan, termsFromJson } from "./queries.ts";
import type { WhyNot } from "./rules.ts";
import { penaltyInWords, termsOf, termsToJson } from "./terms.ts";

/** Locks the loan for a decision. @throws NotFound, StaleVersion */
export async function lockLoan(tx: Tx, id: string, version?: number) {
  const loan = await tx.selectFrom("loans").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!loan) throw new NotFound("This loan");
  if (version !== undefined && loan.version !== version)
    throw new StaleVersion(
      `This loan has changed since you opened it.${await whoChanged(tx, "loan", id)} Please look again.`,
    );
  return { ...loan, offer_expires_on: loan.offer_expires_on as unknown as string | null };
}
export type LockedLoan = Awaited<ReturnType<typeof lockLoan>>;

/** A decision already made is a conflict that names who made it; another hindrance is a refusal with its reason. */
export async function refuseUnless(tx: Tx, loan: LockedLoan, whyNot: WhyNot): Promise<void> {
  if (whyNot === null) return;
  if (/^Not possible while|already|expired/.test(whyNot)) {
    const last = await tx
      .selectFrom("transitions")
      .select(["actor_name", "to_state"])
      .where("subject_id", "=", loan.id)
      .orderBy("happened_at", "desc")
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
    throw new Conflict(
      `${whyNot}${last ? ` ${last.actor_name} made it ${last.to_state.replaceAll("_", " ")}.` : ""}`,
      "already_decided",
    );
  }
  throw new NotAllowed(whyNot, "not_possible");
}

/** One of the two marks: who and when, not a state. */
export async function markVerified(
  tx: Tx,
  context: Context,
  loan: LockedLoan,
  mark: "officer" | "operations",
  reason?: string,
): Promise<void> {
  const set =
    mark === "officer"
      ? { officer_verified_at: clock.now(), officer_verified_by: context.session.user_id }
      : { operations_verified_at: clock.now(), operations_verified_by: context.session.user_id };
  await tx
    .updateTable("loans")
    .set({ ...set, version: sql`version + 1` })
    .where("id", "=", loan.id)
    .execute();
  await recordAudit(tx, actorOf(context), {
    action: `loan_verified_by_${mark}`,
    subject_type: "loan",
    subject_id: loan.id,
    after: { mark },
    reason,
  });
}

/** Approves, prints the offer and makes it, in one transaction: an approved loan without an offer does not exist. */
export async function approveLoan(tx: Tx, context: Context, loan: LockedLoan, reason?: string): Promise<void> {
  const today = await businessDate(tx);
  const version = await tx
    .selectFrom("loan_product_versions")
    .selectAll()
    .where("id", "=", loan.product_version_id)
    .executeTakeFirstOrThrow();
  const product = await tx
    .selectFrom("loan_products")
    .select("name")
    .where("id", "=", loan.product_id)
    .executeTakeFirstOrThrow();
  const person = await tx
    .selectFrom("users")
    .innerJoin("profiles", "profiles.user_id", "users.id")
    .select(["users.name", "users.last_name", "users.phone", "users.email", "profiles.address"])
    .where("users.id", "=", loan.user_id)
    .executeTakeFirstOrThrow();
  const actor = actorOf(context);
  await changeState(tx, {
    noun: "loan",
    id: loan.id,
    from: loan.status,
    action: "approve",
    actor,
    reason,
    business_date: today,
  });
  const offer_expires_on = new Date(Date.parse(today) + version.offer_valid_days * 86_400_000)
    .toISOString()
    .slice(0, 10);
  await tx
    .updateTable("loans")
    .set({
      approved_at: clock.now(),
      approved_by: context.session.user_id,
      offered_at: clock.now(),
      offer_expires_on,
      decision_reason: reason ?? null,
    })
    .where("id", "=", loan.id)
    .execute();
  const content = offerLetterContent(
    {
      reference: loan.reference,
      terms: termsFromJson(loan.terms as Record<string, unknown>),
      penalty: penaltyInWords(version.penalty as never, version.grace_days),
      product: product.name,
    },
    { name: `${person.name} ${person.last_name}`, address: person.address },
    today,
    offer_expires_on,
  );
  await issueLetter(tx, {
    kind: "offer_letter",
    user_id: loan.user_id,
    loan_id: loan.id,
    reference: `${loan.reference}/OFFER/${loan.version}`,
    issued_on: today,
    content,
  });
  await changeState(tx, { noun: "loan", id: loan.id, from: "approved", action: "offer", actor, business_date: today });
  await recordAudit(tx, actor, {
    action: "loan_approved",
    subject_type: "loan",
    subject_id: loan.id,
    before: { status: loan.status },
    after: { status: "offered", principal_kobo: loan.principal_kobo },
    reason,
  });
  await tellPerson(
    tx,
    context,
    loan,
    person,
    "Your loan offer is ready",
    `Your loan ${loan.reference} was approved. Read the offer and accept it by ${day(offer_expires_on)}. The loan starts only when you accept.`,
    `/customer/offer-letter/${loan.id}`,
  );
}

async function tellPerson(
  tx: Tx,
  context: Context,
  loan: { id: string; user_id: string; reference: string },
  person: { phone: string | null; email: string },
  title: string,
  body: string,
  link: string,
): Promise<void> {
  await notify(tx, { user_id: loan.user_id, kind: "loan", title, body, link });
  const text = `${body}\n${context.config.public_url}${link}`;
  if (person.phone)
    await context.queue.send(tx, "send-sms", { to: person.phone, text, reference: `loan:${loan.id}:${title}` });
  await context.queue.send(tx, "send-mail", {
    to: person.email,
    subject: title,
    text,
    reference: `loan:${loan.id}:${title}`,
  });
}

/** Declines a request and tells the person why (C082). @throws IllegalTransition */
export async function declineLoan(tx: Tx, context: Context, loan: LockedLoan, reason: string): Promise<void> {
  const actor = actorOf(context);
  await changeState(tx, {
    noun: "loan",
    id: loan.id,
    from: loan.status,
    action: "decline",
    actor,
    reason,
    business_date: await businessDate(tx),
  });
  await tx.updateTable("loans").set({ decision_reason: reason }).where("id", "=", loan.id).execute();
  await recordAudit(tx, actor, {
    action: "loan_declined",
    subject_type: "loan",
    subject_id: loan.id,
    before: { status: loan.status },
    after: { status: "declined" },
    reason,
  });
  const person = await tx
    .selectFrom("users")
    .select(["phone", "email"])
    .where("id", "=", loan.user_id)
    .executeTakeFirstOrThrow();
  await tellPerson(
    tx,
    context,
    loan,
    person,
    "Your loan request was declined",
    `Your loan request ${loan.reference} was declined: ${reason}`,
    "/customer/loans",
  );
}

/** Other amount or term: priced anew, and both marks are taken back because they were given for other terms. */
export async function modifyLoan(
  tx: Tx,
  context: Context,
  loan: LockedLoan,
  change: { principal_kobo: bigint; instalments: number; reason: string },
): Promise<void> {
  const version = await tx
    .selectFrom("loan_product_versions")
    .selectAll()
    .where("id", "=", loan.product_version_id)
    .executeTakeFirstOrThrow();
  const profile = await tx
    .selectFrom("profiles")
    .select("salary_day")
    .where("user_id", "=", loan.user_id)
    .executeTakeFirst();
  const terms = termsOf(
    { ...version, fees: version.fees as never },
    change,
    await businessDate(tx),
    profile?.salary_day ?? null,
  );
  await tx
    .updateTable("loans")
    .set({
      ...priced(terms),
      officer_verified_at: null,
      officer_verified_by: null,
      operations_verified_at: null,
      operations_verified_by: null,
      version: sql`version + 1`,
    })
    .where("id", "=", loan.id)
    .execute();
  await recordAudit(tx, actorOf(context), {
    action: "loan_modified",
    subject_type: "loan",
    subject_id: loan.id,
    before: { principal_kobo: loan.principal_kobo, instalments: loan.instalment_count },
    after: { principal_kobo: change.principal_kobo, instalments: change.instalments },
    reason: change.reason,
  });
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
    total_kobo: totals.total_kobo,
    instalment_kobo: instalments[0]?.total_kobo ?? 0n,
    irr_percent,
    first_due_on: terms.first_due_on,
  };
}

export const loanAnswer = async (tx: Tx, context: Context, id: string): Promise<{ loan: LoanDetail }> => ({
  loan: await findLoan(tx, context, id, sql`true`),
});
