import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_DAYS_APART, belongs, isSamePlace, matchesOf } from "./receipt-rules.ts";

const base = Date.UTC(2026, 0, 15);
const dayAt = (offset: number): string => new Date(base + offset * 86_400_000).toISOString().slice(0, 10);
const of = (merchant: string | null, amount_kobo: bigint | null, offset: number) => ({
  merchant,
  amount_kobo,
  spent_on: dayAt(offset),
});

describe("a receipt belongs to an expense", () => {
  it.each([
    ["Bukka Hut", "BUKKA HUT LTD, Ikeja", true],
    ["Ọ̀la Stores", "ola stores nig. ltd", true],
    ["Bukka Hut", "GIG Mobility", false],
    ["The Ltd", "Shoprite", true],
    [null, "Shoprite", true],
  ])("%s and %s are the same place: %s", (left, right, expected) => {
    expect(isSamePlace(left, right)).toBe(expected);
    expect(isSamePlace(right, left)).toBe(expected);
  });

  it("of the same amount to the kobo, seven days apart at most; without an amount it belongs to nothing", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 10n }),
        fc.bigInt({ min: -1n, max: 1n }),
        fc.integer({ min: -20, max: 20 }),
        (amount, off, days) => {
          const fits = belongs(of("Bukka Hut", amount, 0), of("Bukka Hut", amount + off, days));
          expect(fits).toBe(off === 0n && Math.abs(days) <= MAX_DAYS_APART);
        },
      ),
    );
    expect(belongs(of("Bukka Hut", null, 0), of("Bukka Hut", 1n, 0))).toBe(false);
  });

  it("the nearest day first", () => {
    const found = matchesOf(of(null, 5n, 0), [of("A place", 5n, 6), of("A place", 5n, -1), of("A place", 6n, 0)]);
    expect(found.map(({ spent_on }) => spent_on)).toEqual([dayAt(-1), dayAt(6)]);
  });
});
