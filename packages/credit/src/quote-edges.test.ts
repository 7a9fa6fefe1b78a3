/** Quotes at their edges: what is refused with which words, the last value that is taken, and schedules worked out by hand. */
import { describe, expect, it, test } from "vitest";
import { fraction, printDecimal } from "./decimal.ts";
import { quote } from "./quote.ts";
import { exactInstalment } from "./schedule.ts";
import { QuoteError, type QuoteRequest } from "./types.ts";

/** What a request is refused for: field and message. */
function refusal(work: () => unknown): [field: string, message: string] {
  try {
    work();
  } catch (error) {
    if (error instanceof QuoteError) return [error.field, error.message];
    throw error;
  }
  return ["", "not refused"];
}

const terms: QuoteRequest = {
  principal_kobo: 12_000_000n,
  annual_rate_percent: "24",
  instalments: 12,
  method: "flat",
  disbursed_on: "2026-01-31",
  first_due_on: "2026-02-28",
};
const ONE_OF = "this field has to be one of ";
const FIRST_DUE = "this field must be a date, for example 2026-02-28";

describe("a quote is refused", () => {
  test.each<[string, string, object]>([
    ["annual_rate_percent", "this field must be a decimal number, for example 15.5", { annual_rate_percent: "x" }],
    ["annual_rate_percent", "this field has to be at most 1000", { annual_rate_percent: "1000.01" }],
    ["frequency", `${ONE_OF}monthly, weekly, biweekly`, { frequency: "daily" }],
    ["method", `${ONE_OF}flat, declining, equal_principal`, { method: "balloon" }],
    ["interest", `${ONE_OF}per_period, daily`, { interest: "weekly" }],
    ["day_count", `${ONE_OF}actual/365, actual/360, 30/360, actual/actual`, { day_count: "actual/364" }],
    ["rounding_mode", `${ONE_OF}nearest, up`, { rounding_mode: "down" }],
    ["interest", "daily interest goes with the declining method only", { interest: "daily" }],
    ["disbursed_on", "this field must be a date, for example 2026-01-31", { disbursed_on: "2026-02-30" }],
    ["first_due_on", FIRST_DUE, { first_due_on: "soon" }],
    ["first_due_on", "the first due date has to be after the disbursement", { first_due_on: "2026-01-31" }],
    ["due_day", "this field has to be a day of the month, 1 to 31", { due_day: 0 }],
    ["first_due_on", "this date is too far away", { first_due_on: "9969-01-01" }],
    ["principal_kobo", "this field has to be at least 1", { principal_kobo: 0n }],
    ["principal_kobo", "this amount is too large", { principal_kobo: BigInt(Number.MAX_SAFE_INTEGER) + 1n }],
    [
      "principal_kobo",
      "this loan adds up to more than can be stated",
      { principal_kobo: BigInt(Number.MAX_SAFE_INTEGER) },
    ],
    ["instalments", "this field has to be a whole number from 1 to 360", { instalments: 0 }],
    ["instalments", "this field has to be a whole number from 1 to 360", { instalments: 1.5 }],
    ["instalments", "this field has to be a whole number from 1 to 360", { instalments: 361 }],
    ["rounding_multiple_kobo", "this field has to be at least 1", { rounding_multiple_kobo: 0n }],
    ["principal_grace", "this field has to be less than the number of instalments", { principal_grace: 12 }],
    ["principal_grace", "this field has to be less than the number of instalments", { principal_grace: -1 }],
    ["interest_moratorium", "this field cannot exceed the number of instalments", { interest_moratorium: 13 }],
    ["interest_moratorium", "this field cannot exceed the number of instalments", { interest_moratorium: -1 }],
    ["equity_contribution_kobo", "this field has to be less than the principal", { equity_contribution_kobo: -1n }],
    [
      "equity_contribution_kobo",
      "this field has to be less than the principal",
      { equity_contribution_kobo: 12_000_000n },
    ],
    [
      "fees.1.kobo",
      "this field has to be at least 0",
      {
        fees: [
          { kobo: 0n, when: "upfront" },
          { kobo: -1n, when: "upfront" },
        ],
      },
    ],
    ["fees.0.when", `${ONE_OF}upfront, each_instalment`, { fees: [{ kobo: 1n, when: "later" }] }],
    ["fees", "these fees leave nothing of the loan", { fees: [{ kobo: 12_000_000n, when: "upfront" }] }],
    [
      "annual_rate_percent",
      "this rate costs more than can be stated over these dates",
      {
        annual_rate_percent: "1000",
        method: "declining",
        interest: "daily",
        first_due_on: "2036-01-01",
        instalments: 1,
      },
    ],
    [
      "instalments",
      "this field is too large for this amount and rate: the last instalment would be 34 times the others",
      { principal_kobo: 100_000n, annual_rate_percent: "36", instalments: 360, method: "declining" },
    ],
    [
      "rounding_multiple_kobo",
      "this field is too large: an instalment would be nothing",
      { rounding_multiple_kobo: 10_000_000n, annual_rate_percent: "1" },
    ],
    [
      "rounding_multiple_kobo",
      "this field is too large: the loan would be paid back before its last instalment",
      { rounding_multiple_kobo: 10_000_000n, rounding_mode: "up", annual_rate_percent: "1" },
    ],
    [
      "instalments",
      "this field is too large for this amount and rate: an instalment would be nothing",
      { principal_kobo: 1n },
    ],
  ])("for %s: %s", (field, message, change) => {
    expect(refusal(() => quote({ ...terms, ...change }))).toEqual([field, message]);
  });
  test.each<[string, Partial<QuoteRequest>]>([
    ["1000 %", { annual_rate_percent: "1000" }],
    ["one instalment", { instalments: 1 }],
    ["360 instalments", { instalments: 360 }],
    ["a grace of all but the last", { principal_grace: 11 }],
    ["a moratorium of all", { interest_moratorium: 12 }],
    ["a due day of 1", { due_day: 1 }],
    ["a due day of 31", { due_day: 31 }],
    ["an equity of all but a kobo each", { equity_contribution_kobo: 11_999_900n }],
    ["a fee of nothing", { fees: [{ name: "None", kobo: 0n, when: "upfront" }] }],
    ["a first due date in 9968", { first_due_on: "9968-12-31" }],
    ["one kobo in one instalment", { principal_kobo: 1n, instalments: 1 }],
    ["a first due date on the day after", { first_due_on: "2026-02-01" }],
  ])("not for %s", (_, change) => {
    expect(refusal(() => quote({ ...terms, ...change }))).toEqual(["", "not refused"]);
  });
});

const parts = (rows: readonly { principal_kobo: bigint; interest_kobo: bigint }[]): [bigint, bigint][] =>
  rows.map(({ principal_kobo, interest_kobo }) => [principal_kobo, interest_kobo]);

describe("a schedule worked out by hand", () => {
  it("flat with a moratorium charges the periods after it, and keeps instalments level", () => {
    const { instalments, totals } = quote({ ...terms, instalments: 4, interest_moratorium: 2 });
    expect(totals.interest_kobo).toBe(480_000n);
    expect(parts(instalments)).toEqual([
      [3_120_000n, 0n],
      [3_120_000n, 0n],
      [2_880_000n, 240_000n],
      [2_880_000n, 240_000n],
    ]);
  });
  it("flat with a principal grace spreads principal and the interest after it", () => {
    expect(parts(quote({ ...terms, instalments: 4, principal_grace: 1 }).instalments)).toEqual([
      [0n, 240_000n],
      [4_000_000n, 240_000n],
      [4_000_000n, 240_000n],
      [4_000_000n, 240_000n],
    ]);
  });
  it("flat never charges more than the whole where each share is rounded up", () => {
    // 0.5 kobo a month, twelve of them: the whole is 6.
    const { instalments, totals } = quote({
      ...terms,
      principal_kobo: 150n,
      annual_rate_percent: "12",
      instalments: 5,
    });
    expect(totals.interest_kobo).toBe(8n);
    expect(instalments.map(({ interest_kobo }) => interest_kobo)).toEqual([2n, 2n, 2n, 2n, 0n]);
    const down = quote({ ...terms, principal_kobo: 140n, annual_rate_percent: "12", instalments: 5 }).instalments;
    expect(down.map(({ interest_kobo }) => interest_kobo)).toEqual([1n, 1n, 1n, 1n, 3n]);
  });
  it("daily counts each period's own days on its own balance", () => {
    const { instalments } = quote({
      ...terms,
      method: "declining",
      interest: "daily",
      principal_kobo: 36_500_000n,
      annual_rate_percent: "10",
      instalments: 3,
    });
    expect(instalments[0]?.interest_kobo).toBe(280_000n);
    for (const [index, days] of [28n, 31n, 30n].entries()) {
      const owed = index === 0 ? 36_500_000n : (instalments[index - 1]?.balance_kobo ?? 0n);
      expect(instalments[index]?.interest_kobo).toBe((owed * 10n * days * 2n + 36_500n) / 73_000n);
    }
  });
  it("declining with a moratorium and a grace levels the periods that pay", () => {
    const { instalments } = quote({
      ...terms,
      method: "declining",
      instalments: 6,
      principal_grace: 2,
      interest_moratorium: 3,
    });
    expect(parts(instalments).slice(0, 2)).toEqual([
      [0n, 0n],
      [0n, 0n],
    ]);
    expect(instalments[2]?.interest_kobo).toBe(0n);
    expect(new Set(instalments.slice(2, -1).map(({ total_kobo }) => total_kobo)).size).toBe(1);
    expect((instalments[5]?.total_kobo ?? 0n) - (instalments[4]?.total_kobo ?? 0n)).toBeLessThanOrEqual(5n);
    expect((instalments[4]?.total_kobo ?? 0n) - (instalments[5]?.total_kobo ?? 0n)).toBeLessThanOrEqual(5n);
  });
  it("the exact instalment is the annuity of the periods charged", () => {
    const rate = fraction(1n, 50n);
    // 2 % a period over two: P·(1.02²·0.02)/(1.02²−1) = P·0.51505 (51/99·1.02 = 2601/5050).
    expect(printDecimal(exactInstalment(5_050n, rate, 2, 0), 4)).toBe("2601.0000");
    // The first of two is free: x + x/1.02 = P.
    expect(printDecimal(exactInstalment(2_020n, rate, 2, 1), 4)).toBe("1020.0000");
    // 3 %: 203·(1.0609·0.03)/0.0609, and 203·1.03/2.03.
    const three = fraction(3n, 100n);
    expect(printDecimal(exactInstalment(203n, three, 2, 0), 4)).toBe("106.0900");
    expect(printDecimal(exactInstalment(203n, three, 2, 1), 4)).toBe("103.0000");
    expect(exactInstalment(10n, rate, 4, 4)).toEqual({ numerator: 5n, denominator: 2n });
    expect(exactInstalment(10n, fraction(0n), 4, 0)).toEqual({ numerator: 5n, denominator: 2n });
  });
  it("totals are sums: cost, VAT, what is received and what is repaid", () => {
    const fees = [
      { name: "Fee", kobo: 5n, when: "each_instalment" as const, vat_kobo: 1n },
      { name: "At once", kobo: 7n, when: "upfront" as const, vat_kobo: 2n },
    ];
    expect(quote({ ...terms, instalments: 2, fees }).totals).toEqual({
      principal_kobo: 12_000_000n,
      interest_kobo: 480_000n,
      fees_kobo: 17n,
      total_kobo: 12_480_017n,
      vat_kobo: 4n,
      received_kobo: 11_999_993n,
      repaid_kobo: 12_480_010n,
    });
    expect(
      refusal(() => quote({ ...terms, fees: [{ name: "Fee", kobo: 5n, when: "upfront", vat_kobo: 6n }] })),
    ).toEqual(["fees.0.vat_kobo", "the VAT cannot exceed the fee"]);
  });
});
