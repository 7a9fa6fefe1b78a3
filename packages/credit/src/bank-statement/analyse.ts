/** What a bank statement tells about a person's money; each finding names the rows that it rests on. */
import { addDays, dayInMonth, daysBetween } from "../calendar.ts";
import { divideRounded } from "../decimal.ts";
import { type Category, categoryOf } from "./categories.ts";
import { type Categorised, findIncome, type Income } from "./income.ts";
import { type MonthPicture, monthPictures } from "./months.ts";
import type { StatementTransaction } from "./types.ts";

/** Movements of one kind, in kobo without sign. */
export interface Finding {
  count: number;
  in_kobo: bigint;
  out_kobo: bigint;
  rows: number[];
}

/** The months that the statement covers from the first day to the last; where there is none, the days it covers, as at least one month. */
export interface IncomeBasis {
  from: string | null;
  to: string | null;
  months: number;
  income_kobo: bigint;
}

export interface StatementAnalysis {
  from: string | null;
  to: string | null;
  transactions: number;
  /** Money in that is the person's to spend: without loans, reversals and bets won. */
  income_a_month_kobo: bigint;
  /** What the income a month was counted from: whole months only, so that a month that has begun lowers nothing. */
  income_basis: IncomeBasis;
  spending_a_month_kobo: bigint;
  salary: Income | null;
  regular_income: Income[];
  loan_inflows: Finding;
  loan_repayments: Finding;
  bounced_debits: Finding;
  gambling: Finding;
  rent: Finding;
  months: MonthPicture[];
}

function findingOf(transactions: readonly Categorised[], category: Category): Finding {
  const finding: Finding = { count: 0, in_kobo: 0n, out_kobo: 0n, rows: [] };
  for (const { row, amount_kobo, category: found } of transactions) {
    if (found !== category) continue;
    finding.count += 1;
    finding.rows.push(row);
    if (amount_kobo > 0n) finding.in_kobo += amount_kobo;
    else finding.out_kobo -= amount_kobo;
  }
  return finding;
}

/** The day before the first of the month after a date's. */
const endOfMonth = (date: string): string => addDays(dayInMonth(date, 1, 1), -1);
const MONTH_DAYS = 30.4;

/** The whole calendar months between two days; undefined where there is none. */
function wholeMonths(from: string, to: string): { from: string; to: string; months: number } | undefined {
  const first = from.endsWith("-01") ? from : dayInMonth(from, 1, 1);
  const last = endOfMonth(to) === to ? to : addDays(dayInMonth(to, 0, 1), -1);
  if (first > last) return undefined;
  const number = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  return { from: first, to: last, months: number(last) - number(first) + 1 };
}

/** Which days count for what a month brings. @param period the days that the statement says it covers */
function countedDays(
  transactions: readonly StatementTransaction[],
  period: { from: string | null; to: string | null },
): { from: string; to: string; months: number } | undefined {
  const days = transactions.map(({ booked_on }) => booked_on).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const from = period.from !== null && period.from < first ? period.from : first;
  const to = period.to !== null && period.to > last ? period.to : last;
  return (
    wholeMonths(from, to) ?? { from, to, months: Math.max(1, Math.round((daysBetween(from, to) + 1) / MONTH_DAYS)) }
  );
}

/**
 * Analyses the movements of a statement, in kobo.
 * @param transactions in order of time, as the parsers return them
 * @param opening_kobo balance before the first movement, where the statement says it
 * @param period the days that the statement says it covers, which may be more than those of its movements
 */
export function analyseStatement(
  transactions: readonly StatementTransaction[],
  opening_kobo: bigint | null = null,
  period: { from: string | null; to: string | null } = { from: null, to: null },
): StatementAnalysis {
  const categorised = transactions.map((transaction) => ({ ...transaction, category: categoryOf(transaction) }));
  const { salary, regular } = findIncome(categorised);
  const months = monthPictures(transactions, opening_kobo);
  const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
  const counted = countedDays(transactions, period);
  const isCounted = ({ booked_on }: StatementTransaction): boolean =>
    counted !== undefined && booked_on >= counted.from && booked_on <= counted.to;
  const aMonth = (amount: bigint): bigint =>
    counted ? divideRounded(amount, BigInt(counted.months), "half_even") : 0n;
  const own = categorised.filter(
    ({ amount_kobo, category }) => amount_kobo > 0n && (category === "none" || category === "salary_word"),
  );
  const income_kobo = sum(own.filter(isCounted).map(({ amount_kobo }) => amount_kobo));
  const spent = categorised.filter((each) => each.amount_kobo < 0n && isCounted(each));
  return {
    from: months.length > 0 ? (transactions[0]?.booked_on ?? null) : null,
    to: transactions.at(-1)?.booked_on ?? null,
    transactions: transactions.length,
    income_a_month_kobo: aMonth(income_kobo),
    income_basis: { from: counted?.from ?? null, to: counted?.to ?? null, months: counted?.months ?? 0, income_kobo },
    spending_a_month_kobo: aMonth(-sum(spent.map(({ amount_kobo }) => amount_kobo))),
    salary,
    regular_income: regular,
    loan_inflows: findingOf(categorised, "loan_inflow"),
    loan_repayments: findingOf(categorised, "loan_repayment"),
    bounced_debits: findingOf(categorised, "bounced_debit"),
    gambling: findingOf(categorised, "gambling"),
    rent: findingOf(categorised, "rent"),
    months,
  };
}
