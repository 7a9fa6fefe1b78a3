/** The schedule while a plan is made: every change goes into the row and into what will be written of it. */
import { repaymentStates } from "@manilla/contract/lending/repayment-states";
import { type Machine, transitionOf } from "@manilla/contract/machine";
import {
  type Component,
  type Earning,
  expectAhead,
  periodStart,
  principalNotDue,
  principalOverdue,
} from "@manilla/credit";
import { OPEN_ROWS, type ScheduleRow } from "../running-loan/index.ts";

export interface Step {
  action: string;
  reason?: string;
}

/** The money columns of a row. */
const MONEY = [
  "principal_kobo",
  "interest_kobo",
  "fees_kobo",
  "balance_kobo",
  "paid_penalty_kobo",
  "paid_fees_kobo",
  "paid_interest_kobo",
  "paid_principal_kobo",
  "carried_interest_kobo",
  "period_interest_kobo",
  "ahead_kobo_days",
] as const;

/** A row of the schedule that changes: its way from the state that was loaded, and its columns afterwards. Written once. */
export interface PlannedRow {
  id: string;
  from: string;
  to: string;
  steps: Step[];
  money: Record<(typeof MONEY)[number], bigint> | null;
  is_paid_on: boolean;
  is_caught_up: boolean;
}

export interface Working {
  row: ScheduleRow;
  planned: PlannedRow;
  /** What it asks in all without penalty, in kobo: kept until its day, whatever is paid ahead. */
  total_kobo: bigint;
}

export interface Line {
  repayment_id: string;
  component: Component;
  amount_kobo: bigint;
}

/** @throws Error for a transition that the machine does not have */
export function stateAfter(from: string, action: string, machine: Machine): string {
  const transition = transitionOf(from, action, machine);
  if (!transition) throw new Error(`A ${machine.noun} that is ${from} cannot ${action}.`);
  return transition.to;
}

const least = (left: bigint, right: bigint): bigint => (left < right ? left : right);

export class WorkingSchedule {
  readonly all: Working[];
  readonly lines: Line[] = [];

  constructor(rows: readonly ScheduleRow[]) {
    this.all = rows
      .map((loaded) => {
        const row = { ...loaded };
        const planned = { id: row.id, from: row.status, to: row.status, steps: [], money: null };
        const total_kobo = row.principal_kobo + row.interest_kobo + row.fees_kobo;
        return { row, total_kobo, planned: { ...planned, is_paid_on: false, is_caught_up: false } };
      })
      .toSorted((left, right) => left.row.number - right.row.number);
  }

  /** The rows that count. */
  get current(): Working[] {
    return this.all.filter(({ row }) => row.status !== "superseded");
  }
  get rows(): ScheduleRow[] {
    return this.current.map(({ row }) => row);
  }
  future(on: string): Working[] {
    return this.current.filter(({ row }) => row.number > 0 && row.due_on > on);
  }
  open(): Working[] {
    return this.current.filter(({ row }) => OPEN_ROWS.includes(row.status));
  }

  move({ row, planned }: Working, action: string, reason?: string): void {
    row.status = planned.to = stateAfter(row.status, action, repaymentStates);
    planned.steps.push({ action, ...(reason && { reason }) });
  }

  changed({ row, planned }: Working): void {
    planned.money = Object.fromEntries(MONEY.map((name) => [name, row[name]])) as PlannedRow["money"];
  }

  /** Pays a component of a row, at most so much. @returns what is left of the money */
  pay(each: Working, component: Component, most: bigint, money: bigint): bigint {
    const amount_kobo = least(most, money);
    if (amount_kobo <= 0n) return money;
    each.row[`paid_${component}_kobo`] += amount_kobo;
    const line = this.lines.find((one) => one.repayment_id === each.row.id && one.component === component);
    if (line) line.amount_kobo += amount_kobo;
    else this.lines.push({ repayment_id: each.row.id, component, amount_kobo });
    this.changed(each);
    return money - amount_kobo;
  }

  paid(component: Component): bigint {
    return this.lines.reduce((sum, line) => (line.component === component ? sum + line.amount_kobo : sum), 0n);
  }

  /** The coming rows ask what their totals leave: their interest and principal are expectations until their day. */
  expect(disbursed_on: string, on: string, base: bigint, earning: Earning): void {
    const future = this.future(on);
    const from = periodStart(this.rows, disbursed_on, on);
    const rows = future.map(({ row, total_kobo }) => ({ ...row, total_kobo }));
    const overdue = earning.is_on_overdue ? principalOverdue(this.rows, on) : 0n;
    for (const [at, { is_dropped, ...expected }] of expectAhead(rows, from, base, earning, overdue).entries()) {
      const each = future[at]!;
      if (is_dropped) {
        this.move(each, "supersede", "Nothing is left for it");
        continue;
      }
      Object.assign(each.row, expected);
      this.changed(each);
      // More interest may come: a row never asks more of it than it asked when it was written.
      if (earning.is_on_overdue)
        each.total_kobo = expected.principal_kobo + expected.interest_kobo + each.row.fees_kobo;
    }
  }

  notDue(on: string): bigint {
    return principalNotDue(this.rows, on);
  }
}
