import fc from "fast-check";
import { expect, it } from "vitest";
import { divideRounded, fraction, parsePercent, percentOf, printDecimal, printShare } from "./decimal.ts";

it("halves go to the even neighbour for interest and away from nothing for fees", () => {
  expect([5n, 15n, 25n, -5n, -15n].map((value) => divideRounded(value, 10n, "half_even"))).toEqual([
    0n,
    2n,
    2n,
    0n,
    -2n,
  ]);
  expect([5n, 15n, 25n, -5n, -15n].map((value) => divideRounded(value, 10n, "half_up"))).toEqual([
    1n,
    2n,
    3n,
    -1n,
    -2n,
  ]);
  expect([1n, 10n, -1n].map((value) => divideRounded(value, 10n, "up"))).toEqual([1n, 1n, -1n]);
  expect([19n, -19n].map((value) => divideRounded(value, 10n, "down"))).toEqual([1n, -1n]);
});
it("rounding is never further away than half", () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.bigInt({ min: 1n, max: 10n ** 30n }), (numerator, denominator) => {
      const error = numerator - divideRounded(numerator, denominator, "half_even") * denominator;
      expect(error * 2n <= denominator && error * -2n <= denominator).toBe(true);
    }),
  );
});
it("percents are exact and print with the decimals asked for", () => {
  expect(parsePercent("15.678")).toEqual({ numerator: 7_839n, denominator: 50_000n });
  expect(printDecimal(fraction(-1n, 3n), 2)).toBe("-0.33");
  expect(printShare(1n, 3n)).toBe("33.33");
  expect(percentOf(2_500n, "7.5")).toBe(188n);
  expect(() => parsePercent("-1")).toThrow(RangeError);
});
