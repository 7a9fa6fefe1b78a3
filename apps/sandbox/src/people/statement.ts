import { addDays, addMonths, daysBetween, previousWorkday } from "../dates.ts";
import { pick, randomFrom } from "../random.ts";
import type { BankAccount, Person } from "./people.ts";

/** A line of a person's bank statement. Kobo; the balance is the one after it. */
export interface StatementLine {
  id: string;
  date: string;
  type: "credit" | "debit";
  narration: string;
  amount_kobo: number;
  balance_kobo: number;
}

/** Money that moved in the sandbox itself, for example a payout into this account. */
export interface ExtraLine {
  date: string;
  type: "credit" | "debit";
  narration: string;
  amount_kobo: number;
}

/** The months that a statement covers, ending on the day before the business date. */
export const STATEMENT_MONTHS = 12;

/** One account's lines over the months before `today` (not including it), oldest first. */
export function statementOf(
  person: Person,
  account: BankAccount,
  today: string,
  extras: readonly ExtraLine[] = [],
  months = STATEMENT_MONTHS,
): StatementLine[] {
  const from = addMonths(today, -months);
  return live(person, account, addDays(today, -1), extras).filter(({ date }) => date >= from);
}

/** Lives the account day by day from its opening: what is spent depends on what is there, so that no balance falls below zero. */
function live(person: Person, account: BankAccount, until: string, extras: readonly ExtraLine[]): StatementLine[] {
  const isMain = person.accounts[0] === account;
  const lines: StatementLine[] = [];
  let balance = isMain && person.trait !== "thin_file" ? Math.round(person.salary_kobo * 0.2) + 5_000_000 : 2_000_000;
  const book = (date: string, type: "credit" | "debit", narration: string, amount: number): void => {
    const amount_kobo = Math.round(amount / 100) * 100;
    if (amount_kobo <= 0 || (type === "debit" && amount_kobo > balance)) return;
    balance += type === "credit" ? amount_kobo : -amount_kobo;
    lines.push({
      id: `${account.account_number}-${date}-${lines.length}`,
      date,
      type,
      narration,
      amount_kobo,
      balance_kobo: balance,
    });
  };
  for (const date of daysBetween(person.opened_on, until)) {
    const random = randomFrom(`${account.account_number} ${date}`);
    const day: Day = {
      date,
      random,
      balance: () => balance,
      book: (type, narration, amount) => book(date, type, narration, amount),
    };
    if (isMain) earn(person, day);
    else tradeIn(day, 0.05, 1_500_000);
    if (isMain) payFixed(person, day);
    spend(person, day);
    for (const extra of extras) if (extra.date === date) book(date, extra.type, extra.narration, extra.amount_kobo);
  }
  return lines;
}

interface Day {
  date: string;
  random: () => number;
  balance: () => number;
  book: (type: "credit" | "debit", narration: string, amount: number) => void;
}

const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

/** The n-th of this month, or its last day where the month is shorter. */
function dayOfMonth(date: string, day: number): string {
  const wanted = `${date.slice(0, 8)}${String(day).padStart(2, "0")}`;
  const last = addDays(addMonths(`${date.slice(0, 7)}-01`, 1), -1);
  return wanted > last ? last : wanted;
}

function earn(person: Person, day: Day): void {
  if (person.salary_kobo === 0) return tradeIn(day, 0.55, 4_500_000);
  if (day.date === previousWorkday(dayOfMonth(day.date, person.salary_day))) {
    const month = `${MONTHS[Number(day.date.slice(5, 7)) - 1]} ${day.date.slice(0, 4)}`;
    // Overtime and deductions move a real salary by a little every month.
    day.book(
      "credit",
      `${month} SALARY/${person.employer.toUpperCase()}`,
      person.salary_kobo * (0.98 + day.random() * 0.04),
    );
    day.book("debit", "ELECTRONIC MONEY TRANSFER LEVY", 5_000);
  } else tradeIn(day, 0.05, 2_000_000);
}

const SENDERS = ["ADEYEMI JOHN", "MUSA ABDUL", "OKEKE BLESSING", "BASSEY EMMANUEL", "IBRAHIM SADIQ", "OLADELE GRACE"];
const SHOPS = [
  "SHOPRITE IKEJA",
  "EBEANO SUPERMARKET",
  "PRINCE EBEANO",
  "JUSTRITE STORES",
  "MARKET SQUARE",
  "CHICKEN REPUBLIC",
  "TOTAL FILLING STATION",
  "MEDPLUS PHARMACY",
];
const FRIENDS = ["CHIOMA N", "SEGUN A", "BLESSING O", "AISHA M", "TUNDE K", "NGOZI E", "MAMA", "LANDLORD"];
const BETTING = ["BET9JA", "SPORTYBET", "BETKING", "1XBET NIGERIA", "NAIRABET"];

function tradeIn(day: Day, chance: number, most: number): void {
  if (day.random() < chance)
    day.book("credit", `NIP/${pick(SENDERS, day.random())}/TRANSFER`, most * (0.1 + 0.9 * day.random()));
}

/** Standing payments on their day of the month. */
function payFixed(person: Person, day: Day): void {
  const dayNumber = Number(day.date.slice(8));
  if (dayNumber === 1) day.book("debit", "SMS ALERT CHARGES", 20_000);
  if (dayNumber === 3) day.book("debit", "DSTV SUBSCRIPTION MULTICHOICE", 1_250_000);
  if (dayNumber === 28 && person.salary_kobo > 0) day.book("debit", `PIGGYVEST AUTOSAVE`, person.salary_kobo * 0.05);
  if (person.trait === "borrower" && dayNumber === 2)
    day.book("debit", "LOAN REPAYMENT/RENMONEY MFB", person.salary_kobo * 0.12);
  if (person.trait === "defaulter" && dayNumber === 2 && day.random() < 0.5)
    day.book("debit", "LOAN REPAYMENT/FAIRMONEY MFB", person.salary_kobo * 0.1);
  if (person.trait === "bouncer" && dayNumber === 20) {
    const due = person.salary_kobo * 0.3;
    if (day.balance() >= due) return day.book("debit", "DIRECT DEBIT/CARBON LOAN", due);
    day.book("debit", "DD RETURNED UNPAID-INSUFFICIENT FUNDS/CARBON LOAN", Math.min(50_000, day.balance()));
  }
}

/** Daily life: a share of what is there. */
function spend(person: Person, day: Day): void {
  const share = person.trait === "bouncer" ? 0.16 : person.trait === "gambler" ? 0.05 : 0.06;
  if (day.random() < 0.45)
    day.book("debit", `POS/${pick(SHOPS, day.random())}`, day.balance() * share * (0.3 + day.random()));
  if (day.random() < 0.22)
    day.book("debit", `TRF TO ${pick(FRIENDS, day.random())}`, day.balance() * share * (0.5 + day.random()));
  if (day.random() < 0.15)
    day.book(
      "debit",
      `AIRTIME/${pick(["MTN", "GLO", "AIRTEL", "9MOBILE"], day.random())}`,
      pick([50_000, 100_000, 200_000, 300_000], day.random()),
    );
  if (day.random() < 0.05) day.book("debit", `ATM WITHDRAWAL`, pick([500_000, 1_000_000, 2_000_000], day.random()));
  if (day.random() < 0.04)
    day.book("debit", "IKEDC PREPAID ELECTRICITY", pick([500_000, 1_000_000, 1_500_000], day.random()));
  if (person.trait === "gambler" && day.random() < 0.6)
    day.book("debit", `WEB/${pick(BETTING, day.random())}`, day.balance() * 0.06 * (0.3 + day.random()));
  if (person.trait === "gambler" && day.random() < 0.06)
    day.book("credit", `${pick(BETTING, day.random())} PAYOUT`, 1_500_000 * day.random());
}
