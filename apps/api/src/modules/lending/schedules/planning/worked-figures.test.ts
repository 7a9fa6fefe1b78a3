/** The worked figures of decisions.md (Money before its due date): ₦150,000, 48 %, disbursed on 25 January, four instalments of ₦41,324 on the 25th. */
import { unpaidTotal } from "@manilla/credit";
import { describe, expect, it } from "vitest";
import { type Life, bornOf, pay } from "../../../../../../../test/loan-life.ts";
import { settlementOf } from "../../schedules/index.ts";
import type { Excess } from "./ahead.ts";

const terms = {
  principal_kobo: 15_000_000n,
  annual_rate_percent: "48",
  instalments: 4,
  method: "declining" as const,
  rounding_multiple_kobo: 100n,
  disbursed_on: "2026-01-25",
  first_due_on: "2026-02-25",
};
const kobo = (naira: number): bigint => BigInt(Math.round(naira * 100));
const born = (more: object = {}): Life => bornOf({ ...terms, ...more });
const row = (life: Life, number: number) => life.schedule.rows.find((each) => each.number === number)!;
const ask = (life: Life, number: number): bigint => unpaidTotal(row(life, number));
const paid = (naira: number, on = "2026-02-15", excess?: Excess, more: object = {}) =>
  pay(born(more), { amount_kobo: kobo(naira), on, excess });
const split = (naira: number, more: object = {}) => {
  const { interest_kobo, principal_kobo } = paid(naira, undefined, undefined, more).plan.postings.split;
  return [interest_kobo, principal_kobo];
};
/** Pays the row that falls due with what it asks. */
const paysOnItsDay = (life: Life, number: number): Life => {
  const amount_kobo = ask(life, number);
  return amount_kobo === 0n ? life : pay(life, { amount_kobo, on: row(life, number).due_on }).life;
};
const settlement = (life: Life, on: string): bigint => settlementOf(life.loan, life.schedule.rows, on).total_kobo;

describe("money before its due date, per period", () => {
  it("of a part: what was earned, then principal; the next instalment asks the rest, the last one is lower", () => {
    expect(split(30_000)).toEqual([kobo(4_064.52), kobo(25_935.48)]);
    const { life } = paid(30_000);
    expect([ask(life, 1), ask(life, 2), ask(life, 4)]).toEqual([kobo(11_324), kobo(41_324), kobo(40_945.47)]);
    expect(settlement(paysOnItsDay(life, 1), "2026-03-20")).toBe(kobo(118_098.28));
  });

  it("of the whole instalment: it asks nothing on its day, and what was earned since falls due with the next", () => {
    const { life, plan } = paid(41_324);
    expect(row(life, 1)).toMatchObject({ status: "paid" });
    expect(plan.postings.split).toMatchObject({ interest_kobo: kobo(4_064.52), credit_kobo: 0n });
    expect([ask(life, 1), ask(life, 2), ask(life, 4)]).toEqual([0n, kobo(41_324), kobo(40_718.16)]);
    expect(row(life, 2)).toMatchObject({ interest_kobo: kobo(5_964.33), principal_kobo: kobo(35_359.67) });
    expect(settlement(life, "2026-03-20")).toBe(kobo(117_899.56));
  });

  it("of more pays the following instalments in turn", () => {
    const { life } = paid(60_000);
    expect([ask(life, 1), ask(life, 2), ask(life, 4)]).toEqual([0n, kobo(22_648), kobo(39_649.52)]);
    expect(settlement(life, "2026-03-20")).toBe(kobo(98_368.94));
  });

  it("of nothing leaves the schedule, and the settlement takes the days of the period", () => {
    const onTime = paysOnItsDay(born(), 1);
    expect(settlement(onTime, "2026-03-20")).toBe(kobo(118_443.93));
    expect(ask(born(), 1)).toBe(kobo(41_324));
  });

  it("of more, where the person chose so, makes the others smaller over the same dates, or lets the last fall away", () => {
    const totals = (excess: Excess) => [2, 3, 4].map((number) => ask(paid(60_000, undefined, excess).life, number));
    const [second, third, last] = totals("smaller");
    expect(second).toBe(third);
    expect(second! < kobo(41_324)).toBe(true);
    // The last one is what is left: what was earned before the next due date earns nothing itself.
    expect(last! <= third! && last! > third! - kobo(100)).toBe(true);
    const { life } = paid(100_000, undefined, "fewer");
    expect(life.schedule.rows.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(ask(life, 2)).toBe(kobo(41_324));
    expect(row(life, 1)).toMatchObject({ status: "paid", paid_principal_kobo: kobo(100_000 - 4_064.52) });
  });
});

describe("money before its due date, by the day", () => {
  it("counts the days of the year that the product counts", () => {
    const daily = { interest: "daily", day_count: "actual/365" };
    const { life, plan } = paid(41_324, undefined, undefined, daily);
    expect(plan.postings.split).toMatchObject({ interest_kobo: kobo(4_142.47), principal_kobo: kobo(37_181.53) });
    expect(ask(life, 4)).toBe(kobo(40_489.53));
    expect(settlement(life, "2026-03-20")).toBe(kobo(117_714.48));
  });
});

describe("flat loans", () => {
  const flat = {
    principal_kobo: 9_000_000n,
    annual_rate_percent: "36",
    instalments: 3,
    method: "flat" as const,
    disbursed_on: "2026-01-31",
    first_due_on: "2026-02-28",
  };
  const interest = (life: Life): bigint => life.schedule.rows.reduce((sum, each) => sum + each.interest_kobo, 0n);
  const prepaid = (naira: number, product = {}) =>
    pay(bornOf(flat, product), { amount_kobo: kobo(naira), on: "2026-02-10", excess: "fewer" }).life;

  it("earn what was agreed when money comes ahead on the next instalment", () => {
    expect(interest(bornOf(flat))).toBe(810_000n);
    for (const naira of [0.01, 10_000, 32_700]) expect(interest(prepaid(naira))).toBe(810_000n);
  });

  it("earn less in the periods that have not begun when more is prepaid, in the proportion of what is not due", () => {
    const life = prepaid(32_700 + 10_000);
    const notDue = 9_000_000n - row(life, 1).paid_principal_kobo + 1_000_000n;
    const lowered = 540_000n - row(life, 2).period_interest_kobo - row(life, 3).period_interest_kobo;
    expect(lowered).toBe((540_000n * 1_000_000n + notDue / 2n) / notDue);
    expect(interest(prepaid(42_700, { flat_prepayment: "none" }))).toBe(810_000n);
  });

  it("cost the same in parts and in one settlement on a day: the running period whole, none of the others", () => {
    const whole = settlement(bornOf(flat), "2026-02-10");
    expect(whole).toBe(9_270_000n);
    for (const naira of [0.01, 20_000, 42_700])
      expect(kobo(naira) + settlement(prepaid(naira), "2026-02-10")).toBe(whole);
    expect(settlement(bornOf(flat, { flat_prepayment: "none" }), "2026-02-10")).toBe(9_810_000n);
  });
});

describe("interest to the end of the period", () => {
  it("is owed on the balance at its start, whatever comes inside it, and never accrues below nothing", () => {
    let life = bornOf(terms, { settlement_interest: "to_period_end" });
    const whole = settlement(life, "2026-02-10");
    expect(whole).toBe(15_600_000n);
    life = pay(life, { amount_kobo: kobo(60_000), on: "2026-02-10" }).life;
    expect(settlement(life, "2026-02-10") + kobo(60_000)).toBe(whole);
    const { plan } = pay(life, { amount_kobo: settlement(life, "2026-02-20"), on: "2026-02-20" });
    expect(plan.loan).toMatchObject({ is_paid: true, accrued_interest_kobo: 0n });
    expect(plan.postings.accrual.amount_kobo > 0n).toBe(true);
  });
});
