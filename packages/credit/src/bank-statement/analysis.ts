/** What a statement says about a person; every finding lists the rows that it rests on. Pure, kobo, in one pass per question. */
import { addDays, daysBetween, daysInMonth } from "../calendar.ts";
import { divideRounded } from "../decimal.ts";
import { type Category, categoryOf, counterpartyOf } from "./categories.ts";
import type { StatementTransaction } from "./types.ts";

export interface Finding {
  count: number;
  total_kobo: bigint;
  /** Rows of the statement. */
  rows: number[];
}

export interface RegularIncome {
  /** Who pays, as the narrations name them. */
  source: string;
  /** Median of what came, in kobo. */
  amount_kobo: bigint;
  /** Median day of the month. */
  day: number;
  months: number;
  last_on: string;
  rows: number[];
}

export interface Salary extends RegularIncome {
  /** `high` where the narration says salary and it came in most months; else it is inferred from regularity. */
  confidence: "high" | "low";
}

export interface MonthFigures {
  /** `yyyy-mm`. */
  month: string;
  money_in_kobo: bigint;
  money_out_kobo: bigint;
  net_kobo: bigint;
  /** Of the end-of-day balances of the days that the statement covers; null without balances. */
  average_balance_kobo: bigint | null;
  lowest_balance_kobo: bigint | null;
  closing_balance_kobo: bigint | null;
  rows: number[];
}

export interface StatementAnalysis {
  from: string;
  to: string;
  transaction_count: number;
  months: MonthFigures[];
  salary: Salary | null;
  regular_income: RegularIncome[];
  findings: Record<"loan_inflow" | "loan_repayment" | "bounced_debit" | "gambling" | "rent" | "reversal", Finding>;
  money_in_kobo: bigint;
  money_out_kobo: bigint;
  average_balance_kobo: bigint | null;
  lowest_balance_kobo: bigint | null;
  /** Mean of the monthly money in without loans and reversals. */
  average_monthly_income_kobo: bigint;
}

interface Categorised extends StatementTransaction {
  category: Category | null;
}

const monthOf = (date: string): string => date.slice(0, 7);
const sum = (rows: readonly StatementTransaction[]): bigint => rows.reduce((total, { amount_kobo }) => total + amount_kobo, 0n);
const magnitude = (kobo: bigint): bigint => (kobo < 0n ? -kobo : kobo);

function medianOf<Value extends bigint | number>(values: readonly Value[]): Value {
  const sorted = values.toSorted((left, right) => (left < right ? -1 : left > right ? 1 : 0));
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  if (middle === undefined) throw new RangeError("a median needs values");
  return middle;
}

/** Months that a regular income needs at least, and how far an amount may be from the median: a quarter. */
const REGULAR_MONTHS = 3;
const SPREAD = 4n;
/** How far a pay day may wander: weekends and holidays. */
const DAY_SPREAD = 6;

/** Distance of two days of the month, round the end of the month. */
const dayDistance = (left: number, right: number): number => Math.min(Math.abs(left - right), 31 - Math.abs(left - right));

const dayOf = ({ booked_on }: StatementTransaction): number => Number(booked_on.slice(8));

/** The payments of one source that look like a monthly income: one near the median each month, on about the same day. */
function regularIn(source: string, rows: readonly Categorised[], monthsNeeded: number): RegularIncome | null {
  const largestPerMonth = new Map<string, Categorised>();
  for (const row of rows) {
    const present = largestPerMonth.get(monthOf(row.booked_on));
    if (!present || present.amount_kobo < row.amount_kobo) largestPerMonth.set(monthOf(row.booked_on), row);
  }
  const candidates = [...largestPerMonth.values()];
  if (candidates.length < monthsNeeded) return null;
  const [amount_kobo, day] = [medianOf(candidates.map((row) => row.amount_kobo)), medianOf(candidates.map(dayOf))];
  const regular = candidates.filter((row) => magnitude(row.amount_kobo - amount_kobo) * SPREAD <= amount_kobo && dayDistance(dayOf(row), day) <= DAY_SPREAD);
  const last = regular.at(-1);
  if (!last || regular.length < monthsNeeded) return null;
  return { source, amount_kobo: medianOf(regular.map((row) => row.amount_kobo)), day: medianOf(regular.map(dayOf)), months: regular.length, last_on: last.booked_on, rows: regular.map(({ row }) => row) };
}

function bySource(rows: readonly Categorised[]): Map<string, Categorised[]> {
  const groups = new Map<string, Categorised[]>();
  for (const row of rows) {
    const source = counterpartyOf(row.narration);
    const group = groups.get(source);
    if (group) group.push(row);
    else groups.set(source, [row]);
  }
  return groups;
}

const largerFirst = (left: RegularIncome, right: RegularIncome): number => (left.amount_kobo < right.amount_kobo ? 1 : left.amount_kobo > right.amount_kobo ? -1 : 0);

/** A salary by its word, in two months at least; else the largest regular income, with low confidence. */
function salaryOf(income: readonly Categorised[], regular: readonly RegularIncome[], coveredMonths: number): Salary | null {
  const named = income.filter(({ category }) => category === "salary");
  const byEmployer = [...bySource(named)].map(([source, rows]) => regularIn(source, rows, 2)).filter((each) => each !== null);
  const found = byEmployer.toSorted(largerFirst)[0] ?? regularIn("salary", named, 2);
  if (found) return { ...found, confidence: found.months * 3 >= coveredMonths * 2 ? "high" : "low" };
  const inferred = regular[0];
  return inferred ? { ...inferred, confidence: "low" } : null;
}

function findingOf(rows: readonly Categorised[], category: Category): Finding {
  const found = rows.filter((row) => row.category === category);
  return { count: found.length, total_kobo: found.reduce((total, { amount_kobo }) => total + magnitude(amount_kobo), 0n), rows: found.map(({ row }) => row) };
}

/** End-of-day balances from the first to the last day; a day without movement keeps the balance of the day before. */
function dailyBalances(rows: readonly Categorised[]): Map<string, bigint> {
  const endOfDay = new Map<string, bigint>();
  for (const { booked_on, balance_kobo } of rows) if (balance_kobo !== null) endOfDay.set(booked_on, balance_kobo);
  const days = [...endOfDay.keys()];
  const [first, last] = [days[0], rows.at(-1)?.booked_on];
  const filled = new Map<string, bigint>();
  if (first === undefined || last === undefined) return filled;
  let balance = endOfDay.get(first) ?? 0n;
  for (let day = first; day <= last; day = addDays(day, 1)) {
    balance = endOfDay.get(day) ?? balance;
    filled.set(day, balance);
  }
  return filled;
}

const average = (values: readonly bigint[]): bigint | null => (values.length === 0 ? null : divideRounded(values.reduce((total, value) => total + value, 0n), BigInt(values.length), "half_even"));
const lowest = (values: readonly bigint[]): bigint | null => values.reduce<bigint | null>((least, value) => (least === null || value < least ? value : least), null);

function monthsBetween(from: string, to: string): string[] {
  const months: string[] = [];
  for (let day = `${monthOf(from)}-01`; day <= to; day = addDays(day, daysInMonth(Number(day.slice(0, 4)), Number(day.slice(5, 7))))) months.push(monthOf(day));
  return months;
}

function monthFigures(rows: readonly Categorised[], balances: ReadonlyMap<string, bigint>, from: string, to: string): MonthFigures[] {
  const rowsByMonth = Map.groupBy(rows, ({ booked_on }) => monthOf(booked_on));
  const daysByMonth = Map.groupBy(balances, ([day]) => monthOf(day));
  return monthsBetween(from, to).map((month) => {
    const inMonth = rowsByMonth.get(month) ?? [];
    const daily = (daysByMonth.get(month) ?? []).map(([, balance]) => balance);
    const printed = inMonth.map(({ balance_kobo }) => balance_kobo).filter((balance) => balance !== null);
    const money_in_kobo = sum(inMonth.filter(({ amount_kobo }) => amount_kobo > 0n));
    const money_out_kobo = -sum(inMonth.filter(({ amount_kobo }) => amount_kobo < 0n));
    return {
      month, money_in_kobo, money_out_kobo, net_kobo: money_in_kobo - money_out_kobo,
      average_balance_kobo: average(daily), lowest_balance_kobo: lowest([...daily, ...printed]), closing_balance_kobo: daily.at(-1) ?? null,
      rows: inMonth.map(({ row }) => row),
    };
  });
}

/** Statements longer than this are cut off at the old end: no decision needs more, and the answer stays small. */
const LONGEST_DAYS = 1_900;

/**
 * The analysis of a statement's transactions, in order of time as the parsers give them. Undefined when there are none.
 */
export function analyseStatement(transactions: readonly StatementTransaction[]): StatementAnalysis | undefined {
  const newest = transactions.at(-1)?.booked_on;
  if (newest === undefined) return undefined;
  const rows: Categorised[] = transactions
    .filter(({ booked_on }) => Math.abs(daysBetween(booked_on, newest)) <= LONGEST_DAYS)
    .map((row) => ({ ...row, category: categoryOf(row.narration, row.amount_kobo) }));
  const dates = rows.map(({ booked_on }) => booked_on).toSorted();
  const [from, to] = [dates[0] ?? newest, dates.at(-1) ?? newest];
  const balances = dailyBalances(rows);
  const months = monthFigures(rows, balances, from, to);
  const income = rows.filter(({ amount_kobo, category }) => amount_kobo > 0n && (category === null || category === "salary"));
  const regular_income = [...bySource(income)].map(([source, each]) => regularIn(source, each, REGULAR_MONTHS)).filter((each) => each !== null).toSorted(largerFirst);
  return {
    from, to, transaction_count: rows.length, months,
    salary: salaryOf(income, regular_income, months.length),
    regular_income,
    findings: {
      loan_inflow: findingOf(rows, "loan_inflow"), loan_repayment: findingOf(rows, "loan_repayment"), bounced_debit: findingOf(rows, "bounced_debit"),
      gambling: findingOf(rows, "gambling"), rent: findingOf(rows, "rent"), reversal: findingOf(rows, "reversal"),
    },
    money_in_kobo: sum(rows.filter(({ amount_kobo }) => amount_kobo > 0n)),
    money_out_kobo: -sum(rows.filter(({ amount_kobo }) => amount_kobo < 0n)),
    average_balance_kobo: average([...balances.values()]),
    lowest_balance_kobo: lowest([...balances.values(), ...rows.map(({ balance_kobo }) => balance_kobo).filter((balance) => balance !== null)]),
    average_monthly_income_kobo: divideRounded(sum(income), BigInt(Math.max(months.length, 1)), "half_even"),
  };
}
