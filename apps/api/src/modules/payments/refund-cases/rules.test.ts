import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NO_PARTS, type RefundParts, partsOf } from "./rules.ts";

const sum = (parts: RefundParts): bigint => Object.values(parts).reduce((all: bigint, each: bigint) => all + each, 0n);
const add = (left: RefundParts, right: RefundParts): RefundParts => ({
  claimed_kobo: left.claimed_kobo + right.claimed_kobo,
  commission_kobo: left.commission_kobo + right.commission_kobo,
  fee_kobo: left.fee_kobo + right.fee_kobo,
  vat_kobo: left.vat_kobo + right.vat_kobo,
  stamp_duty_kobo: left.stamp_duty_kobo + right.stamp_duty_kobo,
});
const kobo = fc.bigInt({ min: 0n, max: 10_000_000n });
const wholes = fc.record({
  claimed_kobo: kobo,
  commission_kobo: kobo,
  fee_kobo: kobo,
  vat_kobo: kobo,
  stamp_duty_kobo: kobo,
});

describe("the parts of a refund", () => {
  const whole = { ...NO_PARTS, claimed_kobo: 9_700n, commission_kobo: 300n, fee_kobo: 100n, vat_kobo: 8n };

  it("are claimed first, and our own earnings come last", () => {
    expect(partsOf(whole, 0n, 9_000n)).toEqual({ ...NO_PARTS, claimed_kobo: 9_000n });
    expect(partsOf(whole, 9_000n, 1_050n)).toEqual({
      ...NO_PARTS,
      claimed_kobo: 700n,
      commission_kobo: 300n,
      fee_kobo: 50n,
    });
    expect(partsOf(whole, 0n, 10_108n)).toEqual(whole);
  });

  it("are never more than was paid less what was refunded", () => {
    expect(() => partsOf(whole, 0n, 10_109n)).toThrow(RangeError);
    expect(() => partsOf(whole, 10_108n, 1n)).toThrow(RangeError);
    fc.assert(
      fc.property(wholes, kobo, kobo, (all, before_kobo, amount_kobo) => {
        if (before_kobo + amount_kobo > sum(all))
          expect(() => partsOf(all, before_kobo, amount_kobo)).toThrow(RangeError);
        else expect(sum(partsOf(all, before_kobo, amount_kobo))).toBe(amount_kobo);
      }),
    );
  });

  it("one after the other are together the same as one", () => {
    fc.assert(
      fc.property(wholes, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }), (all, cuts) => {
        let [before_kobo, taken] = [0n, NO_PARTS];
        for (const cut of cuts) {
          const amount_kobo = BigInt(Math.floor(Number(sum(all) - before_kobo) * cut));
          taken = add(taken, partsOf(all, before_kobo, amount_kobo));
          before_kobo += amount_kobo;
        }
        expect(add(taken, partsOf(all, before_kobo, sum(all) - before_kobo))).toEqual(all);
      }),
    );
  });
});
