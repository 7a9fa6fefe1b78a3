import { describe, expect, it, test } from "vitest";
import { addDays } from "../calendar.ts";
import { analyseStatement, categoryOf, type StatementTransaction } from "./index.ts";

/** Rows with a running balance, in naira. */
function statement(opening: number, rows: [string, string, number][]): StatementTransaction[] {
  let balance = BigInt(opening) * 100n;
  return rows
    .toSorted((left, right) => (left[0] < right[0] ? -1 : 1))
    .map(([booked_on, narration, naira], index) => {
      balance += BigInt(naira) * 100n;
      return {
        row: index + 2,
        booked_on,
        narration,
        reference: null,
        amount_kobo: BigInt(naira) * 100n,
        balance_kobo: balance,
      };
    });
}

const salaried = statement(10_000, [
  ["2026-01-28", "NIP/ACME NIGERIA LTD/SALARY JAN 2026", 250_000],
  ["2026-02-27", "NIP/ACME NIGERIA LTD/SALARY FEB 2026", 250_000],
  ["2026-03-31", "NIP/ACME NIGERIA LTD/SALARY MAR 2026", 255_000],
  ["2026-04-30", "NIP/ACME NIGERIA LTD/SALARY APR 2026", 250_000],
  ["2026-01-05", "TRF FROM BOLA ADE 00123", 20_000],
  ["2026-02-05", "TRF FROM BOLA ADE 00456", 20_000],
  ["2026-03-05", "TRF FROM BOLA ADE 00789", 20_000],
  ["2026-04-05", "TRF FROM BOLA ADE 00999", 20_000],
  ["2026-01-29", "HOUSE RENT TO LANDLORD", -150_000],
  ["2026-02-03", "RENMONEY LOAN DISBURSEMENT", 60_000],
  ["2026-03-03", "RENMONEY LOAN REPAYMENT", -33_000],
  ["2026-04-03", "RENMONEY LOAN REPAYMENT", -33_000],
  ["2026-02-10", "BET9JA DEPOSIT", -5_000],
  ["2026-02-11", "BET9JA WINNING", 12_000],
  ["2026-03-20", "RETURNED CHEQUE CHARGE", -1_000],
  ["2026-04-01", "POS SHOPRITE", -30_000],
]);
const rowsOf = (word: string): number[] =>
  salaried.filter(({ narration }) => narration.includes(word)).map(({ row }) => row);

describe("analysis of a statement", () => {
  const analysis = analyseStatement(salaried, 1_000_000n);
  it("finds the salary with its amount, day, confidence and rows", () => {
    expect(analysis.salary).toMatchObject({
      payer: "acme nigeria ltd salary",
      amount_kobo: 25_000_000n,
      confidence: 100,
      rows: rowsOf("SALARY"),
    });
    expect([28, 29, 30, 31]).toContain(analysis.salary?.day);
  });
  it("finds other income that comes every month", () => {
    expect(analysis.regular_income).toHaveLength(1);
    expect(analysis.regular_income[0]).toMatchObject({
      payer: "bola ade",
      amount_kobo: 2_000_000n,
      day: 5,
      rows: rowsOf("BOLA"),
    });
  });
  it("finds loans, repayments, rent, bets and bounced debits, each with its rows", () => {
    expect(analysis.loan_inflows).toEqual({
      count: 1,
      in_kobo: 6_000_000n,
      out_kobo: 0n,
      rows: rowsOf("DISBURSEMENT"),
    });
    expect(analysis.loan_repayments).toEqual({
      count: 2,
      in_kobo: 0n,
      out_kobo: 6_600_000n,
      rows: rowsOf("REPAYMENT"),
    });
    expect(analysis.rent).toMatchObject({ out_kobo: 15_000_000n, rows: rowsOf("RENT") });
    expect(analysis.gambling).toEqual({ count: 2, in_kobo: 1_200_000n, out_kobo: 500_000n, rows: rowsOf("BET9JA") });
    expect(analysis.bounced_debits).toMatchObject({ count: 1, rows: rowsOf("RETURNED") });
  });
  it("counts as income neither loans nor bets", () => {
    // January has no first days: February to April count.
    expect(analysis.income_a_month_kobo).toBe(27_166_667n);
    expect(analysis.income_basis).toEqual({
      from: "2026-02-01",
      to: "2026-04-30",
      months: 3,
      income_kobo: (250_000n * 2n + 255_000n + 60_000n) * 100n,
    });
  });
  it.each([
    ["2026-09-01", "2026-11-22", ["2026-09-25", "2026-10-25"], 2],
    ["2026-09-17", "2026-11-22", ["2026-09-25", "2026-10-25"], 1],
    ["2026-09-26", "2026-12-05", ["2026-10-27", "2026-11-27"], 2],
    ["2026-09-20", "2026-10-19", ["2026-09-25"], 1],
  ])("from %s to %s: a salary each month is a salary a month", (from, to, paid, months) => {
    const rows = [[from, "POS", -1], ...paid.map((on) => [on, "SALARY ACME", 295_966]), [to, "POS", -1]];
    const { income_a_month_kobo, income_basis } = analyseStatement(statement(0, rows as [string, string, number][]));
    expect([income_a_month_kobo, income_basis.months]).toEqual([29_596_600n, months]);
  });
  it("takes the days that the statement says it covers, where its movements do not show them", () => {
    const rows = statement(0, [["2026-10-25", "SALARY ACME", 100_000]]);
    const basis = (period?: { from: string; to: string }) => analyseStatement(rows, null, period).income_basis;
    expect(basis({ from: "2026-09-01", to: "2026-10-31" })).toMatchObject({ months: 2 });
    expect(basis()).toEqual({ from: "2026-10-25", to: "2026-10-25", months: 1, income_kobo: 10_000_000n });
  });
  it("shows the months: flow, closing, lowest and average balance, with rows", () => {
    expect(analysis.months.map(({ month }) => month)).toEqual(["2026-01", "2026-02", "2026-03", "2026-04"]);
    const [january] = analysis.months;
    expect(january).toMatchObject({
      in_kobo: 27_000_000n,
      out_kobo: 15_000_000n,
      net_kobo: 12_000_000n,
      closing_balance_kobo: 13_000_000n,
      lowest_balance_kobo: 1_000_000n,
      lowest_balance_row: 2,
      rows: [2, 3, 4],
    });
    // 5th–27th 30,000; 28th 280,000; 29th–31st 130,000.
    expect(january?.average_balance_kobo).toBe((23n * 3_000_000n + 28_000_000n + 3n * 13_000_000n) / 27n);
    expect(analysis.months.reduce((sum, { net_kobo }) => sum + net_kobo, 1_000_000n)).toBe(
      analysis.months.at(-1)?.closing_balance_kobo,
    );
  });
  it("recognises a salary without the word by its regularity, with less confidence", () => {
    const { salary } = analyseStatement(
      statement(0, [
        ["2026-01-30", "ACME VENTURES", 180_000],
        ["2026-02-27", "ACME VENTURES", 180_000],
        ["2026-03-31", "ACME VENTURES", 180_000],
      ]),
    );
    expect(salary).toMatchObject({ payer: "acme ventures", confidence: 75 });
  });
  it("recognises salaries whose text is another one every month", () => {
    const { salary } = analyseStatement(
      statement(0, [
        ["2026-01-25", "SALARY ONE", 100_000],
        ["2026-02-25", "PAYROLL BATCH", 100_000],
        ["2026-03-25", "WAGES DUE", 100_000],
      ]),
    );
    expect(salary).toMatchObject({ amount_kobo: 10_000_000n, day: 25, rows: [2, 3, 4] });
  });
  it("sees no salary in irregular transfers, and nothing in nothing", () => {
    expect(
      analyseStatement(
        statement(0, [
          ["2026-01-02", "FROM TUNDE", 5_000],
          ["2026-02-19", "FROM TUNDE", 90_000],
          ["2026-06-11", "FROM TUNDE", 700],
        ]),
      ).salary,
    ).toBeNull();
    expect(analyseStatement([])).toMatchObject({ from: null, salary: null, months: [], income_a_month_kobo: 0n });
  });
  it("gives no balances where neither rows nor heading have any", () => {
    const rows = statement(0, [["2026-01-02", "A", 5]]).map((row) => ({ ...row, balance_kobo: null }));
    expect(analyseStatement(rows).months[0]).toMatchObject({ average_balance_kobo: null, lowest_balance_kobo: null });
    expect(analyseStatement(rows, 100n).months[0]).toMatchObject({
      closing_balance_kobo: 600n,
      lowest_balance_kobo: 100n,
    });
  });
  it("takes two years of 3,000 rows and a date that is centuries off", () => {
    const rows = statement(
      0,
      Array.from(
        { length: 3_000 },
        (_, index) =>
          [addDays("2024-01-01", Math.floor(index / 4)), `TRF FROM PAYER ${index % 7}`, 1] as [string, string, number],
      ),
    );
    expect(analyseStatement(rows).months).toHaveLength(25);
    expect(
      analyseStatement([
        { row: 1, booked_on: "0026-01-01", narration: "", reference: null, amount_kobo: 1n, balance_kobo: 1n },
        ...rows,
      ]).months,
    ).toHaveLength(25);
  });
});

test.each([
  ["SALARY ADVANCE FROM PAYDAY", 1n, "loan_inflow"],
  ["CARBON LOAN CREDIT", 1n, "loan_inflow"],
  ["TRF FROM CARBON ACCOUNT", 1n, "none"],
  ["LOAN REPAYMENT RVSL", 1n, "reversal"],
  ["CAR RENT ABUJA", -1n, "none"],
  ["SPORTYBET_TOPUP", -1n, "gambling"],
  ["DIRECT DEBIT RETURNED INSUFFICIENT FUNDS", -1n, "bounced_debit"],
  ["SAL/JAN/2026", 1n, "salary_word"],
  ["PARENT SUPPORT", -1n, "none"],
] as const)("%s of %i is %s", (narration, amount_kobo, category) => {
  expect(categoryOf({ narration, amount_kobo })).toBe(category);
});
