/**
 * A running loan is rescheduled (business-rules §2, restructure): what has fallen due stays history, the coming rows ask again from that day.
 * Skipped rows ask nothing; what they earn falls due with the rows after them and bears no interest. Flat loans: each added period earns what
 * was agreed for a period, never a share of the balance.
 */
import { quoteRequest } from "@manilla/contract/lending/loans";
import {
  type Earning,
  QuoteError,
  atNewRate,
  daysIn,
  dueDatesAfter,
  earnedInPeriod,
  expectAhead,
  periodStart,
  principalOverdue,
  smallerInstalments,
  unpaid,
  unpaidTotal,
} from "@manilla/credit";
import { OPEN_ROWS, type RunningLoan, type ScheduleRow, earningOfLoan, termsNow } from "../running-loan/index.ts";
import type { AgreedRow } from "./replay.ts";
import type { Working, WorkingSchedule } from "./working-schedule.ts";

/** What of a loan changes. */
export interface Rescheduling {
  /** The next due dates that ask nothing; as many are added at the end. */
  holiday_instalments: number;
  /** Instalments added at the end besides. */
  more_instalments: number;
  /** Percent a year from that day on; null leaves it. */
  annual_rate_percent: string | null;
  /** Overdue principal and interest stay due, or join the coming instalments; fees and penalties stay due in either case. */
  overdue: "stays" | "joins";
}

export interface RescheduleFact extends Rescheduling {
  id: string;
  on: string;
  at?: Date | undefined;
}

export const MAX_INSTALMENTS = 360;

/** The rows that it adds at the end: due dates that went by since the last one, those of the holiday, and the further ones. */
export function addedRows(
  rows: readonly Pick<ScheduleRow, "number" | "due_on" | "schedule_version">[],
  loan: RunningLoan,
  fact: RescheduleFact,
  newId: () => string,
): AgreedRow[] {
  const last = rows.reduce((latest, { due_on }) => (due_on > latest ? due_on : latest), loan.disbursed_on);
  const number = rows.reduce((most, row) => Math.max(most, row.number), 0);
  const wanted = fact.holiday_instalments + fact.more_instalments;
  const dates = dueDatesAfter(quoteRequest.parse(loan.terms), last, MAX_INSTALMENTS);
  const past = dates.filter((date) => date <= fact.on).length;
  const none = { principal_kobo: 0n, interest_kobo: 0n, fees_kobo: 0n, penalty_kobo: 0n, balance_kobo: 0n };
  const paid = { paid_principal_kobo: 0n, paid_interest_kobo: 0n, paid_fees_kobo: 0n, paid_penalty_kobo: 0n };
  const parts = { carried_interest_kobo: 0n, period_interest_kobo: 0n, ahead_kobo_days: 0n, agreed_kobo: 0n };
  const state = { status: "scheduled", penalised_to: null, days_past_due: 0, was_paid_before: false };
  const { schedule_version } = rows[0]!;
  return dates
    .slice(0, past + wanted)
    .map((due_on, index) => ({
      id: newId(),
      number: number + 1 + index,
      due_on,
      schedule_version,
      reschedule_id: fact.id,
      ...none,
      ...paid,
      ...parts,
      ...state,
    }));
}

const sumOf = <Item>(items: readonly Item[], amount: (item: Item) => bigint): bigint =>
  items.reduce((sum, item) => sum + amount(item), 0n);
const isOpen = ({ row }: Working): boolean => OPEN_ROWS.includes(row.status);

/** Overdue principal and interest leave their rows. @returns both, in kobo */
function takeOverdue(schedule: WorkingSchedule, on: string): { principal: bigint; interest: bigint } {
  const taken = { principal: 0n, interest: 0n };
  for (const each of schedule.open().filter(({ row }) => row.number > 0 && row.due_on <= on)) {
    const { row } = each;
    taken.principal += unpaid(row, "principal");
    taken.interest += unpaid(row, "interest");
    [row.principal_kobo, row.interest_kobo] = [row.paid_principal_kobo, row.paid_interest_kobo];
    if (unpaidTotal(row) === 0n) schedule.move(each, "defer");
    schedule.changed(each);
  }
  return taken;
}

/** Rows that had fallen away come back first, then those that the rescheduling adds. @param period_kobo flat loans: what the period of each earns */
function addRows(schedule: WorkingSchedule, fact: RescheduleFact, fee_kobo: bigint, period_kobo: bigint): void {
  const { on, holiday_instalments, more_instalments } = fact;
  const spare = schedule.all.filter(
    ({ row }) => row.status === "superseded" && (row.reschedule_id === fact.id || row.due_on > on),
  );
  // Due dates that went by since the last instalment: nothing is asked on them.
  const past = spare.filter(({ row }) => row.due_on <= on);
  const wanted = holiday_instalments + more_instalments;
  for (const each of [...past, ...spare.filter(({ row }) => row.due_on > on).slice(0, wanted)]) {
    const { row } = each;
    schedule.move(each, "restore");
    row.fees_kobo = row.due_on > on ? fee_kobo : row.paid_fees_kobo;
    [row.principal_kobo, row.interest_kobo] = [row.paid_principal_kobo, row.paid_interest_kobo];
    [row.carried_interest_kobo, row.period_interest_kobo, row.ahead_kobo_days] = [0n, period_kobo, 0n];
    each.total_kobo = row.principal_kobo + row.interest_kobo + row.fees_kobo;
    if (row.due_on <= on) schedule.move(each, "defer");
    schedule.changed(each);
  }
}

/** Skipped rows ask no more than came for them already. */
function skip(schedule: WorkingSchedule, each: Working): void {
  const { row } = each;
  row.fees_kobo = row.paid_fees_kobo;
  each.total_kobo = row.paid_principal_kobo + row.paid_interest_kobo + row.paid_fees_kobo;
  schedule.move(each, "defer");
  schedule.changed(each);
}

/** Level amounts over the rows that are asked. @returns why not, where these terms cannot be solved */
function solveAnew(
  schedule: WorkingSchedule,
  loan: RunningLoan,
  on: string,
  base: bigint,
  earning: Earning,
): QuoteError | undefined {
  const future = schedule.future(on);
  const asked = future.filter(isOpen);
  const [first] = asked;
  if (!first) return undefined;
  const at = future.indexOf(first);
  const from = periodStart(schedule.rows, loan.disbursed_on, on);
  const expected = expectAhead(
    future.map(({ row, total_kobo }) => ({ ...row, total_kobo })),
    from,
    base,
    earning,
    earning.is_on_overdue ? principalOverdue(schedule.rows, on) : 0n,
  );
  const waiting = asked.reduce((sum, { row }) => sum - row.paid_interest_kobo, expected[at]!.carried_interest_kobo);
  try {
    const totals = smallerInstalments(
      quoteRequest.parse(termsNow(loan)),
      {
        first_number: first.row.number,
        starts_on: future[at - 1]?.row.due_on ?? from,
        due_dates: asked.map(({ row }) => row.due_on),
      },
      base + waiting,
      earning.is_flat ? asked.reduce((sum, { row }) => sum + row.period_interest_kobo, 0n) : 0n,
    );
    for (const [index, each] of asked.entries())
      each.total_kobo = each.row.paid_interest_kobo + each.row.paid_principal_kobo + totals[index]!;
    return undefined;
  } catch (error) {
    if (error instanceof QuoteError) return error;
    throw error;
  }
}

/**
 * @param fee_kobo what each instalment asks as fee, by the terms
 * @returns the loan with the rate that holds from now on; `refused` where these terms cannot be solved and the amounts stay as they were
 */
export function reschedule(
  schedule: WorkingSchedule,
  loan: RunningLoan,
  fact: RescheduleFact,
  fee_kobo: bigint,
): { loan: RunningLoan; refused?: QuoteError } {
  const { on, holiday_instalments, annual_rate_percent } = fact;
  if (schedule.open().length === 0) return { loan };
  const changed = { ...loan, rescheduled_rate_percent: annual_rate_percent ?? loan.rescheduled_rate_percent };
  const [before, after] = [earningOfLoan(loan), earningOfLoan(changed)];
  const notDue = schedule.notDue(on);
  const wasOver = schedule.future(on).length === 0;
  const period = before.is_flat ? (schedule.rows.at(-1)?.period_interest_kobo ?? 0n) : 0n;
  addRows(schedule, fact, fee_kobo, period);
  const future = schedule.future(on);
  const open = future.filter(isOpen);
  const running = future[0]?.row;
  if (!running || open.length === 0) return { loan: changed };
  const taken = fact.overdue === "joins" ? takeOverdue(schedule, on) : { principal: 0n, interest: 0n };
  const from = periodStart(schedule.rows, loan.disbursed_on, on);
  const base = notDue + taken.principal;
  const days = daysIn({ from, to: running.due_on }, on, before);
  const late = before.is_on_overdue
    ? sumOf(schedule.rows, (row) => (row.due_on <= on ? unpaid(row, "principal") : 0n))
    : 0n;
  const earned_on = before.is_on_overdue ? base + late : notDue;
  running.carried_interest_kobo += taken.interest;
  if (before.is_flat)
    for (const { row } of future.slice(1))
      row.period_interest_kobo = atNewRate(row.period_interest_kobo, before, after);
  else if (before.is_on_overdue && wasOver) {
    // The last row asked what was earned until today: the first period begins here.
    running.ahead_kobo_days = -earned_on * days;
  } else if (annual_rate_percent !== null && !before.is_fixed) {
    // What was earned at the old rate is earned; the period earns at the new one on its remaining days.
    running.carried_interest_kobo += earnedInPeriod(running, from, earned_on, on, before);
    running.ahead_kobo_days = -(base + late) * days;
  } else if (!before.is_on_overdue) running.ahead_kobo_days -= taken.principal * days;
  for (const each of open.slice(0, Math.min(holiday_instalments, open.length - 1))) skip(schedule, each);
  const refused = solveAnew(schedule, changed, on, base, after);
  schedule.expect(loan.disbursed_on, on, base, after);
  return { loan: changed, ...(refused && { refused }) };
}
