import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  bucketOf,
  daysPastDue,
  isMaterial,
  isOverdue,
  materialFrom,
  overdueAmount,
  overdueSince,
  penaltyOf,
  type PenaltyTerms,
  portfolioAtRisk,
  provision,
} from "./arrears.ts";
import type { RunningInstalment } from "./types.ts";

const instalment = (number: number, due_on: string, paid_principal_kobo = 0n): RunningInstalment => ({
  number,
  due_on,
  principal_kobo: 100_000n,
  interest_kobo: 0n,
  fees_kobo: 0n,
  penalty_kobo: 0n,
  paid_principal_kobo,
  paid_interest_kobo: 0n,
  paid_fees_kobo: 0n,
  paid_penalty_kobo: 0n,
});
const loan = [instalment(1, "2026-01-31", 100_000n), instalment(2, "2026-02-28", 99_500n), instalment(3, "2026-03-31")];

const principal_kobo = 300_000n;

describe("days past due", () => {
  it("count from the oldest unpaid due date, and not on the due date itself", () => {
    expect(daysPastDue({ instalments: loan, principal_kobo, on: "2026-02-28" })).toBe(0);
    expect(daysPastDue({ instalments: loan, principal_kobo, on: "2026-03-01" })).toBe(1);
    expect(daysPastDue({ instalments: loan, principal_kobo, on: "2026-04-30" })).toBe(61);
  });
  it("are none while what is overdue is immaterial: below the smaller of floor and share", () => {
    const asked = { instalments: loan, principal_kobo, materiality: { floor_kobo: 1_000n, share_percent: "1" } };
    expect(overdueAmount(loan, "2026-03-10")).toBe(500n);
    expect(isOverdue({ ...asked, on: "2026-03-10" })).toBe(false);
    expect(daysPastDue({ ...asked, on: "2026-03-10" })).toBe(0);
    expect(daysPastDue({ ...asked, on: "2026-04-01" })).toBe(32);
    expect(isOverdue({ ...asked, on: "2026-03-10", materiality: { floor_kobo: 400n, share_percent: "1" } })).toBe(true);
  });
  it("take the share of what the loan was for, whichever rows are left of it", () => {
    const asked = { principal_kobo, on: "2026-03-10", materiality: { share_percent: "0.2" } };
    expect([isOverdue({ ...asked, instalments: loan }), isOverdue({ ...asked, instalments: loan.slice(1) })]).toEqual([
      false,
      false,
    ]);
  });
  test.each([
    [-3, "current"],
    [0, "current"],
    [1, "1-30"],
    [30, "1-30"],
    [31, "31-60"],
    [60, "31-60"],
    [61, "61-90"],
    [90, "61-90"],
    [91, "91+"],
  ])("%i days are in bucket %s", (days, bucket) => {
    expect(bucketOf(days)).toBe(bucket);
  });
});

describe("materiality", () => {
  test.each([
    [{}, 0n],
    [{ floor_kobo: 10_000 }, 10_000n],
    [{ share_percent: "1" }, 3_000n],
    [{ floor_kobo: 10_000, share_percent: "1" }, 3_000n],
    [{ floor_kobo: 1_000n, share_percent: "1" }, 1_000n],
  ])("%o of ₦3,000 is %i kobo", (materiality, least) => {
    expect(materialFrom(principal_kobo, materiality)).toBe(least);
  });
  it("of any kind: nothing is ever overdue, the least material amount is, one kobo less is not", () => {
    const amounts = fc.record({
      floor: fc.option(fc.bigInt({ min: 1n, max: 10n ** 9n })),
      share: fc.option(fc.integer({ min: 1, max: 10_000 })),
      principal: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    });
    fc.assert(
      fc.property(amounts, ({ floor, share, principal }) => {
        const materiality = {
          ...(floor !== null && { floor_kobo: floor }),
          ...(share !== null && { share_percent: (share / 100).toFixed(2) }),
        };
        const least = materialFrom(principal, materiality);
        expect(isMaterial(0n, principal, materiality)).toBe(false);
        expect(isMaterial(least > 0n ? least : 1n, principal, materiality)).toBe(true);
        if (least > 0n) expect(isMaterial(least - 1n, principal, materiality)).toBe(false);
        if (floor === null && share === null) expect(least).toBe(0n);
      }),
    );
  });
  it("is reached by an instalment: penalties count from there, days past due from the oldest", () => {
    const asked = { instalments: loan, principal_kobo, materiality: { floor_kobo: 1_000n } };
    expect(overdueSince({ ...asked, on: "2026-03-31" })).toBeUndefined();
    expect(overdueSince({ ...asked, on: "2026-04-01" })).toBe("2026-03-31");
    expect(overdueSince({ ...asked, on: "2026-04-01", materiality: {} })).toBe("2026-02-28");
  });
});

describe("penalty", () => {
  const charge = (
    terms: PenaltyTerms,
    days_overdue: number,
    already_charged_kobo = 0n,
    overdue_kobo = 1_000_000n,
  ): bigint => penaltyOf({ terms, grace_days: 3, overdue_kobo, days_overdue, already_charged_kobo });
  it("is nothing within the days of grace, without a kind, and on nothing overdue", () => {
    expect(charge({ kind: "fixed", kobo: 500n }, 3)).toBe(0n);
    expect(charge({ kind: "none", kobo: 500n }, 30)).toBe(0n);
    expect(charge({ kind: "fixed", kobo: 500n }, 30, 0n, 0n)).toBe(0n);
  });
  it("is fixed, a percentage, or both, and at least the minimum", () => {
    expect(charge({ kind: "fixed", kobo: 500n, percent: "0.5" }, 4)).toBe(500n);
    expect(charge({ kind: "percentage", kobo: 500n, percent: "0.5" }, 4)).toBe(5_000n);
    expect(charge({ kind: "hybrid", kobo: 500n, percent: "0.5" }, 4)).toBe(5_500n);
    expect(charge({ kind: "percentage", percent: "0.1", minimum_kobo: 3_000n }, 4)).toBe(3_000n);
  });
  it("is capped at 1 % of the overdue amount for each month begun, unless the product says otherwise", () => {
    expect(charge({ kind: "percentage", percent: "5" }, 4)).toBe(10_000n);
    expect(charge({ kind: "percentage", percent: "5" }, 31, 10_000n)).toBe(10_000n);
    expect(charge({ kind: "percentage", percent: "5", cap_percent_a_month: "2.5" }, 4)).toBe(25_000n);
    expect(charge({ kind: "fixed", kobo: 100n, minimum_kobo: 90_000n }, 4)).toBe(10_000n);
  });
  it("asked every day for a year comes to the same as asked once, and never compounds", () => {
    const terms: PenaltyTerms = { kind: "hybrid", kobo: 2_000n, percent: "4" };
    let charged = 0n;
    for (let day = 0; day <= 365; day += 1) charged += charge(terms, day, charged);
    expect(charged).toBe(42_000n);
    expect(charge(terms, 365)).toBe(42_000n);
    expect(charge(terms, 365, charged)).toBe(0n);
  });
});

describe("portfolio", () => {
  it("at risk is the outstanding principal of late loans over all, charged-off loans apart", () => {
    const loans = [
      { outstanding_principal_kobo: 700n, days_past_due: 0 },
      { outstanding_principal_kobo: 200n, days_past_due: 30 },
      { outstanding_principal_kobo: 100n, days_past_due: 91 },
      { outstanding_principal_kobo: 999n, days_past_due: 400, is_charged_off: true },
    ];
    expect(portfolioAtRisk(loans, 30)).toEqual({
      percent: "30.00",
      at_risk_kobo: 300n,
      outstanding_kobo: 1_000n,
      charged_off_kobo: 999n,
    });
    expect(portfolioAtRisk(loans, 31).percent).toBe("10.00");
    expect(portfolioAtRisk([], 1).percent).toBe("0.00");
  });
  test.each([
    ["current", 1n],
    ["1-30", 5n],
    ["31-60", 20n],
    ["61-90", 50n],
    ["91+", 100n],
  ] as const)("provides for bucket %s with %i %%", (bucket, percent) => {
    expect(provision(1_000n, bucket, "2026-05-01")).toBe(percent * 10n);
  });
});
