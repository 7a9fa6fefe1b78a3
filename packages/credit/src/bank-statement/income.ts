/** Salary and other income that comes again and again. */
import { daysBetween, monthOf } from "../calendar.ts";
import { type Category, payerOf } from "./categories.ts";
import type { StatementTransaction } from "./types.ts";

export interface Categorised extends StatementTransaction {
  category: Category;
}

export interface Income {
  /** Words of the narration that the payments share. */
  payer: string;
  /** Median of a month's payments, in kobo. */
  amount_kobo: bigint;
  /** Usual day of the month, 1–31. */
  day: number;
  /** 0–100: how many months, how steady the amount and the day, whether the bank's text says salary. */
  confidence: number;
  payments: { row: number; booked_on: string; amount_kobo: bigint }[];
  rows: number[];
}

/** Weights of the confidence, in points of a hundred. */
const POINTS = { months: 35, amount: 20, day: 20, word: 25 } as const;
const MIN_CONFIDENCE_OF_SALARY = 60;
/** An amount within 15 % of the median, a day within 4 of the usual one, count as steady. */
const AMOUNT_TOLERANCE_PERCENT = 15n;
const DAY_TOLERANCE = 4;
const MIN_PAYMENTS = 2;
const MIN_REGULAR_PAYMENTS = 3;

const distance = (left: number, right: number): number => Math.min(Math.abs(left - right), 31 - Math.abs(left - right));

function medianAmount(amounts: readonly bigint[]): bigint {
  const sorted = amounts.toSorted((left, right) => (left < right ? -1 : left > right ? 1 : 0));
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0n;
}

/** The day that is nearest to all others, the month taken as a circle: 30, 31 and 1 are neighbours. */
function usualDay(days: readonly number[]): number {
  const spread = (day: number): number => days.reduce((sum, other) => sum + distance(day, other), 0);
  return days.reduce((best, day) => (spread(day) < spread(best) ? day : best), days[0] ?? 1);
}

/** Payments of one payer as an income; `span_months` is how long the statement runs. */
function incomeOf(payer: string, payments: readonly Categorised[], span_months: number): Income {
  const byMonth = new Map<string, bigint>();
  for (const { booked_on, amount_kobo } of payments)
    byMonth.set(monthOf(booked_on), (byMonth.get(monthOf(booked_on)) ?? 0n) + amount_kobo);
  const monthly = [...byMonth.values()];
  const amount_kobo = medianAmount(monthly);
  const days = payments.map(({ booked_on }) => Number(booked_on.slice(8)));
  const day = usualDay(days);
  const isNear = (amount: bigint): boolean =>
    (amount > amount_kobo ? amount - amount_kobo : amount_kobo - amount) * 100n <=
    amount_kobo * AMOUNT_TOLERANCE_PERCENT;
  const share = (count: number, whole: number, points: number): number =>
    Math.round((points * Math.min(count, whole)) / whole);
  const isNamed = payments.some(({ category }) => category === "salary_word");
  const confidence =
    share(monthly.length, span_months, POINTS.months) +
    share(monthly.filter(isNear).length, monthly.length, POINTS.amount) +
    share(days.filter((each) => distance(each, day) <= DAY_TOLERANCE).length, days.length, POINTS.day) +
    (isNamed ? POINTS.word : 0);
  return {
    payer,
    amount_kobo,
    day,
    confidence,
    payments: payments.map(({ row, booked_on, amount_kobo: paid }) => ({ row, booked_on, amount_kobo: paid })),
    rows: payments.map(({ row }) => row),
  };
}

/** Money in by payer. Salaries whose text changes every month share one name. */
function groupByPayer(transactions: readonly Categorised[]): Map<string, Categorised[]> {
  const groups = new Map<string, Categorised[]>();
  const add = (payer: string, payment: Categorised): void =>
    void groups.set(payer, [...(groups.get(payer) ?? []), payment]);
  const incoming = transactions.filter(
    ({ amount_kobo, category }) => amount_kobo > 0n && (category === "none" || category === "salary_word"),
  );
  for (const payment of incoming) add(payerOf(payment.narration), payment);
  groups.delete("");
  const lonely = [...groups].filter(([, payments]) => payments.length === 1 && payments[0]?.category === "salary_word");
  if (lonely.length < MIN_PAYMENTS) return groups;
  for (const [payer, payments] of lonely) {
    groups.delete(payer);
    for (const payment of payments) add("salary", payment);
  }
  return groups;
}

/** Months between the first and the last movement, to the nearest, at least one. */
function spanOf(transactions: readonly StatementTransaction[]): number {
  const [first, last] = [transactions[0], transactions.at(-1)];
  return first && last ? Math.max(1, Math.round((daysBetween(first.booked_on, last.booked_on) + 1) / 30.4)) : 1;
}

const largerFirst = (left: Income, right: Income): number =>
  right.confidence - left.confidence || (right.amount_kobo > left.amount_kobo ? 1 : -1);

/**
 * The salary, when one income looks enough like it (in at least two months and 60 of 100 points), and all other income of at least three
 * payments that comes in at least half of the months.
 * @param transactions in order of time
 */
export function findIncome(transactions: readonly Categorised[]): { salary: Income | null; regular: Income[] } {
  const span = spanOf(transactions);
  const incomes = [...groupByPayer(transactions)]
    .filter(([, payments]) => payments.length >= MIN_PAYMENTS)
    .map(([payer, payments]) => incomeOf(payer, payments, span));
  const monthsOf = ({ payments }: Income): number => new Set(payments.map(({ booked_on }) => monthOf(booked_on))).size;
  const salary =
    incomes
      .filter((income) => monthsOf(income) >= MIN_PAYMENTS && income.confidence >= MIN_CONFIDENCE_OF_SALARY)
      .toSorted(largerFirst)[0] ?? null;
  const regular = incomes
    .filter(
      (income) => income !== salary && income.payments.length >= MIN_REGULAR_PAYMENTS && monthsOf(income) * 2 >= span,
    )
    .toSorted(largerFirst);
  return { salary, regular };
}
