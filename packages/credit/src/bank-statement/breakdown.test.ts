import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { breakDown } from "./breakdown.ts";
import { categoryOf } from "./categories.ts";

const row = (number: number, booked_on: string, narration: string, amount_kobo: bigint) => ({
  row: number,
  booked_on,
  narration,
  amount_kobo,
  category: categoryOf({ narration, amount_kobo }),
});

describe("the breakdown of a statement", () => {
  it("puts every movement in one kind by month, with its rows, the largest first", () => {
    const { income, outgoings, payers } = breakDown([
      row(1, "2026-01-25", "SALARY LAGOON FOODS", 400_000n),
      row(2, "2026-02-25", "SALARY LAGOON FOODS", 400_000n),
      row(3, "2026-02-26", "ATM WITHDRAWAL", -50_000n),
      row(4, "2026-02-27", "SMS ALERT CHARGE", -400n),
      row(5, "2026-02-27", "BET9JA DEPOSIT", -9_000n),
    ]);
    expect(income).toEqual([
      {
        name: "salary",
        count: 2,
        total_kobo: 800_000n,
        months: [
          { month: "2026-01", total_kobo: 400_000n },
          { month: "2026-02", total_kobo: 400_000n },
        ],
        rows: [1, 2],
      },
    ]);
    expect(outgoings.map(({ name, rows }) => [name, rows])).toEqual([
      ["cash", [3]],
      ["gambling", [5]],
      ["bank_charges", [4]],
    ]);
    expect(payers).toMatchObject([{ name: "salary lagoon foods", rows: [1, 2] }]);
  });

  it("adds up to what came in and went out, whatever the rows are", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.constantFrom("SALARY", "POS X", "LOAN REPAYMENT", "TRF TO BOLA", "", "RENT"),
            fc.bigInt(-1_000_000n, 1_000_000n).filter((amount) => amount !== 0n),
            fc.integer({ min: 1, max: 28 }),
          ),
        ),
        (cells) => {
          const rows = cells.map(([narration, amount, day], index) =>
            row(index + 1, `2026-01-${String(day).padStart(2, "0")}`, narration, amount),
          );
          const { income, outgoings } = breakDown(rows);
          const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);
          expect(
            sum(income.map(({ total_kobo }) => total_kobo)) - sum(outgoings.map(({ total_kobo }) => total_kobo)),
          ).toBe(sum(rows.map(({ amount_kobo }) => amount_kobo)));
          expect(
            [...income, ...outgoings].flatMap((part) => part.rows).toSorted((left, right) => left - right),
          ).toEqual(rows.map((each) => each.row));
        },
      ),
    );
  });
});
