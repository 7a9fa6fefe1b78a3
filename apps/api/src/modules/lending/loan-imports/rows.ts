/** From a file to rows of text, and from such a row to a loan of another book or the reasons why not. */
import { maskCardNumbers } from "@manilla/contract/card-number";
import { naira } from "@manilla/contract/formats";
import {
  type LoanColumn,
  loanColumns,
  loanFile,
  requiredLoanColumns,
} from "@manilla/contract/lending/loan-import-columns";
import { MAX_LOAN_ROWS } from "@manilla/contract/lending/loan-imports";
import { InvalidFields } from "../../../errors.ts";
import { readNamedColumns } from "../../../files/named-columns.ts";
import { readTable } from "../../../files/table.ts";
import type { UploadedFile } from "../../../request.ts";
import { type Cells, koboOf, namedIn } from "../../people/imports/index.ts";

const MAX_CHARACTERS = 200;
const refuse = (message: string): InvalidFields => new InvalidFields({ file: [message] });
const clean = (text: string): string =>
  maskCardNumbers(text.replaceAll(/\p{Cc}/gu, " ").trim()).slice(0, MAX_CHARACTERS);

/**
 * Reads a CSV file or a workbook whose first line names the columns.
 * @param columns what the file calls them, as JSON
 * @throws InvalidFields at `file` or `columns`
 */
export async function readLoanFile(file: UploadedFile | undefined, columns: string | undefined): Promise<Cells[]> {
  if (!file) throw refuse("a file has to be chosen");
  const named = readNamedColumns(columns, loanColumns) ?? {};
  const { table, formulas } = await readTable(file);
  const [headings = [], ...lines] = table;
  const names = namedIn(headings, named, loanFile.synonyms);
  const missing = requiredLoanColumns.filter((column) => !names.includes(column));
  if (missing.length > 0) throw refuse(`this file has no column ${missing.join(", ")}`);
  const places = loanColumns.map((column) => [column, names.indexOf(column)] as const).filter(([, at]) => at >= 0);
  const rows = lines
    .map((cells, at) => ({ cells, line: at + 2 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  if (rows.length === 0) throw refuse("this file has no rows");
  if (rows.length > MAX_LOAN_ROWS) throw refuse(`this file has more than ${MAX_LOAN_ROWS} rows`);
  const calculated = rows.find(({ line }) => formulas.has(line));
  if (calculated) throw refuse(`line ${calculated.line} is calculated by the workbook: save it with values`);
  return rows.map(({ cells }) => Object.fromEntries(places.map(([column, at]) => [column, clean(cells[at] ?? "")])));
}

/** A loan as the other book has it; amounts in kobo. */
export interface BookLoan {
  reference: string;
  /** Phone, e-mail or our id. */
  person: string;
  product: string;
  principal_kobo: bigint;
  annual_rate_percent: string;
  /** Null where the file does not say: the product's. */
  method: "flat" | "declining" | "equal_principal" | null;
  instalments: number;
  frequency: "monthly" | "weekly" | "biweekly";
  disbursed_on: string;
  first_due_on: string | null;
  paid_principal_kobo: bigint;
  paid_interest_kobo: bigint;
  paid_charges_kobo: bigint;
  last_paid_on: string | null;
  outstanding_principal_kobo: bigint;
  /** Null where the file does not say. */
  interest_due_kobo: bigint | null;
}

const METHODS: Readonly<Record<string, BookLoan["method"]>> = {
  "": null,
  flat: "flat",
  reducing: "declining",
  "reducing balance": "declining",
  declining: "declining",
  "declining balance": "declining",
  "equal principal": "equal_principal",
};
const FREQUENCIES: Readonly<Record<string, BookLoan["frequency"]>> = {
  "": "monthly",
  month: "monthly",
  monthly: "monthly",
  week: "weekly",
  weekly: "weekly",
  biweekly: "biweekly",
  "every two weeks": "biweekly",
};
const PERIODS: Readonly<Record<string, bigint>> = {
  "": 1n,
  year: 1n,
  annual: 1n,
  yearly: 1n,
  "per annum": 1n,
  month: 12n,
  monthly: 12n,
  "per month": 12n,
};

/** 2026-01-31, or 31/01/2026; undefined for what is no day. */
function dayOf(text: string): string | undefined {
  const [, day = "", month = "", year = ""] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  const iso = year === "" ? text : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? new Date(`${iso}T00:00:00Z`) : undefined;
  return at && !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === iso ? iso : undefined;
}

/** A percent of a year from one of a period, exact: "2.5" a month is "30". */
function yearlyRate(text: string, periods: bigint): string | undefined {
  const [, whole = "", part = ""] = /^(\d{1,4})(?:\.(\d{1,10}))?\s*%?$/.exec(text) ?? [];
  if (whole === "") return undefined;
  const scaled = (BigInt(whole + part.padEnd(10, "0")) * periods).toString().padStart(11, "0");
  return `${scaled.slice(0, -10)}.${scaled.slice(-10)}`.replace(/\.?0+$/, "");
}

/** Of lists that a cell chooses from: lower case, with blanks between words. */
const wordOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[_\s-]+/g, " ")
    .trim();

/**
 * A row as a loan, or each reason why it is none, with the column in front.
 * @param today business date
 */
export function loanOfRow(cells: Cells, today: string): { loan: BookLoan } | { reasons: string[] } {
  const reasons: string[] = [];
  const no = (column: LoanColumn, words: string): undefined => void reasons.push(`${column}: ${words}`);
  const of = (column: LoanColumn): string => cells[column] ?? "";
  const text = (column: LoanColumn): string =>
    of(column) === "" ? (no(column, "this field is required") ?? "") : of(column);
  const amount = (column: LoanColumn): bigint => {
    const kobo = koboOf(of(column) || "x");
    if (Number.isSafeInteger(kobo)) return BigInt(kobo);
    return no(column, of(column) === "" ? "this field is required" : "this is not an amount of naira") ?? 0n;
  };
  const ifAny = <Value>(column: LoanColumn, read: (column: LoanColumn) => Value): Value | null =>
    of(column) === "" ? null : read(column);
  const day = (column: LoanColumn): string => {
    const found = dayOf(of(column));
    if (found === undefined) return no(column, "this is not a day such as 2026-01-31 or 31/01/2026") ?? "";
    if (column !== "first_due_on" && found > today) no(column, "this day is in the future");
    return found;
  };
  const choice = <Value>(column: LoanColumn, from: Readonly<Record<string, Value>>): Value => {
    const word = wordOf(of(column));
    if (!Object.hasOwn(from, word)) no(column, `this has to be one of ${Object.keys(from).filter(Boolean).join(", ")}`);
    return from[word] as Value;
  };
  const annual_rate_percent = yearlyRate(of("rate"), choice("rate_period", PERIODS) ?? 1n);
  if (annual_rate_percent === undefined) no("rate", "this is not a percentage such as 2.5");
  const instalments = /^\d{1,3}$/.test(of("instalments")) ? Number(of("instalments")) : 0;
  if (instalments < 1 || instalments > 360) no("instalments", "this has to be a whole number from 1 to 360");
  const loan: BookLoan = {
    reference: text("reference"),
    person: text("person"),
    product: text("product"),
    principal_kobo: amount("principal"),
    annual_rate_percent: annual_rate_percent ?? "0",
    method: choice("interest_kind", METHODS),
    instalments,
    frequency: choice("interval", FREQUENCIES),
    disbursed_on: day("disbursed_on"),
    first_due_on: ifAny("first_due_on", day),
    paid_principal_kobo: amount("paid_principal"),
    paid_interest_kobo: amount("paid_interest"),
    paid_charges_kobo: ifAny("paid_charges", amount) ?? 0n,
    last_paid_on: ifAny("last_paid_on", day),
    outstanding_principal_kobo: amount("outstanding_principal"),
    interest_due_kobo: ifAny("interest_due", amount),
  };
  if (reasons.length === 0) checkLoan(loan, no);
  return reasons.length > 0 ? { reasons } : { loan };
}

/** What the parts have to do with each other. */
function checkLoan(loan: BookLoan, no: (column: LoanColumn, words: string) => undefined): void {
  const { principal_kobo, paid_principal_kobo, outstanding_principal_kobo, disbursed_on, last_paid_on } = loan;
  const parts = paid_principal_kobo + outstanding_principal_kobo;
  if (principal_kobo === 0n) no("principal", "this has to be more than nothing");
  if (parts !== principal_kobo)
    no(
      "outstanding_principal",
      `with the principal paid this is ${naira(parts)}, and the principal is ${naira(principal_kobo)}`,
    );
  if (outstanding_principal_kobo === 0n)
    no("outstanding_principal", "nothing is left: only running loans are brought in");
  if (last_paid_on !== null && last_paid_on < disbursed_on) no("last_paid_on", "this is before the loan was disbursed");
  const paid = paid_principal_kobo + loan.paid_interest_kobo + loan.paid_charges_kobo;
  if (last_paid_on === null && paid > 0n) no("last_paid_on", "this field is required where something was paid");
  if (loan.first_due_on !== null && loan.first_due_on <= disbursed_on)
    no("first_due_on", "the first due date has to be after the disbursement");
}
