/** What a bank statement tells about a person's money; each finding names the rows that it rests on. */
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

export interface StatementAnalysis {
  from: string | null;
  to: string | null;
  transactions: number;
  /** Money in that is the person's to spend: without loans, reversals and bets won. */
  income_a_month_kobo: bigint;
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

/**
 * Analyses the movements of a statement, in kobo.
 * @param transactions in order of time, as the parsers return them
 * @param opening_kobo balance before the first movement, where the statement says it
 */
export function analyseStatement(
  transactions: readonly StatementTransaction[],
  opening_kobo: bigint | null = null,
): StatementAnalysis {
  const categorised = transactions.map((transaction) => ({ ...transaction, category: categoryOf(transaction) }));
  const { salary, regular } = findIncome(categorised);
  const months = monthPictures(transactions, opening_kobo);
  const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
  const aMonth = (amount: bigint): bigint =>
    months.length === 0 ? 0n : divideRounded(amount, BigInt(months.length), "half_even");
  const own = categorised.filter(
    ({ amount_kobo, category }) => amount_kobo > 0n && (category === "none" || category === "salary_word"),
  );
  return {
    from: months.length > 0 ? (transactions[0]?.booked_on ?? null) : null,
    to: transactions.at(-1)?.booked_on ?? null,
    transactions: transactions.length,
    income_a_month_kobo: aMonth(sum(own.map(({ amount_kobo }) => amount_kobo))),
    spending_a_month_kobo: aMonth(sum(months.map(({ out_kobo }) => out_kobo))),
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
