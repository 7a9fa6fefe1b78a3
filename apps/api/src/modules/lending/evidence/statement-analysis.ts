/** A stored analysis as the contract has it. */
import { percent } from "@manilla/contract/formats";
import type * as calls from "@manilla/contract/lending/underwriting";
import type { z } from "zod";
import type { Database } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";

type Analysis = z.output<typeof calls.analysis>;

/** What the job keeps (packages/credit, StatementAnalysis and the flags): bigint became a number on the way to JSON. */
interface Income {
  payer: string;
  amount_kobo: number;
  day: number;
  confidence: number;
  payments: unknown[];
  rows: number[];
}
interface Finding {
  count: number;
  in_kobo: number;
  out_kobo: number;
  rows: number[];
}
interface Result {
  income_a_month_kobo: number;
  income_basis?: { from: string | null; to: string | null; months: number; income_kobo: number };
  salary: Income | null;
  regular_income: Income[];
  loan_inflows: Finding;
  loan_repayments: Finding;
  bounced_debits: Finding;
  gambling: Finding;
  rent: Finding;
  months: {
    month: string;
    in_kobo: number;
    out_kobo: number;
    net_kobo: number;
    average_balance_kobo: number | null;
    lowest_balance_kobo: number | null;
  }[];
  flags: { row: number; message: string }[];
}

const FINDINGS = {
  loan_inflow: "loan_inflows",
  loan_repayment: "loan_repayments",
  bounced_debit: "bounced_debits",
  gambling: "gambling",
  rent: "rent",
} as const;
const bigOrNull = (value: number | null): bigint | null => (value === null ? null : BigInt(value));
const incomeOf = (income: Income): Analysis["regular_income"][number] => ({
  source: income.payer,
  amount_kobo: BigInt(income.amount_kobo),
  day: income.day,
  months: income.payments.length,
  confidence: percent(income.confidence),
  rows: income.rows,
});
const findingOf = ({ count, in_kobo, out_kobo, rows }: Finding) => ({
  count,
  total_kobo: BigInt(in_kobo + out_kobo),
  rows,
});

/** What an unread statement shows. */
const NOTHING = {
  flags: [],
  salary: null,
  regular_income: [],
  findings: {},
  months: [],
  money_in_kobo: 0n,
  money_out_kobo: 0n,
  average_monthly_income_kobo: 0n,
  income_basis: null,
  average_balance_kobo: null,
  lowest_balance_kobo: null,
};

function readResult(result: Result): typeof NOTHING | Omit<Analysis, "document_id" | "status" | "failure"> {
  const { months } = result;
  const balances = months.map(({ average_balance_kobo }) => average_balance_kobo).filter((value) => value !== null);
  const lows = months.map(({ lowest_balance_kobo }) => lowest_balance_kobo).filter((value) => value !== null);
  const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
  return {
    flags: result.flags.slice(0, 200).map(({ row, message }) => ({ row, message })),
    salary: result.salary && incomeOf(result.salary),
    regular_income: result.regular_income.map(incomeOf),
    findings: Object.fromEntries(Object.entries(FINDINGS).map(([name, key]) => [name, findingOf(result[key])])),
    months: months.map((month) => ({
      month: month.month,
      money_in_kobo: BigInt(month.in_kobo),
      money_out_kobo: BigInt(month.out_kobo),
      net_kobo: BigInt(month.net_kobo),
      average_balance_kobo: bigOrNull(month.average_balance_kobo),
      lowest_balance_kobo: bigOrNull(month.lowest_balance_kobo),
    })),
    money_in_kobo: BigInt(sum(months.map(({ in_kobo }) => in_kobo))),
    money_out_kobo: BigInt(sum(months.map(({ out_kobo }) => out_kobo))),
    average_monthly_income_kobo: BigInt(result.income_a_month_kobo),
    income_basis: result.income_basis
      ? { ...result.income_basis, income_kobo: BigInt(result.income_basis.income_kobo) }
      : null,
    average_balance_kobo: balances.length > 0 ? BigInt(Math.round(sum(balances) / balances.length)) : null,
    lowest_balance_kobo: lows.length > 0 ? BigInt(Math.min(...lows)) : null,
  } as Omit<Analysis, "document_id" | "status" | "failure">;
}

const STATED = [
  "status",
  "failure",
  "bank_name",
  "account_name",
  "from_on",
  "to_on",
  "opening_kobo",
  "closing_kobo",
  "transaction_count",
  "balances_hold",
  "analysed_at",
] as const;

/** The analysis of one statement; null when it was never begun. */
export async function readAnalysis(db: Database, document_id: string): Promise<Analysis | null> {
  const row = await findRow(db, "statement_analyses", { document_id }, [...STATED, "result"]);
  if (!row) return null;
  const { result, ...stated } = row;
  const read = result ? readResult(result as unknown as Result) : NOTHING;
  return { ...read, ...stated, document_id } as Analysis;
}
