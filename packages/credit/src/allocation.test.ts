import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allocate } from "./allocation.ts";
import { type RunningInstalment, unpaidTotal } from "./types.ts";

const instalment = (number: number, due_on: string, changes: Partial<RunningInstalment> = {}): RunningInstalment => ({
  number,
  due_on,
  principal_kobo: 1_000n,
  interest_kobo: 100n,
  fees_kobo: 10n,
  penalty_kobo: 0n,
  paid_principal_kobo: 0n,
  paid_interest_kobo: 0n,
  paid_fees_kobo: 0n,
  paid_penalty_kobo: 0n,
  ...changes,
});
const loan = [
  instalment(1, "2026-01-31", { penalty_kobo: 5n }),
  instalment(2, "2026-02-28"),
  instalment(3, "2026-03-31"),
  instalment(4, "2026-04-30"),
];

describe("allocation", () => {
  it("pays penalty, fee, interest and principal of the oldest instalment before the next one", () => {
    expect(allocate(1_125n, loan, "2026-03-01").lines).toEqual([
      { number: 1, component: "penalty", amount_kobo: 5n },
      { number: 1, component: "fees", amount_kobo: 10n },
      { number: 1, component: "interest", amount_kobo: 100n },
      { number: 1, component: "principal", amount_kobo: 1_000n },
      { number: 2, component: "fees", amount_kobo: 10n },
    ]);
  });
  it("sends what is left over to the next instalment's principal, not to interest that is not due", () => {
    expect(allocate(1_115n + 1_110n + 400n, loan, "2026-03-01").lines.at(-1)).toEqual({
      number: 3,
      component: "principal",
      amount_kobo: 400n,
    });
  });
  it("leaves a credit balance after the last principal", () => {
    const { lines, credit_balance_kobo } = allocate(10_000n, loan, "2026-05-01");
    expect(lines.reduce((sum, line) => sum + line.amount_kobo, 0n)).toBe(4_445n);
    expect(credit_balance_kobo).toBe(5_555n);
  });
  it("follows the product's order", () => {
    expect(allocate(1_000n, loan, "2026-02-01", ["principal", "interest", "fees", "penalty"]).lines).toEqual([
      { number: 1, component: "principal", amount_kobo: 1_000n },
    ]);
  });
  it("refuses an order that forgets a component, and a payment of nothing", () => {
    expect(() => allocate(1n, loan, "2026-02-01", ["principal", "interest", "fees", "fees"])).toThrow(RangeError);
    expect(() => allocate(0n, loan, "2026-02-01")).toThrow(RangeError);
  });
  it("for any payments: what goes in comes out, and nothing is paid twice", () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 1n, max: 3_000n }), { minLength: 1, maxLength: 6 }), (payments) => {
        let running: RunningInstalment[] = loan;
        const owed = loan.reduce((sum, row) => sum + unpaidTotal(row), 0n);
        let credit = 0n;
        for (const payment of payments) {
          const { lines, credit_balance_kobo } = allocate(payment, running, "2026-05-01");
          running = running.map((row) => {
            const after = { ...row };
            for (const { number, component, amount_kobo } of lines)
              if (number === row.number) after[`paid_${component}_kobo`] += amount_kobo;
            return after;
          });
          credit += credit_balance_kobo;
        }
        const paid = payments.reduce((sum, payment) => sum + payment, 0n);
        const left = running.reduce((sum, row) => sum + unpaidTotal(row), 0n);
        expect(left).toBe(owed - paid + credit);
        expect(left >= 0n && (credit === 0n || left === 0n)).toBe(true);
      }),
    );
  });
});
