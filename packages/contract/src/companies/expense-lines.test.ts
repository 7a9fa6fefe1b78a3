import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { amountOfUnits, nairaOfForeign, splitEvenly, unsplit } from "./expense-lines.ts";

describe("the amount of a line", () => {
  it.each([
    ["12.5", 15_000n, 187_500n],
    ["0.5", 1n, 0n],
    ["1.5", 1n, 2n],
    ["2.5", 1n, 2n],
    ["0.35", 10n, 4n],
    ["3", 2_500_000n, 7_500_000n],
  ])("of %s units at %s kobo is %s, half to even", (units, rate, expected) => {
    expect(amountOfUnits(units, rate)).toBe(expected);
  });

  it("of 129.99 dollars at 1,534.2055 naira is ₦199,431.37, to the kobo", () => {
    expect(nairaOfForeign(12_999n, "1534.2055")).toBe(19_943_137n);
  });

  it("is never further than half a kobo from the exact one", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        fc.bigInt({ min: 0n, max: 10n ** 8n }),
        fc.integer({ min: 0, max: 6 }),
        (rate, digits, scale) => {
          const text = digits.toString().padStart(scale + 1, "0");
          const units = scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
          const one = 10n ** BigInt(scale);
          const off = amountOfUnits(units, rate) * one - digits * rate;
          expect((off < 0n ? -off : off) * 2n <= one).toBe(true);
        },
      ),
    );
  });
});

describe("a split", () => {
  it("in equal parts is the whole, and no two parts are more than a kobo apart", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 14n }), fc.integer({ min: 1, max: 20 }), (amount, parts) => {
        const split = splitEvenly(amount, parts);
        expect(unsplit(amount, split)).toBe(0n);
        expect(split[0]! - split.at(-1)! <= 1n).toBe(true);
      }),
    );
  });

  it("says what is missing or too much, to the kobo", () => {
    expect(unsplit(100n, [60n, 39n])).toBe(1n);
    expect(unsplit(100n, [60n, 41n])).toBe(-1n);
  });
});
