import { paperRights } from "@manilla/contract/people/papers";
import { abilitiesOf } from "@manilla/contract/abilities";
import { plainRate } from "@manilla/contract/formats";
import type { loanDetail } from "@manilla/contract/lending/loans";
import * as calls from "@manilla/contract/lending/loans";
import { inWords, scheduleFigures } from "@manilla/contract/lending/repayments";
import { globalStandingInstructionAmount } from "@manilla/credit";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../../../house/app.ts";
import { defineList } from "../../../db/list.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { masked } from "../../../field-encryption.ts";
import { NotFound } from "../../../errors.ts";
import { isBroken, lastPromise } from "../../people/assignments/index.ts";
import { businessDate, callerOf } from "../../platform/states/index.ts";
import { type LoanFacts, loanRules } from "./rules.ts";
import { type Penalty, lateInWords, termsFromJson } from "../loan-products/index.ts";
import { readRunningLoan, unpaidInterest } from "../schedules/index.ts";
import { RULING, RULING_FACTS, rulingInWords } from "./ruling.ts";
import { walkLoans, walkSeveral } from "./walks.ts";

export type LoanDetail = z.output<typeof loanDetail>;
type Row = z.output<typeof calls.loanRow>;
type EmployeeLoan = z.output<typeof calls.listOfCompany.row>;
type Listed = z.output<typeof calls.listAll.row>;

const FROM = "loans l join users u on u.id = l.user_id join loan_products p on p.id = l.product_id";
/** The borrower is the provider's customer and the company's employee. */
const selectOf = (whom: "customer" | "employee"): string => `
  l.id, l.reference, json_build_object('id', u.id, 'name', u.full_name) as ${whom},
  p.name as product, l.status, l.principal_kobo, l.instalment_count,
  trim_scale(l.annual_rate_percent) as annual_rate_percent, l.instalment_kobo, l.outstanding_principal_kobo,
  l.overdue_kobo, l.days_past_due, l.arrears_bucket, l.next_due_on, l.disbursed_on, l.officer_verified_at,
  l.operations_verified_at, l.created_at
`;
const SELECT = selectOf("customer");
/** The fields of a loan, from loans `l`, users `u` and products `p`. */
export const LOAN_SELECT = SELECT;
const SEARCH = ["lower(l.reference)", "l.customer_name"];
const COLUMNS = {
  status: "l.status",
  arrears_bucket: "l.arrears_bucket",
  principal_kobo: "l.principal_kobo",
  days_past_due: "l.days_past_due",
  product: "p.name",
  user_id: "l.user_id",
  created_at: "l.created_at",
  next_due_on: "l.next_due_on",
  disbursed_on: "l.disbursed_on",
};
/** Whose of the two verifications are there. */
const MARKS = `
  case
    when l.officer_verified_at is null then case when l.operations_verified_at is null then 'none' else 'operations' end
    else case when l.operations_verified_at is null then 'officer' else 'both' end
  end
`;
const RULES_SAY = `
  (
    select d.final_outcome
    from credit_decisions d
    where d.loan_id = l.id
    order by d.decided_at desc
    limit 1
  )
`;
/** The index knows a product by its id. */
const INDEXED = {
  product: (pattern: string) =>
    sql`
      (
        exists (select 1 from loan_products where folded(name) like ${pattern})
          and l.product_id = any(array(select id from loan_products where folded(name) like ${pattern}))
      )
    `,
};
const COMPANY_FACTS = `
  l.user_id, null::uuid as officer_verified_by, null::uuid as operations_verified_by, l.offer_expires_on,
  null::text as rules_outcome, null::uuid as overruled_by, null::bigint as rules_limit_kobo, null::text as missing, false as is_returning
`;
export const loanList = defineList<typeof calls.listAll, Listed & LoanFacts>(calls.listAll, {
  from: FROM,
  facts: `l.user_id, l.officer_verified_by, l.operations_verified_by, l.offer_expires_on, ${RULING_FACTS}`,
  rows_of: "loans l",
  select: `
    ${SELECT}, ${RULES_SAY} as rules_say,
    (
      select json_build_object('id', a.id, 'name', a.full_name)
      from users a
      where a.id = u.assigned_to
    ) as assigned_to
  `,
  id: "l.id",
  columns: { ...COLUMNS, cured_on: "l.cured_on", marks: MARKS, rules_say: RULES_SAY, assigned_to: "u.assigned_to" },
  search: SEARCH,
  indexed: INDEXED,
  walk: walkLoans,
});
const companyLoanList = defineList<typeof calls.listOfCompany, Omit<EmployeeLoan, "abilities"> & LoanFacts>(
  calls.listOfCompany,
  {
    from: FROM,
    // What the provider's rules say of it is no company's.
    facts: COMPANY_FACTS,
    rows_of: "loans l",
    select: selectOf("employee"),
    id: "l.id",
    columns: COLUMNS,
    search: SEARCH,
    indexed: INDEXED,
    walk: walkSeveral,
  },
);

/** The loans of the company's employees, each with what this administrator may do to it. */
export const listOfCompany = (context: Context) =>
  companyLoanList.scoped(sql`l.company_id = ${context.session.company_id}`, undefined, (row) =>
    abilitiesOf(calls, loanRules, row, callerOf(context)),
  );

/** One of them. @throws NotFound */
export async function findOfCompany(db: Database | Tx, context: Context, id: string): Promise<EmployeeLoan> {
  const { rows } = await sql<Omit<EmployeeLoan, "abilities"> & LoanFacts>`
    select ${sql.raw(selectOf("employee"))}, ${sql.raw(COMPANY_FACTS)}
    from ${sql.raw(FROM)}
    where l.id = ${id} and l.company_id = ${context.session.company_id}
  `.execute(db);
  if (!rows[0]) throw new NotFound("This loan");
  return { ...rows[0], abilities: abilitiesOf(calls, loanRules, rows[0], callerOf(context)) };
}

/** All loans, each with what this colleague may do to it. */
export const listAll = (context: Context) =>
  loanList.scoped(sql`true`, undefined, (row) => abilitiesOf(calls, loanRules, row, callerOf(context)));

/** One's own loans: few, so they come whole. */
export async function ownLoans(db: Database, user_id: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
      select ${sql.raw(SELECT)}
      from ${sql.raw(FROM)}
      where l.user_id = ${user_id}
      order by l.created_at desc, l.id desc
      limit 200
    `.execute(db);
  return rows;
}

interface DetailRow extends Omit<
  LoanDetail,
  | "schedule"
  | "rescheduled"
  | "timeline"
  | "abilities"
  | "payout"
  | "terms"
  | "penalty"
  | "rules_say"
  | "global_standing_instruction_kobo"
> {
  user_id: string;
  terms: Record<string, never>;
  penalty_terms: Penalty;
  grace_days: number;
  interest_on_overdue: boolean;
  officer_verified_by: string | null;
  operations_verified_by: string | null;
  rules_outcome: string | null;
  overruled_by: string | null;
  rules_limit_kobo: bigint | null;
  is_returning: boolean;
  payout:
    | (Omit<NonNullable<LoanDetail["payout"]>, "asked_at" | "sent_at" | "account_no"> & {
        asked_at: string | null;
        sent_at: string | null;
        account_no_last4: string;
      })
    | null;
}

const DETAIL = `
  ${SELECT}, u.phone,
  exists (select 1 from repayment_cards c where c.user_id = l.user_id and c.is_default and c.removed_at is null) as has_card,
  (
    select json_build_object('promised_on', m.promised_on, 'promised_kobo', m.promised_kobo, 'is_past', ${isBroken("m")})
    from ${lastPromise({ user_id: "l.user_id", loan: "l" })} m
  ) as promise, l.user_id, l.purpose, l.requested_principal_kobo, l.requested_instalments, l.total_interest_kobo,
  l.total_fees_kobo, l.vat_kobo, l.total_kobo, l.principal_kobo - l.upfront_fees_kobo as received_kobo,
  l.total_kobo - l.upfront_fees_kobo as repaid_kobo, l.paid_kobo, l.credit_balance_kobo, l.irr_percent, l.terms, l.offer_expires_on,
  l.offered_at, l.accepted_at, l.first_due_on, l.matures_on, l.settled_on, l.brought_in_on,
  case when l.brought_in_on is not null then l.imported_reference end as brought_in_reference, l.accrued_interest_kobo, l.accrued_to,
  l.claim_kobo, l.recovered_kobo, l.recovered_on,
  l.is_non_performing, l.decision_reason, l.version, l.officer_verified_by, l.operations_verified_by,
  v.penalty as penalty_terms, v.grace_days, v.interest_on_overdue, trim_scale(v.annual_rate_percent)::text as product_rate_percent,
  ${RULING_FACTS}, ${RULING} as rules,
  (
    select json_build_object('id', x.id, 'name', x.full_name)
    from users x
    where x.id = l.officer_verified_by
  ) as officer,
  (
    select json_build_object('id', x.id, 'name', x.full_name)
    from users x
    where x.id = l.operations_verified_by
  ) as operations,
  (
    select json_build_object('id', x.id, 'name', x.full_name) from users x where x.id = l.approved_by
  ) as approver,
  (
    select json_build_object(
      'id', o.id, 'status', o.status, 'reference', o.reference, 'approval_id', o.approval_id, 'bank_name', o.bank_name, 'account_no_last4',
      o.account_no_last4, 'failure', o.failure, 'asked_at', o.asked_at, 'sent_at', o.sent_at
    )
    from payouts o
    where o.subject_id = l.id
    order by o.created_at desc
    limit 1
  ) as payout
`;

async function scheduleOf(db: Database | Tx, id: string): Promise<LoanDetail["schedule"]> {
  const { rows } = await sql<LoanDetail["schedule"][number]>`
    select id, number, due_on, status, principal_kobo, interest_kobo, fees_kobo, penalty_kobo,
      principal_kobo + interest_kobo + fees_kobo + penalty_kobo as total_kobo,
      paid_principal_kobo + paid_interest_kobo + paid_fees_kobo + paid_penalty_kobo as paid_kobo,
      case
        when status in ('superseded', 'waived', 'written_off') then 0::bigint
        else principal_kobo + interest_kobo + fees_kobo + penalty_kobo - paid_principal_kobo - paid_interest_kobo -
          paid_fees_kobo - paid_penalty_kobo
      end as outstanding_kobo, balance_kobo, days_past_due, paid_on, last_failure
    from repayments
    where loan_id = ${id} and status <> 'superseded'
    order by number
  `.execute(db);
  return rows;
}

/** How it was rescheduled since it was paid out. */
async function reschedulesOf(db: Database | Tx, id: string): Promise<LoanDetail["rescheduled"]> {
  const { rows } = await sql<{ effective_on: string; before: object; after: object } & Parameters<typeof inWords>[0]>`
    select effective_on, holiday_instalments, more_instalments, overdue, before, after,
      trim_scale(annual_rate_percent)::text as annual_rate_percent
    from loan_reschedules
    where loan_id = ${id} and schedule_version = (select max(schedule_version) from repayments where loan_id = ${id})
    order by decided_at
  `.execute(db);
  return rows.map(({ effective_on, before, after, ...change }) => ({
    effective_on,
    words: inWords(change),
    before: scheduleFigures.parse(before),
    after: scheduleFigures.parse(after),
  }));
}

/** What a Global Standing Instruction may ask today: the principal and interest of the settlement figure, and nothing of what was lost. */
async function standingInstruction(db: Database | Tx, id: string, today: string): Promise<bigint> {
  const loan = await readRunningLoan(db, id, "read");
  if (!loan || loan.outstanding_principal_kobo === 0n) return 0n;
  return globalStandingInstructionAmount({
    principal_kobo: loan.outstanding_principal_kobo,
    accrued_interest_kobo: await unpaidInterest(db, loan, today),
  });
}

/** One loan, whole, in the caller's scope. @throws NotFound also when it is somebody else's */
export async function findLoan(
  db: Database | Tx,
  context: Pick<Context, "session">,
  id: string,
  scope: RawBuilder<unknown>,
): Promise<LoanDetail> {
  const { rows } = await sql<DetailRow>`
    select ${sql.raw(DETAIL)}
    from ${sql.raw(FROM)}
    join loan_product_versions v on v.id = l.product_version_id
    where l.id = ${id} and ${scope}
  `.execute(db);
  const row = rows[0];
  if (!row) throw new NotFound("This loan");
  const [schedule, today] = [await scheduleOf(db, id), await businessDate(db)];
  const { rows: timeline } = await sql<LoanDetail["timeline"][number]>`
    select id, from_state, to_state, actor_name, reason, happened_at
    from transitions
    where subject_id = ${id}
    order by happened_at, id
    limit 200
  `.execute(db);
  const {
    user_id,
    terms,
    penalty_terms,
    grace_days,
    interest_on_overdue,
    payout,
    officer_verified_by,
    operations_verified_by,
    ...judged
  } = row;
  const { rules_outcome, overruled_by, rules_limit_kobo, is_returning, promise, ...loan } = judged;
  const ruled = { rules_outcome, overruled_by, rules_limit_kobo };
  const rules = loan.rules && { ...loan.rules, limit_kobo: BigInt(loan.rules.limit_kobo) };
  const detail: LoanDetail = {
    ...loan,
    rules,
    promise: promise && {
      ...promise,
      promised_kobo: promise.promised_kobo === null ? null : BigInt(promise.promised_kobo),
    },
    rules_say: rulingInWords(rules),
    annual_rate_percent: plainRate(loan.annual_rate_percent),
    terms: termsFromJson(terms),
    penalty: lateInWords({ penalty: penalty_terms, grace_days, interest_on_overdue }, loan.instalment_kobo),
    schedule,
    rescheduled: await reschedulesOf(db, id),
    timeline,
    payout: payout && {
      id: payout.id,
      status: payout.status,
      reference: payout.reference,
      approval_id: payout.approval_id,
      bank_name: payout.bank_name,
      failure: payout.failure,
      account_no: masked(payout.account_no_last4),
      asked_at: payout.asked_at === null ? null : new Date(payout.asked_at),
      sent_at: payout.sent_at === null ? null : new Date(payout.sent_at),
    },
    global_standing_instruction_kobo: await standingInstruction(db, id, today),
    abilities: abilitiesOf(
      calls,
      loanRules,
      { ...loan, user_id, officer_verified_by, operations_verified_by, is_returning, ...ruled },
      callerOf(context, today),
    ),
  };
  const { permissions } = context.session;
  if (!permissions.has("provider:can_view_loans")) return withoutStaff(detail);
  // As in the lists: what the rules made of somebody's papers and bureaus needs the right to those.
  return permissions.has(paperRights.bureau) ? detail : { ...detail, rules: null, rules_say: null };
}

/** What the borrower and their company see: what happened and when, not which of the provider's people did it. */
function withoutStaff(loan: LoanDetail): LoanDetail {
  const timeline = loan.timeline.map((entry) => ({
    ...entry,
    actor_name: entry.actor_name === loan.customer.name ? entry.actor_name : "Manilla",
  }));
  return { ...loan, officer: null, operations: null, approver: null, rules: null, rules_say: null, timeline };
}
