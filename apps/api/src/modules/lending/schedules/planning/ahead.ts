/** Money before its due date (record 0020): it pays the next instalment, then what the person chose for the rest. */
import { quoteRequest } from "@manilla/contract/lending/loans";
import {
  type Earning,
  QuoteError,
  daysIn,
  expectAhead,
  lowerFlat,
  periodStart,
  smallerInstalments,
  unpaid,
  unpaidTotal,
} from "@manilla/credit";
import { type RunningLoan, termsNow } from "../running-loan/index.ts";
import type { Working, WorkingSchedule } from "./working-schedule.ts";

/** What exceeds the next instalment: it pays the following ones in turn, makes the rest smaller, or lets rows fall away from the end. */
export type Excess = "following" | "smaller" | "fewer";

export interface Ahead {
  schedule: WorkingSchedule;
  loan: RunningLoan;
  on: string;
  earning: Earning;
  excess: Excess;
  /** Earned and not paid, in kobo. */
  earned_kobo: bigint;
  /** Principal that is not due and not paid, in kobo. */
  base_kobo: bigint;
}

const least = (...amounts: bigint[]): bigint => amounts.reduce((one, other) => (other < one ? other : one));

/** What was earned, then principal, both together at most so much. @returns what is left */
function payEarned(ahead: Ahead, each: Working, most: bigint, money: bigint): bigint {
  const { schedule } = ahead;
  const interest = least(ahead.earned_kobo, most, money);
  const left = schedule.pay(each, "interest", interest, money);
  ahead.earned_kobo -= interest;
  const principal = least(most - interest, ahead.base_kobo, left);
  ahead.base_kobo -= principal;
  return schedule.pay(each, "principal", principal, left);
}

/** Its fee first, which is booked with it; then what it asks besides. @returns what is left */
function payRow(ahead: Ahead, each: Working, money: bigint): bigint {
  const { row, total_kobo } = each;
  const left = ahead.schedule.pay(each, "fees", unpaid(row, "fees"), money);
  return payEarned(ahead, each, total_kobo - row.fees_kobo - row.paid_interest_kobo - row.paid_principal_kobo, left);
}

/** The instalments after the next one, solved again over the same dates; as they were where these terms cannot be. */
function makeSmaller({ schedule, loan, on, earning, base_kobo }: Ahead, next: Working): void {
  const future = schedule.future(on);
  const after = future.filter(({ row }) => row.number > next.row.number);
  const [first] = after;
  if (!first) return;
  const rows = future.map(({ row, total_kobo }) => ({ ...row, total_kobo }));
  const from = periodStart(schedule.rows, loan.disbursed_on, on);
  const { carried_interest_kobo } = expectAhead(rows, from, base_kobo, earning)[future.indexOf(first)]!;
  const waiting = after.reduce((sum, { row }) => sum - row.paid_interest_kobo, carried_interest_kobo);
  const flat = after.reduce((sum, { row }) => sum + row.period_interest_kobo, 0n);
  const dates = after.map(({ row }) => row.due_on);
  try {
    const totals = smallerInstalments(
      quoteRequest.parse(termsNow(loan)),
      { first_number: first.row.number, starts_on: next.row.due_on, due_dates: dates },
      base_kobo + waiting,
      earning.is_flat ? flat : 0n,
    );
    for (const [at, each] of after.entries())
      each.total_kobo = each.row.paid_interest_kobo + each.row.paid_principal_kobo + totals[at]!;
  } catch (error) {
    if (!(error instanceof QuoteError)) throw error;
  }
}

/** Flat loans: what was paid beyond the running row lowers the periods that have not begun. */
function lowerPeriods(future: readonly Working[], prepaid: bigint, not_due: bigint): void {
  const later = future.slice(1);
  const lowered = lowerFlat(
    later.map(({ row }) => row.period_interest_kobo),
    prepaid,
    not_due,
  );
  for (const [at, { row }] of later.entries()) row.period_interest_kobo = lowered[at]!;
}

/**
 * Pays the coming instalments; every row keeps its total, the last one is what is left.
 * @returns what nothing is left for: credit of the person
 */
export function payAhead(ahead: Ahead, money: bigint): bigint {
  const { schedule, loan, on, earning, excess } = ahead;
  const future = schedule.future(on);
  const [running] = future;
  const open = future.filter(({ row }) => unpaidTotal(row) > 0n);
  const [next, ...following] = open;
  if (!running || !next) return money;
  const before = ahead.base_kobo;
  let left = payRow(ahead, next, money);
  const beyond = ahead.base_kobo;
  if (excess === "following") for (const each of following) left = payRow(ahead, each, left);
  else if (left > 0n) {
    // Rows that were paid before stay as they are; the extra principal joins the row that it came with.
    const extra = left;
    left = payEarned(ahead, next, left, left);
    next.total_kobo += extra - left;
  }
  const isRunning = next === running;
  if (earning.is_flat && loan.flat_prepayment === "proportional")
    lowerPeriods(future, (isRunning ? beyond : before) - ahead.base_kobo, isRunning ? beyond : before);
  const from = periodStart(schedule.rows, loan.disbursed_on, on);
  running.row.ahead_kobo_days += (before - ahead.base_kobo) * daysIn({ from, to: running.row.due_on }, on, earning);
  schedule.changed(running);
  if (excess === "smaller" && ahead.base_kobo < beyond) makeSmaller(ahead, next);
  schedule.expect(loan.disbursed_on, on, ahead.base_kobo, earning);
  for (const each of open.filter(({ planned }) => planned.money)) {
    const { row, planned } = each;
    if (row.status === "superseded" || row.paid_fees_kobo + row.paid_interest_kobo + row.paid_principal_kobo === 0n)
      continue;
    if (unpaidTotal(row) === 0n) {
      schedule.move(each, "pay");
      planned.is_paid_on = true;
    } else if (row.status === "scheduled") schedule.move(each, "pay_part");
  }
  return left;
}
