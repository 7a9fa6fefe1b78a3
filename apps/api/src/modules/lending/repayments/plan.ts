/** The plan of a receipt on a running loan, without a database: what is due, oldest first; then the coming instalments; then credit. */
import { loanStates } from "@manilla/contract/lending/loan-states";
import type { Component } from "@manilla/credit";
import {
  type LoanFigures,
  type NextInstalment,
  type RunningLoan,
  type Schedule,
  figuresOf,
  nextInstalment,
  suspendedPart,
} from "../schedules/running-loan/index.ts";
import type { Excess } from "../schedules/planning/index.ts";
import { COMPONENTS, type Fees, type PlannedMoney, type Returned, applyMoney } from "../schedules/planning/index.ts";
import { type Line, type PlannedRow, type Step, WorkingSchedule, stateAfter } from "../schedules/planning/index.ts";

export type { Excess, PlannedMoney, PlannedRow, Step };

export interface ReceiptPlan {
  rows: PlannedRow[];
  /** Which row gets what, in kobo. */
  lines: Line[];
  postings: {
    fees: Fees;
    returned: Returned;
    /** Interest since the last accrual; `suspended_kobo` of it goes to suspense. */
    accrual: { amount_kobo: bigint; suspended_kobo: bigint };
    split: Record<`${Component}_kobo`, bigint> & { credit_kobo: bigint; released_kobo: bigint };
  };
  loan: {
    steps: Step[];
    figures: LoanFigures;
    accrued_interest_kobo: bigint;
    suspended_interest_kobo: bigint;
    is_paid: boolean;
  };
  /** The numbers of the instalments that get something, in order. */
  instalments: number[];
  due_kobo: bigint;
  /** The next instalment that asks something, and what; undefined where the loan has ended. */
  next: NextInstalment | undefined;
  /** Whether it paid ahead beyond the next instalment, in turn. */
  is_beyond: boolean;
}

/** What is left for the loan's own state. @param reimbursed why it ends outside its schedule, where it does */
export function stepsOf(loan: RunningLoan, isPaid: boolean, days_past_due: number, reimbursed?: string): Step[] {
  if (isPaid && reimbursed !== undefined) return [{ action: "mark_reimbursed", reason: reimbursed }];
  if (isPaid) return [{ action: "settle", reason: "Everything is paid" }];
  if (loan.status !== "past_due" || days_past_due > loan.grace_days) return [];
  return [{ action: "catch_up", reason: "Paid what was overdue" }];
}

/**
 * Plans what money does to a live loan.
 * @throws RangeError for no money; Error for a transition that does not exist
 */
export function planReceipt(
  money: PlannedMoney & { is_reimbursement?: boolean | undefined; note?: string | null },
  loan: RunningLoan,
  loaded: Schedule,
): ReceiptPlan {
  const { on } = money;
  if (money.amount_kobo <= 0n) throw new RangeError("a payment is more than nothing");
  const schedule = new WorkingSchedule(loaded.rows);
  const applied = applyMoney(schedule, loan, money, loaded.paid_interest_kobo);
  const accrual_kobo = applied.earned_kobo - loan.accrued_interest_kobo - loaded.paid_interest_kobo;
  const suspended_kobo = suspendedPart(loan, accrual_kobo);
  const suspended = loan.suspended_interest_kobo + suspended_kobo;
  const [penalty_kobo = 0n, fees_kobo = 0n, interest_kobo = 0n, principal_kobo = 0n] = COMPONENTS.map((component) =>
    schedule.paid(component),
  );
  const released_kobo = interest_kobo < suspended ? interest_kobo : suspended;
  const { figures, due_kobo, is_paid, caught_up } = figuresOf(
    loan,
    {
      rows: schedule.rows,
      paid_principal_kobo: loaded.paid_principal_kobo + principal_kobo + applied.returned.principal_kobo,
      paid_kobo: loaded.paid_kobo + penalty_kobo + fees_kobo + interest_kobo + principal_kobo,
    },
    on,
  );
  for (const { planned } of schedule.current) planned.is_caught_up = caught_up.includes(planned.id);
  const steps = stepsOf(loan, is_paid, figures.days_past_due, money.is_reimbursement ? (money.note ?? "") : undefined);
  for (const { action } of steps) stateAfter(loan.status, action, loanStates);
  return {
    rows: schedule.all
      .map(({ planned }) => planned)
      .filter(({ steps: moved, money: columns, is_caught_up }) => columns || is_caught_up || moved.length > 0),
    lines: schedule.lines,
    postings: {
      fees: applied.fees,
      returned: applied.returned,
      accrual: { amount_kobo: accrual_kobo, suspended_kobo },
      split: {
        penalty_kobo,
        fees_kobo,
        interest_kobo,
        principal_kobo,
        credit_kobo: applied.credit_kobo,
        released_kobo,
      },
    },
    loan: {
      steps,
      figures,
      accrued_interest_kobo: loan.accrued_interest_kobo + accrual_kobo - interest_kobo - applied.returned.interest_kobo,
      suspended_interest_kobo: suspended - released_kobo,
      is_paid,
    },
    instalments: schedule.all
      .filter(({ row }) => schedule.lines.some((line) => line.repayment_id === row.id))
      .map(({ row }) => row.number)
      .toSorted((left, right) => left - right),
    due_kobo,
    next: nextInstalment(schedule.rows, on),
    is_beyond:
      !is_paid &&
      schedule.future(on).filter(({ row }) => schedule.lines.some((line) => line.repayment_id === row.id)).length > 1,
  };
}
