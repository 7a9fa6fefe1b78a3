/** The edges of the calculators: the last value that is taken, the first that is refused and what is said, and figures worked out by hand. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allocate } from "./allocation.ts";
import { BUCKETS, daysPastDue, overdueAmount, overdueSince, penaltyOf, provision } from "./arrears.ts";
import {
  anchorDay,
  dayInMonth,
  daysAYear,
  daysInMonth,
  dueDates,
  interestDays,
  isBusinessDate,
  monthOf,
  partsOf,
  periodsAYear,
} from "./calendar.ts";
import {
  add,
  divideRounded,
  fraction,
  parseDecimal,
  parsePercent,
  percentOf,
  printDecimal,
  printShare,
  roundToMultiple,
} from "./decimal.ts";
import { earnedInterest, earningOf } from "./earning.ts";
import { effectiveAnnualRate } from "./irr.ts";
import { checkNuban, nubanCheckDigit } from "./nuban.ts";
import { earlySettlement } from "./settlement.ts";
import { stampDuty, tariffOn, transferCharges, transferFee, type TransferTariff } from "./tariff.ts";
import { type RunningInstalment, unpaid, unpaidTotal } from "./types.ts";

const row = (number: number, due_on: string, changes: Partial<RunningInstalment> = {}): RunningInstalment => ({
  number,
  due_on,
  principal_kobo: 1_000n,
  interest_kobo: 100n,
  fees_kobo: 10n,
  penalty_kobo: 1n,
  paid_principal_kobo: 0n,
  paid_interest_kobo: 0n,
  paid_fees_kobo: 0n,
  paid_penalty_kobo: 0n,
  ...changes,
});

describe("allocation", () => {
  it("goes by due date, then by number, whatever the order of the rows", () => {
    const rows = [row(4, "2026-03-31"), row(3, "2026-02-28"), row(2, "2026-01-31"), row(1, "2026-01-31")];
    const { lines } = allocate(1_111n * 3n + 5n, rows, "2026-02-28", ["interest", "principal", "fees", "penalty"]);
    expect(lines.map(({ number, component }) => `${number} ${component}`)).toEqual([
      ...[1, 2, 3].flatMap((number) => ["interest", "principal", "fees", "penalty"].map((part) => `${number} ${part}`)),
      "4 principal",
    ]);
  });
  it("counts what falls due on the day as due", () => {
    expect(allocate(1n, [row(1, "2026-01-31")], "2026-01-31").lines).toEqual([
      { number: 1, component: "penalty", amount_kobo: 1n },
    ]);
    expect(allocate(1n, [row(1, "2026-01-31")], "2026-01-30").lines).toEqual([
      { number: 1, component: "principal", amount_kobo: 1n },
    ]);
  });
  it("says what is wrong with a payment or an order", () => {
    expect(() => allocate(0n, [], "2026-01-31")).toThrow("a payment is more than nothing");
    for (const order of [
      ["principal", "interest", "fees", "fees"],
      ["principal"],
      ["penalty", "fees", "interest", "principal", "fees"],
    ] as const)
      expect(() => allocate(1n, [], "2026-01-31", order)).toThrow("an order names each component once");
  });
});

describe("arrears", () => {
  const rows = [row(3, "2026-03-31"), row(1, "2026-01-31"), row(2, "2026-02-28")];
  const asked = { instalments: rows, principal_kobo: 3_000n };
  it("count nothing that falls due on the day, and the oldest row first, whatever their order", () => {
    expect(overdueAmount(rows, "2026-01-31")).toBe(0n);
    expect(overdueAmount(rows, "2026-02-01")).toBe(1_111n);
    expect(daysPastDue({ ...asked, on: "2026-03-01" })).toBe(29);
    expect(
      daysPastDue({
        ...asked,
        instalments: [
          row(1, "2026-01-31", { interest_kobo: 0n, principal_kobo: 0n, fees_kobo: 0n, penalty_kobo: 0n }),
          row(2, "2026-02-28"),
        ],
        on: "2026-03-02",
      }),
    ).toBe(2);
    const materiality = { floor_kobo: 2_000n };
    expect(overdueSince({ ...asked, materiality, on: "2026-04-01" })).toBe("2026-02-28");
    expect(overdueSince({ ...asked, materiality, instalments: rows.toReversed(), on: "2026-04-01" })).toBe(
      "2026-02-28",
    );
  });
  const penalty = (
    terms: Omit<Parameters<typeof penaltyOf>[0]["terms"], "kind">,
    overdue_kobo: bigint,
    days_overdue: number,
  ) =>
    penaltyOf({
      terms: { kind: "percentage", ...terms },
      grace_days: 0,
      overdue_kobo,
      days_overdue,
      already_charged_kobo: 0n,
    });
  it("are charged from the first day after the grace, up to a cap that rounds down, for each month begun", () => {
    expect(penalty({ percent: "5" }, 199n, 0)).toBe(0n);
    expect(penalty({ percent: "5" }, 199n, 1)).toBe(1n);
    expect([30, 31, 60, 61].map((days) => penalty({ percent: "99" }, 10_000n, days))).toEqual([100n, 200n, 200n, 300n]);
    expect(penalty({}, 10_000n, 1)).toBe(0n);
    const paid = {
      terms: { kind: "fixed" as const, kobo: 500n },
      grace_days: 0,
      overdue_kobo: 1_000n,
      days_overdue: 1,
    };
    expect(penaltyOf({ ...paid, already_charged_kobo: 400n })).toBe(0n);
  });
  it("have a bucket for each thirty days up to ninety", () => {
    expect(BUCKETS).toEqual(["current", "1-30", "31-60", "61-90", "91+"]);
  });
  it("are provided for by the newest table in force, halves up", () => {
    const percents = { current: "1", "1-30": "5", "31-60": "20", "61-90": "50", "91+": "100" };
    const tables = ["2026-06-01", "2024-01-01", "2025-01-01"].map((valid_from, index) => ({
      valid_from,
      percents: { ...percents, current: String(index + 1) },
    }));
    expect(
      ["2024-12-31", "2025-01-01", "2026-05-31", "2026-06-01"].map((on) => provision(10_000n, "current", on, tables)),
    ).toEqual([200n, 300n, 300n, 100n]);
    expect(provision(50n, "current", "2026-01-01")).toBe(1n);
    expect(() => provision(1n, "current", "2023-12-31", tables)).toThrow(
      "no provision table is in force on 2023-12-31",
    );
  });
});

describe("calendar", () => {
  it.each([
    ["2026-01-31", "2026-03-31", 60],
    ["2026-01-30", "2026-03-31", 60],
    ["2026-01-31", "2026-03-30", 60],
    ["2026-01-15", "2026-03-31", 76],
    ["2026-01-29", "2026-03-31", 62],
    ["2026-01-31", "2026-02-28", 28],
    ["2025-12-15", "2027-02-10", 415],
  ])("30/360 from %s to %s is %i days", (from, to, days) => {
    expect(interestDays(from, to, "30/360")).toBe(days);
  });
  it("has 12, 52 and 26 periods a year, and 365 or 360 days", () => {
    expect((["monthly", "weekly", "biweekly"] as const).map(periodsAYear)).toEqual([12n, 52n, 26n]);
    expect((["actual/365", "actual/360", "30/360"] as const).map(daysAYear)).toEqual([365n, 360n, 360n]);
  });
  it("keeps the day of the disbursement where the first month cut it, a day that is said, else the first due date's", () => {
    expect(anchorDay("2026-01-31", "2026-02-28")).toBe(31);
    expect(anchorDay("2026-01-31", "2026-02-28", 5)).toBe(5);
    expect(anchorDay("2026-01-31", "2026-02-27")).toBe(27);
    expect(anchorDay("2026-01-15", "2026-02-28")).toBe(28);
    expect(anchorDay("2026-01-28", "2026-02-28")).toBe(28);
    expect(anchorDay("2026-01-31", "2026-03-31")).toBe(31);
  });
  it("walks months over years and weeks over months", () => {
    expect(dayInMonth("2026-01-31", 13, 31)).toBe("2027-02-28");
    expect(dayInMonth("2026-01-31", -1, 31)).toBe("2025-12-31");
    expect(dayInMonth("2026-01-31", 1, 28)).toBe("2026-02-28");
    expect(dueDates("2026-01-30", 3, "weekly", 1)).toEqual(["2026-01-30", "2026-02-06", "2026-02-13"]);
    expect(dueDates("2026-01-30", 3, "biweekly", 1)).toEqual(["2026-01-30", "2026-02-13", "2026-02-27"]);
    expect(daysInMonth(2028, 2)).toBe(29);
    expect(daysInMonth(2026, 12)).toBe(31);
    expect(daysInMonth(2026, 13)).toBe(31);
    expect(monthOf("2026-04-30")).toBe("2026-04");
  });
  it.each([
    "2026-00-10",
    "2026-13-10",
    "2026-01-00",
    "2026-04-31",
    "12026-01-01",
    "2026-01-011",
    "2026-1-01",
    "202-01-01",
  ])("%s is no day", (text) => {
    expect(isBusinessDate(text)).toBe(false);
    expect(() => partsOf(text)).toThrow(`not a date: ${text}`);
  });
  it("takes the first and the last day of a year", () => {
    expect(["2026-01-01", "2026-12-31"].map(isBusinessDate)).toEqual([true, true]);
    expect(partsOf("2026-12-31")).toEqual({ year: 2026, month: 12, day: 31 });
  });
});

describe("decimals", () => {
  it("refuse what is no number, with the reason", () => {
    for (const text of ["", ".5", "1.", "-1", "1e3", " 1", "1 ", "1,5", "1".repeat(31), `1.${"1".repeat(31)}`])
      expect(() => parseDecimal(text)).toThrow("not a decimal number");
    expect(() => divideRounded(1n, 0n, "down")).toThrow("the divisor must be positive");
    expect(() => divideRounded(1n, -1n, "down")).toThrow("the divisor must be positive");
    expect(() => fraction(1n, 0n)).toThrow("a fraction needs a denominator");
  });
  it("are in lowest terms with the sign above", () => {
    expect(fraction(4n, -6n)).toEqual({ numerator: -2n, denominator: 3n });
    expect(fraction(-4n, -6n)).toEqual({ numerator: 2n, denominator: 3n });
    expect(fraction(0n, -7n)).toEqual({ numerator: 0n, denominator: 1n });
    expect(fraction(5n)).toEqual({ numerator: 5n, denominator: 1n });
    expect(add(fraction(1n, 6n), fraction(1n, 3n))).toEqual({ numerator: 1n, denominator: 2n });
  });
  it("print whole numbers, small ones and nothing", () => {
    expect(printDecimal(fraction(5n, 2n), 0)).toBe("3");
    expect(printDecimal(fraction(1n, 1_000n), 2)).toBe("0.00");
    expect(printDecimal(fraction(1n, 200n), 2)).toBe("0.01");
    expect(printDecimal(fraction(-12_345n, 100n), 1)).toBe("-123.5");
    expect(printShare(1n, 0n)).toBe("0.00");
    expect(printShare(1n, 8n)).toBe("12.50");
  });
  it("round halves of a percentage up, and to a multiple by its mode", () => {
    expect(percentOf(1n, "50")).toBe(1n);
    expect(roundToMultiple(fraction(150n), 100n, "nearest")).toBe(200n);
    expect(roundToMultiple(fraction(101n), 100n, "up")).toBe(200n);
    expect(roundToMultiple(fraction(50n), 100n, "nearest")).toBe(100n);
    expect(roundToMultiple(fraction(149n), 100n, "nearest")).toBe(100n);
    expect(parsePercent("100")).toEqual({ numerator: 1n, denominator: 1n });
  });
});

describe("the yearly cost", () => {
  const rate = (received: bigint, payments: bigint[], periods = 12n) => {
    const found = effectiveAnnualRate(received, payments, periods);
    return found && printDecimal(found, 6);
  };
  it("is the rate at which the payments are worth what was received", () => {
    expect(rate(100n, [110n], 1n)).toBe("0.100000");
    expect(rate(100n, [0n, 121n], 1n)).toBe("0.100000");
    expect(rate(100n, [101n])).toBe("0.126825");
    expect(rate(100n, [50n, 50n])).toBe("0.000000");
    expect(rate(1n, [1_000_000n], 1n)).toBe("999999.000000");
    expect(rate(1_000n, [...Array<bigint>(359).fill(0n), 1_000_000n], 1n)).toBe("0.019373");
  });
  it("is not to be had where nothing is received or too little is paid", () => {
    expect([rate(0n, [1n]), rate(-1n, [1n]), rate(100n, [99n]), rate(100n, [])]).toEqual(Array(4).fill(undefined));
  });
  it("for any payments discounts them to what was received", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 24 }),
        fc.integer({ min: 1, max: 1_000 }),
        (payments, received) => {
          const paid = payments.reduce((sum, payment) => sum + payment, 0);
          const found = effectiveAnnualRate(BigInt(received), payments.map(BigInt), 1n);
          if (paid < received) {
            expect(found).toBeUndefined();
            return;
          }
          const yearly = Number(found?.numerator ?? 0n) / Number(found?.denominator ?? 1n);
          const worth = payments.reduce((sum, payment, index) => sum + payment / (1 + yearly) ** (index + 1), 0);
          expect(Math.abs(worth - received)).toBeLessThan(1e-6 * received);
        },
      ),
    );
  });
});

describe("NUBAN", () => {
  it.each([
    ["011", "00000145791", "invalid"],
    ["011", "x0000014579", "invalid"],
    ["011", "", "invalid"],
    ["0011", "0000014579", "not_checkable"],
    ["1011", "0000014579", "not_checkable"],
    ["000011", "0000014579", "not_checkable"],
    ["A011", "0000014579", "not_checkable"],
  ])("of bank %s: %s is %s", (bank, account, answer) => {
    expect(checkNuban(bank, account)).toBe(answer);
  });
  it("has a digit of a serial of nine digits only, and 0 where the sum is a ten", () => {
    for (const serial of ["12345678", "1234567890", "a123456789", ""])
      expect(() => nubanCheckDigit("011", serial)).toThrow("a serial number has nine digits");
    // By hand: 000011 weighs 7 + 3 = 10, 912345 weighs 27 + 7 + 6 + 9 + 28 + 15 = 92.
    expect(nubanCheckDigit("011", "000000000")).toBe(0);
    expect(nubanCheckDigit("011", "000000001")).toBe(7);
    expect(nubanCheckDigit("12345", "000000000")).toBe(8);
  });
});

describe("charges on transfers", () => {
  const tariff = (valid_from: string, fee_kobo: bigint): TransferTariff => ({
    valid_from,
    bands: [{ up_to_kobo: 100n, fee_kobo }],
    vat_percent: "50",
    stamp_duty_from_kobo: 100n,
    stamp_duty_kobo: 7n,
  });
  const tariffs = [tariff("2026-06-01", 1n), tariff("2024-01-01", 2n), tariff("2025-01-01", 3n)];
  it("are those of the newest tariff in force, and nothing above the last band", () => {
    expect(
      ["2024-12-31", "2025-01-01", "2026-05-31", "2026-06-01"].map((on) => transferFee(100n, tariffOn(on, tariffs))),
    ).toEqual([2n, 3n, 3n, 1n]);
    expect(transferFee(101n, tariffOn("2026-06-01", tariffs))).toBe(0n);
    expect(() => tariffOn("2023-12-31", tariffs)).toThrow("no transfer tariff is in force on 2023-12-31");
  });
  it("round VAT half up, and ask stamp duty of ordinary transfers from the limit on", () => {
    expect(transferCharges({ amount_kobo: 100n, on: "2026-06-01", tariffs })).toEqual({
      fee_kobo: 1n,
      vat_kobo: 1n,
      stamp_duty_kobo: 7n,
      total_kobo: 9n,
    });
    expect(stampDuty(100n, tariffs[0]!)).toBe(7n);
    expect(stampDuty(99n, tariffs[0]!)).toBe(0n);
  });
});

describe("settlement", () => {
  const rows = [row(2, "2026-02-28"), row(0, "2026-01-01", { interest_kobo: 0n }), row(1, "2026-01-31")];
  const free = {
    principal_kobo: 3_000n,
    annual_rate_percent: "0",
    instalments: 2,
    method: "declining" as const,
    disbursed_on: "2026-01-01",
    first_due_on: "2026-01-31",
  };
  const settle = (
    on: string,
    interest_rule: "to_date" | "to_period_end",
    changes: Partial<RunningInstalment> = {},
    credit?: bigint,
  ) =>
    earlySettlement({
      instalments: rows.map((each) => ({ ...each, ...changes })),
      disbursed_on: "2026-01-01",
      on,
      interest_rule,
      earning: earningOf(free, interest_rule),
      ...(credit !== undefined && { credit_balance_kobo: credit }),
    });
  it("takes the fees of what is due until the day that the figure holds, all penalties and all principal", () => {
    expect(settle("2026-01-31", "to_date")).toEqual({
      principal_kobo: 3_000n,
      interest_kobo: 100n,
      fees_kobo: 20n,
      penalty_kobo: 3n,
      credit_used_kobo: 0n,
      total_kobo: 3_123n,
      interest_saved_kobo: 100n,
      valid_until: "2026-01-31",
    });
    expect(settle("2026-01-31", "to_period_end")).toMatchObject({
      interest_kobo: 200n,
      fees_kobo: 30n,
      valid_until: "2026-02-28",
      interest_saved_kobo: 0n,
    });
    expect(settle("2026-01-30", "to_period_end")).toMatchObject({ valid_until: "2026-01-31", interest_kobo: 100n });
    expect(settle("2026-03-01", "to_period_end")).toMatchObject({ interest_kobo: 200n, valid_until: "2026-03-01" });
  });
  it("before any period of interest holds until the first instalment, not until the contribution", () => {
    expect(settle("2025-12-31", "to_period_end").valid_until).toBe("2026-01-31");
  });
  it("never charges interest that is paid, and uses credit only as far as it is needed", () => {
    expect(settle("2026-01-16", "to_date", { paid_interest_kobo: 60n }).interest_kobo).toBe(0n);
    expect(settle("2026-01-31", "to_date", {}, 3_122n)).toMatchObject({ credit_used_kobo: 3_122n, total_kobo: 1n });
    expect(settle("2026-01-31", "to_date", {}, 9_999n)).toMatchObject({ credit_used_kobo: 3_123n, total_kobo: 0n });
  });
  it("accrues a period without days whole, halves to even, and nothing before the start", () => {
    const earned = (due_on: string, on: string) =>
      earnedInterest([row(1, due_on, { interest_kobo: 5n })], "2026-01-01", on, earningOf(free, "to_period_end"));
    expect(earned("2026-01-01", "2026-01-02")).toBe(5n);
    expect(earned("2026-01-03", "2026-01-02")).toBe(2n);
    expect(earned("2026-01-03", "2025-12-31")).toBe(0n);
  });
  it("knows what is unpaid of each component and in all", () => {
    const part = row(1, "2026-01-31", {
      paid_principal_kobo: 1n,
      paid_interest_kobo: 2n,
      paid_fees_kobo: 3n,
      paid_penalty_kobo: 1n,
    });
    expect((["principal", "interest", "fees", "penalty"] as const).map((component) => unpaid(part, component))).toEqual(
      [999n, 98n, 7n, 0n],
    );
    expect(unpaidTotal(part)).toBe(1_104n);
  });
});
