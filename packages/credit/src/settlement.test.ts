import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "./calendar.ts";
import { divideRounded } from "./decimal.ts";
import { earnedInterest, earningOf } from "./earning.ts";
import { quote } from "./quote.ts";
import { earlySettlement, globalStandingInstructionAmount } from "./settlement.ts";
import type { RunningInstalment } from "./types.ts";

const terms = {
  principal_kobo: 10_000_000n,
  annual_rate_percent: "30",
  instalments: 6,
  method: "declining" as const,
  disbursed_on: "2026-01-15",
  first_due_on: "2026-01-31",
};
const { instalments, totals } = quote(terms);
const byDay = earningOf(terms, "to_date");
const whole = earningOf(terms, "to_period_end");
const running: RunningInstalment[] = instalments.map((row) => ({
  ...row,
  penalty_kobo: 0n,
  paid_principal_kobo: 0n,
  paid_interest_kobo: 0n,
  paid_fees_kobo: 0n,
  paid_penalty_kobo: 0n,
}));
const paidUp = (count: number): RunningInstalment[] =>
  running.map((row) =>
    row.number > count
      ? row
      : { ...row, paid_principal_kobo: row.principal_kobo, paid_interest_kobo: row.interest_kobo },
  );

describe("accrued interest", () => {
  it("is nothing on the day of disbursement, the instalment's on its due date, and the whole at the end and after", () => {
    expect(earnedInterest(running, "2026-01-15", "2026-01-15", byDay)).toBe(0n);
    expect(earnedInterest(running, "2026-01-15", "2026-01-31", byDay)).toBe(instalments[0]?.interest_kobo);
    expect(earnedInterest(running, "2026-01-15", "2027-01-31", byDay)).toBe(totals.interest_kobo);
  });
  it("its daily differences are never below nothing and add up to the schedule, whatever day is looked at", () => {
    fc.assert(
      fc.property(fc.nat(400), (days) => {
        let posted = 0n;
        for (let day = 0; day <= days; day += 1) {
          const difference = earnedInterest(running, "2026-01-15", addDays("2026-01-15", day), byDay) - posted;
          expect(difference >= 0n).toBe(true);
          posted += difference;
        }
        return posted === earnedInterest(running, "2026-01-15", addDays("2026-01-15", days), byDay);
      }),
      { numRuns: 20 },
    );
  });
});

describe("early settlement", () => {
  const on = "2026-03-15";
  it("to the date charges the interest earned until then, and holds for that day", () => {
    const settlement = earlySettlement({
      instalments: paidUp(2),
      disbursed_on: "2026-01-15",
      on,
      interest_rule: "to_date",
      earning: byDay,
    });
    expect(settlement.principal_kobo).toBe(instalments[1]?.balance_kobo);
    expect(settlement.interest_kobo).toBe(
      // 2.5 % a month on the balance, 15 of 31 days: rounded once, not a share of the rounded interest.
      divideRounded((instalments[1]?.balance_kobo ?? 0n) * 25n * 15n, 31_000n, "half_even"),
    );
    expect(settlement.total_kobo).toBe(settlement.principal_kobo + settlement.interest_kobo);
    expect(settlement.valid_until).toBe(on);
  });
  it("to the end of the period charges the whole period, and holds until its due date", () => {
    const settlement = earlySettlement({
      instalments: paidUp(2),
      disbursed_on: "2026-01-15",
      on,
      interest_rule: "to_period_end",
      earning: whole,
    });
    expect(settlement.interest_kobo).toBe(instalments[2]?.interest_kobo);
    expect(settlement.valid_until).toBe("2026-03-31");
  });
  it("includes penalties and overdue fees, and uses the credit balance", () => {
    const rows = paidUp(1).map((row) => (row.number === 2 ? { ...row, penalty_kobo: 700n, fees_kobo: 300n } : row));
    const plain = earlySettlement({
      instalments: paidUp(1),
      disbursed_on: "2026-01-15",
      on,
      interest_rule: "to_date",
      earning: byDay,
    });
    const settlement = earlySettlement({
      instalments: rows,
      disbursed_on: "2026-01-15",
      on,
      interest_rule: "to_date",
      earning: byDay,
      credit_balance_kobo: 400n,
    });
    expect(settlement).toMatchObject({ penalty_kobo: 700n, fees_kobo: 300n, credit_used_kobo: 400n });
    expect(settlement.total_kobo).toBe(plain.total_kobo + 600n);
  });
});

it("a Global Standing Instruction asks for principal and accrued interest, never penalties", () => {
  expect(globalStandingInstructionAmount({ principal_kobo: 1_000n, accrued_interest_kobo: 50n })).toBe(1_050n);
});
