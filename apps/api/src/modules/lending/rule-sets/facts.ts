/** The facts about a person at this moment, from what is on record; pure of any rule. */
import { fullName } from "@manilla/contract/formats";
import type { DecisionFacts } from "@manilla/contract/lending/rule-facts";
import { quote } from "@manilla/credit";
import { sql } from "kysely";
import type { Context } from "../../../house/app.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { newestStatement } from "../../people/documents/index.ts";
import { termsFromJson } from "../loan-products/index.ts";
import { type PersonFacts, ageOn, isSameName, loadFacts } from "../../people/people/profiles/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { identityRecordOf, readAnalysis } from "../evidence/index.ts";

type Gatherer = Pick<Context, "encryption"> & { db: Database };
const number = (kobo: bigint | null | undefined): number | null =>
  kobo === null || kobo === undefined ? null : Number(kobo);
/** In percent, one decimal. */
const share = (part: bigint, whole: bigint): number | null =>
  whole > 0n ? Number((part * 1_000n) / whole) / 10 : null;

async function statementFacts(db: Database, person: PersonFacts) {
  const document = await newestStatement(db, person.id);
  const analysis = document && (await readAnalysis(db, document.id));
  if (!analysis || analysis.status !== "done")
    return { facts: { has_statement: false } satisfies DecisionFacts, income: 0n, repayments: 0n };
  const months = BigInt(Math.max(1, analysis.months.length));
  const repayments = (analysis.findings.loan_repayment?.total_kobo ?? 0n) / months;
  const facts: DecisionFacts = {
    has_statement: true,
    statement_months: analysis.months.length,
    is_statement_sound: analysis.balances_hold,
    is_statement_theirs: analysis.account_name === null ? null : isSameName(analysis.account_name, fullName(person)),
    statement_salary_kobo: number(analysis.salary?.amount_kobo),
    income_kobo: number(analysis.average_monthly_income_kobo),
    income_months: analysis.income_basis?.months ?? null,
    income_counted_kobo: number(analysis.income_basis?.income_kobo),
    average_balance_kobo: number(analysis.average_balance_kobo),
    gambling_percent: share(analysis.findings.gambling?.total_kobo ?? 0n, analysis.money_in_kobo) ?? 0,
    bounced_debits: analysis.findings.bounced_debit?.count ?? 0,
    loan_repayments_kobo: Number(repayments),
  };
  return { facts, income: analysis.average_monthly_income_kobo, repayments };
}

interface OwnLoans {
  running: number;
  settled: number;
  lost: number;
  worst: number;
  outstanding: bigint;
  instalments: bigint;
}

/** What this person has borrowed from us; the instalments are the next one of each running loan. */
async function ownLoans(db: Database, user_id: string, except: string | undefined): Promise<OwnLoans> {
  const { rows } = await sql<OwnLoans>`
    select count(*) filter (where l.status in ('running', 'past_due', 'stop_requested'))::int as running,
      count(*) filter (where l.status = 'settled')::int as settled,
      count(*) filter (where l.status in ('charged_off', 'written_off'))::int as lost,
      coalesce(
        max(greatest(l.days_past_due, (select max(a.days_past_due) from arrears_history a where a.loan_id = l.id))), 0
      )::int as worst, coalesce(sum(l.outstanding_principal_kobo), 0)::bigint as outstanding,
      coalesce(
        sum(
          (
            select r.principal_kobo + r.interest_kobo + r.fees_kobo
            from repayments r
            where r.loan_id = l.id and r.status in ('scheduled', 'due', 'part_paid', 'overdue')
            order by r.due_on
            limit 1
          )
        ) filter (where l.status in ('running', 'past_due', 'stop_requested')), 0
      )::bigint as instalments
    from loans l
    where l.user_id = ${user_id} and l.id is distinct from ${except ?? null}::uuid
  `.execute(db);
  return rows[0] ?? { running: 0, settled: 0, lost: 0, worst: 0, outstanding: 0n, instalments: 0n };
}

/** The next instalments of the loans that a person has running with us, together, in kobo. */
export const ownInstalments = async (db: Database, user_id: string): Promise<bigint> =>
  (await ownLoans(db, user_id, undefined)).instalments;

async function requestedFacts(db: Database | Tx, loan_id: string | undefined) {
  const loan = loan_id
    ? await db.selectFrom("loans").select(["principal_kobo", "terms"]).where("id", "=", loan_id).executeTakeFirst()
    : undefined;
  if (!loan) return { requested: null, instalment: 0n };
  const { instalments } = quote(termsFromJson(loan.terms as Record<string, unknown>));
  return {
    requested: loan.principal_kobo,
    instalment: instalments.find(({ number: turn }) => turn > 0)?.total_kobo ?? 0n,
  };
}

/**
 * Everything that the rules may look at, about one person now.
 * @param loan_id the request that is judged, if one is
 * @throws NotFound
 */
export async function gatherFacts(context: Gatherer, user_id: string, loan_id?: string): Promise<DecisionFacts> {
  const { db } = context;
  const person = await loadFacts(db, user_id);
  const [today, statement, loans, asked, bureau, identity] = await Promise.all([
    businessDate(db),
    statementFacts(db, person),
    ownLoans(db, user_id, loan_id),
    requestedFacts(db, loan_id),
    db
      .selectFrom("bureau_reports")
      .select(["open_loans", "overdue_loans", "total_balance_kobo"])
      .where("user_id", "=", user_id)
      .orderBy("fetched_at", "desc")
      .executeTakeFirst(),
    identityRecordOf(context, person),
  ]);
  const { profile } = person;
  const burden = loans.instalments + statement.repayments + asked.instalment;
  return {
    age_years: profile.date_of_birth ? ageOn(profile.date_of_birth, today) : null,
    employment_status: profile.employment_status,
    state: profile.state,
    salary_kobo: number(profile.salary_kobo),
    ...statement.facts,
    is_bvn_verified: person.bvn_verified_at !== null,
    is_bvn_bypassed: person.bvn_bypassed_at !== null,
    is_nin_verified: person.nin_verified_at !== null,
    is_work_email_verified: person.work_email_verified_at !== null,
    is_account_theirs: profile.account_name === null ? null : isSameName(profile.account_name, fullName(person)),
    is_blacklisted: person.is_blacklisted,
    is_watch_listed: identity?.record.is_watch_listed ?? false,
    bureau_answered: bureau !== undefined,
    bureau_open_loans: bureau?.open_loans ?? null,
    bureau_overdue_loans: bureau?.overdue_loans ?? null,
    bureau_balance_kobo: number(bureau?.total_balance_kobo),
    own_running_loans: loans.running,
    own_settled_loans: loans.settled,
    own_lost_loans: loans.lost,
    own_worst_days_past_due: loans.worst,
    own_outstanding_kobo: Number(loans.outstanding),
    requested_kobo: number(asked.requested),
    instalment_kobo: asked.requested === null ? null : Number(asked.instalment),
    instalment_percent: share(burden, statement.income),
  };
}
