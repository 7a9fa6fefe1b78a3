/** What is made of movements: kinds, payers, incomes and months, each figure worked out by hand. */
import { describe, expect, it, test } from "vitest";
import { addDays } from "../calendar.ts";
import { analyseStatement } from "./analyse.ts";
import { breakDown } from "./breakdown.ts";
import { categoryOf, payerOf } from "./categories.ts";
import { findIncome } from "./income.ts";
import { monthPictures } from "./months.ts";
import type { StatementTransaction } from "./types.ts";

const movement = (
  row: number,
  booked_on: string,
  narration: string,
  amount_kobo: bigint,
  balance_kobo: bigint | null = null,
): StatementTransaction => ({ row, booked_on, narration, reference: null, amount_kobo, balance_kobo });
const categorised = (rows: [string, string, bigint][]) =>
  rows.map(([booked_on, narration, amount_kobo], index) => ({
    ...movement(index + 1, booked_on, narration, amount_kobo),
    category: categoryOf({ narration, amount_kobo }),
  }));

const OUT = {
  bounced_debit: [
    "RETURN CHEQUE",
    "RETURNED CHQ",
    "DISHONOURED ITEM",
    "DISHONORED CHEQUES",
    "BOUNCED THE MANDATE",
    "UNPAID DEBIT",
    "FAILED 1 DIRECT DEBIT",
    "DUD CHEQUE",
    "CHEQUE NO 123 RETURNED",
    "CHQ DISHONOURED",
    "DIRECT DEBIT BOUNCED",
    "MANDATE 5 UNPAID",
    "MANDATE FAILED",
    "INSUFF FUNDS",
    "INSUFFICIENT FUND",
    "INSUFF BAL",
    "INSUFFICIENT BALANCE",
    "NSF FEE",
  ],
  gambling: [
    "BET9JA",
    "SPORTY BET",
    "SPORTYBET",
    "1X BET",
    "1XBET",
    "BET KING",
    "NAIRABET",
    "BETWAY",
    "MSPORT",
    "LOTTO",
    "CASINO",
    "BETTING",
    "SPORTS BET",
    "BABA IJEBU",
    "BETKING",
    "PARIMATCH",
    "BANGBET",
    "NAIJABET",
    "MERRYBET",
    "SUREBET",
    "LIVESCOREBET",
    "ACCESSBET",
    "ILOTBET",
    "SPORTSBET",
    "BET_KING",
  ],
  loan_repayment: [
    "RENMONEY",
    "PALM CREDIT",
    "PALMCREDIT",
    "OKASH",
    "PAGE FINANCIAL",
    "PAGE FINANCIALS",
    "QUICKCHECK",
    "CREDITVILLE",
    "FASTCREDIT",
    "QUICKCREDIT",
    "PAYDAYLOAN",
    "LENDSQR",
    "LOAN",
    "LOANS",
    "DISBURSEMENT",
    "OVERDRAFT FACILITY",
    "CREDIT FACILITY",
    "REPAYMENT",
  ],
  rent: ["HOUSE RENT", "RENT", "LANDLORD", "LANDLADY", "TENANCY", "CAUTION FEE"],
  none: [
    "CAR RENT",
    "VEHICLE RENT",
    "RENT OF CHAIR",
    "RENT CHAIRS",
    "CANOPY RENT",
    "HALL RENT",
    "RENTAL",
    "PARENT",
    "REPAY",
    "SALARY",
    "REVERSAL",
    "RETURNED GOODS",
    `RETURNED ${"X".repeat(25)} CHEQUE`,
    "ALPHABET9JA",
    "RECHEQUE RETURNED",
  ],
} as const;
const IN = {
  loan_inflow: ["LOAN", "SALARY ADVANCE", "PAYDAY ADVANCE", "DISBURSEMENTS", "AELLA", "CREDIT DIRECT", "PAYDAY LOAN"],
  reversal: ["REVERSAL", "REVERSED", "RVSL", "REV 123", "REFUND", "REFUNDED", "LOAN RVSL"],
  salary_word: [
    "SALARY",
    "SALARIES",
    "PAYROLL",
    "WAGE",
    "WAGES",
    "STIPEND",
    "REMUNERATION",
    "MONTHLY PAY",
    "NET PAY",
    "SAL/JAN",
    "SAL-JAN",
    "SAL:JAN",
    "SAL JAN",
    "JAN_SALARY",
  ],
  none: [
    "LOAN REPAYMENT",
    "LOAN REPAY",
    "LOAN INSTALMENT",
    "LOAN INSTALLMENT",
    "LOAN LIQUIDATION",
    "LOAN RECOVERY",
    "SALAD",
    "SALJAN",
    "HOUSE RENT",
    "REVIEW",
    "REPAYMENT",
  ],
  gambling: ["BET9JA WINNING"],
  bounced_debit: ["RETURNED CHEQUE"],
} as const;

describe("categories", () => {
  test.each(Object.entries(OUT).flatMap(([category, texts]) => texts.map((text) => [text, category] as const)))(
    "money out for %s is %s",
    (narration, category) => {
      expect(categoryOf({ narration, amount_kobo: -1n })).toBe(category);
    },
  );
  test.each(Object.entries(IN).flatMap(([category, texts]) => texts.map((text) => [text, category] as const)))(
    "money in for %s is %s",
    (narration, category) => {
      expect(categoryOf({ narration, amount_kobo: 1n })).toBe(category);
    },
  );
  const FILLERS =
    "transfer trf trsf from to nip nibss neft rtgs via mob mobile ussd web ft frm credit cr payment pymt for the of ref inward inflow and by b o month being";
  it.each([
    ...FILLERS.split(" "),
    "jan",
    "January",
    "feb",
    "february",
    "mar",
    "march",
    "apr",
    "april",
    "may",
    "jun",
    "june",
    "jul",
    "july",
    "aug",
    "august",
    "sep",
    "sept",
    "september",
    "oct",
    "october",
    "nov",
    "november",
    "dec",
    "december",
    "2026",
    "A1B2",
    "- / -",
  ])("%s names nobody", (word) => {
    expect(payerOf(word)).toBe("");
  });
  it("the payer is the first four words that name somebody", () => {
    expect(payerOf("NIP/TRF FROM Ada-Obi & SONS/0123/Lagos Branch JAN")).toBe("ada obi & sons");
    expect(payerOf("MARCHING JANET MAYOR")).toBe("marching janet mayor");
    expect(payerOf("")).toBe("");
    expect(payerOf("DECEMBERS")).toBe("decembers");
  });
});

describe("the breakdown", () => {
  it.each([
    ["bank_charges", ["SMS ALERT", "STAMP DUTY", "EMTL", "CHARGE", "CHARGES", "VAT ON POS", "COT"]],
    ["airtime_and_data", ["AIRTIME", "DATA PLAN", "DATA BUNDLE", "VTU", "MTN"]],
    ["power_and_bills", ["IKEDC PREPAID", "DSTV", "WATER BILL"]],
    ["cash", ["ATM LAGOS", "CASH WITHDRAWAL"]],
    ["card_purchases", ["POS_SHOPRITE", "WEB PURCHASE", "PAYSTACK"]],
    ["transfers", ["TRF TO ADA", "NIP TRANSFER", "NEFT"]],
    ["other_spending", ["GIFT", "POSITION"]],
    ["loan_repayment", ["RENMONEY"]],
    ["rent", ["HOUSE RENT"]],
  ])("calls %s what it is", (name, narrations) => {
    for (const narration of narrations)
      expect(breakDown(categorised([["2026-01-01", narration, -1n]])).outgoings[0]?.name, `${narration}`).toEqual(name);
  });
  it("calls money in by its category, other income else", () => {
    const names = (narration: string) =>
      breakDown(categorised([["2026-01-01", narration, 1n]])).income.map(({ name }) => name);
    expect(["SALARY", "ADA", "LOAN", "REFUND"].map(names)).toEqual([
      ["salary"],
      ["other_income"],
      ["loan_inflow"],
      ["reversal"],
    ]);
  });
  it("puts the larger first and months in order, leaves out who has no name, and keeps ten of each", () => {
    const rows = categorised([
      ["2026-02-01", "ADA", 5n],
      ["2026-01-01", "ADA", 2n],
      ["2026-01-02", "BOLA", 9n],
      ["2026-01-03", "TRF 123", 1n],
      ["2026-01-04", "CHIDI", 7n],
      ...Array.from({ length: 11 }, (_, index): [string, string, bigint] => [
        "2026-01-05",
        `P${"ABCDEFGHIJK"[index]}`,
        -BigInt(index + 1),
      ]),
    ]);
    const { payers, payees, income, outgoings } = breakDown([
      ...rows,
      { ...movement(99, "2026-01-09", "ZERO", 0n), category: "none" },
    ]);
    expect(payers.map(({ name, total_kobo, count, rows: numbers }) => [name, total_kobo, count, numbers])).toEqual([
      ["bola", 9n, 1, [3]],
      ["ada", 7n, 2, [1, 2]],
      ["chidi", 7n, 1, [5]],
    ]);
    expect(payers[1]?.months).toEqual([
      { month: "2026-01", total_kobo: 2n },
      { month: "2026-02", total_kobo: 5n },
    ]);
    expect(payees.map(({ name }) => name)).toEqual([..."KJIHGFEDCB"].map((letter) => `p${letter.toLowerCase()}`));
    expect([income, outgoings].map((parts) => parts.reduce((sum, { count }) => sum + count, 0))).toEqual([5, 11]);
  });
  it("names ten payers at most", () => {
    expect(
      breakDown(categorised(Array.from({ length: 11 }, (_, index) => ["2026-01-05", `P${"ABCDEFGHIJK"[index]}`, 1n])))
        .payers,
    ).toHaveLength(10);
  });
});

const monthly = (narration: string, amounts: number[], days: string[]): [string, string, bigint][] =>
  amounts.map((amount, index) => [days[index] ?? "", narration, BigInt(amount)]);
const incomes = (...rows: [string, string, bigint][]) => {
  const { salary, regular } = findIncome(categorised(rows.toSorted(([left], [right]) => (left < right ? -1 : 1))));
  return { salary, regular };
};

describe("incomes", () => {
  const days = ["2026-01-01", "2026-03-31", "2026-04-05", "2026-05-06"];
  it("weigh months, steady amounts and days: 35 + 15 + 15 points make a salary without the word", () => {
    const { salary } = incomes(...monthly("ACME", [100, 100, 115, 116], days));
    expect(salary).toEqual({
      payer: "acme",
      amount_kobo: 100n,
      day: 1,
      confidence: 65,
      payments: [100n, 100n, 115n, 116n].map((amount_kobo, index) => ({
        row: index + 1,
        booked_on: days[index],
        amount_kobo,
      })),
      rows: [1, 2, 3, 4],
    });
    expect(incomes(...monthly("ACME SALARY", [100, 100, 115, 116], days)).salary?.confidence).toBe(90);
    expect(incomes(...monthly("ACME", [85, 84, 100, 100], days)).salary?.confidence).toBe(60);
  });
  it("of 60 points are a salary, of less a regular income", () => {
    const { salary, regular } = incomes(...monthly("ACME", [84, 84, 100, 116], days));
    expect(salary?.confidence).toBe(60);
    expect(regular.map(({ confidence }) => confidence)).toEqual([]);
    const less = incomes(...monthly("ACME", [70, 85, 100, 116], days));
    expect(less.salary).toBe(null);
    expect(less.regular.map(({ confidence }) => confidence)).toEqual([60 - 5]);
  });
  it("of the same points are ordered by amount, the larger first", () => {
    const steady = ["2026-01-25", "2026-02-25", "2026-03-25"];
    const { salary, regular } = incomes(
      ...monthly("ACME", [500, 500, 500], steady),
      ...monthly("BETA", [900, 900, 900], steady),
      ...monthly("GAMMA", [700, 700, 700], steady),
    );
    expect(salary?.payer).toBe("beta");
    expect(regular.map(({ payer }) => payer)).toEqual(["gamma", "acme"]);
  });
  it("are regular with three payments in half of the months", () => {
    const regularOf = (last: string) =>
      incomes(
        ["2026-01-01", "ADA", 10n],
        ["2026-01-20", "ADA", 500n],
        ["2026-02-10", "ADA", 90n],
        [last, "X", -1n],
      ).regular.map(({ payer, amount_kobo }) => [payer, amount_kobo]);
    expect(regularOf("2026-04-30")).toEqual([["ada", 90n]]);
    expect(regularOf("2026-06-30")).toEqual([]);
    expect(incomes(["2026-01-01", "ADA", 10n], ["2026-02-20", "ADA", 500n], ["2026-03-30", "X", -1n]).regular).toEqual(
      [],
    );
  });
  it("are no salary in one month only, nor when a salary comes once", () => {
    expect(incomes(["2026-01-25", "ACME SALARY", 10n], ["2026-01-25", "ACME SALARY", 10n]).salary).toBeNull();
    expect(incomes(["2026-01-25", "ACME SALARY", 10n], ["2026-02-25", "X", -10n]).salary).toBeNull();
  });
  it("whose text changes share the name salary, those that come again keep their own", () => {
    const { salary, regular } = incomes(
      ["2026-01-25", "SALARY ONE", 10n],
      ["2026-02-25", "WAGES TWO", 10n],
      ["2026-03-25", "ADA", 10n],
    );
    expect(salary?.payer).toBe("salary");
    expect(salary?.rows).toEqual([1, 2]);
    expect(regular).toEqual([]);
    const named = incomes(
      ["2026-01-25", "SALARY ACME", 10n],
      ["2026-02-25", "SALARY ACME", 10n],
      ["2026-03-25", "WAGES", 10n],
      ["2026-03-26", "PAYROLL", 10n],
    );
    expect(named.salary?.payer).toBe("salary acme");
    expect(named.salary?.rows).toEqual([1, 2]);
  });
  it("are neither loans, bets nor payments without a name", () => {
    const steady = ["2026-01-25", "2026-02-25", "2026-03-25"];
    for (const narration of ["RENMONEY", "BET9JA", "REFUND", "TRF 123"])
      expect(incomes(...monthly(narration, [5, 5, 5], steady))).toEqual({ salary: null, regular: [] });
    expect(incomes(...monthly("ACME", [-5, -5, -5], steady))).toEqual({ salary: null, regular: [] });
  });
});

describe("months", () => {
  it("take balances from where they are known on, and an opening balance as the lowest of its month", () => {
    const rows = [
      movement(2, "2026-01-30", "A", 500n),
      movement(3, "2026-01-31", "B", 300n, 800n),
      movement(4, "2026-02-02", "C", -900n),
    ];
    expect(monthPictures(rows, null)).toEqual([
      {
        month: "2026-01",
        in_kobo: 800n,
        out_kobo: 0n,
        net_kobo: 800n,
        average_balance_kobo: 800n,
        lowest_balance_kobo: 800n,
        lowest_balance_row: 3,
        closing_balance_kobo: 800n,
        rows: [2, 3],
      },
      {
        month: "2026-02",
        in_kobo: 0n,
        out_kobo: 900n,
        net_kobo: -900n,
        average_balance_kobo: 350n,
        lowest_balance_kobo: -100n,
        lowest_balance_row: 4,
        closing_balance_kobo: -100n,
        rows: [4],
      },
    ]);
    expect(monthPictures(rows, 100n)[0]).toMatchObject({
      average_balance_kobo: 700n,
      lowest_balance_kobo: 100n,
      lowest_balance_row: 2,
    });
    expect(monthPictures([], 5n)).toEqual([]);
  });
  it("keep the first row of the same lowest balance, also one of the month before", () => {
    const rows = [
      movement(1, "2026-01-30", "A", 5n, 5n),
      movement(2, "2026-02-01", "B", 5n, 10n),
      movement(3, "2026-02-02", "C", -5n, 5n),
      movement(4, "2026-02-02", "D", 0n, 5n),
    ];
    expect(
      monthPictures(rows, null).map(({ lowest_balance_row, out_kobo, rows: numbers }) => [
        lowest_balance_row,
        out_kobo,
        numbers,
      ]),
    ).toEqual([
      [1, 0n, [1]],
      [1, 5n, [2, 3, 4]],
    ]);
  });
  it("go back twenty years from the last, not a day more", () => {
    const last = "2026-01-31";
    const at = (days: number) =>
      monthPictures([movement(1, addDays(last, -days), "A", 1n), movement(2, last, "B", 1n)], null);
    expect(at(7_305).length).toBe(241);
    expect(at(7_306).length).toBe(1);
    expect(at(7_306)[0]?.rows).toEqual([2]);
  });
});

describe("the analysis", () => {
  it("says when the statement runs and what a month brings and costs, halves to even", () => {
    const analysis = analyseStatement([
      movement(2, "2026-01-01", "ADA", 500n),
      movement(3, "2026-02-01", "SALARY", 501n),
      movement(4, "2026-02-03", "REFUND", 7n),
      movement(5, "2026-02-28", "RENT", -5n),
    ]);
    expect(analysis).toMatchObject({
      from: "2026-01-01",
      to: "2026-02-28",
      transactions: 4,
      income_a_month_kobo: 500n,
      spending_a_month_kobo: 2n,
      rent: { count: 1, in_kobo: 0n, out_kobo: 5n, rows: [5] },
      gambling: { count: 0, in_kobo: 0n, out_kobo: 0n, rows: [] },
    });
    expect(analyseStatement([])).toMatchObject({ from: null, to: null, transactions: 0, spending_a_month_kobo: 0n });
  });
});
