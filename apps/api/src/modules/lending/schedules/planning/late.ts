/** Interest on overdue principal, where the product has it (record 0028): rows are split again when one is late; after the last due date the last row asks it by the day. */
import { addDays, daysAfter, daysIn, earnedAfter, periodStart, principalEarning, unpaidTotal } from "@manilla/credit";
import { OPEN_ROWS, type RunningLoan, earningOfLoan } from "../running-loan/index.ts";
import type { WorkingSchedule } from "./working-schedule.ts";

/** What the rows ask on a day, as the opening of that day leaves them. Doing it again changes nothing. */
export function askOnOverdue(schedule: WorkingSchedule, loan: RunningLoan, on: string): void {
  const earning = earningOfLoan(loan);
  const last = schedule.current.at(-1);
  const hasEnded = schedule.open().every(({ row }) => unpaidTotal(row) === 0n);
  if (!earning.is_on_overdue || !last || hasEnded) return;
  const { row } = last;
  if (row.due_on > on) return schedule.expect(loan.disbursed_on, on, schedule.notDue(on), earning);
  if (!OPEN_ROWS.includes(row.status)) return;
  // Its period is over: from here on it remembers what was paid after its day.
  if (row.due_on === on) row.ahead_kobo_days = 0n;
  const since = earnedAfter(row, principalEarning(schedule.rows, on, earning), on, earning);
  row.interest_kobo = row.carried_interest_kobo + row.period_interest_kobo + since;
  schedule.changed(last);
}

/** Overdue principal was paid: it has earned until this day, no longer. */
export function paidOverdue(schedule: WorkingSchedule, loan: RunningLoan, on: string, principal_kobo: bigint): void {
  const earning = earningOfLoan(loan);
  const [running] = schedule.future(on);
  const bearer = running ?? schedule.current.at(-1);
  if (!earning.is_on_overdue || !bearer || principal_kobo === 0n) return;
  const { row } = bearer;
  const days = running
    ? daysIn({ from: periodStart(schedule.rows, loan.disbursed_on, on), to: row.due_on }, on, earning)
    : daysAfter(row.due_on, on, earning);
  row.ahead_kobo_days += principal_kobo * days;
  schedule.changed(bearer);
  askOnOverdue(schedule, loan, on);
}

/** A due date passes: the rows are asked as the day before leaves them, then as it opens. */
export function passDueDate(schedule: WorkingSchedule, loan: RunningLoan, due_on: string, fall: () => void): void {
  askOnOverdue(schedule, loan, addDays(due_on, -1));
  fall();
  askOnOverdue(schedule, loan, due_on);
}
