/** What money does to a schedule: what is due, oldest first; then the coming instalments; enough to end the loan ends it. */
import { type Component, allocate, earnedInterest, principalNotDue, unpaid, unpaidTotal } from "@manilla/credit";
import { OPEN_ROWS, type RunningLoan, earningOfLoan, settlementOf } from "../running-loan/index.ts";
import { type Excess, payAhead } from "./ahead.ts";
import { askOnOverdue, paidOverdue, passDueDate } from "./late.ts";
import type { Working, WorkingSchedule } from "./working-schedule.ts";

export const COMPONENTS: readonly Component[] = ["penalty", "fees", "interest", "principal"];
/** Fees to be booked: of rows that fell due, or that were paid ahead. */
export type Fees = { repayment_id: string; amount_kobo: bigint; on: string }[];

export interface PlannedMoney {
  amount_kobo: bigint;
  /** Business date. */
  on: string;
  /** What the person chose for what exceeds the next instalment; the following ones in turn where nobody was asked. */
  excess?: Excess | null | undefined;
}

/**
 * Rows whose day has come become due, with their fee; one that was paid ahead has both behind it.
 * @param since the day to which the schedule was lived; where it is not known, the rows that have not fallen due tell
 */
export function fallDue(schedule: WorkingSchedule, on: string, fees: Fees, loan: RunningLoan, since?: string): void {
  for (const each of schedule.current.filter(({ row }) => row.due_on <= on)) {
    const { id, due_on, fees_kobo, status } = each.row;
    const fall = () => {
      if (status !== "scheduled") return;
      schedule.move(each, "fall_due");
      if (fees_kobo > 0n) fees.push({ repayment_id: id, amount_kobo: fees_kobo, on: due_on });
    };
    if (since === undefined ? status === "scheduled" : due_on > since) passDueDate(schedule, loan, due_on, fall);
    else fall();
  }
  askOnOverdue(schedule, loan, on);
}

/** Due rows, the oldest first and inside a row in the product's order. @returns what is left of the money */
function payDue(schedule: WorkingSchedule, { amount_kobo, on }: PlannedMoney, loan: RunningLoan): bigint {
  const due = schedule.open().filter(({ row }) => row.due_on <= on);
  if (due.length === 0) return amount_kobo;
  const { lines, credit_balance_kobo } = allocate(
    amount_kobo,
    due.map(({ row }) => row),
    on,
    loan.allocation_order,
  );
  for (const each of due) {
    const own = lines.filter(({ number }) => number === each.row.number);
    for (const line of own) schedule.pay(each, line.component, line.amount_kobo, line.amount_kobo);
    finish(schedule, each, own.length > 0);
  }
  return credit_balance_kobo;
}

function finish(schedule: WorkingSchedule, each: Working, isTouched: boolean): void {
  const { row, planned } = each;
  if (!isTouched) return;
  if (unpaidTotal(row) === 0n) {
    schedule.move(each, "pay");
    planned.is_paid_on = true;
    row.days_past_due = 0;
  } else if (row.status !== "part_paid") schedule.move(each, "pay_part");
}

/**
 * Enough to end the loan: the next open row asks what is left, the rows after it fall away, a fee that was paid ahead pays principal.
 * @returns whether it is, the interest that is owed in all and the fees that were given back, in kobo
 */
function endEarly(schedule: WorkingSchedule, loan: RunningLoan, { amount_kobo, on }: PlannedMoney) {
  const [target, ...others] = schedule.future(on).filter(({ row }) => OPEN_ROWS.includes(row.status));
  const settlement = settlementOf(loan, schedule.rows, on);
  if (!target || amount_kobo < settlement.total_kobo) return undefined;
  const base = principalNotDue(schedule.rows, on);
  const returned = { principal_kobo: 0n, interest_kobo: 0n };
  for (const each of schedule.future(on).filter(({ row }) => row.due_on > settlement.valid_until)) {
    const { row } = each;
    const fee = row.paid_fees_kobo;
    const principal = fee < base - returned.principal_kobo ? fee : base - returned.principal_kobo;
    returned.principal_kobo += principal;
    returned.interest_kobo += fee - principal;
    row.paid_principal_kobo += principal;
    row.paid_interest_kobo += fee - principal;
    row.fees_kobo = row.paid_fees_kobo = 0n;
    if (fee === 0n) continue;
    Object.assign(row, { principal_kobo: row.paid_principal_kobo, interest_kobo: row.paid_interest_kobo });
    schedule.changed(each);
  }
  const due = schedule.rows.filter((row) => row.due_on <= on);
  const owed = due.reduce((sum, row) => sum + unpaid(row, "interest"), 0n);
  target.row.interest_kobo = target.row.paid_interest_kobo + settlement.interest_kobo - owed;
  target.row.principal_kobo = target.row.paid_principal_kobo + base - returned.principal_kobo;
  target.row.balance_kobo = 0n;
  schedule.changed(target);
  for (const each of others) schedule.move(each, "supersede", "Settled early");
  return { target, returned, interest_kobo: settlement.interest_kobo };
}

/** Fees paid ahead of a day that will not come pay principal, then interest. */
export interface Returned {
  principal_kobo: bigint;
  interest_kobo: bigint;
}

export interface Applied {
  fees: Fees;
  returned: Returned;
  credit_kobo: bigint;
  /** Earned since disbursement, in kobo, as the books should say it after this. */
  earned_kobo: bigint;
}

/**
 * What money does to a schedule.
 * @param paid_interest_kobo on all rows so far
 */
export function applyMoney(
  schedule: WorkingSchedule,
  loan: RunningLoan,
  money: PlannedMoney,
  paid_interest_kobo: bigint,
): Applied {
  const { on } = money;
  const earning = earningOfLoan(loan);
  const fees: Fees = [];
  fallDue(schedule, on, fees, loan);
  const ending = endEarly(schedule, loan, money);
  let left = payDue(schedule, money, loan);
  if (ending) {
    const { target, returned, interest_kobo } = ending;
    const { id: repayment_id, fees_kobo: amount_kobo, paid_fees_kobo } = target.row;
    if (paid_fees_kobo === 0n && amount_kobo > 0n) fees.push({ repayment_id, amount_kobo, on });
    for (const component of COMPONENTS) left = schedule.pay(target, component, unpaid(target.row, component), left);
    finish(schedule, target, true);
    const earned_kobo = paid_interest_kobo + interest_kobo + returned.interest_kobo;
    return { fees, returned, credit_kobo: left, earned_kobo };
  }
  paidOverdue(schedule, loan, on, schedule.paid("principal"));
  const earned_kobo = earnedInterest(schedule.rows, loan.disbursed_on, on, earning);
  if (left > 0n) {
    const waiting = earned_kobo - paid_interest_kobo - schedule.paid("interest");
    const unbooked = new Set(schedule.future(on).flatMap(({ row }) => (row.paid_fees_kobo === 0n ? [row.id] : [])));
    left = payAhead(
      {
        schedule,
        loan,
        on,
        earning,
        excess: money.excess ?? "following",
        earned_kobo: waiting > 0n ? waiting : 0n,
        base_kobo: principalNotDue(schedule.rows, on),
      },
      left,
    );
    for (const { row } of schedule.future(on))
      if (unbooked.has(row.id) && row.paid_fees_kobo > 0n)
        fees.push({ repayment_id: row.id, amount_kobo: row.fees_kobo, on });
  }
  return { fees, returned: { principal_kobo: 0n, interest_kobo: 0n }, credit_kobo: left, earned_kobo };
}
