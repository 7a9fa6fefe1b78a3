/** The plan of a receipt on a running loan, without a database: what is due, oldest first; then future principal, re-solved; then credit. */
import { loanStates } from "@manilla/contract/lending/loan-states";
import { repaymentStates } from "@manilla/contract/lending/repayment-states";
import { type Machine, transitionOf } from "@manilla/contract/machine";
import { type Component, type Instalment, accruedInterest, allocate, unpaidTotal } from "@manilla/credit";
import {
  type LoanFigures,
  OPEN_ROWS,
  type RunningLoan,
  type Schedule,
  type ScheduleRow,
  figuresOf,
  settlementOf,
  settlementRow,
  solveAfterPrepayment,
  suspendedPart,
} from "../schedules/running-loan/index.ts";

export interface Step {
  action: string;
  reason?: string;
}

/** A row of the schedule that changes: its way from the state that was loaded, and its columns afterwards. Written once. */
export interface PlannedRow {
  id: string;
  from: string;
  to: string;
  steps: Step[];
  /** There was none before: it is inserted. */
  made: (Instalment & { version: number }) | null;
  paid: Record<`paid_${Component}_kobo`, bigint> | null;
  is_paid_on: boolean;
  is_caught_up: boolean;
  is_superseded: boolean;
}

export interface ReceiptPlan {
  rows: PlannedRow[];
  /** Which row gets what, in kobo. */
  lines: { repayment_id: string; component: Component; amount_kobo: bigint }[];
  postings: {
    /** Fees of rows that fell due. */
    fees: { repayment_id: string; amount_kobo: bigint; on: string }[];
    /** Interest since the last accrual, negative where a change of the schedule made it less; `suspended_kobo` of it goes to suspense. */
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
  due_kobo: bigint;
}

interface Working {
  row: ScheduleRow;
  planned: PlannedRow;
}

const COMPONENTS: readonly Component[] = ["penalty", "fees", "interest", "principal"];

/** @throws Error for a transition that the machine does not have */
function stateAfter(from: string, action: string, machine: Machine): string {
  const transition = transitionOf(from, action, machine);
  if (!transition) throw new Error(`A ${machine.noun} that is ${from} cannot ${action}.`);
  return transition.to;
}

const byNumber = (left: Working, right: Working): number =>
  left.row.number - right.row.number || left.row.schedule_version - right.row.schedule_version;

/** The schedule while the plan is made: every change goes into the row and into what will be written of it. */
class WorkingSchedule {
  all: Working[];
  version: number;
  private readonly newId: () => string;

  constructor({ rows, version }: Schedule, newId: () => string) {
    this.version = version;
    this.newId = newId;
    this.all = rows.map((row) => this.working({ ...row }, null)).toSorted(byNumber);
  }

  private working(row: ScheduleRow, made: PlannedRow["made"]): Working {
    const planned = { id: row.id, from: row.status, to: row.status, steps: [], made, paid: null };
    return { row, planned: { ...planned, is_paid_on: false, is_caught_up: false, is_superseded: false } };
  }

  /** The rows that count. */
  get current(): Working[] {
    return this.all.filter(({ planned }) => !planned.is_superseded);
  }
  get rows(): ScheduleRow[] {
    return this.current.map(({ row }) => row);
  }
  after(on: string): Working[] {
    return this.current.filter(({ row }) => row.due_on > on && OPEN_ROWS.includes(row.status));
  }

  move({ row, planned }: Working, action: string, reason?: string): void {
    row.status = planned.to = stateAfter(row.status, action, repaymentStates);
    planned.steps.push({ action, ...(reason && { reason }) });
  }

  replace(future: readonly Working[], instalments: readonly Instalment[], reason: string): void {
    for (const each of future) {
      this.move(each, "supersede", reason);
      each.planned.is_superseded = true;
    }
    this.version += 1;
    for (const instalment of instalments) {
      const { number, due_on, principal_kobo, interest_kobo, fees_kobo, balance_kobo } = instalment;
      const paid = { paid_principal_kobo: 0n, paid_interest_kobo: 0n, paid_fees_kobo: 0n, paid_penalty_kobo: 0n };
      const owed = { number, due_on, principal_kobo, interest_kobo, fees_kobo, penalty_kobo: 0n, balance_kobo };
      const kept = { status: "scheduled", schedule_version: this.version, penalised_to: null, days_past_due: 0 };
      this.all.push(
        this.working({ id: this.newId(), ...owed, ...paid, ...kept }, { ...instalment, version: this.version }),
      );
    }
    this.all.sort(byNumber);
  }
}

type Fees = ReceiptPlan["postings"]["fees"];

/** Rows whose day has come become due, with their fee. */
function fallDue(schedule: WorkingSchedule, on: string, fees: Fees): void {
  for (const each of schedule.current.filter(({ row }) => row.status === "scheduled" && row.due_on <= on)) {
    schedule.move(each, "fall_due");
    const { id, due_on, fees_kobo } = each.row;
    if (fees_kobo > 0n) fees.push({ repayment_id: id, amount_kobo: fees_kobo, on: due_on > on ? on : due_on });
  }
}

/** Enough to end the loan today: what is left becomes one row due today. */
function settleEarly(schedule: WorkingSchedule, loan: RunningLoan, money: PlannedMoney): void {
  const future = schedule.after(money.on);
  const settlement = settlementOf(loan, schedule.rows, money.on);
  if (future.length === 0 || money.amount_kobo < settlement.total_kobo) return;
  schedule.replace(future, [settlementRow(schedule.rows, settlement, money.on)], "Settled early");
}

/** Adds the lines to their rows; a row that is whole is paid. A future row stays as it is: it is about to be solved anew. */
function pay(schedule: WorkingSchedule, lines: ReceiptPlan["lines"], on: string): void {
  for (const each of schedule.current) {
    const { row, planned } = each;
    const own = lines.filter(({ repayment_id }) => repayment_id === row.id);
    if (own.length === 0) continue;
    for (const { component, amount_kobo } of own) row[`paid_${component}_kobo`] += amount_kobo;
    const { paid_penalty_kobo, paid_fees_kobo, paid_interest_kobo, paid_principal_kobo } = row;
    planned.paid = { paid_penalty_kobo, paid_fees_kobo, paid_interest_kobo, paid_principal_kobo };
    if (row.due_on > on) continue;
    if (unpaidTotal(row) === 0n) {
      schedule.move(each, "pay");
      planned.is_paid_on = true;
      row.days_past_due = 0;
    } else if (row.status !== "part_paid") schedule.move(each, "pay_part");
  }
}

/** After a prepayment the rest of the schedule is solved anew, as the person chose: smaller instalments or fewer. */
function solveAnew(
  schedule: WorkingSchedule,
  loan: RunningLoan,
  before: readonly ScheduleRow[],
  lines: ReceiptPlan["lines"],
  on: string,
): void {
  const ahead = new Set(before.filter(({ due_on }) => due_on > on).map(({ id }) => id));
  const prepaid = lines
    .filter(({ repayment_id }) => ahead.has(repayment_id))
    .reduce((sum, { amount_kobo }) => sum + amount_kobo, 0n);
  if (prepaid === 0n) return;
  const instalments = solveAfterPrepayment(loan, before, on, prepaid);
  if (instalments) return schedule.replace(schedule.after(on), instalments, "Prepaid");
  // These terms cannot be solved anew: the rows stay, and those that are whole are paid.
  for (const each of schedule.after(on).filter(({ row }) => row.status === "scheduled"))
    if (unpaidTotal(each.row) === 0n) schedule.move(each, "pay");
}

/** What is left for the loan's own state. */
function stepsOf(loan: RunningLoan, isPaid: boolean, days_past_due: number): Step[] {
  if (isPaid) return [{ action: "settle", reason: "Everything is paid" }];
  if (loan.status !== "past_due" || days_past_due > loan.grace_days) return [];
  return [{ action: "catch_up", reason: "Paid what was overdue" }];
}

export interface PlannedMoney {
  amount_kobo: bigint;
  /** Business date. */
  on: string;
}

/**
 * Plans what money does to a live loan.
 * @param newId makes the id of a new row
 * @throws RangeError for no money; Error for a transition that does not exist
 */
export function planReceipt(
  money: PlannedMoney,
  loan: RunningLoan,
  loaded: Schedule,
  newId: () => string,
): ReceiptPlan {
  const { on } = money;
  const schedule = new WorkingSchedule(loaded, newId);
  const fees: Fees = [];
  fallDue(schedule, on, fees);
  settleEarly(schedule, loan, money);
  fallDue(schedule, on, fees);

  const earned = accruedInterest(schedule.rows, loan.disbursed_on, on);
  const accrual_kobo = earned - loan.accrued_interest_kobo - loaded.paid_interest_kobo;
  const suspended_kobo = suspendedPart(loan, accrual_kobo);
  const suspended = loan.suspended_interest_kobo + suspended_kobo;

  const before = schedule.rows.map((row) => ({ ...row }));
  const open = before.filter(({ status }) => OPEN_ROWS.includes(status));
  const allocation = allocate(money.amount_kobo, open, on, loan.allocation_order);
  const lines = allocation.lines.flatMap(({ number, component, amount_kobo }) => {
    const row = open.find((each) => each.number === number);
    return row ? [{ repayment_id: row.id, component, amount_kobo }] : [];
  });
  const sum = (component: Component): bigint =>
    lines.reduce((total, line) => (line.component === component ? total + line.amount_kobo : total), 0n);
  const [penalty_kobo = 0n, fees_kobo = 0n, interest_kobo = 0n, principal_kobo = 0n] = COMPONENTS.map(sum);
  const released_kobo = interest_kobo < suspended ? interest_kobo : suspended;

  pay(schedule, lines, on);
  solveAnew(schedule, loan, before, lines, on);
  const { figures, due_kobo, is_paid, caught_up } = figuresOf(
    loan,
    {
      rows: schedule.rows,
      paid_principal_kobo: loaded.paid_principal_kobo + principal_kobo,
      paid_kobo: loaded.paid_kobo + penalty_kobo + fees_kobo + interest_kobo + principal_kobo,
    },
    on,
  );
  for (const { planned } of schedule.current) planned.is_caught_up = caught_up.includes(planned.id);
  const steps = stepsOf(loan, is_paid, figures.days_past_due);
  for (const { action } of steps) stateAfter(loan.status, action, loanStates);
  return {
    rows: schedule.all
      .map(({ planned }) => planned)
      .filter(({ made, steps: moved, paid, is_caught_up }) => made || paid || is_caught_up || moved.length > 0),
    lines,
    postings: {
      fees,
      accrual: { amount_kobo: accrual_kobo, suspended_kobo },
      split: {
        penalty_kobo,
        fees_kobo,
        interest_kobo,
        principal_kobo,
        credit_kobo: allocation.credit_balance_kobo,
        released_kobo,
      },
    },
    loan: {
      steps,
      figures,
      accrued_interest_kobo: loan.accrued_interest_kobo + accrual_kobo - interest_kobo,
      suspended_interest_kobo: suspended - released_kobo,
      is_paid,
    },
    due_kobo,
  };
}
