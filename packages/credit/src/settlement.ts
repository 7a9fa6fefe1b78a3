/** Interest up to a day, and what it takes to end a loan on that day. */
import { daysBetween } from "./calendar.ts";
import { divideRounded } from "./decimal.ts";
import { type RunningInstalment, unpaid } from "./types.ts";

type Earning = Pick<RunningInstalment, "number" | "due_on" | "interest_kobo">;

/**
 * Interest earned from disbursement to a day, cumulative and rounded HALF_EVEN, in kobo. Posting the difference of two days' figures makes
 * the daily postings add up to the schedule (decisions, Accrual).
 * @param instalments in order of due date; instalment 0 carries none
 */
export function accruedInterest(instalments: readonly Earning[], disbursed_on: string, on: string): bigint {
  let from = disbursed_on;
  let accrued = 0n;
  for (const { number, due_on, interest_kobo } of instalments) {
    if (number === 0) continue;
    if (on <= from) break;
    const days = daysBetween(from, due_on);
    const elapsed = Math.min(daysBetween(from, on), days);
    accrued += days <= 0 ? interest_kobo : divideRounded(interest_kobo * BigInt(elapsed), BigInt(days), "half_even");
    from = due_on;
  }
  return accrued;
}

export interface SettlementRequest {
  instalments: readonly RunningInstalment[];
  disbursed_on: string;
  /** The pay-off date. */
  on: string;
  /** Product option: interest to the pay-off date, or to the end of the running period. */
  interest_rule: "to_date" | "to_period_end";
  /** Money of the person that waits already. */
  credit_balance_kobo?: bigint;
}

export interface Settlement {
  principal_kobo: bigint;
  interest_kobo: bigint;
  fees_kobo: bigint;
  penalty_kobo: bigint;
  /** Used from the credit balance. */
  credit_used_kobo: bigint;
  total_kobo: bigint;
  /** Interest of the schedule that is not charged. */
  interest_saved_kobo: bigint;
  /** The last day on which this figure holds. */
  valid_until: string;
}

const sumOf = <Item>(items: readonly Item[], amount: (item: Item) => bigint): bigint =>
  items.reduce((sum, item) => sum + amount(item), 0n);

/**
 * The whole loan on one day: all principal, interest by the product's rule, fees of what is due, all penalties (business-rules §3).
 * Under `to_date` the figure holds for that day, under `to_period_end` until the next due date.
 */
export function earlySettlement({
  instalments,
  disbursed_on,
  on,
  interest_rule,
  credit_balance_kobo = 0n,
}: SettlementRequest): Settlement {
  const sorted = instalments.toSorted((left, right) => left.number - right.number);
  const next = sorted.find(({ number, due_on }) => number > 0 && due_on > on);
  const until = interest_rule === "to_period_end" && next ? next.due_on : on;
  const paidInterest = sumOf(sorted, (row) => row.paid_interest_kobo);
  const earned = accruedInterest(sorted, disbursed_on, until) - paidInterest;
  const interest_kobo = earned > 0n ? earned : 0n;
  const principal_kobo = sumOf(sorted, (row) => unpaid(row, "principal"));
  const fees_kobo = sumOf(
    sorted.filter(({ due_on }) => due_on <= until),
    (row) => unpaid(row, "fees"),
  );
  const penalty_kobo = sumOf(sorted, (row) => unpaid(row, "penalty"));
  const gross = principal_kobo + interest_kobo + fees_kobo + penalty_kobo;
  const credit_used_kobo = credit_balance_kobo < gross ? credit_balance_kobo : gross;
  return {
    principal_kobo,
    interest_kobo,
    fees_kobo,
    penalty_kobo,
    credit_used_kobo,
    total_kobo: gross - credit_used_kobo,
    interest_saved_kobo: sumOf(sorted, (row) => unpaid(row, "interest")) - interest_kobo,
    valid_until: until,
  };
}

/** What a Global Standing Instruction may ask for: principal and accrued interest, never penalties (business-rules §6). */
export function globalStandingInstructionAmount({
  principal_kobo,
  accrued_interest_kobo,
}: {
  principal_kobo: bigint;
  accrued_interest_kobo: bigint;
}): bigint {
  return principal_kobo + accrued_interest_kobo;
}
