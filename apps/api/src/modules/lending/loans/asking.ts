/** What a customer does: sees what they may take, asks for it, answers the offer. */
import { fullName, plainRate } from "@manilla/contract/formats";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { plan } from "@manilla/contract/lending/loans";
import type { z } from "zod";
import type { Context } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { orNothing } from "../../../db/savepoint.ts";
import { Conflict, InvalidFields, NotAllowed, NotFound } from "../../../errors.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { usedLimit, whyBeyondLimit } from "../limits/index.ts";
import { notifyCompany, notifyRoles } from "../../platform/notifications/index.ts";
import { businessDate, recordBeginning } from "../../platform/states/index.ts";
import { type LockedLoan, priced } from "./decisions.ts";
import { quoteOrRefuse } from "./quoting.ts";
import { employeeRequest, newRequest, offerAccepted, withdrawn } from "./messages.ts";
import { printAccepted } from "./offer-letter.ts";
import { currentVersions, lateInWords, termsOf } from "../loan-products/index.ts";

type Plan = z.output<typeof plan>;

/** What this person still lacks for a loan, and what to do about it. */
async function missingFor(
  db: Database | Tx,
  user_id: string,
): Promise<{ why_not: string[]; missing: Plan["missing"]; salary_day: number | null }> {
  const { rows } = await sql<{
    status: string;
    salary_day: number | null;
    bvn_ok: boolean;
    has_account: boolean;
    open_loan: string | null;
    in_arrears: boolean;
    suspended_by: string | null;
  }>`
    select p.status, p.salary_day, (u.bvn_verified_at is not null or u.bvn_bypassed_at is not null) as bvn_ok,
      p.account_no_encrypted is not null as has_account,
      (
        select reference
        from loans l
        where l.user_id = u.id
          and l.status in ('requested', 'pre_approved', 'approved', 'offered', 'accepted', 'disbursing')
        limit 1
      ) as open_loan,
      exists (
        select 1 from loans l where l.user_id = u.id and l.status in ('past_due', 'charged_off', 'written_off')
      ) as in_arrears,
      (
        select company_name(e.company_id) from employments e where e.user_id = u.id and e.status = 'inactive'
      ) as suspended_by
    from users u
    join profiles p on p.user_id = u.id
    where u.id = ${user_id}
  `.execute(db);
  const row = rows[0];
  if (!row) throw new NotFound("This person");
  const isRefused = row.status === "declined" || row.status === "deactivated";
  const reasons: [Plan["missing"][number], string | undefined][] = [
    ["identity", row.bvn_ok ? undefined : "Verify your identity with your BVN."],
    ["bank_account", row.has_account ? undefined : "Add the bank account that the loan is paid into."],
    [
      "review",
      row.status === "activated"
        ? undefined
        : isRefused
          ? "Your profile was not approved."
          : "Your profile is still being reviewed.",
    ],
    ["open_request", row.open_loan ? `You already have an open request (${row.open_loan}).` : undefined],
    ["arrears", row.in_arrears ? "Pay what is overdue first." : undefined],
    [
      "employer",
      row.suspended_by === null
        ? undefined
        : `${row.suspended_by} has deactivated you: you borrow again when it activates you, or after you have left it.`,
    ],
  ];
  const standing = reasons.flatMap(([step, text]) => (text ? [{ step, text }] : []));
  return {
    why_not: standing.map(({ text }) => text),
    missing: standing.map(({ step }) => step),
    salary_day: row.salary_day,
  };
}

/** The products in force today, each with what keeps this person from it (C280). */
export async function availablePlans(context: Context): Promise<Plan[]> {
  const today = await businessDate(context.db);
  const [versions, { why_not, missing }] = await Promise.all([
    currentVersions(context.db, today),
    missingFor(context.db, context.session.user_id),
  ]);
  return versions.map((row) => ({
    id: row.product_id,
    code: row.code,
    name: row.name,
    description: row.description,
    annual_rate_percent: plainRate(row.annual_rate_percent),
    method: row.method,
    interest: row.interest,
    minimum_principal_kobo: row.minimum_principal_kobo,
    maximum_principal_kobo: row.maximum_principal_kobo,
    minimum_instalments: row.minimum_instalments,
    maximum_instalments: row.maximum_instalments,
    follows_salary_day: row.follows_salary_day,
    penalty: lateInWords(row),
    fees: row.fees.map((fee) => ({
      name: fee.name,
      when: fee.when,
      percent: fee.percent ?? null,
      kobo: fee.kobo === undefined ? null : BigInt(fee.kobo),
    })),
    why_not,
    missing,
  }));
}

interface Ask {
  plan_id: string;
  principal_kobo: bigint;
  instalments: number;
  purpose?: string;
}

async function termsFor(db: Database | Tx, user_id: string, ask: Ask) {
  const today = await businessDate(db);
  const [version] = await currentVersions(db, today, ask.plan_id);
  if (!version) throw new InvalidFields({ plan_id: ["this plan is not offered"] });
  const { why_not, salary_day } = await missingFor(db, user_id);
  return { version, why_not, terms: termsOf(version, ask, today, salary_day) };
}

/** What a product costs this person from today on, with the terms behind it; money in kobo. @throws InvalidFields for terms that make no loan */
export async function quotePlan(context: Context, ask: Ask) {
  const { terms, version } = await termsFor(context.db, context.session.user_id, ask);
  const quoted = quoteOrRefuse(terms);
  return { ...quoted, terms, penalty: lateInWords(version, quoted.instalments[0]?.total_kobo) };
}

/** `LN-260115-7K3QXV`: short enough to read out, random enough not to be guessed. */
function newReference(id: string, on: string): string {
  const letters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
  const tail = id.replaceAll("-", "").slice(-8);
  let number = Number.parseInt(tail, 16);
  let text = "";
  for (let index = 0; index < 6; index += 1) {
    text += letters[number % letters.length];
    number = Math.floor(number / letters.length);
  }
  return `LN-${on.replaceAll("-", "").slice(2)}-${text}`;
}

/** The company through which somebody borrows: theirs, while it is approved. */
const approvedCompany = async (tx: Tx, id: string | null): Promise<string | null> =>
  (id && (await findRow(tx, "companies", { id, status: "approved" }, ["id"]))?.id) || null;

/**
 * Records the request. One open request per person: the database refuses the second of two clicks.
 * @throws NotAllowed with what is missing, Conflict for a second request, InvalidFields outside the product's bounds
 */
export async function requestLoan(tx: Tx, context: Context, ask: Ask): Promise<string> {
  const { session } = context;
  const { version, why_not, terms } = await termsFor(tx, session.user_id, ask);
  const open = why_not.find((text) => text.startsWith("You already have"));
  if (open) throw new Conflict(open, "open_request");
  if (why_not.length > 0) throw new NotAllowed(why_not.join(" "), "not_eligible");
  quoteOrRefuse(terms);
  const beyond = whyBeyondLimit(await usedLimit(tx, session.user_id), ask.principal_kobo);
  if (beyond) throw new InvalidFields({ principal_kobo: [beyond] });
  const id = uuidv7();
  const reference = newReference(id, terms.disbursed_on);
  const company_id = await approvedCompany(tx, session.company_id);
  const request = tx
    .insertInto("loans")
    .values({
      id,
      reference,
      user_id: session.user_id,
      company_id,
      product_id: version.product_id,
      product_version_id: version.version_id,
      status: "requested",
      purpose: ask.purpose ?? null,
      requested_principal_kobo: ask.principal_kobo,
      requested_instalments: ask.instalments,
      ...priced(terms),
    });
  try {
    await orNothing(tx, () => request.execute());
  } catch (error) {
    if ((error as { code?: string }).code === "23505")
      throw new Conflict("You already have an open request.", "open_request");
    throw error;
  }
  await recordBeginning(tx, "loan", id, "requested", actorOf(context));
  await context.queue.send(tx, "decide-loan", { loan_id: id });
  await recordAudit(tx, context, "loan_requested", ["loan", id], {
    after: { principal_kobo: ask.principal_kobo, instalments: ask.instalments },
  });
  const about = session.user_id;
  await notifyRoles(tx, ["super_risk", "super_operations"], { ...newRequest(fullName(session), reference), about });
  if (company_id)
    await notifyCompany(
      tx,
      { company_id, roles: ["company_hr", "company_super_admin"] },
      { ...employeeRequest(fullName(session), reference), about, except: about },
    );
  return id;
}

/** Reviewers are notified that they need not go on. */
export async function keepWithdrawal(tx: Tx, { session }: Context, loan: LockedLoan, reason?: string): Promise<void> {
  await changeRows(tx, "loans", loan.id, { decision_reason: reason ?? null });
  await notifyRoles(tx, ["super_risk", "super_operations"], {
    ...withdrawn(fullName(session), loan),
    about: session.user_id,
  });
}

/** The answer to an offer, kept; finance is notified of an accepted one. */
export async function keepAnswer(
  tx: Tx,
  context: Context,
  loan: LockedLoan,
  answer: "accept" | "reject",
  reason?: string,
): Promise<void> {
  const [now, { session }] = [clock.now(), context];
  await tx
    .updateTable("loans")
    .set(answer === "accept" ? { accepted_at: now } : { rejected_at: now, decision_reason: reason ?? null })
    .where("id", "=", loan.id)
    .execute();
  if (answer !== "accept") return;
  await printAccepted(tx, context, loan, { name: fullName(session), at: now });
  await notifyRoles(tx, ["super_finance"], offerAccepted(loan));
}
