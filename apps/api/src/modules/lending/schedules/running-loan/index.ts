/** A loan that runs and its schedule, as values: what follows from them without a database. */
import {
  type Component,
  type Earning,
  type Materiality,
  type PenaltyTerms,
  type QuoteRequest,
  type RunningInstalment,
  type Settlement,
  bucketOf,
  daysPastDue,
  earlySettlement,
  earningOf,
  overdueAmount,
  unpaidTotal,
} from "@manilla/credit";

/** A row of the schedule; `number` says which instalment, `id` which row. */
export interface ScheduleRow extends RunningInstalment {
  id: string;
  status: string;
  schedule_version: number;
  balance_kobo: bigint;
  penalised_to: string | null;
  days_past_due: number;
  carried_interest_kobo: bigint;
  period_interest_kobo: bigint;
  ahead_kobo_days: bigint;
  /** Which rescheduling added it; the contract's have none. */
  reschedule_id?: string | null;
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
  /** The business date on which it came from another book; null of a loan that was paid out here. */
  brought_in_on: string | null;
  outstanding_principal_kobo: bigint;
  accrued_interest_kobo: bigint;
  suspended_interest_kobo: bigint;
  credit_balance_kobo: bigint;
  upfront_fees_kobo: bigint;
  is_non_performing: boolean;
  grace_days: number;
  materiality: Materiality;
  allocation_order: Component[];
  settlement_interest: "to_date" | "to_period_end";
  /** Overdue principal bears interest too (record 0028). */
  interest_on_overdue: boolean;
  /** As the product's JSON keeps it: kobo as numbers. */
  penalty: Omit<PenaltyTerms, "kobo" | "minimum_kobo"> & { kobo?: number; minimum_kobo?: number };
  /** Flat loans: what is paid ahead lowers the periods that have not begun, or no interest at all. */
  flat_prepayment: "proportional" | "none";
  /** What it claimed when it left the books, and what of that came in since. */
  claim_kobo: bigint;
  recovered_kobo: bigint;
  /** The rate since the loan was rescheduled; null where the contract's holds. */
  rescheduled_rate_percent: string | null;
  /** Days past due of before it was rescheduled: they hold until the day on which it has performed for long enough. */
  kept_days_past_due: number;
  performs_on: string | null;
  days_past_due: number;
}

export const LIVE_STATES = ["running", "past_due", "stop_requested"];
/** Off the books; what comes in is recovery until the claim is met. */
export const LOST_STATES = ["charged_off", "written_off"];
export const OPEN_ROWS = ["scheduled", "due", "part_paid", "overdue"];

/** The rows that count, and what was paid on all rows, also on those that were replaced, in kobo. */
export interface Schedule {
  rows: ScheduleRow[];
  paid_principal_kobo: bigint;
  paid_interest_kobo: bigint;
  paid_kobo: bigint;
  /** The newest version of the rows; 0 where there is none. */
  version: number;
}

const sumOf = <Item>(items: readonly Item[], amount: (item: Item) => bigint): bigint =>
  items.reduce((sum, item) => sum + amount(item), 0n);

/** Everything due on or before a day, in kobo. */
export const dueAmount = (rows: readonly ScheduleRow[], on: string): bigint =>
  sumOf(
    rows.filter(({ due_on }) => due_on <= on),
    unpaidTotal,
  );

/** The terms that hold now: those of the contract, at the rate of the last rescheduling. */
export const termsNow = ({
  terms,
  rescheduled_rate_percent,
}: Pick<RunningLoan, "terms" | "rescheduled_rate_percent">) =>
  rescheduled_rate_percent === null ? terms : { ...terms, annual_rate_percent: rescheduled_rate_percent };

/** How the loan earns, by its terms and its product. */
export const earningOfLoan = (
  loan: Pick<RunningLoan, "terms" | "settlement_interest" | "interest_on_overdue" | "rescheduled_rate_percent">,
): Earning =>
  // Read as they were written: the close does not parse the terms of each loan again.
  earningOf(termsNow(loan) as unknown as QuoteRequest, loan.settlement_interest, loan.interest_on_overdue);

/** Days without a new delay after which a rescheduled loan performs again (CBN prudential guidelines). */
export const DAYS_TO_PERFORM = 90;
/** Days past due that a rescheduled loan keeps until it has performed for long enough (CBN prudential guidelines: rescheduling alone improves no class). */
export const keptDays = (
  { kept_days_past_due, performs_on }: Pick<RunningLoan, "kept_days_past_due" | "performs_on">,
  on: string,
): number => (performs_on !== null && on < performs_on ? kept_days_past_due : 0);

/** What a lost loan still claims, in kobo; 0 of a living one. */
export const claimLeft = ({ status, claim_kobo, recovered_kobo }: RunningLoan): bigint =>
  LOST_STATES.includes(status) ? claim_kobo - recovered_kobo : 0n;

/** Whether money can be received on the loan. */
export const takesMoney = (loan: RunningLoan): boolean => LIVE_STATES.includes(loan.status) || claimLeft(loan) > 0n;

/** What it takes to end the loan on a day; of a lost one what is left of its claim. */
export function settlementOf(
  loan: RunningLoan,
  rows: readonly ScheduleRow[],
  on: string,
  credit_balance_kobo = 0n,
): Settlement {
  if (LOST_STATES.includes(loan.status)) {
    const principal_kobo = claimLeft(loan);
    const none = { interest_kobo: 0n, fees_kobo: 0n, penalty_kobo: 0n, credit_used_kobo: 0n, interest_saved_kobo: 0n };
    return { principal_kobo, ...none, total_kobo: principal_kobo, valid_until: on };
  }
  return earlySettlement({
    instalments: rows,
    disbursed_on: loan.disbursed_on,
    on,
    interest_rule: loan.settlement_interest,
    earning: earningOfLoan(loan),
    flat_prepayment: loan.flat_prepayment,
    credit_balance_kobo,
  });
}

/** What is asked now: everything due on or before a day; of a lost loan what is left of its claim. */
export const askedNow = (loan: RunningLoan, rows: readonly ScheduleRow[], on: string): bigint =>
  claimLeft(loan) +
  dueAmount(
    rows.filter(({ status }) => OPEN_ROWS.includes(status)),
    on,
  );

export interface NextInstalment {
  number: number;
  due_on: string;
  amount_kobo: bigint;
}

/** The next instalment that is not due and asks something, and what; undefined where there is none. */
export function nextInstalment(rows: readonly ScheduleRow[], on: string): NextInstalment | undefined {
  const [row] = rows
    .filter((each) => each.due_on > on && OPEN_ROWS.includes(each.status) && unpaidTotal(each) > 0n)
    .toSorted((left, right) => left.number - right.number);
  return row && { number: row.number, due_on: row.due_on, amount_kobo: unpaidTotal(row) };
}

/** How much of a difference in accrued interest goes to suspense (or comes back from it). */
export function suspendedPart(
  loan: Pick<RunningLoan, "is_non_performing" | "suspended_interest_kobo">,
  difference_kobo: bigint,
): bigint {
  if (!loan.is_non_performing) return 0n;
  return difference_kobo < -loan.suspended_interest_kobo ? -loan.suspended_interest_kobo : difference_kobo;
}

/** The columns of a loan that follow from its rows, for lists; the rows are the truth. */
export interface LoanFigures {
  outstanding_principal_kobo: bigint;
  overdue_kobo: bigint;
  days_past_due: number;
  arrears_bucket: string;
  paid_kobo: bigint;
  next_due_on: string | null;
  matures_on: string | null;
  total_interest_kobo: bigint;
  total_fees_kobo: bigint;
  total_kobo: bigint;
}

/**
 * The figures of a loan on a day.
 * @returns also what is due, whether everything is paid, and the late rows whose rest has become immaterial
 */
export function figuresOf(
  loan: RunningLoan,
  { rows, paid_principal_kobo, paid_kobo }: Pick<Schedule, "rows" | "paid_principal_kobo" | "paid_kobo">,
  on: string,
): { figures: LoanFigures; due_kobo: bigint; is_paid: boolean; caught_up: string[] } {
  const open = rows.filter(({ status }) => OPEN_ROWS.includes(status));
  const late_days = daysPastDue({
    instalments: open,
    principal_kobo: loan.principal_kobo,
    on,
    materiality: loan.materiality,
  });
  const days_past_due = Math.max(late_days, keptDays(loan, on));
  const dues = open.map(({ due_on }) => due_on).toSorted();
  const interest = sumOf(rows, ({ interest_kobo }) => interest_kobo);
  const fees = sumOf(rows, ({ fees_kobo }) => fees_kobo) + loan.upfront_fees_kobo;
  return {
    figures: {
      outstanding_principal_kobo: loan.principal_kobo - paid_principal_kobo,
      overdue_kobo: late_days > 0 ? overdueAmount(open, on) : 0n,
      days_past_due,
      arrears_bucket: bucketOf(days_past_due),
      paid_kobo,
      next_due_on: dues.find((due_on) => due_on >= on) ?? dues[0] ?? null,
      matures_on: rows.at(-1)?.due_on ?? null,
      total_interest_kobo: interest,
      total_fees_kobo: fees,
      total_kobo: loan.principal_kobo + interest + fees,
    },
    due_kobo: dueAmount(open, on),
    is_paid: open.every((row) => unpaidTotal(row) === 0n),
    caught_up: late_days > 0 ? [] : open.filter((row) => row.days_past_due > 0).map(({ id }) => id),
  };
}
