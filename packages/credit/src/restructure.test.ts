import { describe, expect, it } from "vitest";
import { quote } from "./quote.ts";
import { dueDatesAfter, smallerInstalments } from "./restructure.ts";
import { QuoteError, type QuoteRequest } from "./types.ts";

const terms: QuoteRequest = {
  principal_kobo: 12_000_000n,
  annual_rate_percent: "24",
  instalments: 12,
  method: "declining",
  disbursed_on: "2026-01-31",
  first_due_on: "2026-02-28",
};
const asked = quote(terms).instalments;
/** The instalments after the third, with what they are to ask in all. */
const after = { first_number: 4, starts_on: asked[2]!.due_on, due_dates: asked.slice(3).map(({ due_on }) => due_on) };
const owed = asked[2]!.balance_kobo;

describe("the instalments that are left, solved anew", () => {
  it("are what they were where nothing changed, but for the rounding of the last", () => {
    const anew = smallerInstalments(terms, after, owed, 0n);
    for (const [index, kobo] of anew.entries())
      expect(Math.abs(Number(kobo - asked[index + 3]!.total_kobo))).toBeLessThanOrEqual(20);
  });
  it("are smaller for less principal, and ask the fee of each besides", () => {
    const fees = [{ name: "Service", kobo: 5_000n, when: "each_instalment" as const }];
    const [less, withFee] = [terms, { ...terms, fees }].map((each) => smallerInstalments(each, after, owed / 2n, 0n));
    for (const [index, kobo] of less!.entries()) {
      expect(kobo).toBeLessThan(asked[index + 3]!.total_kobo);
      expect(withFee![index]).toBe(kobo + 5_000n);
    }
  });
  it("of a flat loan share principal and agreed interest equally, to the multiple of the product", () => {
    const flat = { ...terms, method: "flat" as const };
    expect(smallerInstalments(flat, after, 9_000_000n, 2_160_000n)).toEqual(Array(9).fill(1_240_000n));
    expect(smallerInstalments({ ...flat, rounding_multiple_kobo: 100_000n }, after, 9_000_000n, 2_160_000n)).toEqual(
      Array(9).fill(1_200_000n),
    );
  });
  it("go on with the grace and the moratorium that are left", () => {
    const graced = { ...terms, principal_grace: 5, interest_moratorium: 4 };
    const anew = smallerInstalments(graced, after, 9_000_000n, 0n);
    // The fourth is free of interest and principal, the fifth of principal alone.
    expect(anew.slice(0, 2)).toEqual([0n, 180_000n]);
    expect(anew[2]).toBeGreaterThan(1_000_000n);
  });
  it("are refused where rounding would leave nothing to pay", () => {
    expect(() => smallerInstalments({ ...terms, rounding_multiple_kobo: 10_000_000n }, after, owed, 0n)).toThrow(
      QuoteError,
    );
  });
});

it("due dates go on beyond the last instalment, on the 31st where the month has one", () => {
  expect(dueDatesAfter(terms, "2027-01-31", 3)).toEqual(["2027-02-28", "2027-03-31", "2027-04-30"]);
  expect(dueDatesAfter({ ...terms, frequency: "weekly" }, "2026-03-01", 2)).toEqual(["2026-03-07", "2026-03-14"]);
});
