/**
 * M15: no way of paying changes what is owed. A second implementation that shares no code with the first lives the loan day by day, in
 * floating point, from the ruling's words alone (decisions.md, Earned interest; Money before its due date).
 */
import { addDays } from "@manilla/credit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bornOf, pay } from "../../../../../../../test/loan-life.ts";
import { settlementOf } from "../../schedules/index.ts";

const START = "2026-01-25";
const DAY = 86_400_000;
const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY;

interface Promised {
  due: number;
  total: number;
  fee: number;
}
interface Contract {
  principal: number;
  rate: number;
  isDaily: boolean;
  isFlat: boolean;
  toPeriodEnd: boolean;
  promises: Promised[];
}
/** The second implementation: a diary of one loan. All in kobo. */
class Diary {
  day = dayOf(START);
  private period = 0;
  /** Principal that is not due; what is asked and not paid yet. */
  private principal: number;
  private asked = 0;
  /** Interest of closed periods, of the running one, and what was paid of both or asked by a row. */
  private closed = 0;
  private running = 0;
  private taken = 0;
  private came: number[];
  private feesPaid: number[];
  private agreed: number[];
  private startBalance: number;
  private contract: Contract;

  constructor(contract: Contract) {
    this.contract = contract;
    this.principal = this.startBalance = contract.principal;
    this.came = contract.promises.map(() => 0);
    this.feesPaid = contract.promises.map(() => 0);
    const each = Math.round((contract.principal * contract.rate) / 12);
    this.agreed = contract.promises.map(() => each);
  }

  private get length(): number {
    const { promises } = this.contract;
    return promises[this.period]!.due - (this.period === 0 ? dayOf(START) : promises[this.period - 1]!.due);
  }
  private earnsADay(): number {
    const { isFlat, isDaily, rate, toPeriodEnd } = this.contract;
    if (isFlat) return this.agreed[this.period]! / this.length;
    const base = toPeriodEnd ? this.startBalance : this.principal;
    return isDaily ? (base * rate) / 365 : (base * rate) / 12 / this.length;
  }
  private get waiting(): number {
    return Math.max(0, Math.round(this.closed + Math.round(this.running) - this.taken));
  }

  until(day: number): void {
    const { promises } = this.contract;
    while (this.day < day && this.period < promises.length) {
      this.running += this.earnsADay();
      this.day += 1;
      if (this.day === promises[this.period]!.due) this.fallDue();
    }
    this.day = Math.max(this.day, day);
  }

  private fallDue(): void {
    const { promises } = this.contract;
    const promise = promises[this.period]!;
    const isLast = this.period === promises.length - 1;
    this.closed += Math.round(this.running);
    this.running = 0;
    const fee = promise.fee - this.feesPaid[this.period]!;
    const room = promise.total - this.came[this.period]! - fee;
    const interest = isLast ? this.waiting : Math.min(this.waiting, room);
    const principal = isLast ? this.principal : Math.min(room - interest, this.principal);
    this.taken += interest;
    this.principal -= principal;
    // Nothing is left: the rows after it fall away, with their fees.
    this.asked += this.isOver ? 0 : fee + interest + principal;
    if (this.principal < 0.5 && this.waiting < 0.5) {
      this.isOver = true;
      this.agreed.fill(0);
    }
    this.period += 1;
    this.startBalance = this.principal;
  }
  private isOver = false;

  pay(kobo: number): void {
    let left = kobo - Math.min(kobo, this.asked);
    this.asked -= kobo - left;
    const { promises, isFlat } = this.contract;
    for (let row = this.period; row < promises.length && left > 0; row += 1) {
      const promise = promises[row]!;
      const open = promise.total - this.came[row]!;
      if (open <= 0) continue;
      const before = this.principal;
      const given = Math.min(left, open);
      const fee = Math.min(given, promise.fee - this.feesPaid[row]!);
      const interest = Math.min(given - fee, this.waiting);
      const principal = Math.min(given - fee - interest, this.principal);
      this.feesPaid[row]! += fee;
      this.taken += interest;
      this.principal -= principal;
      this.came[row]! += fee + interest + principal;
      left -= fee + interest + principal;
      if (isFlat && row > this.period && principal > 0) this.prepaid.push([principal, before]);
    }
    this.credit += left;
    if (this.prepaid.length > 0) {
      const x = this.prepaid.reduce((sum, [principal]) => sum + principal, 0);
      const share = 1 - x / this.prepaid[0]![1];
      for (let row = this.period + 1; row < promises.length; row += 1) this.agreed[row]! *= share;
      this.prepaid = [];
    }
  }
  private prepaid: [number, number][] = [];
  /** What nothing was left for. */
  private credit = 0;

  /** What ends the loan today. */
  settlement(): number {
    const { promises, isFlat, toPeriodEnd } = this.contract;
    const isRunning = this.period < promises.length;
    const isWhole = isRunning && (isFlat || toPeriodEnd);
    const running = Math.round(isWhole ? this.earnsADay() * this.length : this.running);
    const interest = Math.max(0, this.closed + running - this.taken);
    const upTo = toPeriodEnd ? this.period + 1 : this.period;
    const back = this.feesPaid.slice(upTo).reduce((sum, fee) => sum + fee, 0);
    const fees = toPeriodEnd && isRunning ? promises[this.period]!.fee - this.feesPaid[this.period]! : 0;
    return this.asked + interest + fees + this.principal - back - this.credit;
  }
}

const contracts = fc.record({
  principal_kobo: fc.bigInt({ min: 1_000_000n, max: 500_000_000n }),
  annual_rate_percent: fc.constantFrom("12", "36", "48", "60"),
  instalments: fc.integer({ min: 1, max: 9 }),
  shape: fc.constantFrom("per period", "daily", "equal principal", "flat"),
  settlement_interest: fc.constantFrom("to_date" as const, "to_date" as const, "to_period_end" as const),
  fee: fc.constantFrom(0n, 250_000n),
});
/** Parts of the loan in thousandths, some days after the one before: ahead, on the day, late. */
const payments = fc.array(
  fc.record({ share: fc.integer({ min: 0, max: 450 }), days: fc.integer({ min: 0, max: 40 }), extra: fc.nat(999) }),
  { maxLength: 8 },
);

const both = ({ shape, fee, ...asked }: typeof contracts extends fc.Arbitrary<infer Item> ? Item : never) => {
  const { settlement_interest, ...terms } = asked;
  const method = shape === "flat" ? "flat" : shape === "equal principal" ? "equal_principal" : "declining";
  const life = bornOf(
    {
      ...terms,
      method,
      interest: shape === "daily" ? "daily" : "per_period",
      disbursed_on: START,
      first_due_on: "2026-02-25",
      fees: fee === 0n ? [] : [{ name: "Service", kobo: fee, when: "each_instalment" }],
    },
    { settlement_interest },
  );
  const diary = new Diary({
    principal: Number(terms.principal_kobo),
    rate: Number(terms.annual_rate_percent) / 100,
    isDaily: shape === "daily",
    isFlat: shape === "flat",
    toPeriodEnd: settlement_interest === "to_period_end",
    promises: life.schedule.rows.map((row) => ({
      due: dayOf(row.due_on),
      total: Number(row.principal_kobo + row.interest_kobo + row.fees_kobo),
      fee: Number(row.fees_kobo),
    })),
  });
  return { life, diary };
};

describe("no way of paying changes what is owed (M15)", () => {
  it("parts, days, before and after the due date: a settlement asks what a second implementation asks, ± 1 kobo a period", () => {
    fc.assert(
      fc.property(contracts, payments, fc.nat(60), (contract, paid, rest) => {
        const { life: born, diary } = both(contract);
        let [life, on, credit] = [born, START, 0n];
        for (const { share, days, extra } of paid) {
          on = addDays(on, days);
          const amount_kobo = (contract.principal_kobo * BigInt(share)) / 1_000n + BigInt(extra) + 1n;
          diary.until(dayOf(on));
          // Enough to end the loan ends it: that is the other property.
          if (amount_kobo >= settlementOf(life.loan, life.schedule.rows, on).total_kobo) continue;
          const step = pay(life, { amount_kobo, on });
          life = step.life;
          credit += step.plan.postings.split.credit_kobo;
          diary.pay(Number(amount_kobo));
        }
        on = addDays(on, rest);
        diary.until(dayOf(on));
        const settlement = settlementOf(life.loan, life.schedule.rows, on).total_kobo - credit;
        const difference = Number(settlement) - diary.settlement();
        expect(Math.abs(difference)).toBeLessThanOrEqual(contract.instalments);
      }),
      { numRuns: 600 },
    );
  });

  it("settled on a day, in one payment or after parts of that same day, costs the same to the kobo", () => {
    fc.assert(
      fc.property(
        contracts,
        fc.nat(200),
        fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 5 }),
        (contract, days, parts) => {
          const on = addDays(START, days);
          let { life } = both(contract);
          const whole = settlementOf(life.loan, life.schedule.rows, on).total_kobo;
          let given = 0n;
          for (const share of parts) {
            const amount_kobo = (contract.principal_kobo * BigInt(share)) / 1_000n;
            if (amount_kobo >= settlementOf(life.loan, life.schedule.rows, on).total_kobo) continue;
            const step = pay(life, { amount_kobo, on });
            given += amount_kobo - step.plan.postings.split.credit_kobo;
            life = step.life;
          }
          expect(given + settlementOf(life.loan, life.schedule.rows, on).total_kobo).toBe(whole);
        },
      ),
      { numRuns: 800 },
    );
  });

  it("paid as it asks on each due date, the loan costs its schedule and accrues it to the kobo", () => {
    fc.assert(
      fc.property(contracts, (contract) => {
        let { life } = both(contract);
        const asked = life.schedule.rows.reduce((sum, row) => sum + row.interest_kobo, 0n);
        let accrued = 0n;
        for (const { id, due_on } of life.schedule.rows) {
          const row = life.schedule.rows.find((each) => each.id === id);
          if (!row) continue;
          const step = pay(life, { amount_kobo: row.principal_kobo + row.interest_kobo + row.fees_kobo, on: due_on });
          accrued += step.plan.postings.accrual.amount_kobo;
          life = step.life;
          expect(life.loan.accrued_interest_kobo).toBe(0n);
        }
        expect([accrued, life.loan.status]).toEqual([asked, "settled"]);
      }),
      { numRuns: 300 },
    );
  });
});
