/** A rescheduled loan goes on earning by the day, whatever was paid and when: in all, the borrower pays principal, fees and what each day earned. */
import { addDays, daysBetween, periodStart, principalNotDue, unpaidTotal } from "@manilla/credit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Life, bornOf, pay, told as toldWith } from "../../../../../../../test/loan-life.ts";
import { settlementOf } from "../../schedules/index.ts";
import type { ReceiptFact } from "./replay.ts";
import type { RescheduleFact } from "./rescheduling.ts";

const START = "2026-01-31";
const FEE = 20_000n;
const request = {
  principal_kobo: 12_000_000n,
  annual_rate_percent: "48",
  instalments: 6,
  method: "declining" as "declining" | "flat" | "equal_principal",
  interest: "per_period" as "per_period" | "daily",
  disbursed_on: START,
  first_due_on: "2026-02-28",
  fees: [{ name: "Service", kobo: FEE, when: "each_instalment" as const }],
};
const change = {
  holiday_instalments: 0,
  more_instalments: 0,
  annual_rate_percent: null,
  overdue: "stays" as "stays" | "joins",
};

const told = (born: Life, receipts: readonly ReceiptFact[], facts: readonly RescheduleFact[]) =>
  toldWith(born, FEE, receipts, facts);
const level = (rows: readonly { status: string; principal_kobo: bigint; interest_kobo: bigint }[]) =>
  rows.filter(({ status }) => status === "scheduled").map((row) => row.principal_kobo + row.interest_kobo);

describe("a loan that is rescheduled", () => {
  const on = "2026-03-31";
  const paid = ["2026-02-28", on].map((day, at): ReceiptFact => {
    const [row] = bornOf(request).schedule.rows;
    return { id: `r${at}`, on: day, amount_kobo: row!.principal_kobo + row!.interest_kobo + FEE };
  });

  it("with more instalments asks less of each, on the dates that follow", () => {
    const { schedule } = told(bornOf(request), paid, [{ ...change, id: "a", on, more_instalments: 4 }])(on);
    const coming = schedule.future(on).map(({ row }) => row);
    expect(coming.map(({ due_on }) => due_on)).toEqual([
      "2026-04-30",
      "2026-05-31",
      "2026-06-30",
      "2026-07-31",
      "2026-08-31",
      "2026-09-30",
      "2026-10-31",
      "2026-11-30",
    ]);
    // PMT of what is left, at 4 % over 8: worked out by hand to the naira.
    const balance = Number(principalNotDue(schedule.rows, on));
    const instalment = (balance * 0.04) / (1 - 1.04 ** -8);
    for (const kobo of level(coming)) expect(Math.abs(Number(kobo) - instalment)).toBeLessThan(60);
    expect(coming.reduce((sum, row) => sum + row.principal_kobo, 0n)).toBe(BigInt(balance));
  });

  it("skips the instalments of a holiday; what they earn is asked after it and bears no interest", () => {
    const { schedule } = told(bornOf(request), paid, [{ ...change, id: "a", on, holiday_instalments: 2 }])(on);
    const coming = schedule.future(on).map(({ row }) => row);
    expect(coming.slice(0, 2).map((row) => [row.status, unpaidTotal(row)])).toEqual([
      ["deferred", 0n],
      ["deferred", 0n],
    ]);
    expect(coming).toHaveLength(6);
    const balance = principalNotDue(schedule.rows, on);
    expect(coming[2]!.carried_interest_kobo).toBe((balance * 8n + 50n) / 100n);
    expect(coming[2]!.interest_kobo, "interest before principal").toBe((balance * 12n + 50n) / 100n);
    const interest = coming.reduce((sum, row) => sum + row.interest_kobo, 0n);
    const bases = [balance, balance, ...coming.slice(2).map((row) => row.balance_kobo + row.principal_kobo)];
    const expected = bases.reduce((sum, base) => sum + Number(base) * 0.04, 0);
    expect(Math.abs(Number(interest) - expected), "no interest on interest").toBeLessThan(bases.length);
  });

  it("lets what is overdue join: nothing is due any more but fees, and the day of the change earns on the whole", () => {
    const late = "2026-04-15";
    const fact = { ...change, id: "a", on: late, more_instalments: 2, overdue: "joins" as const };
    const life = told(bornOf(request), [], [fact]);
    const [before, after] = [told(bornOf(request), [], [])(late), life(late)];
    expect(after.earned_kobo).toBe(before.earned_kobo);
    const due = after.schedule.open().filter(({ row }) => row.due_on <= late);
    expect(due.map(({ row }) => [row.number, unpaidTotal(row)])).toEqual([
      [1, FEE],
      [2, FEE],
    ]);
    expect(principalNotDue(after.schedule.rows, late)).toBe(12_000_000n);
    const earned = life("2026-04-16").earned_kobo - after.earned_kobo;
    expect(Math.abs(Number(earned) - (12_000_000 * 0.04) / 30)).toBeLessThan(2);
  });

  it("goes on after its last due date, on the dates that follow", () => {
    const late = "2026-09-15";
    const fact = { ...change, id: "a", on: late, more_instalments: 3, overdue: "joins" as const };
    const { schedule } = told(bornOf(request), [], [fact])(late);
    expect(schedule.future(late).map(({ row }) => row.due_on)).toEqual(["2026-09-30", "2026-10-31", "2026-11-30"]);
    expect(principalNotDue(schedule.rows, late)).toBe(12_000_000n);
  });

  it("takes no balance of a flat loan as a new principal: each further period earns what was agreed for one", () => {
    const flat = { ...request, method: "flat" as const };
    const { schedule } = told(
      bornOf(flat),
      [],
      [{ ...change, id: "a", on: "2026-02-10", more_instalments: 2 }],
    )("2026-02-10");
    expect(schedule.rows.reduce((sum, row) => sum + row.interest_kobo, 0n)).toBe(8n * 480_000n);
  });
});

/** Money after the last change is received on the rows that it left, as in the database. */
function lived(
  born: Life,
  life: ReturnType<typeof told>,
  facts: readonly RescheduleFact[],
  receipts: readonly ReceiptFact[],
) {
  const { on } = facts.at(-1)!;
  const { schedule, paid, earned_kobo } = life(on);
  const rate = facts.reduce<string | null>((now, one) => one.annual_rate_percent ?? now, null);
  const sums = { paid_principal_kobo: paid.principal, paid_interest_kobo: paid.interest };
  let after: Life = {
    loan: { ...born.loan, rescheduled_rate_percent: rate, accrued_interest_kobo: earned_kobo - paid.interest },
    schedule: { rows: schedule.rows, ...sums, paid_kobo: 0n, version: 1 },
  };
  for (const receipt of receipts.filter((each) => each.on > on))
    if (schedule.open().length > 0 && after.loan.status === "running") after = pay(after, receipt).life;
  return after.schedule.rows;
}
const shown = (rows: Life["schedule"]["rows"]) =>
  rows
    .filter(({ status }) => status !== "superseded")
    .map(({ number, due_on, principal_kobo, interest_kobo, fees_kobo, paid_interest_kobo, paid_principal_kobo }) =>
      [number, due_on, principal_kobo, interest_kobo, fees_kobo, paid_interest_kobo, paid_principal_kobo].join(" "),
    );

const lives = fc.record({
  method: fc.constantFrom("declining" as const, "equal_principal" as const, "flat" as const),
  interest: fc.constantFrom("per_period" as const, "daily" as const),
  rule: fc.constantFrom("to_date" as const, "to_date" as const, "to_period_end" as const),
  payments: fc.array(
    fc.record({
      share: fc.integer({ min: 1, max: 400 }),
      day: fc.integer({ min: 1, max: 260 }),
      excess: fc.constantFrom("following" as const, "smaller" as const, "fewer" as const),
    }),
    { maxLength: 5 },
  ),
  changes: fc.array(
    fc.record({
      day: fc.integer({ min: 1, max: 250 }),
      holiday_instalments: fc.integer({ min: 0, max: 3 }),
      more_instalments: fc.integer({ min: 0, max: 5 }),
      annual_rate_percent: fc.constantFrom(null, null, "24", "60"),
      overdue: fc.constantFrom("stays" as const, "joins" as const),
    }),
    { minLength: 1, maxLength: 2 },
  ),
  end: fc.integer({ min: 251, max: 420 }),
});

it("costs principal, fees and the interest of each day, whatever was changed or paid, and when", () => {
  fc.assert(
    fc.property(lives, ({ method, interest, rule, payments, changes, end }) => {
      const asked = { ...request, method, interest: method === "declining" ? interest : ("per_period" as const) };
      const born = bornOf(asked, { settlement_interest: rule });
      const at = (day: number) => new Date(Date.parse(START) + day * 86_400_000);
      const facts = changes
        .toSorted((left, right) => left.day - right.day)
        .map(({ day, ...each }, index): RescheduleFact => ({
          ...each,
          id: `f${index}`,
          on: addDays(START, day),
          at: at(day),
        }));
      const receipts = payments
        .toSorted((left, right) => left.day - right.day)
        .map(({ share, day, excess }, index): ReceiptFact => ({
          id: `r${index}`,
          on: addDays(START, day),
          at: at(day),
          amount_kobo: (asked.principal_kobo * BigInt(share)) / 1_000n,
          excess,
        }));
      const life = told(born, receipts, facts);
      let earned = 0;
      const periods = new Set<string>();
      const last = addDays(START, end);
      const dues = life(last).schedule.rows.map(({ due_on }) => due_on);
      const days = [START, ...dues, ...facts.map(({ on }) => on), ...receipts.map(({ on }) => on)];
      const events = [...new Set([...days.filter((day) => day < last), last])].toSorted();
      // Between two events the balance is the same.
      for (const [index, day] of events.slice(0, -1).entries()) {
        const { schedule } = life(day);
        const running = schedule.future(day)[0]?.row;
        if (schedule.open().length === 0) break;
        if (!running) continue;
        const from = periodStart(schedule.rows, START, day);
        periods.add(from);
        const length = daysBetween(from, running.due_on);
        const rate = facts
          .filter(({ on }) => on <= day)
          .reduce((now, one) => Number(one.annual_rate_percent ?? now), 48);
        const base = Number(principalNotDue(schedule.rows, day)) * daysBetween(day, events[index + 1]!);
        earned +=
          interest === "daily" && method === "declining" ? (base * rate) / 36_500 : (base * rate) / 1_200 / length;
      }
      const whole = life(last);
      const rows = whole.schedule.rows;
      for (const row of rows) {
        expect(row.principal_kobo >= row.paid_principal_kobo && row.interest_kobo >= row.paid_interest_kobo).toBe(true);
        expect(row.fees_kobo >= row.paid_fees_kobo).toBe(true);
      }
      expect(
        shown(
          lived(
            born,
            life,
            facts,
            receipts.filter(({ on }) => on <= last),
          ),
        ),
        "rows as they were written",
      ).toEqual(shown(rows));
      const owed = rows.reduce((sum, row) => sum + row.principal_kobo - row.paid_principal_kobo, 0n);
      expect(owed + whole.paid.principal, "principal goes nowhere").toBe(asked.principal_kobo);
      const settlement = settlementOf(
        {
          ...born.loan,
          rescheduled_rate_percent: facts.reduce<string | null>((now, one) => one.annual_rate_percent ?? now, null),
        },
        rows,
        last,
      );
      const paid = Object.values(whole.paid).reduce((sum, kobo) => sum + kobo, 0n);
      const isOver = whole.schedule.open().length === 0;
      const total = paid + (isOver ? 0n : settlement.total_kobo);
      // A fee that was paid ahead of its day is given back by a settlement.
      const booked = rows.reduce((sum, row) => (row.due_on <= settlement.valid_until ? sum + row.fees_kobo : sum), 0n);
      const fees = isOver ? whole.paid.fees : booked;
      const cost = total - asked.principal_kobo - fees;
      if (method !== "flat" && rule === "to_date")
        expect(Math.abs(Number(cost) - earned), "what the days earned").toBeLessThanOrEqual(
          periods.size + 2 * facts.length + 1,
        );
      if (!isOver && rule === "to_date" && method !== "flat")
        expect(cost, "what the books say").toBe(whole.earned_kobo);
    }),
    { numRuns: 80 },
  );
});
