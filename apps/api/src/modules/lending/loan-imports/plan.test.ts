/** Rows of another book, judged without a database. */
import { quote } from "@manilla/credit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bornOf } from "../../../../../../test/loan-life.ts";
import { bringIn } from "./plan.ts";
import { loanOfRow } from "./rows.ts";

const today = "2026-01-15";
const naira = (kobo: bigint): string => `${kobo / 100n}.${String(kobo % 100n).padStart(2, "0")}`;
const cells = (parts: { principal: bigint; paid: bigint; left: bigint }, more: object = {}) => ({
  reference: "OLD-1",
  person: "08031234567",
  product: "salary",
  principal: naira(parts.principal),
  rate: "2.5",
  rate_period: "month",
  interest_kind: "Reducing balance",
  instalments: "12",
  interval: "",
  disbursed_on: "10/09/2025",
  paid_principal: naira(parts.paid),
  paid_interest: "0",
  last_paid_on: "2025-12-01",
  outstanding_principal: naira(parts.left),
  ...more,
});
const money = fc.bigInt({ min: 1n, max: 9_000_000_000n });

describe("a row of another book", () => {
  it("whose parts do not add up to its principal is refused at its column, by however little; one whose parts do is a loan", () => {
    fc.assert(
      fc.property(money, money, fc.bigInt({ min: -1_000n, max: 1_000n }), (paid, left, off) => {
        fc.pre(paid + left + off > 0n);
        const read = loanOfRow(cells({ principal: paid + left + off, paid, left }), today);
        if (off === 0n)
          expect(read).toMatchObject({ loan: { paid_principal_kobo: paid, outstanding_principal_kobo: left } });
        else
          expect(read).toEqual({ reasons: [expect.stringMatching(/^outstanding_principal: with the principal paid/)] });
      }),
    );
  });

  it.each([
    ["rate", "2,5"],
    ["rate", "-1"],
    ["rate", "1e3"],
    ["instalments", "0"],
    ["instalments", "12.5"],
    ["instalments", "361"],
    ["interest_kind", "constructor"],
    ["interval", "daily"],
    ["disbursed_on", "2025-02-30"],
    ["disbursed_on", "2026-01-16"],
    ["disbursed_on", "13/13/2025"],
    ["last_paid_on", "2025-01-01"],
    ["paid_interest", "=1+1"],
    ["paid_interest", "10.005"],
    ["reference", ""],
  ])("that has in %s %j is refused there", (column, value) => {
    const read = loanOfRow(cells({ principal: 300n, paid: 100n, left: 200n }, { [column]: value }), today);
    expect("reasons" in read && read.reasons.map((reason) => reason.split(":")[0])).toEqual([column]);
  });

  it("reads a rate of a month as twelve times as much a year, exact, and days as people write them", () => {
    const read = loanOfRow(cells({ principal: 300n, paid: 100n, left: 200n }, { rate: "2.0833333333" }), today);
    expect(read).toMatchObject({
      loan: { annual_rate_percent: "24.9999999996", disbursed_on: "2025-09-10", method: "declining" },
    });
  });

  it("owes exactly what is left, for any amounts paid and any day on which it is brought in", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("declining", "flat", "equal_principal") as fc.Arbitrary<"declining">,
        fc.bigInt({ min: 100_000n, max: 500_000_000n }),
        fc.integer({ min: 1, max: 24 }),
        fc.integer({ min: 0, max: 999 }),
        fc.integer({ min: 0, max: 1_000 }),
        fc.integer({ min: 0, max: 400 }),
        (method, principal_kobo, instalments, share, interest_share, days) => {
          const terms = {
            principal_kobo,
            annual_rate_percent: "36",
            instalments,
            method,
            disbursed_on: "2025-01-31",
            first_due_on: "2025-02-28",
          };
          const { instalments: rows } = quote(terms);
          const on = new Date(Date.parse("2025-01-31") + days * 86_400_000).toISOString().slice(0, 10);
          const { loan } = bornOf(terms);
          const asked = rows.reduce((sum, row) => sum + row.interest_kobo, 0n);
          const paid = {
            principal_kobo: (principal_kobo * BigInt(share)) / 1_000n,
            interest_kobo: (asked * BigInt(interest_share)) / 1_000n,
          };
          const brought = bringIn({ ...loan, brought_in_on: on }, rows, paid, on);
          const sum = (amount: (row: (typeof brought.rows)[number]) => bigint) =>
            brought.rows.reduce((total, row) => total + amount(row), 0n);
          expect(brought.figures.outstanding_principal_kobo).toBe(principal_kobo - paid.principal_kobo);
          expect(sum((row) => row.principal_kobo)).toBe(principal_kobo);
          expect(sum((row) => row.paid_principal_kobo)).toBe(paid.principal_kobo);
          expect(sum((row) => row.paid_interest_kobo)).toBe(paid.interest_kobo);
          expect(brought.accrued_interest_kobo).toBeGreaterThanOrEqual(0n);
          for (const row of brought.rows) {
            expect(row.paid_principal_kobo).toBeLessThanOrEqual(row.principal_kobo);
            expect(row.paid_interest_kobo).toBeLessThanOrEqual(row.interest_kobo);
            expect(row.due_on > on || !["scheduled"].includes(row.status)).toBe(true);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
