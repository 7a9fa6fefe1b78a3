/** The plan of received money, without a database: whatever is paid when, in whatever order the rows are loaded. */
import { loanStates } from "@manilla/contract/lending/loan-states";
import { repaymentStates } from "@manilla/contract/lending/repayment-states";
import { transitionOf } from "@manilla/contract/machine";
import { DEFAULT_ORDER, addDays, unpaid, unpaidTotal } from "@manilla/credit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Excess, type ReceiptPlan, planReceipt } from "./plan.ts";
import { type Life, after, bornOf } from "../../../../../../test/loan-life.ts";
import { OPEN_ROWS } from "../schedules/index.ts";

const START = "2026-01-15";

const terms = fc.record({
  principal_kobo: fc.bigInt({ min: 100_000n, max: 500_000_000n }),
  annual_rate_percent: fc.constantFrom("0", "12", "36.5", "48"),
  instalments: fc.integer({ min: 1, max: 12 }),
  method: fc.constantFrom("flat" as const, "declining" as const, "equal_principal" as const),
});

const products = fc.record({
  flat_prepayment: fc.constantFrom("proportional" as const, "none" as const),
  settlement_interest: fc.constantFrom("to_date" as const, "to_period_end" as const),
  allocation_order: fc.shuffledSubarray([...DEFAULT_ORDER], { minLength: 4 }),
  fee_kobo: fc.constantFrom(0n, 5_000n),
  is_non_performing: fc.boolean(),
});

const cases: fc.Arbitrary<Life> = fc.tuple(terms, products).map(([asked, { fee_kobo, ...product }]) => {
  const request = {
    ...asked,
    disbursed_on: START,
    first_due_on: "2026-02-15",
    frequency: "monthly" as const,
    interest: "per_period" as const,
    day_count: "actual/365" as const,
    rounding_multiple_kobo: 1n,
    rounding_mode: "nearest" as const,
    principal_grace: 0,
    fees: fee_kobo === 0n ? [] : [{ name: "Service", kobo: fee_kobo, when: "each_instalment" as const }],
  };
  return bornOf(request, product);
});

/** What a person pays: a share of the loan in thousandths, some days after the payment before, and what they choose for the rest. */
const payments = fc.array(
  fc.record({
    share: fc.integer({ min: 1, max: 1_200 }),
    days: fc.integer({ min: 0, max: 70 }),
    excess: fc.constantFrom("following" as const, "smaller" as const, "fewer" as const, null),
  }),
  { minLength: 1, maxLength: 6 },
);

/** Lives a loan through its payments, each plan seen by `look` with what was there before and is there afterwards. */
function live(
  start: Life,
  paid: readonly { share: number; days: number; excess: Excess | null }[],
  look: (plan: ReceiptPlan, before: Life, afterwards: Life, money: { amount_kobo: bigint; on: string }) => void,
): void {
  let [now, on] = [start, START];
  for (const { share, days, excess } of paid) {
    if (now.loan.status !== "running") return;
    on = addDays(on, days);
    const money = { amount_kobo: (start.loan.principal_kobo * BigInt(share)) / 1_000n + 1n, on, excess };
    const plan = planReceipt(money, now.loan, now.schedule);
    const next = after(now, plan);
    look(plan, now, next, money);
    now = next;
  }
}

const property = (look: Parameters<typeof live>[2]): void =>
  fc.assert(
    fc.property(cases, payments, (start, paid) => live(start, paid, look)),
    { numRuns: 300 },
  );

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

describe("the plan of received money", () => {
  it("gives away exactly what came", () => {
    property(({ lines, postings: { split } }, _before, _after, { amount_kobo }) => {
      expect(sum(lines.map((line) => line.amount_kobo)) + split.credit_kobo).toBe(amount_kobo);
      for (const component of DEFAULT_ORDER)
        expect(sum(lines.filter((line) => line.component === component).map((line) => line.amount_kobo))).toBe(
          split[`${component}_kobo`],
        );
      expect(split.released_kobo <= split.interest_kobo).toBe(true);
    });
  });

  it("pays no row more than it owes, and each row is written once", () => {
    property((plan, _before, { schedule }) => {
      for (const row of schedule.rows)
        for (const component of DEFAULT_ORDER) expect(unpaid(row, component) >= 0n).toBe(true);
      expect(new Set(plan.rows.map(({ id }) => id)).size).toBe(plan.rows.length);
    });
  });

  it("pays everything due first, oldest first and inside a row in the product's order; a row that is whole is paid", () => {
    property(({ lines }, { loan }, { schedule }, { on }) => {
      const due = schedule.rows.filter((row) => row.due_on <= on && row.status !== "paid");
      const open = due.some((row) => unpaidTotal(row) > 0n);
      const ahead = new Set(schedule.rows.filter((row) => row.due_on > on).map(({ id }) => id));
      if (open) expect(lines.every(({ repayment_id }) => !ahead.has(repayment_id))).toBe(true);
      for (const row of due) expect(unpaidTotal(row) > 0n).toBe(true);
      const oldest = due.toSorted((left, right) => left.number - right.number);
      const touched = oldest.filter((row) => lines.some(({ repayment_id }) => repayment_id === row.id));
      // Only the first open row is paid in part.
      for (const row of touched) expect(row.id).toBe(oldest[0]?.id);
      for (const row of touched) {
        const short = loan.allocation_order.findIndex((component) => unpaid(row, component) > 0n);
        for (const later of loan.allocation_order.slice(short + 1))
          expect(lines.some((line) => line.repayment_id === row.id && line.component === later)).toBe(false);
      }
    });
  });

  it("goes only ways that the machines of states have", () => {
    property((plan, { loan }) => {
      for (const { from, to, steps } of plan.rows)
        expect(
          steps.reduce<string>((state, { action }) => transitionOf(state, action, repaymentStates)!.to, from),
        ).toBe(to);
      for (const { action } of plan.loan.steps) expect(transitionOf(loan.status, action, loanStates)).toBeDefined();
    });
  });

  it("is the same whatever order the rows are loaded in", () => {
    fc.assert(
      fc.property(cases, payments, fc.infiniteStream(fc.nat()), (start, paid, random) =>
        live(start, paid, (plan, { loan, schedule }, _after, money) => {
          const key = new Map(schedule.rows.map(({ id }) => [id, random.next().value]));
          const rows = schedule.rows.toSorted((left, right) => key.get(left.id)! - key.get(right.id)!);
          expect(planReceipt(money, loan, { ...schedule, rows })).toEqual(plan);
        }),
      ),
      { numRuns: 150 },
    );
  });

  it("keeps principal and figures together: what is open of the rows is what the loan owes, and nothing once it is settled", () => {
    property((plan, { loan }, { schedule }) => {
      const open = schedule.rows.filter(({ status }) => OPEN_ROWS.includes(status));
      const owed = sum(open.map((row) => unpaid(row, "principal")));
      expect(plan.loan.figures.outstanding_principal_kobo).toBe(loan.principal_kobo - schedule.paid_principal_kobo);
      expect(owed).toBe(plan.loan.figures.outstanding_principal_kobo);
      expect(plan.loan.is_paid).toBe(plan.loan.steps.some(({ action }) => action === "settle"));
      if (plan.loan.is_paid) expect(owed).toBe(0n);
    });
  });
});
