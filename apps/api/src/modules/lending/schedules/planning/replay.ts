/** One loan lived again from its first day, from the facts alone: what came when, what was charged. Nothing is estimated, so the answer is exact. */
import {
  type Component,
  type QuoteError,
  daysBetween,
  earnedInterest,
  penaltyOf,
  unpaid,
  unpaidTotal,
} from "@manilla/credit";
import { type RunningLoan, type ScheduleRow, earningOfLoan } from "../running-loan/index.ts";
import { type Fees, type PlannedMoney, applyMoney, fallDue } from "./apply.ts";
import { type RescheduleFact, reschedule } from "./rescheduling.ts";
import { type Line, WorkingSchedule } from "./working-schedule.ts";

/** When it was recorded: tells what happened on one day apart. */
interface Recorded {
  at?: Date | undefined;
}

/** Money on the loan. */
export interface ReceiptFact extends PlannedMoney, Recorded {
  id: string;
}
/** A penalty that the close charged on a row, or a component of a row that was waived (negative). */
export interface ChargeFact extends Recorded {
  repayment_id: string;
  component: "penalty" | "fees";
  on: string;
  amount_kobo: bigint;
}
type Fact = ReceiptFact | ChargeFact | RescheduleFact;

/** A row as it was agreed, before any change; of a flat loan `period_interest_kobo` is what was agreed. */
export interface AgreedRow extends ScheduleRow {
  agreed_kobo: bigint;
  /** Paid before the loan ran here, by no receipt of ours. */
  was_paid_before: boolean;
  /** What was paid of it in the book that the loan was brought in from, in kobo. */
  paid_before_principal_kobo?: bigint;
  paid_before_interest_kobo?: bigint;
}

export interface Replayed {
  schedule: WorkingSchedule;
  receipts: Map<string, { lines: Line[]; credit_kobo: bigint }>;
  /** Since the first day, in kobo. */
  earned_kobo: bigint;
  /** Booked and not given back. */
  fees_kobo: bigint;
  penalty_kobo: bigint;
  paid: Record<Component, bigint>;
  /** Why the terms of the newest rescheduling cannot be solved. */
  refused?: QuoteError;
}

const PAID = { paid_principal_kobo: 0n, paid_interest_kobo: 0n, paid_fees_kobo: 0n, paid_penalty_kobo: 0n };

/** The day from which the loan is lived here: its first, or the one on which it was brought in. */
const startOf = ({ brought_in_on, disbursed_on }: RunningLoan, rows: readonly AgreedRow[]): string =>
  brought_in_on ??
  rows.reduce((last, row) => (row.was_paid_before && row.due_on > last ? row.due_on : last), disbursed_on);

/** What was paid of a row before the loan ran here. */
const paidBefore = (row: AgreedRow): { principal: bigint; interest: bigint } =>
  row.was_paid_before
    ? { principal: row.paid_principal_kobo, interest: row.paid_interest_kobo }
    : { principal: row.paid_before_principal_kobo ?? 0n, interest: row.paid_before_interest_kobo ?? 0n };

/** The rows on the first day: each asks its total, its split is what the balance makes of it. */
function beginning(loan: RunningLoan, rows: readonly AgreedRow[], fee_kobo: bigint): WorkingSchedule {
  const schedule = new WorkingSchedule(
    rows.map(({ agreed_kobo, was_paid_before, paid_before_principal_kobo, paid_before_interest_kobo, ...row }) => {
      const [paid_principal_kobo, paid_interest_kobo] = [
        paid_before_principal_kobo ?? 0n,
        paid_before_interest_kobo ?? 0n,
      ];
      const fees_kobo = row.number > 0 ? fee_kobo : 0n;
      const isPartPaid = paid_principal_kobo + paid_interest_kobo > 0n;
      const status = was_paid_before
        ? "paid"
        : isPartPaid
          ? "part_paid"
          : row.reschedule_id
            ? "superseded"
            : "scheduled";
      const clean = { status, penalty_kobo: 0n, days_past_due: 0 };
      const kept = was_paid_before
        ? {}
        : {
            ...PAID,
            paid_principal_kobo,
            paid_interest_kobo,
            fees_kobo,
            principal_kobo: agreed_kobo - fees_kobo - row.interest_kobo,
          };
      return { ...row, ...clean, ...kept, carried_interest_kobo: 0n, ahead_kobo_days: 0n };
    }),
  );
  const start = startOf(loan, rows);
  const earning = earningOfLoan(loan);
  const owed = loan.principal_kobo - rows.reduce((sum, row) => sum + paidBefore(row).principal, 0n);
  const fallen = schedule.rows
    .filter((row) => row.due_on <= start)
    .reduce((sum, row) => sum + unpaid(row, "principal"), 0n);
  // Nothing was paid ahead yet: the running period earns by its balance, however it is fixed once it has begun.
  schedule.expect(loan.disbursed_on, start, owed - fallen, { ...earning, is_fixed: earning.is_flat });
  return schedule;
}

/**
 * @param rows all rows of the schedule, also those that fell away
 * @param fee_kobo what each instalment asks as fee, by the terms
 * @param charges with reschedulings; a charge on a row that owes nothing on its day would not have been made
 * @param on business date
 */
export function replay(
  loan: RunningLoan,
  rows: readonly AgreedRow[],
  fee_kobo: bigint,
  receipts: readonly ReceiptFact[],
  charges: readonly (ChargeFact | RescheduleFact)[],
  on: string,
): Replayed {
  let living: RunningLoan = { ...loan, rescheduled_rate_percent: null };
  const schedule = beginning(living, rows, fee_kobo);
  const paid: Record<Component, bigint> = { penalty: 0n, fees: 0n, interest: 0n, principal: 0n };
  for (const row of rows) {
    paid.interest += paidBefore(row).interest;
    paid.principal += paidBefore(row).principal;
  }
  const result: Replayed = { schedule, receipts: new Map(), earned_kobo: 0n, fees_kobo: 0n, penalty_kobo: 0n, paid };
  const fees: Fees = [];
  let since = startOf(loan, rows);
  const live = (to: string) => {
    fallDue(schedule, to, fees, living, since);
    if (to > since) since = to;
  };
  for (const fact of [...charges, ...receipts].toSorted(inTime)) {
    live(fact.on);
    if ("component" in fact) charge(result, living, fact);
    else if ("overdue" in fact) {
      const { loan: changed, refused } = reschedule(schedule, living, fact, fee_kobo);
      living = changed;
      if (refused) result.refused = refused;
    } else receive(result, living, fact);
  }
  live(on);
  for (const { amount_kobo } of fees) result.fees_kobo += amount_kobo;
  const isOver = schedule.open().length === 0;
  if (!isOver) result.earned_kobo = earnedInterest(schedule.rows, loan.disbursed_on, on, earningOfLoan(living));
  return result;
}

/** Facts of a day in the order in which they were recorded; a charge before the money of its moment. */
const inTime = (left: Fact, right: Fact): number =>
  left.on === right.on ? Number(left.at ?? 0) - Number(right.at ?? 0) : left.on < right.on ? -1 : 1;

function receive(result: Replayed, loan: RunningLoan, { id, ...money }: ReceiptFact): void {
  const { schedule, paid } = result;
  schedule.lines.length = 0;
  const applied = applyMoney(schedule, loan, money, paid.interest);
  for (const { amount_kobo } of applied.fees) result.fees_kobo += amount_kobo;
  const returned = applied.returned.principal_kobo + applied.returned.interest_kobo;
  result.fees_kobo -= returned;
  paid.fees -= returned;
  paid.principal += applied.returned.principal_kobo;
  paid.interest += applied.returned.interest_kobo;
  for (const { component, amount_kobo } of schedule.lines) paid[component] += amount_kobo;
  result.receipts.set(id, { lines: schedule.lines.map((line) => ({ ...line })), credit_kobo: applied.credit_kobo });
  result.earned_kobo = applied.earned_kobo;
}

/** A penalty is no more than the terms ask of what was overdue on its day. */
function penaltyAsked({ penalty, grace_days }: RunningLoan, row: ScheduleRow, on: string): bigint {
  const { kobo, minimum_kobo, ...terms } = penalty;
  return penaltyOf({
    terms: {
      ...terms,
      ...(kobo !== undefined && { kobo: BigInt(kobo) }),
      ...(minimum_kobo !== undefined && { minimum_kobo: BigInt(minimum_kobo) }),
    },
    grace_days,
    overdue_kobo: unpaid(row, "principal") + unpaid(row, "interest") + unpaid(row, "fees"),
    days_overdue: daysBetween(row.due_on, on),
    already_charged_kobo: row.penalty_kobo,
  });
}

function charge(result: Replayed, loan: RunningLoan, fact: ChargeFact): void {
  const { repayment_id, component, on } = fact;
  const each = result.schedule.current.find(({ row }) => row.id === repayment_id);
  if (!each || unpaidTotal(each.row) === 0n) return;
  const [least, most] = [-unpaid(each.row, component), penaltyAsked(loan, each.row, on)];
  const { amount_kobo } = fact;
  const amount = amount_kobo < least ? least : amount_kobo > 0n && amount_kobo > most ? most : amount_kobo;
  each.row[`${component}_kobo`] += amount;
  result[`${component}_kobo`] += amount;
  result.schedule.changed(each);
  if (amount < 0n && unpaidTotal(each.row) === 0n) result.schedule.move(each, "waive");
}
