import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isLeap, koboAt, priced, quotedRate, rateText, whyNotRate } from "./rules.ts";

const cents = fc.bigInt({ min: 1n, max: 100_000_000n });
const mid = fc.bigInt({ min: 5_000_000n, max: 50_000_000n });
const margin = fc.integer({ min: 0, max: 2_000 });

describe("what dollars cost", () => {
  it("is exact: the rate with its margin, part of a kobo for us on both sides", () => {
    // ₦1,534.2055 with 1.5 %: 1,557.2185825 to buy, 1,511.1924175 to sell.
    expect(quotedRate("buy", 15_342_055n, 150)).toBe(15_572_186n);
    expect(quotedRate("sell", 15_342_055n, 150)).toBe(15_111_924n);
    expect(rateText(15_572_186n)).toBe("1557.2186");
    expect(priced("buy", 1_001n, 15_342_055n, 150)).toMatchObject({ amount_kobo: 1_558_776n, margin_kobo: 23_036n });
    expect(priced("sell", 1_001n, 15_342_055n, 150)).toMatchObject({ amount_kobo: 1_512_703n, margin_kobo: 23_036n });
  });

  it("never gives more back than it cost, and never less than part of a kobo's difference without a margin", () => {
    fc.assert(
      fc.property(cents, mid, margin, (amount, mid_e4, margin_bp) => {
        const [bought, sold] = [priced("buy", amount, mid_e4, margin_bp), priced("sell", amount, mid_e4, margin_bp)];
        expect(sold.amount_kobo).toBeLessThanOrEqual(bought.amount_kobo);
        expect(bought.margin_kobo).toBeGreaterThanOrEqual(0n);
        expect(sold.margin_kobo).toBeGreaterThanOrEqual(0n);
        if (margin_bp === 0) expect(bought.amount_kobo - sold.amount_kobo).toBeLessThanOrEqual(1n);
      }),
    );
  });

  it("is rounded by less than a kobo, and splitting an amount is never cheaper", () => {
    fc.assert(
      fc.property(cents, cents, mid, (one, other, rate) => {
        const whole = one + other;
        expect(koboAt("buy", whole, rate) * 10_000n - whole * rate).toBeLessThan(10_000n);
        expect(whole * rate - koboAt("sell", whole, rate) * 10_000n).toBeLessThan(10_000n);
        expect(koboAt("buy", one, rate) + koboAt("buy", other, rate)).toBeGreaterThanOrEqual(
          koboAt("buy", whole, rate),
        );
        expect(koboAt("sell", one, rate) + koboAt("sell", other, rate)).toBeLessThanOrEqual(
          koboAt("sell", whole, rate),
        );
      }),
    );
  });

  it("is not quoted at a rate that is late, of a day to come, or not likely", () => {
    const terms = { rate_days: 3, rate_from: 1_000, rate_to: 2_000 };
    const why = (rated_on: string, mid_e4 = 15_000_000n) => whyNotRate({ mid_e4, rated_on }, "2026-11-10", terms);
    expect(why("2026-11-07")).toBeNull();
    expect(why("2026-11-06")).toBe("late");
    expect(why("2026-11-12")).toBe("late");
    expect(why("2026-11-10", 9_999_999n)).toBe("unlikely");
    expect(why("2026-11-10", 20_000_001n)).toBe("unlikely");
    expect(why("2026-11-10", 20_000_000n)).toBeNull();
  });

  it("is not quoted at a rate that leaps by more than a tenth from one published day to the next", () => {
    expect([isLeap(15_000_000n, 16_500_000n), isLeap(15_000_000n, 16_500_001n)]).toEqual([false, true]);
    expect([isLeap(15_000_000n, 13_500_000n), isLeap(15_000_000n, 13_499_999n)]).toEqual([false, true]);
  });
});
