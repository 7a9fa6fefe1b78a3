/** A loan in memory, lived without a database: what plans write, written. */
import { loanStates } from "../packages/contract/src/lending/loan-states.ts";
import { transitionOf } from "../packages/contract/src/machine.ts";
import { type Component, DEFAULT_ORDER, addDays, type QuoteRequest, quote } from "../packages/credit/src/index.ts";
import type { PlannedMoney, ReceiptPlan } from "../apps/api/src/modules/lending/repayments/plan.ts";
import { planReceipt } from "../apps/api/src/modules/lending/repayments/plan.ts";
import { judge } from "../apps/api/src/modules/lending/repayments/close/penalties.ts";
import {
  type AgreedRow,
  type ReceiptFact,
  type Replayed,
  replay,
} from "../apps/api/src/modules/lending/schedules/planning/replay.ts";
import { fallDue } from "../apps/api/src/modules/lending/schedules/planning/apply.ts";
import { WorkingSchedule } from "../apps/api/src/modules/lending/schedules/planning/working-schedule.ts";
import { type RescheduleFact, addedRows } from "../apps/api/src/modules/lending/schedules/planning/rescheduling.ts";
import type { RunningLoan, Schedule, ScheduleRow } from "../apps/api/src/modules/lending/schedules/index.ts";

export interface Life {
  loan: RunningLoan;
  schedule: Schedule;
  /** The day that opened last. */
  on?: string;
}

/** A loan on the day of its disbursement. */
export function bornOf(
  request: QuoteRequest,
  product: Partial<
    Pick<
      RunningLoan,
      | "interest_on_overdue"
      | "flat_prepayment"
      | "settlement_interest"
      | "allocation_order"
      | "is_non_performing"
      | "penalty"
    >
  > = {},
): Life {
  const rows: ScheduleRow[] = quote(request).instalments.map((row) => ({
    id: `row-${row.number}`,
    status: "scheduled",
    schedule_version: 1,
    penalised_to: null,
    days_past_due: 0,
    penalty_kobo: 0n,
    paid_principal_kobo: 0n,
    paid_interest_kobo: 0n,
    paid_fees_kobo: 0n,
    paid_penalty_kobo: 0n,
    carried_interest_kobo: 0n,
    period_interest_kobo: row.interest_kobo,
    ahead_kobo_days: 0n,
    ...row,
  }));
  const loan: RunningLoan = {
    id: "loan",
    reference: "LN-1",
    user_id: "person",
    status: "running",
    // As they are stored: JSON knows no bigint.
    terms: JSON.parse(JSON.stringify(request, (_, value) => (typeof value === "bigint" ? Number(value) : value))),
    principal_kobo: request.principal_kobo,
    disbursed_on: request.disbursed_on,
    outstanding_principal_kobo: request.principal_kobo,
    accrued_interest_kobo: 0n,
    suspended_interest_kobo: 0n,
    credit_balance_kobo: 0n,
    upfront_fees_kobo: 0n,
    grace_days: 3,
    materiality: {},
    penalty: { kind: "none" },
    claim_kobo: 0n,
    recovered_kobo: 0n,
    rescheduled_rate_percent: null,
    kept_days_past_due: 0,
    brought_in_on: null,
    performs_on: null,
    days_past_due: 0,
    flat_prepayment: "proportional",
    settlement_interest: "to_date",
    interest_on_overdue: false,
    allocation_order: [...DEFAULT_ORDER],
    is_non_performing: false,
    ...product,
  };
  return {
    loan,
    schedule: { rows, paid_principal_kobo: 0n, paid_interest_kobo: 0n, paid_kobo: 0n, version: 1 },
    on: request.disbursed_on,
  };
}

/** What the close of this day charges on late rows. */
function penalised(rows: readonly ScheduleRow[], loan: RunningLoan, day: string): ScheduleRow[] {
  const isOpen = ({ status }: ScheduleRow) => ["due", "part_paid", "overdue"].includes(status);
  const late = rows
    .filter((row) => isOpen(row) && row.due_on < day)
    .map((row) => ({
      ...row,
      loan_id: loan.id,
      terms: loan.penalty,
      grace_days: loan.grace_days,
      materiality: loan.materiality,
      loan_principal_kobo: loan.principal_kobo,
      waived_penalty_kobo: 0n,
      kept_back_kobo: 0n,
      shielded_kobo: 0n,
      shielded_to: null,
      is_to_be_judged: addDays(row.due_on, loan.grace_days) < day,
    }));
  const charged = new Map(judge(late, day).map(({ row, amount_kobo }) => [row.id, amount_kobo]));
  return rows.map((row) => ({ ...row, penalty_kobo: row.penalty_kobo + (charged.get(row.id) ?? 0n) }));
}

/** The close of business of each day until this one opens, as far as it changes rows: where overdue principal bears interest, or being late costs. */
export function opened(life: Life, on: string): Life {
  let { schedule } = life;
  for (
    let day = addDays(life.on ?? life.loan.disbursed_on, 1);
    (life.loan.interest_on_overdue || life.loan.penalty.kind !== "none") && day <= on;
    day = addDays(day, 1)
  ) {
    const working = new WorkingSchedule(schedule.rows);
    fallDue(working, day, [], life.loan);
    const isCharged = life.loan.penalty.kind !== "none";
    schedule = { ...schedule, rows: isCharged ? penalised(working.rows, life.loan, day) : working.rows };
  }
  return { ...life, schedule, on };
}

/** What a plan writes, written. */
export function after({ loan, schedule, on }: Life, plan: ReceiptPlan): Life {
  const rows = new Map(schedule.rows.map((row) => [row.id, { ...row }]));
  for (const { id, to, money, is_paid_on, is_caught_up } of plan.rows) {
    const row = { ...rows.get(id)!, ...money, status: to };
    if (is_paid_on || is_caught_up) row.days_past_due = 0;
    if (to === "superseded") rows.delete(id);
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
      paid_principal_kobo: schedule.paid_principal_kobo + paidOf("principal") + plan.postings.returned.principal_kobo,
      paid_interest_kobo: schedule.paid_interest_kobo + paidOf("interest") + plan.postings.returned.interest_kobo,
      paid_kobo: plan.loan.figures.paid_kobo,
      version: schedule.version,
    },
    on,
  };
}

/** Receives money on the loan. */
export function pay(before: Life, money: PlannedMoney): { life: Life; plan: ReceiptPlan } {
  const life = opened(before, money.on);
  const plan = planReceipt(money, life.loan, life.schedule);
  return { life: after(life, plan), plan };
}

/** A loan replayed from its facts, to any day. */
export function told(
  born: Life,
  fee_kobo: bigint,
  receipts: readonly ReceiptFact[],
  facts: readonly RescheduleFact[],
): (on: string) => Replayed {
  let count = 0;
  let rows: AgreedRow[] = born.schedule.rows.map((row) => ({
    ...row,
    agreed_kobo: row.principal_kobo + row.interest_kobo + row.fees_kobo,
    was_paid_before: false,
  }));
  for (const fact of facts) rows = [...rows, ...addedRows(rows, born.loan, fact, () => `added-${(count += 1)}`)];
  return (on) =>
    replay(
      born.loan,
      rows,
      fee_kobo,
      receipts.filter((each) => each.on <= on),
      facts.filter((each) => each.on <= on),
      on,
    );
}
