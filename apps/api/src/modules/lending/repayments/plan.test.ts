/** The plan of received money, without a database: whatever is paid when, in whatever order the rows are loaded. */
import { loanStates } from "@manilla/contract/lending/loan-states";
import { repaymentStates } from "@manilla/contract/lending/repayment-states";
import { transitionOf } from "@manilla/contract/machine";
import { type Component, DEFAULT_ORDER, addDays, quote, unpaid, unpaidTotal } from "@manilla/credit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ReceiptPlan, planReceipt } from "./plan.ts";
import { OPEN_ROWS, type RunningLoan, type Schedule, type ScheduleRow } from "../schedules/index.ts";

const START = "2026-01-15";
let serial = 0;
const newId = (): string => `row-${(serial += 1)}`;

interface Case {
  loan: RunningLoan;
  schedule: Schedule;
}

const terms = fc.record({
  principal_kobo: fc.bigInt({ min: 100_000n, max: 500_000_000n }),
  annual_rate_percent: fc.constantFrom("0", "12", "36.5", "48"),
  instalments: fc.integer({ min: 1, max: 12 }),
  method: fc.constantFrom("flat" as const, "declining" as const, "equal_principal" as const),
});

const products = fc.record({
  prepayment_mode: fc.constantFrom("smaller_instalments" as const, "fewer_instalments" as const),
  settlement_interest: fc.constantFrom("to_date" as const, "to_period_end" as const),
  allocation_order: fc.shuffledSubarray([...DEFAULT_ORDER], { minLength: 4 }),
  fee_kobo: fc.constantFrom(0n, 5_000n),
  is_non_performing: fc.boolean(),
});

const cases: fc.Arbitrary<Case> = fc.tuple(terms, products).map(([asked, { fee_kobo, ...product }]) => {
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
  const rows: ScheduleRow[] = quote(request).instalments.map((row) => ({
    id: newId(),
    status: "scheduled",
    schedule_version: 1,
    penalised_to: null,
    days_past_due: 0,
    penalty_kobo: 0n,
    paid_principal_kobo: 0n,
    paid_interest_kobo: 0n,
    paid_fees_kobo: 0n,
    paid_penalty_kobo: 0n,
    ...row,
  }));
  const loan: RunningLoan = {
    id: "loan",
    reference: "LN-1",
    user_id: "person",
    status: "running",
    // As they are stored: JSON knows no bigint.
    terms: JSON.parse(JSON.stringify(request, (_, value) => (typeof value === "bigint" ? Number(value) : value))),
    principal_kobo: asked.principal_kobo,
    disbursed_on: START,
    outstanding_principal_kobo: asked.principal_kobo,
    accrued_interest_kobo: 0n,
    suspended_interest_kobo: 0n,
    credit_balance_kobo: 0n,
    upfront_fees_kobo: 0n,
    grace_days: 3,
    materiality: {},
    ...product,
  };
  return { loan, schedule: { rows, paid_principal_kobo: 0n, paid_interest_kobo: 0n, paid_kobo: 0n, version: 1 } };
});

/** What a person pays: a share of the loan in thousandths, some days after the payment before. */
const payments = fc.array(
  fc.record({ share: fc.integer({ min: 1, max: 1_200 }), days: fc.integer({ min: 0, max: 70 }) }),
  { minLength: 1, maxLength: 6 },
);

/** What the plan writes, written. */
function after({ loan, schedule }: Case, plan: ReceiptPlan): Case {
  const rows = new Map(schedule.rows.map((row) => [row.id, { ...row }]));
  for (const { id, made, to, paid, is_superseded, is_paid_on, is_caught_up } of plan.rows) {
    const none = { paid_principal_kobo: 0n, paid_interest_kobo: 0n, paid_fees_kobo: 0n, paid_penalty_kobo: 0n };
    const before =
      rows.get(id) ??
      ({ id, penalised_to: null, days_past_due: 0, penalty_kobo: 0n, ...none, ...made } as unknown as ScheduleRow);
    const row = { ...before, ...(made && { schedule_version: made.version }), ...paid, status: to };
    if (is_paid_on || is_caught_up) row.days_past_due = 0;
    if (is_superseded) rows.delete(id);
    else rows.set(id, row);
  }
  const paidOf = (component: Component): bigint => plan.postings.split[`${component}_kobo`];
  const status = plan.loan.steps.reduce((from, { action }) => transitionOf(from, action, loanStates)!.to, loan.status);
  return {
    loan: {
      ...loan,
      status: String(status),
      accrued_interest_kobo: plan.loan.accrued_interest_kobo,
      suspended_interest_kobo: plan.loan.suspended_interest_kobo,
    },
    schedule: {
      rows: [...rows.values()],
      paid_principal_kobo: schedule.paid_principal_kobo + paidOf("principal"),
      paid_interest_kobo: schedule.paid_interest_kobo + paidOf("interest"),
      paid_kobo: plan.loan.figures.paid_kobo,
      version: Math.max(schedule.version, ...plan.rows.map(({ made }) => made?.version ?? 0)),
    },
  };
}

/** Lives a loan through its payments, each plan seen by `look` with what was there before and is there afterwards. */
function live(
  start: Case,
  paid: readonly { share: number; days: number }[],
  look: (plan: ReceiptPlan, before: Case, afterwards: Case, money: { amount_kobo: bigint; on: string }) => void,
): void {
  let [now, on] = [start, START];
  for (const { share, days } of paid) {
    if (now.loan.status !== "running") return;
    on = addDays(on, days);
    const money = { amount_kobo: (start.loan.principal_kobo * BigInt(share)) / 1_000n + 1n, on };
    const plan = planReceipt(money, now.loan, now.schedule, newId);
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
          const plain = (one: ReceiptPlan) => {
            const name = new Map(
              one.rows.filter(({ made }) => made).map(({ id, made }) => [id, `new ${made!.number}`]),
            );
            const named = (id: string) => name.get(id) ?? id;
            return {
              ...one,
              rows: one.rows.map((row) => ({ ...row, id: named(row.id) })),
              lines: one.lines.map((line) => ({ ...line, repayment_id: named(line.repayment_id) })),
              postings: {
                ...one.postings,
                fees: one.postings.fees.map((fee) => ({ ...fee, repayment_id: named(fee.repayment_id) })),
              },
            };
          };
          expect(plain(planReceipt(money, loan, { ...schedule, rows }, newId))).toEqual(plain(plan));
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
