/** The schedule of a running loan: its rows in the database and in the calculators' shape. */
import { type Instalment, earnedInterest } from "@manilla/credit";
import { type RawBuilder, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Database, Tx } from "../../../db/database.ts";
import { later } from "../../../db/pipelined-database.ts";
import { type RunningLoan, type Schedule, type ScheduleRow, earningOfLoan } from "./running-loan/index.ts";

const LOAN = sql.raw(`
    l.id, l.reference, l.user_id, l.status, l.terms, l.principal_kobo, l.disbursed_on, l.brought_in_on, l.outstanding_principal_kobo,
    l.accrued_interest_kobo, l.suspended_interest_kobo, l.credit_balance_kobo, l.upfront_fees_kobo,
    l.is_non_performing, v.grace_days, v.materiality, v.allocation_order, v.settlement_interest, v.interest_on_overdue,
    v.flat_prepayment, v.penalty, l.claim_kobo, l.recovered_kobo,
    trim_scale(l.rescheduled_rate_percent)::text as rescheduled_rate_percent, l.kept_days_past_due, l.performs_on, l.days_past_due
  `);

/** The loan with its product's terms; `lock` holds it until the transaction ends. Undefined when there is no such disbursed loan. */
export async function readRunningLoan(
  db: Database | Tx,
  loan_id: string,
  lock: "lock" | "read",
): Promise<RunningLoan | undefined> {
  const { rows } = await sql<RunningLoan>`
    select ${LOAN}
    from loans l
    join loan_product_versions v on v.id = l.product_version_id
    where l.id = ${loan_id} and l.disbursed_on is not null ${lock === "lock" ? sql`for no key update of l` : sql``}
  `.execute(db);
  return rows[0];
}

/** Locks loans with their product's terms. @param which a condition on `l` (loans) and `v` (product versions), with order and limit */
export async function lockRunningLoans(tx: Tx, which: RawBuilder<unknown>): Promise<RunningLoan[]> {
  const { rows } = await sql<RunningLoan>`
    select ${LOAN}
    from loans l
    join loan_product_versions v on v.id = l.product_version_id
    where ${which}
    for no key update of l
  `.execute(tx);
  return rows;
}

/** A loan of a repayment, on its business date. */
export interface LoanOfRepayment extends RunningLoan {
  repayment_id: string;
  on: string;
}

/**
 * Locks the loans of repayments, in the order of their ids. A loan that somebody else holds at the moment, and one that was never paid out, is left out.
 */
export async function lockLoansOf(tx: Tx, repayment_ids: readonly string[]): Promise<LoanOfRepayment[]> {
  const { rows } = await sql<LoanOfRepayment>`
    select r.id as repayment_id, c.business_date as "on", ${LOAN}
    from repayments r
    join loans l on l.id = r.loan_id
    join loan_product_versions v on v.id = l.product_version_id
    cross join business_calendar c
    where r.id = any(${[...repayment_ids]}::uuid[]) and l.disbursed_on is not null
    order by l.id
    for no key update of l skip locked
  `.execute(tx);
  return rows;
}

/** The columns of a {@link ScheduleRow}. */
export const ROW = sql.raw(`
  id, number, status, schedule_version, due_on, principal_kobo, interest_kobo, fees_kobo, penalty_kobo,
  paid_principal_kobo, paid_interest_kobo, paid_fees_kobo, paid_penalty_kobo, balance_kobo, penalised_to, days_past_due,
  carried_interest_kobo, coalesce(period_interest_kobo, interest_kobo) as period_interest_kobo, ahead_kobo_days, reschedule_id
`);

/** The rows that count, in order of their numbers. */
export async function readSchedule(db: Database | Tx, loan_id: string): Promise<ScheduleRow[]> {
  const { rows } = await sql<ScheduleRow>`
      select ${ROW} from repayments where loan_id = ${loan_id} and status <> 'superseded' order by number
    `.execute(db);
  return rows;
}

const sum = (rows: readonly ScheduleRow[], amount: (row: ScheduleRow) => bigint): bigint =>
  rows.reduce((total, row) => total + amount(row), 0n);

/** The schedules of loans with their sums, by the loans' ids. */
export async function readSchedules(db: Database | Tx, loan_ids: readonly string[]): Promise<Map<string, Schedule>> {
  const { rows } = await sql<ScheduleRow & { loan_id: string }>`
    select loan_id, ${ROW} from repayments where loan_id = any(${[...loan_ids]}::uuid[]) order by loan_id, number
  `.execute(db);
  const byLoan = Map.groupBy(rows, ({ loan_id }) => loan_id);
  const scheduleOf = (every: readonly ScheduleRow[]): Schedule => ({
    rows: every.filter(({ status }) => status !== "superseded"),
    paid_principal_kobo: sum(every, (row) => row.paid_principal_kobo),
    paid_interest_kobo: sum(every, (row) => row.paid_interest_kobo),
    paid_kobo: sum(
      every,
      (row) => row.paid_principal_kobo + row.paid_interest_kobo + row.paid_fees_kobo + row.paid_penalty_kobo,
    ),
    version: Math.max(0, ...every.map(({ schedule_version }) => schedule_version)),
  });
  return new Map(loan_ids.map((id) => [id, scheduleOf(byLoan.get(id) ?? [])]));
}

/** {@link readSchedules} of one loan. */
export const readScheduleWithSums = async (db: Database | Tx, loan_id: string): Promise<Schedule> =>
  (await readSchedules(db, [loan_id])).get(loan_id)!;

/** Interest that was earned until a day and is unpaid, in kobo: what the close has booked, and of the day itself. */
export async function unpaidInterest(db: Database | Tx, loan: RunningLoan, on: string): Promise<bigint> {
  const { rows, paid_interest_kobo } = await readScheduleWithSums(db, loan.id);
  return earnedInterest(rows, loan.disbursed_on, on, earningOfLoan(loan)) - paid_interest_kobo;
}

/** Writes the rows of a quote (or of what was solved again). */
export async function insertSchedule(
  tx: Tx,
  loan: { id: string; user_id: string },
  instalments: readonly Instalment[],
  version: number,
): Promise<void> {
  if (instalments.length === 0) return;
  await later(
    tx,
    tx
      .insertInto("repayments")
      .values(
        instalments.map((row) => ({
          id: uuidv7(),
          loan_id: loan.id,
          user_id: loan.user_id,
          number: row.number,
          schedule_version: version,
          due_on: row.due_on,
          principal_kobo: row.principal_kobo,
          interest_kobo: row.interest_kobo,
          fees_kobo: row.fees_kobo,
          balance_kobo: row.balance_kobo,
          agreed_kobo: row.total_kobo,
        })),
      ),
  );
}

/** The next free version of a loan's schedule. */
export async function nextVersion(tx: Tx, loan_id: string): Promise<number> {
  const row = await tx
    .selectFrom("repayments")
    .select((builder) => builder.fn.max("schedule_version").as("version"))
    .where("loan_id", "=", loan_id)
    .executeTakeFirst();
  return Number(row?.version ?? 0) + 1;
}
