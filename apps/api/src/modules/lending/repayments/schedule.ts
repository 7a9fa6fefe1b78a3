/** The schedule of a running loan: its rows in the database and in the calculators' shape. */
import {
  type Component,
  type Instalment,
  type Materiality,
  QuoteError,
  type RunningInstalment,
  type Settlement,
  accruedInterest,
  bucketOf,
  daysPastDue,
  earlySettlement,
  overdueAmount,
  prepay,
  unpaid,
  unpaidTotal,
} from "@manilla/credit";
import { postMany, postOpening } from "../../money/books/index.ts";
import { type RawBuilder, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { type Database, type Tx, queryable } from "../../../db/database.ts";
import { later } from "../../../db/pipelined-database.ts";
import type { Actor } from "../../platform/audit/index.ts";
import { accrualEntry, feeEntry, openLoanAccounts } from "../../money/books/index.ts";
import { termsFromJson } from "../loans/index.ts";
import { changeState } from "../../platform/states/index.ts";

/** A row of the schedule; `number` says which instalment, `id` which row. */
export interface ScheduleRow extends RunningInstalment {
  id: string;
  status: string;
  schedule_version: number;
  balance_kobo: bigint;
  penalised_to: string | null;
  days_past_due: number;
}

/** A loan that money can be received on, with the product terms that decide how. */
export interface RunningLoan {
  id: string;
  reference: string;
  user_id: string;
  status: string;
  terms: Record<string, unknown>;
  principal_kobo: bigint;
  disbursed_on: string;
  outstanding_principal_kobo: bigint;
  accrued_interest_kobo: bigint;
  suspended_interest_kobo: bigint;
  credit_balance_kobo: bigint;
  upfront_fees_kobo: bigint;
  is_non_performing: boolean;
  prepayment_mode: "smaller_instalments" | "fewer_instalments";
  grace_days: number;
  materiality: Materiality;
  allocation_order: Component[];
  settlement_interest: "to_date" | "to_period_end";
}

export const LIVE_STATES = ["running", "past_due", "stop_requested"];
export const OPEN_ROWS = ["scheduled", "due", "part_paid", "overdue"];

const LOAN = sql.raw(`
    l.id, l.reference, l.user_id, l.status, l.terms, l.principal_kobo, l.disbursed_on, l.outstanding_principal_kobo,
    l.accrued_interest_kobo, l.suspended_interest_kobo, l.credit_balance_kobo, l.upfront_fees_kobo,
    l.is_non_performing, l.prepayment_mode, v.grace_days, v.materiality, v.allocation_order, v.settlement_interest
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

const ROW = `id, number, status, schedule_version, due_on, principal_kobo, interest_kobo, fees_kobo, penalty_kobo, paid_principal_kobo, paid_interest_kobo, paid_fees_kobo, paid_penalty_kobo, balance_kobo, penalised_to, days_past_due`;

/** The rows that count, in order of their numbers. */
export async function readSchedule(db: Database | Tx, loan_id: string): Promise<ScheduleRow[]> {
  const { rows } = await sql<ScheduleRow>`
      select ${sql.raw(ROW)} from repayments where loan_id = ${loan_id} and status <> 'superseded' order by number
    `.execute(db);
  return rows;
}

/** The rows that count, and what was paid on all rows, also on those that were replaced, in kobo. */
export interface Schedule {
  rows: ScheduleRow[];
  paid_principal_kobo: bigint;
  paid_interest_kobo: bigint;
  paid_kobo: bigint;
  /** The newest version of the rows; 0 where there is none. */
  version: number;
}

/** {@link readSchedule} with its sums, in one statement. */
export async function readScheduleWithSums(db: Database | Tx, loan_id: string): Promise<Schedule> {
  const { rows } = await sql<
    ScheduleRow & { all_principal: bigint; all_interest: bigint; all_paid: bigint; newest: number }
  >`
    with every as materialized (select * from repayments where loan_id = ${loan_id}),
      sums as (
        select coalesce(sum(paid_principal_kobo), 0)::bigint as all_principal,
          coalesce(sum(paid_interest_kobo), 0)::bigint as all_interest,
          coalesce(
            sum(paid_principal_kobo + paid_interest_kobo + paid_fees_kobo + paid_penalty_kobo), 0
          )::bigint as all_paid, coalesce(max(schedule_version), 0)::int as newest
        from every
      )
    select ${sql.raw(ROW)}, all_principal, all_interest, all_paid, newest
    from sums
    left join every on status <> 'superseded'
    order by number
  `.execute(db);
  const [sums] = rows;
  return {
    rows: rows
      .filter(({ id }) => id !== null)
      .map(({ all_principal: _1, all_interest: _2, all_paid: _3, newest: _4, ...row }) => row),
    paid_principal_kobo: sums?.all_principal ?? 0n,
    paid_interest_kobo: sums?.all_interest ?? 0n,
    paid_kobo: sums?.all_paid ?? 0n,
    version: sums?.newest ?? 0,
  };
}

const sumOf = <Item>(items: readonly Item[], amount: (item: Item) => bigint): bigint =>
  items.reduce((sum, item) => sum + amount(item), 0n);

/** Everything due on or before a day, in kobo. */
export const dueAmount = (rows: readonly ScheduleRow[], on: string): bigint =>
  sumOf(
    rows.filter(({ due_on }) => due_on <= on),
    unpaidTotal,
  );

/** What it takes to end the loan on a day. */
export const settlementOf = (
  loan: RunningLoan,
  rows: readonly ScheduleRow[],
  on: string,
  credit_balance_kobo = 0n,
): Settlement =>
  earlySettlement({
    instalments: rows,
    disbursed_on: loan.disbursed_on,
    on,
    interest_rule: loan.settlement_interest,
    credit_balance_kobo,
  });

/** Writes the rows of a quote (or of what was solved anew). */
export async function insertSchedule(
  tx: Tx,
  loan: { id: string; user_id: string },
  instalments: readonly Instalment[],
  options: { version: number; receipt_id?: string },
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
          schedule_version: options.version,
          due_on: row.due_on,
          principal_kobo: row.principal_kobo,
          interest_kobo: row.interest_kobo,
          fees_kobo: row.fees_kobo,
          balance_kobo: row.balance_kobo,
          made_by_receipt: options.receipt_id ?? null,
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

/** Replaces the rows that are not due yet; what has fallen due is never rewritten. `version` is the newest of the schedule that was read under the lock. */
export async function replaceFuture(
  tx: Tx,
  loan: RunningLoan,
  future: readonly ScheduleRow[],
  instalments: readonly Instalment[],
  change: { receipt_id: string; actor: Actor; on: string; reason: string; version: number },
): Promise<void> {
  for (const row of future)
    await changeState(tx, {
      noun: "repayment",
      id: row.id,
      from: row.status,
      action: "supersede",
      actor: change.actor,
      reason: change.reason,
      business_date: change.on,
      is_locked: true,
    });
  if (future.length > 0)
    await later(
      tx,
      tx
        .updateTable("repayments")
        .set({ superseded_by_receipt: change.receipt_id })
        .where(
          "id",
          "in",
          future.map(({ id }) => id),
        ),
    );
  await insertSchedule(tx, loan, instalments, { version: change.version + 1, receipt_id: change.receipt_id });
}

/** The rest of the schedule after a prepayment; undefined when these terms cannot be solved anew, then the rows stay. */
export function solveAfterPrepayment(
  loan: RunningLoan,
  rows: readonly ScheduleRow[],
  paid_on: string,
  amount_kobo: bigint,
): Instalment[] | undefined {
  const instalments = rows.map((row) => {
    const principal_kobo = row.due_on > paid_on ? unpaid(row, "principal") : row.principal_kobo;
    return { ...row, principal_kobo, total_kobo: principal_kobo + row.interest_kobo + row.fees_kobo };
  });
  try {
    return prepay(
      { terms: termsFromJson(loan.terms), instalments },
      { paid_on, amount_kobo, mode: loan.prepayment_mode },
    ).resolved;
  } catch (error) {
    if (error instanceof QuoteError) return undefined;
    throw error;
  }
}

/** One row for all that is left, due on the day of the settlement. */
export function settlementRow(rows: readonly ScheduleRow[], settlement: Settlement, on: string): Instalment {
  const kept = rows.filter(({ due_on }) => due_on <= on);
  const future = rows.filter(({ due_on }) => due_on > on);
  const principal_kobo = sumOf(future, (row) => unpaid(row, "principal"));
  const interest_kobo = settlement.interest_kobo - sumOf(kept, (row) => unpaid(row, "interest"));
  const fees_kobo = settlement.fees_kobo - sumOf(kept, (row) => unpaid(row, "fees"));
  return {
    number: (kept.at(-1)?.number ?? 0) + 1,
    due_on: on,
    principal_kobo,
    interest_kobo: interest_kobo > 0n ? interest_kobo : 0n,
    fees_kobo,
    total_kobo: principal_kobo + interest_kobo + fees_kobo,
    balance_kobo: 0n,
  };
}

/** Rows of a locked loan whose day has come become due, and their fee is booked; the close of business does the same for all loans at once. @returns whether there were any */
export async function fallDue(
  tx: Tx,
  loan: RunningLoan,
  rows: readonly ScheduleRow[],
  on: string,
  actor: Actor,
): Promise<boolean> {
  const due = rows.filter(({ status, due_on }) => status === "scheduled" && due_on <= on);
  for (const row of due)
    await changeState(tx, {
      noun: "repayment",
      id: row.id,
      from: row.status,
      action: "fall_due",
      actor,
      business_date: on,
      is_locked: true,
    });
  const fees = due
    .filter(({ fees_kobo }) => fees_kobo > 0n)
    .map((row) =>
      feeEntry({
        repayment_id: row.id,
        loan_id: loan.id,
        amount_kobo: row.fees_kobo,
        on: row.due_on > on ? on : row.due_on,
      }),
    );
  if (fees.length === 0) return due.length > 0;
  await openLoanAccounts(queryable(tx), loan.id);
  for (const verdict of await postMany(queryable(tx), fees)) if (verdict.verdict === "rejected") throw verdict.error;
  return true;
}

/** How much of a difference in accrued interest goes to suspense (or comes back from it). */
export function suspendedPart(
  loan: Pick<RunningLoan, "is_non_performing" | "suspended_interest_kobo">,
  difference_kobo: bigint,
): bigint {
  if (!loan.is_non_performing) return 0n;
  return difference_kobo < -loan.suspended_interest_kobo ? -loan.suspended_interest_kobo : difference_kobo;
}

/**
 * Brings the loan's interest up to a day: afterwards what is receivable plus what was paid equals the schedule's cumulative rounded interest.
 * @returns the new receivable and suspended amounts
 */
export async function accrueUpTo(
  tx: Tx,
  loan: RunningLoan,
  { rows, paid_interest_kobo }: Schedule,
  on: string,
  because: string,
): Promise<{ accrued_interest_kobo: bigint; suspended_interest_kobo: bigint }> {
  const difference = accruedInterest(rows, loan.disbursed_on, on) - loan.accrued_interest_kobo - paid_interest_kobo;
  const suspended = suspendedPart(loan, difference);
  const after = {
    accrued_interest_kobo: loan.accrued_interest_kobo + difference,
    suspended_interest_kobo: loan.suspended_interest_kobo + suspended,
  };
  if (difference === 0n) return after;
  await postOpening(
    tx,
    accrualEntry({ loan_id: loan.id, amount_kobo: difference, suspended_kobo: suspended, on, because }),
    () => openLoanAccounts(queryable(tx), loan.id),
  );
  await later(
    tx,
    tx
      .updateTable("loans")
      .set({ ...after, accrued_to: on })
      .where("id", "=", loan.id),
  );
  return after;
}

/** The columns of a loan that follow from its rows, for lists; the rows are the truth. `more` is written with them. */
export async function refreshLoan(
  tx: Tx,
  loan: RunningLoan,
  on: string,
  more: {
    accrued_interest_kobo?: bigint;
    suspended_interest_kobo?: bigint;
    credit_balance_kobo?: RawBuilder<bigint>;
  } = {},
): Promise<{
  days_past_due: number;
  overdue_kobo: bigint;
  due_kobo: bigint;
  outstanding_principal_kobo: bigint;
  is_paid: boolean;
}> {
  const { rows, paid_principal_kobo, paid_kobo } = await readScheduleWithSums(tx, loan.id);
  const open = rows.filter(({ status }) => OPEN_ROWS.includes(status));
  const days_past_due = daysPastDue({
    instalments: open,
    principal_kobo: loan.principal_kobo,
    on,
    materiality: loan.materiality,
  });
  const outstanding_principal_kobo = loan.principal_kobo - paid_principal_kobo;
  const overdue_kobo = days_past_due > 0 ? overdueAmount(open, on) : 0n;
  // What is left of a late instalment may have become immaterial.
  const well = days_past_due > 0 ? [] : open.filter((row) => row.days_past_due > 0).map(({ id }) => id);
  if (well.length > 0) await later(tx, tx.updateTable("repayments").set({ days_past_due: 0 }).where("id", "in", well));
  const ahead = open
    .filter(({ due_on }) => due_on >= on)
    .map(({ due_on }) => due_on)
    .toSorted()[0];
  const interest = sumOf(rows, ({ interest_kobo }) => interest_kobo);
  const fees = sumOf(rows, ({ fees_kobo }) => fees_kobo) + loan.upfront_fees_kobo;
  await later(
    tx,
    tx
      .updateTable("loans")
      .set({
        ...more,
        outstanding_principal_kobo,
        overdue_kobo,
        days_past_due,
        arrears_bucket: bucketOf(days_past_due),
        paid_kobo,
        next_due_on: ahead ?? open.map(({ due_on }) => due_on).toSorted()[0] ?? null,
        matures_on: rows.at(-1)?.due_on ?? null,
        total_interest_kobo: interest,
        total_fees_kobo: fees,
        total_kobo: loan.principal_kobo + interest + fees,
        version: sql`version + 1`,
        updated_at: sql`now()`,
      })
      .where("id", "=", loan.id),
  );
  return {
    days_past_due,
    overdue_kobo,
    due_kobo: dueAmount(open, on),
    outstanding_principal_kobo,
    is_paid: open.every((row) => unpaidTotal(row) === 0n),
  };
}
