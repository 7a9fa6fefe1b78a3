import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { quote } from "./quote.ts";
import type { QuoteRequest } from "./types.ts";
import { QuoteError } from "./types.ts";

const published: QuoteRequest = {
  principal_kobo: 500_000n,
  annual_rate_percent: "12",
  instalments: 18,
  frequency: "monthly",
  method: "declining",
  interest: "per_period",
  day_count: "actual/365",
  rounding_multiple_kobo: 100n,
  rounding_mode: "nearest",
  principal_grace: 0,
  disbursed_on: "2026-01-01",
  first_due_on: "2026-02-01",
  fees: [],
};
const dates = (request: Partial<QuoteRequest>): string[] =>
  quote({ ...published, ...request }).instalments.map((row) => row.due_on);
const fieldOf = (request: Partial<QuoteRequest>): string => {
  try {
    quote({ ...published, ...request });
  } catch (error) {
    if (error instanceof QuoteError) return error.field;
    throw error;
  }
  return "no error";
};

describe("the published example of Apache Fineract", () => {
  const { instalments, totals, irr_percent } = quote(published);
  it("has 17 instalments of 305.00 and a last one of 303.22", () => {
    expect(instalments.map((row) => row.total_kobo)).toEqual([...Array<bigint>(17).fill(30_500n), 30_322n]);
  });
  it("starts with 255.00 principal, 50.00 interest and 4,745.00 left", () => {
    expect(instalments[0]).toMatchObject({ principal_kobo: 25_500n, interest_kobo: 5_000n, balance_kobo: 474_500n });
  });
  it("costs 488.22 of interest, 12.68 % effective a year", () => {
    expect(totals).toEqual({
      principal_kobo: 500_000n,
      interest_kobo: 48_822n,
      fees_kobo: 0n,
      total_kobo: 548_822n,
      vat_kobo: 0n,
      received_kobo: 500_000n,
      repaid_kobo: 548_822n,
    });
    expect(irr_percent).toBe("12.68");
  });
});

describe("beside further published examples of Apache Fineract", () => {
  // Its feature C3152: 10,000 at 12 %, actual/actual, six months from 12 December 2023.
  const crossing: Partial<QuoteRequest> = {
    principal_kobo: 1_000_000n,
    instalments: 6,
    interest: "daily",
    day_count: "actual/actual",
    rounding_multiple_kobo: 1n,
    disbursed_on: "2023-12-12",
    first_due_on: "2024-01-12",
  };
  it("counts 20 days of 2023 and 11 of 2024: 101.82, where Fineract gives the last day of the year to the next one: 101.81", () => {
    const { instalments } = quote({ ...published, ...crossing });
    expect(instalments[0]?.interest_kobo).toBe(10_182n);
    const theirs = 1_000_000 * 0.12 * (19 / 365 + 12 / 366);
    expect(Math.round(theirs)).toBe(10_181);
    // Ours is the annuity by the month; theirs of the days, 1,725.56.
    expect(instalments[0]?.total_kobo).toBe(172_548n);
  });
  it("earns a day of 2024 as a 366th of the year, and a whole year as the rate", () => {
    const year = (disbursed_on: string, first_due_on: string) =>
      quote({ ...published, ...crossing, instalments: 1, disbursed_on, first_due_on }).totals.interest_kobo;
    expect([year("2024-01-01", "2025-01-01"), year("2023-01-01", "2024-01-01")]).toEqual([120_000n, 120_000n]);
    expect(year("2024-01-01", "2024-01-02")).toBe(328n);
  });
});

describe("methods", () => {
  it("flat spreads interest evenly and lets the last instalment take the rest", () => {
    const { instalments, totals } = quote({
      ...published,
      method: "flat",
      principal_kobo: 10_000_001n,
      annual_rate_percent: "30",
      instalments: 7,
      rounding_multiple_kobo: 1n,
    });
    expect(instalments.slice(0, 6).map((row) => row.interest_kobo)).toEqual(Array<bigint>(6).fill(250_000n));
    expect(totals.interest_kobo).toBe(1_750_000n);
    expect(instalments[0]?.total_kobo).toBe(1_678_572n);
    expect(instalments[6]?.total_kobo).toBe(1_678_569n);
  });
  it("equal principal repeats the principal and takes interest on the balance", () => {
    const { instalments } = quote({
      ...published,
      method: "equal_principal",
      principal_kobo: 100_000n,
      instalments: 3,
      rounding_multiple_kobo: 1n,
    });
    expect(instalments.map((row) => [row.principal_kobo, row.interest_kobo])).toEqual([
      [33_333n, 1_000n],
      [33_333n, 667n],
      [33_334n, 333n],
    ]);
  });
  it("equal principal has no instalment that a multiple could be asked of: the principal is rounded to the kobo", () => {
    const { instalments } = quote({
      ...published,
      method: "equal_principal",
      principal_kobo: 100_000n,
      instalments: 3,
      rounding_multiple_kobo: 10_000n,
    });
    expect(instalments.map(({ principal_kobo }) => principal_kobo)).toEqual([33_333n, 33_333n, 33_334n]);
  });
  it("daily interest counts days of 365, in leap years too", () => {
    const { instalments } = quote({
      ...published,
      interest: "daily",
      principal_kobo: 36_500_000n,
      annual_rate_percent: "10",
      disbursed_on: "2028-01-31",
      first_due_on: "2028-02-29",
      instalments: 6,
    });
    expect(instalments[0]?.interest_kobo).toBe(290_000n);
  });
  it("30/360 counts months of thirty days", () => {
    const { instalments } = quote({
      ...published,
      interest: "daily",
      day_count: "30/360",
      disbursed_on: "2026-01-31",
      first_due_on: "2026-03-31",
    });
    expect(instalments[0]?.interest_kobo).toBe(10_000n);
  });
  it("principal grace pays interest only, then solves over the rest", () => {
    const { instalments } = quote({ ...published, principal_grace: 6 });
    expect(instalments.slice(0, 6).map((row) => row.total_kobo)).toEqual(Array<bigint>(6).fill(5_000n));
    expect(instalments[6]?.total_kobo).toBe(44_400n);
    expect(instalments[17]?.balance_kobo).toBe(0n);
  });
  it("a loan without interest divides the principal", () => {
    const { totals, irr_percent, instalments } = quote({
      ...published,
      annual_rate_percent: "0",
      instalments: 3,
      rounding_multiple_kobo: 1n,
      principal_kobo: 100_000n,
    });
    expect(instalments.map((row) => row.total_kobo)).toEqual([33_333n, 33_333n, 33_334n]);
    expect([totals.interest_kobo, irr_percent]).toEqual([0n, "0.00"]);
  });
});

describe("equity contribution and interest moratorium", () => {
  it("what the person pays at the start is instalment 0 and bears no interest", () => {
    const { instalments, totals } = quote({
      ...published,
      principal_kobo: 600_000n,
      equity_contribution_kobo: 100_000n,
    });
    expect(instalments[0]).toEqual({
      number: 0,
      due_on: "2026-01-01",
      principal_kobo: 100_000n,
      interest_kobo: 0n,
      fees_kobo: 0n,
      total_kobo: 100_000n,
      balance_kobo: 500_000n,
    });
    expect(instalments.slice(1)).toEqual(quote(published).instalments);
    expect(totals.principal_kobo).toBe(600_000n);
  });
  it("instalments without interest at the start stay as large as the others", () => {
    const { instalments } = quote({ ...published, interest_moratorium: 3 });
    expect(instalments.slice(0, 4).map((row) => row.interest_kobo > 0n)).toEqual([false, false, false, true]);
    expect(new Set(instalments.slice(0, -1).map((row) => row.total_kobo)).size).toBe(1);
  });
});

describe("fees", () => {
  const fees = [
    { name: "Management", kobo: 25_000n, when: "upfront" as const },
    { name: "Insurance", kobo: 500n, when: "each_instalment" as const },
  ];
  it("upfront fees are in the totals and in no instalment; the others in each", () => {
    const { instalments, totals } = quote({ ...published, fees });
    expect(instalments[0]).toMatchObject({ fees_kobo: 500n, total_kobo: 31_000n });
    expect(totals).toEqual({
      principal_kobo: 500_000n,
      interest_kobo: 48_822n,
      fees_kobo: 34_000n,
      total_kobo: 582_822n,
      vat_kobo: 0n,
      received_kobo: 475_000n,
      repaid_kobo: 557_822n,
    });
  });
  it("raise the yearly cost above the rate", () => {
    expect(quote({ ...published, fees }).irr_percent).toBe("23.14");
  });
});

describe("due dates", () => {
  it("the 31st falls on the last day of shorter months and returns", () => {
    expect(dates({ disbursed_on: "2027-12-31", first_due_on: "2028-01-31", instalments: 5 })).toEqual([
      "2028-01-31",
      "2028-02-29",
      "2028-03-31",
      "2028-04-30",
      "2028-05-31",
    ]);
  });
  it("a due day that the first month lacks is returned to", () => {
    expect(dates({ first_due_on: "2026-02-28", due_day: 30, instalments: 3 })).toEqual([
      "2026-02-28",
      "2026-03-30",
      "2026-04-30",
    ]);
  });
  it("weeks and fortnights keep the weekday over the end of a year", () => {
    expect(
      dates({ disbursed_on: "2026-12-01", first_due_on: "2026-12-20", frequency: "weekly", instalments: 3 }),
    ).toEqual(["2026-12-20", "2026-12-27", "2027-01-03"]);
    expect(
      dates({ disbursed_on: "2026-12-01", first_due_on: "2026-12-20", frequency: "biweekly", instalments: 2 }),
    ).toEqual(["2026-12-20", "2027-01-03"]);
  });
});

describe("terms that cannot be met name the field to blame", () => {
  test.each<[string, Partial<QuoteRequest>]>([
    ["first_due_on", { first_due_on: "2026-01-01" }],
    ["first_due_on", { first_due_on: "2026-02-30" }],
    ["disbursed_on", { disbursed_on: "2026-13-01" }],
    ["interest", { interest: "daily", method: "flat" }],
    ["interest", { interest: "daily", method: "equal_principal" }],
    ["principal_grace", { principal_grace: 18 }],
    ["rounding_multiple_kobo", { rounding_multiple_kobo: 100_000n }],
    ["rounding_multiple_kobo", { rounding_multiple_kobo: 50_000n, rounding_mode: "up" }],
    ["rounding_multiple_kobo", { rounding_multiple_kobo: 0n }],
    ["instalments", { principal_kobo: 3n, rounding_multiple_kobo: 1n }],
    ["instalments", { instalments: 361 }],
    ["annual_rate_percent", { annual_rate_percent: "12,5" }],
    ["annual_rate_percent", { annual_rate_percent: "1000.1" }],
    ["due_day", { due_day: 32 }],
    ["instalments", { annual_rate_percent: "60", instalments: 360, rounding_multiple_kobo: 1n, rounding_mode: "up" }],
    ["fees", { fees: [{ name: "All of it", kobo: 500_000n, when: "upfront" }] }],
    [
      "annual_rate_percent",
      {
        annual_rate_percent: "1000",
        interest: "daily",
        rounding_multiple_kobo: 1n,
        first_due_on: "2030-01-01",
        instalments: 1,
      },
    ],
  ])("%s for %o", (field, request) => {
    expect(fieldOf(request)).toBe(field);
  });
});

const requests: fc.Arbitrary<QuoteRequest> = fc.record({
  principal_kobo: fc.bigInt({ min: 100_000n, max: 10_000_000_000n }),
  annual_rate_percent: fc
    .tuple(fc.nat(120), fc.nat(999))
    .map(([whole, part]) => `${whole}.${String(part).padStart(3, "0")}`),
  instalments: fc.integer({ min: 1, max: 60 }),
  frequency: fc.constantFrom("monthly", "weekly", "biweekly"),
  method: fc.constantFrom("flat", "declining", "equal_principal"),
  interest: fc.constant("per_period"),
  day_count: fc.constantFrom("actual/365", "actual/360", "30/360"),
  rounding_multiple_kobo: fc.constantFrom(1n, 100n, 1_000n),
  rounding_mode: fc.constantFrom("nearest", "up"),
  principal_grace: fc.integer({ min: 0, max: 3 }),
  disbursed_on: fc.constant("2026-01-31"),
  first_due_on: fc.constantFrom("2026-02-28", "2026-03-15", "2026-03-31"),
  fees: fc.array(
    fc.record({
      name: fc.constant("Fee"),
      kobo: fc.bigInt({ min: 0n, max: 4_000n }),
      when: fc.constantFrom("upfront", "each_instalment"),
    }),
    { maxLength: 3 },
  ),
});

describe("for any terms", () => {
  it("the parts add up, the balance falls to nothing and the dates rise; or the terms are refused by field", () => {
    fc.assert(
      fc.property(requests, (request) => {
        let answer;
        try {
          answer = quote(request);
        } catch (error) {
          return error instanceof QuoteError && error.field in request;
        }
        let balance = request.principal_kobo;
        let before = request.disbursed_on;
        for (const row of answer.instalments) {
          balance -= row.principal_kobo;
          expect(row.balance_kobo).toBe(balance);
          expect(row.total_kobo).toBe(row.principal_kobo + row.interest_kobo + row.fees_kobo);
          expect(row.principal_kobo >= 0n && row.interest_kobo >= 0n && row.due_on > before).toBe(true);
          before = row.due_on;
        }
        expect(balance).toBe(0n);
        expect(answer.totals.principal_kobo).toBe(request.principal_kobo);
        expect(Number(answer.irr_percent)).toBeGreaterThanOrEqual(0);
        return true;
      }),
      { numRuns: 300 },
    );
  });
});

const loans = new URL("../../../../shared/data/loans/lendingclub_2018q1_first5000.csv", import.meta.url);
if (!existsSync(loans)) console.warn("SKIPPED, LOUDLY: the 5,000 LendingClub loans are not in ../shared/data/loans");

describe.skipIf(!existsSync(loans))("5,000 real loans (LendingClub, first quarter of 2018)", () => {
  it("all instalments are the declining-balance formula rounded up, but for the two loans with modified terms", () => {
    const [head = "", ...lines] = readFileSync(loans, "utf8").trim().split(/\r?\n/);
    const columns = head.split(",");
    const different = lines.flatMap((line) => {
      const cells = line.split(",");
      const cell = (name: string): string => cells[columns.indexOf(name)] ?? "";
      const [whole = "0", part = ""] = cell("installment").split(".");
      const expected = BigInt(whole + part.padEnd(2, "0"));
      const { instalments } = quote({
        ...published,
        principal_kobo: BigInt(cell("loan_amount")) * 100n,
        annual_rate_percent: cell("interest_rate"),
        instalments: Number(cell("term")),
        rounding_multiple_kobo: 1n,
        rounding_mode: "up",
      });
      return instalments[0]?.total_kobo === expected ? [] : [cell("row_id")];
    });
    expect(lines).toHaveLength(5_000);
    expect(different).toEqual(["1548", "1968"]);
  });
});
