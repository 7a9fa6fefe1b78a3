/**
 * M15: no way of paying changes what is owed. A second implementation that shares no code with the first lives the loan day by day, in
 * floating point, from the ruling's words alone (decisions.md, Earned interest; Money before its due date), from those of record 0026, and from
 * business-rules 4 for what being late costs.
 */
import { addDays } from "@manilla/credit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Life, bornOf, opened, pay, told } from "../../../../../../../test/loan-life.ts";
import { settlementOf } from "../../schedules/index.ts";
import type { ReceiptFact } from "./replay.ts";
import type { RescheduleFact } from "./rescheduling.ts";

const START = "2026-01-25";
const DAY = 86_400_000;
const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY;
/** Each loan here falls due on one day of the month. */
function monthBefore(day: number): number {
  const date = new Date(day * DAY);
  return date.setUTCMonth(date.getUTCMonth() - 1) / DAY;
}

/** To the even kobo at a half, as a bank rounds; what floating point adds beyond the sixth place is none of it. */
function rounded(kobo: number): number {
  const exact = Math.round(kobo * 1e6) / 1e6;
  const down = Math.floor(exact);
  const rest = exact - down;
  return rest === 0.5 ? down + (Math.abs(down) % 2) : Math.round(exact);
}

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
  onOverdue: boolean;
  promises: Promised[];
  late: Lateness;
}
/** What being late costs (business-rules 4), in kobo and percent: a fixed sum, a share of what is overdue, at least this, at most so much a month begun. */
interface Lateness {
  fixed: number;
  share: number;
  least: number;
  cap: number;
}
const GRACE_DAYS = 3;
/** Half up, as the rules say of percentages. */
const halfUp = (kobo: number): number => Math.floor(Math.round(kobo * 1e6) / 1e6 + 0.5);
/** The second implementation: a diary of one loan. All in kobo. */
class Diary {
  day = dayOf(START);
  private period = 0;
  /** Principal that is not due; what is asked and not paid yet. */
  private principal: number;
  private due: { on: number; penalty: number; charged: number; fee: number; interest: number; principal: number }[] =
    [];
  /** Interest of closed periods, of the running one, and what was paid of both or asked by a row. */
  private closed = 0;
  private running = 0;
  private taken = 0;
  private came: number[];
  private feesPaid: number[];
  private agreed: number[];
  private startBalance: number;
  private contract: Contract;
  private rate: number;
  private nextRate: number;

  constructor(contract: Contract) {
    this.contract = contract;
    this.rate = this.nextRate = contract.rate;
    this.principal = this.startBalance = contract.principal;
    this.came = contract.promises.map(() => 0);
    this.feesPaid = contract.promises.map(() => 0);
    const each = (contract.principal * contract.rate) / 12;
    this.agreed = contract.promises.map(() => Math.round(each));
    // The last period takes what rounding left.
    const others = this.agreed.length - 1;
    this.agreed[others] = Math.round(each * (others + 1)) - Math.round(each) * others;
  }

  private get length(): number {
    const { due } = this.contract.promises[this.period]!;
    return due - monthBefore(due);
  }
  private earnsADay(): number {
    const { isFlat, isDaily, toPeriodEnd, onOverdue } = this.contract;
    const { rate } = this;
    if (isFlat) return this.agreed[this.period]! / this.length;
    const base = toPeriodEnd ? this.startBalance : this.principal + (onOverdue ? this.overdue : 0);
    return isDaily ? (base * rate) / 365 : (base * rate) / 12 / this.length;
  }
  private get overdue(): number {
    return this.due.reduce((sum, { principal }) => sum + principal, 0);
  }
  /** Since the last due date, where overdue principal earns: all of it, and what of it the last row asks. */
  private after = { earned: 0, asked: 0 };
  private askDayAfter(): void {
    const last = this.due.at(-1);
    if (!this.contract.onOverdue || !last) return;
    this.after.earned += (this.overdue * this.rate) / 365;
    last.interest += rounded(this.after.earned) - this.after.asked;
    this.after.asked = rounded(this.after.earned);
  }
  private get waiting(): number {
    return Math.max(0, this.closed + rounded(this.running) - this.taken);
  }

  until(day: number): void {
    const { promises } = this.contract;
    while (this.day < day) {
      const isAfter = this.period === promises.length;
      if (isAfter) this.askDayAfter();
      else this.running += this.earnsADay();
      this.day += 1;
      if (!isAfter && this.day === promises[this.period]!.due) this.fallDue();
      for (const row of this.due) this.chargeLateness(row);
    }
  }
  /** Once for each row, after the grace days; what the months begun leave room for, so it may come in parts. Never on a penalty. */
  private chargeLateness(row: Diary["due"][number]): void {
    const { fixed, share, least, cap } = this.contract.late;
    const [days, overdue] = [this.day - row.on, row.fee + row.interest + row.principal];
    if (days <= GRACE_DAYS || overdue <= 0) return;
    const whole = Math.max(fixed + halfUp((overdue * share) / 100), least);
    const most = Math.floor(Math.round(((overdue * Math.ceil(days / 30) * cap) / 100) * 1e6) / 1e6);
    const more = Math.max(0, Math.min(whole, most) - row.charged);
    row.charged += more;
    row.penalty += more;
    this.penalties += more;
  }
  /** All that was ever charged for being late. */
  penalties = 0;

  private fallDue(): void {
    const { promises } = this.contract;
    const promise = promises[this.period]!;
    const isLast = this.period === promises.length - 1;
    this.closed += rounded(this.running);
    this.running = 0;
    const fee = promise.fee - this.feesPaid[this.period]!;
    const room = promise.total - this.came[this.period]! - fee;
    const interest = isLast ? this.waiting : Math.min(this.waiting, room);
    const principal = isLast ? this.principal : Math.min(room - interest, this.principal);
    this.taken += interest;
    this.principal -= principal;
    this.due.push({ on: this.day, penalty: 0, charged: 0, fee, interest, principal });
    this.period += 1;
    this.startBalance = this.principal;
    this.rate = this.nextRate;
  }
  /**
   * Money came: rows for which nothing would be left if all were paid on its day from now on fall away, with fee and interest; the one
   * before them is the last, and asks what is left, whatever comes. One on which something was paid stays.
   */
  private fallAway(): void {
    const ahead = Object.setPrototypeOf(structuredClone({ ...this }), Diary.prototype) as Diary;
    const { promises } = this.contract;
    ahead.settle(({ on }) => on === ahead.day);
    for (let row = this.period; row < promises.length; row += 1) {
      ahead.until(promises[row]!.due);
      ahead.settle(() => true);
      if (ahead.principal > 0 || ahead.waiting > 0) continue;
      const stays = promises.map((_, at) => at <= row || this.came[at]! > 0);
      const of = <Item>(items: Item[]) => items.filter((_, at) => stays[at]);
      this.contract = { ...this.contract, promises: of(promises) };
      [this.came, this.feesPaid, this.agreed] = [of(this.came), of(this.feesPaid), of(this.agreed)];
      return;
    }
  }
  private settle(which: (row: Diary["due"][number]) => boolean): void {
    for (const row of this.due.filter(which)) row.penalty = row.fee = row.interest = row.principal = 0;
  }

  /**
   * Time granted today: the coming rows ask what was agreed anew. What is overdue stays due, or its principal earns again from today
   * and its interest waits; a new rate holds from today, and from the next period on where a period's interest is fixed.
   */
  reschedule(coming: (Promised & { isNew: boolean })[], rate: number | null, joins: boolean): void {
    const { promises, isFlat, toPeriodEnd } = this.contract;
    const known = new Map(promises.map(({ due }, at) => [due, at]));
    const last = known.get(coming.findLast(({ isNew }) => !isNew)?.due ?? promises.at(-1)!.due)!;
    this.after = { earned: 0, asked: 0 };
    const of = (values: number[], other: number) => [
      ...values.slice(0, this.period),
      ...coming.map(({ due, isNew }) => (isNew ? other : values[known.get(due)!]!)),
    ];
    this.came = of(this.came, 0);
    this.feesPaid = of(this.feesPaid, 0);
    this.agreed = of(this.agreed, this.agreed[last]!);
    this.contract = { ...this.contract, promises: [...promises.slice(0, this.period), ...coming] };
    if (rate !== null) {
      for (let row = this.period + 1; row < this.agreed.length; row += 1)
        this.agreed[row] = rounded((this.agreed[row]! * rate) / this.nextRate);
      this.nextRate = rate;
      if (isFlat || !toPeriodEnd) this.rate = rate;
    }
    for (const row of joins ? this.due : []) {
      this.principal += row.principal;
      this.taken -= row.interest;
      row.principal = row.interest = 0;
    }
  }

  pay(kobo: number): void {
    let left = kobo;
    for (const row of this.due)
      for (const part of ["penalty", "fee", "interest", "principal"] as const) {
        const given = Math.min(left, row[part]);
        row[part] -= given;
        left -= given;
      }
    const { promises, isFlat } = this.contract;
    for (let row = this.period; row < promises.length && left > 0; row += 1) {
      const promise = promises[row]!;
      // The last one is what is left, and may have become more than was agreed.
      const open = row === promises.length - 1 ? Infinity : promise.total - this.came[row]!;
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
      const later = this.agreed.slice(this.period + 1);
      const whole = later.reduce((sum, agreed) => sum + agreed, 0);
      const left = whole - rounded((whole * x) / this.prepaid[0]![1]);
      // Rounded once on the sum: what all periods until one earn is a whole number of kobo.
      let [seen, given] = [0, 0];
      for (const [at, agreed] of later.entries()) {
        seen += agreed;
        const upTo = whole === 0 ? 0 : rounded((left * seen) / whole);
        this.agreed[this.period + 1 + at] = upTo - given;
        given = upTo;
      }
      this.prepaid = [];
    }
    this.fallAway();
  }
  private prepaid: [number, number][] = [];
  /** What nothing was left for. */
  private credit = 0;

  /** What ends the loan today. */
  settlement(): number {
    const { promises, isFlat, toPeriodEnd } = this.contract;
    const isRunning = this.period < promises.length;
    const isWhole = isRunning && (isFlat || toPeriodEnd);
    const running = rounded(isWhole ? this.earnsADay() * this.length : this.running);
    const interest = Math.max(0, this.closed + running - this.taken);
    const upTo = toPeriodEnd ? this.period + 1 : this.period;
    const back = this.feesPaid.slice(upTo).reduce((sum, fee) => sum + fee, 0);
    const fees = toPeriodEnd && isRunning ? promises[this.period]!.fee - this.feesPaid[this.period]! : 0;
    const asked = this.due.reduce((sum, row) => sum + row.penalty + row.fee + row.interest + row.principal, 0);
    return asked + interest + fees + this.principal - back - this.credit;
  }
}

const contracts = fc.record({
  principal_kobo: fc.bigInt({ min: 1_000_000n, max: 500_000_000n }),
  annual_rate_percent: fc.constantFrom("12", "36", "48", "60"),
  instalments: fc.integer({ min: 1, max: 9 }),
  shape: fc.constantFrom("per period", "daily", "equal principal", "flat"),
  settlement_interest: fc.constantFrom("to_date" as const, "to_date" as const, "to_period_end" as const),
  onOverdue: fc.boolean(),
  fee: fc.constantFrom(0n, 250_000n),
  late: fc.constantFrom<Lateness | undefined>(
    undefined,
    { fixed: 150_000, share: 0, least: 0, cap: 10 },
    { fixed: 0, share: 2, least: 0, cap: 1 },
    { fixed: 0, share: 5, least: 90_000, cap: 3 },
    { fixed: 50_000, share: 1.5, least: 120_000, cap: 4 },
  ),
});
/** Half of them with one instalment, so that lives go on after the last due date. */
const anyLength = fc.oneof(
  contracts,
  contracts.map((contract) => ({ ...contract, instalments: 1 })),
);
/** Parts of the loan in thousandths, some days after the one before: ahead, on the day, late. `edge`: kobo from where a row falls away. */
const payments = fc.array(
  fc.record({
    share: fc.integer({ min: 0, max: 450 }),
    days: fc.integer({ min: 0, max: 40 }),
    extra: fc.nat(999),
    edge: fc.option(fc.integer({ min: -3, max: 3 }), { freq: 3 }),
  }),
  { maxLength: 8 },
);
/** The least money after which fewer instalments are left than after one kobo; undefined where no money short of the end does that. */
function edgeOf(life: Life, on: string): bigint | undefined {
  const left = (amount_kobo: bigint) => pay(life, { amount_kobo, on }).life.schedule.rows.length;
  let [few, enough] = [1n, settlementOf(life.loan, life.schedule.rows, on).total_kobo - 1n];
  if (enough <= few || left(few) === left(enough)) return undefined;
  while (enough - few > 1n) {
    const middle = (few + enough) / 2n;
    if (left(middle) === left(1n)) few = middle;
    else enough = middle;
  }
  return enough;
}

/** After which payment, and what. */
const changes = fc.array(
  fc.record({
    after: fc.integer({ min: 0, max: 4 }),
    holiday_instalments: fc.integer({ min: 0, max: 3 }),
    more_instalments: fc.integer({ min: 0, max: 4 }),
    annual_rate_percent: fc.constantFrom(null, null, "24", "72"),
    overdue: fc.constantFrom("stays" as const, "joins" as const),
  }),
  { minLength: 2, maxLength: 4 },
);

/** The product's terms of the same. */
const penaltyOf = ({ fixed, share, least, cap }: Lateness) =>
  ({
    kind: fixed === 0 ? "percentage" : share === 0 ? "fixed" : "hybrid",
    kobo: fixed,
    percent: String(share),
    minimum_kobo: least,
    cap_percent_a_month: String(cap),
  }) as const;

const both = ({ shape, fee, late, ...asked }: typeof contracts extends fc.Arbitrary<infer Item> ? Item : never) => {
  const { settlement_interest, onOverdue, ...terms } = asked;
  const interest_on_overdue = onOverdue && shape !== "flat" && settlement_interest === "to_date";
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
    { settlement_interest, interest_on_overdue, ...(late && { penalty: penaltyOf(late) }) },
  );
  const diary = new Diary({
    principal: Number(terms.principal_kobo),
    rate: Number(terms.annual_rate_percent) / 100,
    isDaily: shape === "daily",
    isFlat: shape === "flat",
    toPeriodEnd: settlement_interest === "to_period_end",
    onOverdue: interest_on_overdue,
    late: late ?? { fixed: 0, share: 0, least: 0, cap: 0 },
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
    let [edges, penalised] = [0, 0];
    fc.assert(
      fc.property(anyLength, payments, fc.nat(60), (contract, paid, rest) => {
        const { life: born, diary } = both(contract);
        let [life, on, credit] = [born, START, 0n];
        for (const { share, days, extra, edge } of paid) {
          on = addDays(on, days);
          diary.until(dayOf(on));
          life = opened(life, on);
          const part = (contract.principal_kobo * BigInt(share)) / 1_000n + BigInt(extra) + 1n;
          const near = edge === null ? undefined : edgeOf(life, on);
          if (near !== undefined) edges += 1;
          const amount_kobo = near === undefined || near + BigInt(edge!) < 1n ? part : near + BigInt(edge!);
          // Enough to end the loan ends it: that is the other property.
          if (amount_kobo >= settlementOf(life.loan, life.schedule.rows, on).total_kobo) continue;
          const step = pay(life, { amount_kobo, on });
          life = step.life;
          credit += step.plan.postings.split.credit_kobo;
          diary.pay(Number(amount_kobo));
        }
        on = addDays(on, rest);
        diary.until(dayOf(on));
        life = opened(life, on);
        const settlement = settlementOf(life.loan, life.schedule.rows, on).total_kobo - credit;
        const difference = Number(settlement) - diary.settlement();
        if (diary.penalties > 0) penalised += 1;
        // A penalty is a share of what is overdue, which may itself differ by a kobo a period.
        const bound = contract.instalments * (diary.penalties > 0 ? 2 : 1);
        expect(Math.abs(difference)).toBeLessThanOrEqual(bound);
      }),
      { numRuns: 600 },
    );
    expect(edges, "money within 3 kobo of where a row falls away").toBeGreaterThan(5);
    expect(penalised, "loans that were late for longer than the grace days").toBeGreaterThan(100);
  });

  it("and where it was rescheduled on the way: with a holiday, more instalments, another rate, overdue that stays or joins", () => {
    let [done, later] = [0, 0];
    fc.assert(
      fc.property(anyLength, payments, changes, fc.nat(60), (contract, paid, asked, rest) => {
        // A replay is given its penalties as facts; here nobody charges any.
        const { life: born, diary } = both({ ...contract, late: undefined });
        let on = START;
        const receipts: ReceiptFact[] = [];
        const facts: RescheduleFact[] = [];
        const loanNow = () => ({ ...born.loan, rescheduled_rate_percent: facts.at(-1)?.annual_rate_percent ?? null });
        const now = (more: RescheduleFact[] = []) => told(born, contract.fee, receipts, [...facts, ...more])(on);
        for (const [index, { share, days, extra }] of paid.entries()) {
          on = addDays(on, days);
          const at = new Date(Date.parse(on) + index);
          diary.until(dayOf(on));
          const amount_kobo = (contract.principal_kobo * BigInt(share)) / 1_000n + BigInt(extra) + 1n;
          const { schedule } = now();
          if (schedule.open().length === 0) return;
          if (amount_kobo < settlementOf(loanNow(), schedule.rows, on).total_kobo) {
            receipts.push({ id: `r${index}`, on, at, amount_kobo });
            diary.pay(Number(amount_kobo));
          }
          const change = facts.length === 0 ? asked.find((each) => each.after === index) : undefined;
          if (!change) continue;
          const { after: _, ...terms } = change;
          const fact = { ...terms, id: "change", on, at: new Date(at.getTime() + 1) };
          const [before, after] = [now(), now([fact])];
          const known = new Set(before.schedule.rows.map(({ due_on }) => due_on));
          const isAfter = before.schedule.open().every(({ row }) => row.due_on <= on);
          const isAgreed = contract.shape === "flat" || contract.settlement_interest === "to_period_end";
          if ((isAfter && isAgreed) || after.schedule.future(on).length === 0 || after.refused) continue;
          if (isAfter) later += 1;
          facts.push(fact);
          done += 1;
          diary.reschedule(
            after.schedule
              .future(on)
              .map(({ row, total_kobo }) => ({
                due: dayOf(row.due_on),
                total: Number(total_kobo),
                fee: Number(row.fees_kobo),
                isNew: !known.has(row.due_on),
              })),
            change.annual_rate_percent === null ? null : Number(change.annual_rate_percent) / 100,
            change.overdue === "joins",
          );
        }
        on = addDays(on, rest);
        diary.until(dayOf(on));
        const { schedule, receipts: known } = now();
        const credit = [...known.values()].reduce((sum, { credit_kobo }) => sum + credit_kobo, 0n);
        const isOver = schedule.open().length === 0;
        const left = isOver ? 0n : settlementOf(loanNow(), schedule.rows, on).total_kobo;
        // A flat period is rounded once and then follows the rate, its rounding with it.
        const rates = [contract.annual_rate_percent, facts[0]?.annual_rate_percent ?? contract.annual_rate_percent];
        const bound = schedule.all.length * Math.max(1, Number(rates[1]) / Number(rates[0])) + 2;
        expect(Math.abs(Number(left - credit) - diary.settlement())).toBeLessThanOrEqual(bound);
      }),
      { numRuns: 150 },
    );
    expect(done).toBeGreaterThan(40);
    expect(later).toBeGreaterThan(0);
  });

  it("settled on a day, in one payment or after parts of that same day, costs the same to the kobo", () => {
    fc.assert(
      fc.property(
        contracts,
        fc.nat(200),
        fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 5 }),
        (contract, days, parts) => {
          const on = addDays(START, days);
          let life = opened(both(contract).life, on);
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
