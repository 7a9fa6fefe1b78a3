import { banks } from "@manilla/contract/nigeria/banks";
import { describe, expect, test } from "vitest";
import { addMonths } from "../dates.ts";
import { isNuban } from "../nuban.ts";
import { creditHistory } from "./bureau.ts";
import { statementCsv, statementPdf } from "./files.ts";
import { type Person, createPeople } from "./people.ts";
import type { Trait } from "./people.data.ts";
import { type StatementLine, statementOf } from "./statement.ts";

const TODAY = "2026-11-21";
const people = createPeople(TODAY);
const withTrait = (trait: Trait): Person[] => people.all.filter((person) => person.trait === trait);
function lines(person: Person): StatementLine[] {
  const account = person.accounts[0];
  if (!account) throw new Error("Everybody has an account.");
  return statementOf(person, account, TODAY);
}

describe("people", () => {
  test("there are at least forty, each with numbers of their own that a form accepts", () => {
    expect(people.all.length).toBeGreaterThanOrEqual(40);
    for (const key of ["bvn", "nin", "phone", "email"] as const)
      expect(new Set(people.all.map((person) => person[key])).size).toBe(people.all.length);
    for (const { bvn, nin, phone, accounts } of people.all) {
      expect(`${bvn} ${nin}`).toMatch(/^\d{11} \d{11}$/);
      expect(phone).toMatch(/^\+234[789][01]\d{8}$/);
      for (const { bank_code, account_number } of accounts) {
        expect(isNuban(bank_code, account_number)).toBe(true);
        expect(banks.some(({ code }) => code === bank_code)).toBe(true);
      }
    }
  });

  test("they are the same however often they are made", () => {
    expect(createPeople(TODAY).all).toEqual(people.all);
    for (const person of people.all.slice(0, 5)) expect(lines(person)).toEqual(lines(person));
  });

  test("every account number leads back to its owner", () => {
    for (const person of people.all)
      for (const { account_number, bank_code } of person.accounts)
        expect(people.byAccount(account_number, bank_code)?.person).toBe(person);
  });
});

describe("statements", () => {
  test("balances follow from line to line, never below zero, and end yesterday", () => {
    for (const person of people.all) {
      const all = lines(person);
      for (const [index, line] of all.entries()) {
        const before = all[index - 1];
        if (before)
          expect(line.balance_kobo - before.balance_kobo).toBe(
            line.type === "credit" ? line.amount_kobo : -line.amount_kobo,
          );
        expect(line.balance_kobo).toBeGreaterThanOrEqual(0);
        expect(line.date < TODAY && line.date >= addMonths(TODAY, -12)).toBe(true);
      }
    }
  });

  test("salaries come every month to those who earn one, and to nobody else", () => {
    for (const person of [...withTrait("steady"), ...withTrait("borrower")]) {
      const months = new Set(
        lines(person)
          .filter(({ narration }) => narration.includes("SALARY"))
          .map(({ date }) => date.slice(0, 7)),
      );
      expect(months.size).toBeGreaterThanOrEqual(11);
    }
    for (const person of withTrait("irregular"))
      expect(lines(person).filter(({ narration }) => narration.includes("SALARY"))).toEqual([]);
  });

  test("gamblers bet, direct debits of bouncers return, thin files are short", () => {
    const count = (person: Person, text: RegExp): number =>
      lines(person).filter(({ narration }) => text.test(narration)).length;
    for (const person of withTrait("gambler")) expect(count(person, /BET/)).toBeGreaterThan(50);
    for (const person of withTrait("bouncer")) expect(count(person, /RETURNED UNPAID/)).toBeGreaterThan(2);
    for (const person of withTrait("thin_file")) expect(lines(person)[0]?.date.slice(0, 7)).toBe("2026-09");
  });

  test("a payout into the account appears as a credit on its day", () => {
    const person = people.all[0];
    const account = person?.accounts[0];
    if (!person || !account) throw new Error("There is a first person.");
    const found = statementOf(person, account, TODAY, [
      { date: "2026-11-20", type: "credit", narration: "LOAN", amount_kobo: 15_000_000 },
    ]).filter(({ narration }) => narration === "LOAN");
    expect(found).toMatchObject([{ date: "2026-11-20", amount_kobo: 15_000_000, type: "credit" }]);
  });

  test("the CSV has one row for each line and the PDF is a PDF", async () => {
    const person = people.all[2];
    const account = person?.accounts[0];
    if (!person || !account) throw new Error("There is a third person.");
    const rows = statementCsv(lines(person)).trim().split("\r\n");
    expect(rows[0]).toBe("Transaction Date,Value Date,Reference,Narration,Debit,Credit,Balance");
    expect(rows.length).toBe(lines(person).length + 1);
    expect((await statementPdf(person, account, TODAY, lines(person))).subarray(0, 5).toString()).toBe("%PDF-");
  });
});

describe("credit bureau", () => {
  test("defaulters have a loan written off and one overdue, thin files nothing", () => {
    for (const person of withTrait("defaulter")) {
      const { summary } = creditHistory(person, "crc", TODAY);
      expect(summary.non_performing_loans).toBe(2);
      expect(summary.total_overdue).toBeGreaterThan(0);
    }
    for (const person of withTrait("thin_file")) expect(creditHistory(person, "crc", TODAY).credit_history).toEqual([]);
    for (const person of withTrait("borrower"))
      expect(creditHistory(person, "crc", TODAY).summary).toMatchObject({
        open_loans: 1,
        non_performing_loans: 0,
        total_overdue: 0,
      });
  });
});
