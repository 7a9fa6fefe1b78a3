/** What a loan earns day by day on the principal that is not due yet, and what its coming instalments ask for (decisions.md, rulings of 22 November). */
import { type DayCount, daysAYear, daysBetween, interestDays, periodsAYear } from "./calendar.ts";
import { type Fraction, ZERO, fraction, multiply, parsePercent, round, times } from "./decimal.ts";
import { type QuoteRequest, type RunningInstalment, unpaid } from "./types.ts";

/** How a loan's periods earn. */
export interface Earning {
  /** Share a year, exact. */
  annual_rate: Fraction;
  periods_a_year: bigint;
  interest: "per_period" | "daily";
  day_count: DayCount;
  interest_moratorium: number;
  /** The interest of every period is agreed: it follows from no balance. */
  is_flat: boolean;
  /** What a period that has begun earns is fixed, whatever is paid inside it: flat loans, and the product option *to period end*. */
  is_fixed: boolean;
  /** Product option: overdue principal earns as the rest does, and after the last due date by the day. */
  is_on_overdue: boolean;
}

/** @param terms the request that the schedule was made from */
export function earningOf(
  terms: QuoteRequest,
  interest_rule: "to_date" | "to_period_end",
  interest_on_overdue = false,
): Earning {
  const is_flat = terms.method === "flat";
  const is_fixed = is_flat || interest_rule === "to_period_end";
  return {
    annual_rate: parsePercent(terms.annual_rate_percent),
    periods_a_year: periodsAYear(terms.frequency ?? "monthly"),
    interest: terms.interest ?? "per_period",
    day_count: terms.day_count ?? "actual/365",
    interest_moratorium: terms.interest_moratorium ?? 0,
    is_flat,
    is_fixed,
    is_on_overdue: interest_on_overdue && !is_fixed,
  };
}

/** A period of the schedule: the instalment that ends it, and the day on which it begins. */
export interface Period {
  number: number;
  from: string;
  to: string;
}

/** Days of a period that have gone by, as its interest counts them: no fewer than 0, no more than it has. */
export function daysIn({ from, to }: Pick<Period, "from" | "to">, on: string, earning: Earning): bigint {
  const day = on < to ? on : to;
  if (day <= from) return 0n;
  return BigInt(earning.interest === "daily" ? interestDays(from, day, earning.day_count) : daysBetween(from, day));
}

/** What a whole period earns of the balance that it runs on, as an exact share. */
export function shareOf(period: Period, earning: Earning): Fraction {
  if (period.number <= earning.interest_moratorium) return ZERO;
  if (earning.interest === "per_period") return multiply(earning.annual_rate, fraction(1n, earning.periods_a_year));
  const days = daysIn(period, period.to, earning);
  return multiply(earning.annual_rate, fraction(days, daysAYear(earning.day_count)));
}

/**
 * Earned in the running period until a day, in kobo, rounded HALF_EVEN once: the sum over its days of the principal that was not due then.
 * @param row the instalment that ends the period; its `ahead_kobo_days` are what principal paid ahead inside the period had earned on
 * @param base principal that is not due now
 */
export function earnedInPeriod(
  row: Pick<RunningInstalment, "number" | "due_on" | "interest_kobo" | "period_interest_kobo" | "ahead_kobo_days">,
  from: string,
  base: bigint,
  on: string,
  earning: Earning,
): bigint {
  const period = { number: row.number, from, to: row.due_on };
  const [days, length] = [daysIn(period, on, earning), daysIn(period, row.due_on, earning)];
  if (earning.is_fixed) {
    const whole = row.period_interest_kobo ?? row.interest_kobo;
    return length === 0n ? whole : round(fraction(whole * days, length), "half_even");
  }
  if (length === 0n) return round(times(base, shareOf(period, earning)), "half_even");
  return round(
    multiply(shareOf(period, earning), fraction(base * days + (row.ahead_kobo_days ?? 0n), length)),
    "half_even",
  );
}

const sumOf = <Item>(items: readonly Item[], amount: (item: Item) => bigint): bigint =>
  items.reduce((sum, item) => sum + amount(item), 0n);

export const inOrder = <Row extends Pick<RunningInstalment, "number">>(rows: readonly Row[]): Row[] =>
  rows.toSorted((left, right) => left.number - right.number);

/** Where the running period begins: the last due date until that day, or the disbursement. */
export const periodStart = (
  rows: readonly Pick<RunningInstalment, "number" | "due_on">[],
  disbursed_on: string,
  on: string,
): string =>
  rows.reduce(
    (start, { number, due_on }) => (number > 0 && due_on <= on && due_on > start ? due_on : start),
    disbursed_on,
  );

/** Principal that is not due on a day, in kobo: what interest is earned on. */
export const principalNotDue = (rows: readonly RunningInstalment[], on: string): bigint =>
  sumOf(rows, (row) => (row.due_on > on ? unpaid(row, "principal") : 0n));

/** Principal that is unpaid though its day is over, in kobo; what falls due today may still be paid today. */
export const principalOverdue = (rows: readonly RunningInstalment[], on: string): bigint =>
  sumOf(rows, (row) => (row.due_on < on ? unpaid(row, "principal") : 0n));

/** Principal that earns on a day, in kobo. */
export const principalEarning = (rows: readonly RunningInstalment[], on: string, earning: Earning): bigint =>
  earning.is_on_overdue ? sumOf(rows, (row) => unpaid(row, "principal")) : principalNotDue(rows, on);

/** Days since the last due date as a year counts them: there is no period whose days could count. */
export const daysAfter = (due_on: string, on: string, earning: Earning): bigint =>
  BigInt(interestDays(due_on, on, earning.day_count));

/**
 * Where overdue principal earns: what the last instalment asks after its day, in kobo, rounded HALF_EVEN once.
 * @param last its `ahead_kobo_days` are what principal paid since then had earned on
 * @param base principal that is unpaid now
 */
export function earnedAfter(
  last: Pick<RunningInstalment, "number" | "due_on" | "ahead_kobo_days">,
  base: bigint,
  on: string,
  earning: Earning,
): bigint {
  if (last.number <= earning.interest_moratorium) return 0n;
  const kobo_days = base * daysAfter(last.due_on, on, earning) + (last.ahead_kobo_days ?? 0n);
  return round(multiply(earning.annual_rate, fraction(kobo_days, daysAYear(earning.day_count))), "half_even");
}

/**
 * Interest earned from disbursement to a day, cumulative, in kobo: what fell due, what was earned before and falls due with the running
 * instalment, and the running period. A posting is the difference of two days' figures (decisions, Accrual).
 * @param instalments the rows that count; instalment 0 carries none
 */
export function earnedInterest(
  instalments: readonly RunningInstalment[],
  disbursed_on: string,
  on: string,
  earning: Earning,
): bigint {
  const rows = inOrder(instalments);
  const fallen = sumOf(rows, (row) => (row.due_on <= on ? row.interest_kobo : 0n));
  const running = rows.find(({ number, due_on }) => number > 0 && due_on > on);
  if (!running || on < disbursed_on) return fallen;
  const from = periodStart(rows, disbursed_on, on);
  return (
    fallen +
    (running.carried_interest_kobo ?? 0n) +
    earnedInPeriod(running, from, principalEarning(rows, on, earning), on, earning)
  );
}

/** What changes of an instalment that is not due yet, when money came ahead. */
export interface Expected {
  principal_kobo: bigint;
  interest_kobo: bigint;
  balance_kobo: bigint;
  period_interest_kobo: bigint;
  carried_interest_kobo: bigint;
  /** Nothing is left for it: the loan ends before. */
  is_dropped: boolean;
}

/**
 * The coming instalments, recalculated: each keeps its total, the last one is what is left, and one for which nothing is left falls away. What was
 * earned and a row does not ask for falls due with the next row.
 * @param future rows that are not due, in order, with what was paid of them; `total_kobo` is what each asks in all, without penalty
 * @param base principal that is not due and not paid
 * @param overdue principal that earns besides: it is expected with the first of them
 */
export function expectAhead(
  future: readonly (RunningInstalment & { total_kobo: bigint })[],
  from: string,
  base: bigint,
  earning: Earning,
  overdue = 0n,
): Expected[] {
  let left = base;
  let carried = future[0]?.carried_interest_kobo ?? 0n;
  let waiting = carried - sumOf(future, (row) => row.paid_interest_kobo);
  let start = from;
  let isOver = false;
  return future.map((row, index) => {
    const period = { number: row.number, from: start, to: row.due_on };
    start = row.due_on;
    const keeps = earning.is_flat || (index === 0 && earning.is_fixed);
    const period_interest_kobo = keeps
      ? (row.period_interest_kobo ?? row.interest_kobo)
      : index === 0
        ? earnedInPeriod(row, from, left + overdue, row.due_on, earning)
        : round(times(left, shareOf(period, earning)), "half_even");
    const isPaid = row.paid_interest_kobo + row.paid_principal_kobo + row.paid_fees_kobo > 0n;
    if (isOver && !isPaid)
      return { ...row, period_interest_kobo, carried_interest_kobo: carried, balance_kobo: 0n, is_dropped: true };
    waiting += period_interest_kobo;
    const asked = row.total_kobo - row.fees_kobo - row.paid_interest_kobo - row.paid_principal_kobo;
    const isLast = index === future.length - 1;
    const interest = isLast || waiting < asked ? waiting : asked;
    const principal = isLast || left < asked - interest ? left : asked - interest;
    left -= principal;
    waiting -= interest;
    isOver = left === 0n && waiting === 0n;
    const expected = {
      principal_kobo: row.paid_principal_kobo + principal,
      interest_kobo: row.paid_interest_kobo + interest,
      balance_kobo: left,
      period_interest_kobo,
      carried_interest_kobo: carried,
      is_dropped: false,
    };
    carried += period_interest_kobo - expected.interest_kobo;
    return expected;
  });
}

/**
 * Flat loans: a prepayment of x lowers each period that has not begun in the proportion x ÷ principal not yet due, rounded once on the sum.
 * @param periods the agreed interest of the periods that have not begun, in kobo
 */
export function lowerFlat(periods: readonly bigint[], prepaid: bigint, not_due: bigint): bigint[] {
  const whole = sumOf(periods, (each) => each);
  if (whole === 0n || not_due <= 0n) return [...periods];
  const left = whole - round(fraction(whole * prepaid, not_due), "half_even");
  let [seen, given] = [0n, 0n];
  return periods.map((each) => {
    seen += each;
    const upTo = round(fraction(left * seen, whole), "half_even");
    const lowered = upTo - given;
    given = upTo;
    return lowered;
  });
}

/** What a flat loan's period that has not begun earns at a new rate, in kobo; one without interest goes on without. */
export function atNewRate(period_kobo: bigint, before: Earning, after: Earning): bigint {
  const { numerator, denominator } = before.annual_rate;
  if (numerator === 0n) return period_kobo;
  return round(times(period_kobo, multiply(after.annual_rate, fraction(denominator, numerator))), "half_even");
}

/**
 * What a balance earns in one day, actual/365, in kobo, rounded half to even.
 * @param annual_rate_percent for example `"30"`
 */
export const interestOfDay = (balance_kobo: bigint, annual_rate_percent: string): bigint =>
  round(times(balance_kobo, multiply(parsePercent(annual_rate_percent), fraction(1n, 365n))), "half_even");
