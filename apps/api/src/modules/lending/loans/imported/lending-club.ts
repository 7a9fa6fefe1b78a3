/**
 * Loans of the LendingClub file (shared/data/README.md) as loans of ours: pure. Dollars are read as naira, cents as kobo. Dates are moved so that the
 * newest month is the month before the business date (decisions, Real data files); what had been paid by the day of the file counts as paid by today.
 */
import { bucketOf, daysBetween } from "@manilla/credit";
import type { Cells } from "../../../people/imports/index.ts";

export interface Instalment {
  number: number;
  due_on: string;
  status: "paid" | "overdue" | "due" | "scheduled" | "written_off";
  principal_kobo: bigint;
  interest_kobo: bigint;
  /** Principal left after it. */
  balance_kobo: bigint;
}

export interface Booking {
  reference: string;
  email: string;
  status: "running" | "past_due" | "settled" | "written_off";
  principal_kobo: bigint;
  annual_rate_percent: string;
  term: number;
  instalment_kobo: bigint;
  disbursed_on: string;
  first_due_on: string;
  outstanding_kobo: bigint;
  overdue_kobo: bigint;
  days_past_due: number;
  arrears_bucket: string;
  rows: Instalment[];
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const FIRST_NAMES = [
  "Adaeze",
  "Bashir",
  "Chinedu",
  "Damilola",
  "Ebele",
  "Femi",
  "Grace",
  "Hadiza",
  "Ifeanyi",
  "Jumai",
  "Kunle",
  "Lola",
  "Musa",
  "Nneka",
  "Obinna",
  "Patience",
  "Rukayat",
  "Sani",
  "Temitope",
  "Uche",
  "Victor",
  "Wale",
  "Yetunde",
  "Zainab",
  "Blessing",
];
const LAST_NAMES = [
  "Abiola",
  "Balarabe",
  "Chukwu",
  "Danladi",
  "Eze",
  "Fagbemi",
  "Garba",
  "Hassan",
  "Ibe",
  "Jibril",
  "Kalu",
  "Lawal",
  "Mohammed",
  "Nwosu",
  "Okoro",
  "Peters",
  "Rabiu",
  "Salisu",
  "Taiwo",
  "Udo",
  "Vincent",
  "Waziri",
  "Yusuf",
  "Zubair",
  "Akande",
  "Bello",
  "Effiong",
  "Idris",
  "Ojo",
  "Suleiman",
];

/** Cents or kobo of a decimal text, rounded to the nearest (the file has no more than two places for money that is owed). */
const minor = (text: string): bigint => {
  const [whole = "0", fraction = ""] = text.split(".");
  return (
    BigInt(whole) * 100n + BigInt(fraction.padEnd(2, "0").slice(0, 2)) + (Number(fraction[2] ?? "0") >= 5 ? 1n : 0n)
  );
};

/** `yyyy-mm-dd` a number of months later; days are at most 28. */
function monthsLater(date: string, months: number): string {
  const index = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}-${date.slice(8)}`;
}

const monthNumber = (issue: string): number => MONTHS.indexOf(issue.slice(0, 3)) + 12 * Number(issue.slice(4));

/** The newest month of a file, to move the others by. */
export const newestMonth = (rows: readonly Cells[]): number =>
  Math.max(...rows.map(({ issue_month = "" }) => monthNumber(issue_month)));

const emailOf = (row_id: string): string => `applicant-${row_id.padStart(4, "0")}@applicants.example`;
const capital = (words: string): string =>
  words
    .trim()
    .replace(/\s+/g, " ")
    .replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase());

/** A made-up person for a row, the same each time, in the columns of an import (C031). */
export function applicantOf(row: Cells): Cells {
  const number = Number(row.row_id);
  const salary = Number(row.annual_income) / 12;
  const employer = capital((row.emp_title ?? "").replace(/[^\p{L}\p{N} &.-]/gu, " "));
  return {
    name: `${FIRST_NAMES[number % FIRST_NAMES.length] ?? ""} ${LAST_NAMES[Math.floor(number / FIRST_NAMES.length) % LAST_NAMES.length] ?? ""}`,
    email: emailOf(row.row_id ?? ""),
    phone: `0709${String(1_000_000 + number)}`,
    date_of_birth: `${1965 + (number % 35)}-${String((number % 12) + 1).padStart(2, "0")}-${String((number % 28) + 1).padStart(2, "0")}`,
    gender: number % 2 === 0 ? "female" : "male",
    address: `${(number % 180) + 1} Awolowo Road, Ikoyi`,
    state: "Lagos",
    employment_status: "employed",
    employer: employer.length >= 2 ? employer.slice(0, 120) : "Not stated",
    salary: salary >= 1 ? salary.toFixed(2) : "",
    salary_day: String((number % 28) + 1),
  };
}

/** A row as an employee of one company, for its file of employees: the salary of a month from the income of the year, every twelfth leads those below. */
export function employeeOf(row: Cells): Cells {
  const number = Number(row.row_id);
  const { name = "", email = "", phone = "", salary = "", employer = "" } = applicantOf(row);
  return {
    name,
    email,
    phone,
    staff_number: `S-${number}`,
    position: (row.emp_title?.trim() ? employer : "").slice(0, 80),
    manager: number > 12 ? `S-${Math.ceil(number / 12)}` : "",
    salary,
  };
}

interface Plan {
  balance_kobo: bigint;
  instalment_kobo: bigint;
  /** Percent a year with two decimals, as a whole number: 14.07 is 1407. */
  rate: bigint;
  from_number: number;
  most: number;
}

/** Half-even, as the calculators round interest. */
function interestOf(balance: bigint, rate: bigint): bigint {
  const [product, divisor] = [balance * rate, 120_000n];
  const [whole, rest] = [product / divisor, product % divisor];
  return rest * 2n > divisor || (rest * 2n === divisor && whole % 2n === 1n) ? whole + 1n : whole;
}

/** The instalments that pay a balance off, the loan's own amount each, the last what is left. */
function amortise(
  { balance_kobo, instalment_kobo, rate, from_number, most }: Plan,
  due: (number: number) => string,
): Instalment[] {
  const rows: Instalment[] = [];
  let balance = balance_kobo;
  for (let number = from_number; balance > 0n; number += 1) {
    const interest_kobo = interestOf(balance, rate);
    const isLast = rows.length === most - 1 || instalment_kobo - interest_kobo >= balance;
    const principal_kobo = isLast ? balance : instalment_kobo - interest_kobo;
    balance -= principal_kobo;
    rows.push({
      number,
      due_on: due(number),
      status: "scheduled",
      principal_kobo,
      interest_kobo,
      balance_kobo: balance,
    });
  }
  return rows;
}

const LATE = /^Late|Grace/;
const sum = (rows: readonly Instalment[], field: "principal_kobo" | "interest_kobo"): bigint =>
  rows.reduce((total, row) => total + row[field], 0n);

/** What had been paid before, as the instalments that were due by now: the last of them takes what was paid ahead. */
function paidRows(
  schedule: readonly Instalment[],
  fallen: number,
  paid: { principal: bigint; interest: bigint },
  disbursed_on: string,
  principal: bigint,
): Instalment[] {
  if (paid.principal === 0n && paid.interest === 0n) return [];
  const regular = schedule.slice(0, Math.max(0, fallen - 1));
  const last = {
    principal: paid.principal - sum(regular, "principal_kobo"),
    interest: paid.interest - sum(regular, "interest_kobo"),
  };
  const isRegular = fallen > 0 && last.principal >= 0n && last.interest >= 0n;
  const kept = isRegular ? regular : [];
  const rest = isRegular ? last : paid;
  // Before the first due date there is no instalment to put it on: number 0 is the time before the import.
  const row: Instalment = {
    number: isRegular ? fallen : 0,
    due_on: isRegular ? (schedule[fallen - 1]?.due_on ?? disbursed_on) : disbursed_on,
    status: "paid",
    principal_kobo: rest.principal,
    interest_kobo: rest.interest,
    balance_kobo: principal - paid.principal,
  };
  return [...kept.map((each) => ({ ...each, status: "paid" as const })), row];
}

/** A late loan has not paid its newest due instalment; before that, what the file says. */
function lateRows(schedule: readonly Instalment[], balance: bigint, today: string, fallen: number): Instalment[] {
  const paidByFile = schedule.filter((row) => row.balance_kobo >= balance).length;
  const paid = Math.min(paidByFile, Math.max(0, fallen - 1));
  return schedule.map((row, index) => ({
    ...row,
    status: index < paid ? "paid" : row.due_on < today ? "overdue" : row.due_on === today ? "due" : "scheduled",
  }));
}

function rowsOf(
  row: Cells,
  facts: {
    principal: bigint;
    balance: bigint;
    plan: Omit<Plan, "balance_kobo" | "from_number">;
    disbursed_on: string;
    today: string;
  },
): Instalment[] {
  const { principal, balance, plan, disbursed_on, today } = facts;
  const due = (number: number): string => monthsLater(disbursed_on, number);
  const schedule = amortise({ ...plan, balance_kobo: principal, from_number: 1 }, due);
  const fallen = schedule.filter(({ due_on }) => due_on <= today).length;
  const paid = { principal: minor(row.paid_principal ?? "0"), interest: minor(row.paid_interest ?? "0") };
  if (row.loan_status === "Charged Off") {
    const before = paidRows(schedule, 0, paid, disbursed_on, principal);
    return [
      ...before,
      ...amortise({ ...plan, balance_kobo: principal - paid.principal, from_number: 1 }, due).map((each) => ({
        ...each,
        status: "written_off" as const,
      })),
    ];
  }
  if (balance === 0n) return paidRows(schedule, 0, { ...paid, principal }, disbursed_on, principal);
  if (LATE.test(row.loan_status ?? "")) return lateRows(schedule, balance, today, fallen);
  const before = paidRows(schedule, fallen, { ...paid, principal: principal - balance }, disbursed_on, principal);
  return [...before, ...amortise({ ...plan, balance_kobo: balance, from_number: fallen + 1 }, due)];
}

/**
 * One row of the file as a running, late, settled or written-off loan on a business date.
 * @param newest from newestMonth
 */
export function bookingOf(row: Cells, newest: number, today: string): Booking {
  const row_id = row.row_id ?? "";
  const isLate = LATE.test(row.loan_status ?? "");
  const principal = minor(row.loan_amount ?? "0");
  const balance = minor(row.balance ?? "0");
  const term = Number(row.term);
  // Late loans fell due early in the month, so that being late shows.
  const day = isLate ? 1 + (Number(row_id) % 4) : 1 + ((Number(row_id) * 7) % 28);
  const disbursed_on = monthsLater(
    `${today.slice(0, 7)}-${String(day).padStart(2, "0")}`,
    monthNumber(row.issue_month ?? "") - newest - 1,
  );
  const instalment_kobo = minor(row.installment ?? "0");
  const rows = rowsOf(row, {
    principal,
    balance,
    plan: { instalment_kobo, rate: minor(row.interest_rate ?? "0"), most: term },
    disbursed_on,
    today,
  });
  const overdue = rows.filter(({ status }) => status === "overdue");
  const days_past_due = overdue[0] ? daysBetween(overdue[0].due_on, today) : 0;
  const outstanding_kobo = rows.reduce(
    (total, each) => (["paid", "written_off"].includes(each.status) ? total : total + each.principal_kobo),
    0n,
  );
  const status =
    row.loan_status === "Charged Off"
      ? "written_off"
      : outstanding_kobo === 0n
        ? "settled"
        : days_past_due > 0
          ? "past_due"
          : "running";
  return {
    reference: `LC-${row_id.padStart(5, "0")}`,
    email: emailOf(row_id),
    status,
    principal_kobo: principal,
    annual_rate_percent: row.interest_rate ?? "0",
    term,
    instalment_kobo,
    disbursed_on,
    first_due_on: monthsLater(disbursed_on, 1),
    outstanding_kobo,
    overdue_kobo: sum(overdue, "principal_kobo") + sum(overdue, "interest_kobo"),
    days_past_due,
    arrears_bucket: bucketOf(days_past_due),
    rows,
  };
}
