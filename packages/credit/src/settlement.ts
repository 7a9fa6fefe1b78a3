/** What it takes to end a loan on a day. */
import { type Earning, earnedInPeriod, earnedInterest, inOrder, periodStart, principalNotDue } from "./earning.ts";
import { type RunningInstalment, unpaid } from "./types.ts";

export interface SettlementRequest {
  instalments: readonly RunningInstalment[];
  disbursed_on: string;
  /** The pay-off date. */
  on: string;
  /** Product option: interest to the pay-off date, or to the end of the running period. */
  interest_rule: "to_date" | "to_period_end";
  earning: Earning;
  /** Product option of flat loans: what is paid ahead lowers the periods that have not begun, or no interest at all. */
  flat_prepayment?: "proportional" | "none";
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

/** Interest owed in all to end the loan on a day, in kobo: of a period that has begun the whole where that is agreed, else its days. */
function interestOwed({ instalments, disbursed_on, on, earning, flat_prepayment }: SettlementRequest): bigint {
  const future = inOrder(instalments).filter(({ number, due_on }) => number > 0 && due_on > on);
  const [running, ...others] = future;
  if (!running || !earning.is_fixed) return earnedInterest(instalments, disbursed_on, on, earning);
  const from = periodStart(instalments, disbursed_on, on);
  const whole = earnedInPeriod(running, from, principalNotDue(instalments, on), running.due_on, earning);
  const isAll = earning.is_flat && flat_prepayment === "none";
  return (
    sumOf(instalments, (row) => (row.due_on <= on ? row.interest_kobo : 0n)) +
    (running.carried_interest_kobo ?? 0n) +
    whole +
    (isAll ? sumOf(others, (row) => row.period_interest_kobo ?? row.interest_kobo) : 0n)
  );
}

/**
 * The whole loan on one day: all principal, interest by the product's rule, fees of what is due, all penalties (business-rules §3). A fee
 * that was paid ahead of its day is given back: principal (then interest) asks so much less. Under `to_date` the figure holds for that day, under
 * `to_period_end` until the next due date.
 */
export function earlySettlement(request: SettlementRequest): Settlement {
  const { instalments, on, interest_rule, credit_balance_kobo = 0n } = request;
  const sorted = inOrder(instalments);
  const next = sorted.find(({ number, due_on }) => number > 0 && due_on > on);
  const until = interest_rule === "to_period_end" && next ? next.due_on : on;
  const paidInterest = sumOf(sorted, (row) => row.paid_interest_kobo);
  const owed = interestOwed(request) - paidInterest;
  const returned = sumOf(sorted, (row) => (row.due_on > until ? row.paid_fees_kobo : 0n));
  const notDue = principalNotDue(sorted, on);
  const returnedPrincipal = returned < notDue ? returned : notDue;
  const principal_kobo = sumOf(sorted, (row) => unpaid(row, "principal")) - returnedPrincipal;
  const left = owed - (returned - returnedPrincipal);
  const interest_kobo = left > 0n ? left : 0n;
  const fees_kobo = sumOf(sorted, (row) => (row.due_on <= until ? unpaid(row, "fees") : 0n));
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
