/** A loan of another book as it runs here from the day on which it is brought in. Pure: the calculators make the schedule, what was paid is laid on it. */
import { type Instalment, daysBetween, unpaidTotal } from "@manilla/credit";
import { type AgreedRow, replay } from "../schedules/planning/index.ts";
import { type LoanFigures, type RunningLoan, type ScheduleRow, figuresOf } from "../schedules/running-loan/index.ts";

/** Paid in the other book, in kobo. */
export interface PaidBefore {
  principal_kobo: bigint;
  interest_kobo: bigint;
}

/** A row of the schedule with what the database keeps of it beside. */
export type BroughtRow = ScheduleRow &
  Required<Pick<AgreedRow, "agreed_kobo" | "paid_before_principal_kobo" | "paid_before_interest_kobo">>;

export interface Brought {
  rows: BroughtRow[];
  figures: LoanFigures;
  /** Earned until that day and unpaid. */
  accrued_interest_kobo: bigint;
  /** Interest that was paid there beyond what these terms have made until that day. */
  surplus_interest_kobo: bigint;
  /** Principal that was paid there before it was due. */
  ahead_kobo: bigint;
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

function rowOf({ total_kobo: _total, ...row }: Instalment): Required<AgreedRow> {
  return {
    ...row,
    id: String(row.number),
    status: "scheduled",
    schedule_version: 1,
    penalty_kobo: 0n,
    paid_principal_kobo: 0n,
    paid_interest_kobo: 0n,
    paid_fees_kobo: 0n,
    paid_penalty_kobo: 0n,
    penalised_to: null,
    days_past_due: 0,
    carried_interest_kobo: 0n,
    period_interest_kobo: row.interest_kobo,
    ahead_kobo_days: 0n,
    reschedule_id: null,
    agreed_kobo: row.principal_kobo + row.interest_kobo + row.fees_kobo,
    was_paid_before: false,
    paid_before_principal_kobo: 0n,
    paid_before_interest_kobo: 0n,
  };
}

/**
 * The rows that are due take what was paid ahead, as they do in a book that shortens the loan. Before the first due date there is none: instalment 0
 * is the time before.
 */
function withAhead(
  all: readonly Instalment[],
  { principal_kobo, disbursed_on }: RunningLoan,
  paid: PaidBefore,
  surplus: bigint,
  on: string,
) {
  const rows = all.map(rowOf);
  const due = rows.filter(({ due_on }) => due_on <= on);
  const ahead = paid.principal_kobo - due.reduce((sum, row) => sum + row.principal_kobo, 0n);
  if (ahead <= 0n && surplus === 0n) return rows;
  const none = { principal_kobo: 0n, interest_kobo: 0n, fees_kobo: 0n, total_kobo: 0n, balance_kobo: principal_kobo };
  const last = due.at(-1) ?? rowOf({ number: 0, due_on: disbursed_on, ...none });
  if (due.length === 0) rows.unshift(last);
  if (ahead > 0n) {
    last.principal_kobo += ahead;
    last.balance_kobo = principal_kobo - paid.principal_kobo;
  }
  last.interest_kobo += surplus;
  // Of the others the agreed interest is known from the terms.
  if (last.number === 0) last.period_interest_kobo = surplus;
  last.agreed_kobo = last.principal_kobo + last.interest_kobo;
  return rows;
}

/** Lays what was paid on the rows that are due, the oldest first, principal and interest each by itself. @param running interest of the running period */
function withPaid(rows: Required<AgreedRow>[], paid: PaidBefore, running: bigint, on: string): Required<AgreedRow>[] {
  let [principal, interest] = [paid.principal_kobo, paid.interest_kobo - running];
  let left = running;
  return rows.map((row) => {
    if (row.due_on > on) {
      const taken = left;
      left = 0n;
      return { ...row, paid_before_interest_kobo: taken };
    }
    const [of_principal, of_interest] = [least(principal, row.principal_kobo), least(interest, row.interest_kobo)];
    principal -= of_principal;
    interest -= of_interest;
    const before = { paid_before_principal_kobo: of_principal, paid_before_interest_kobo: of_interest };
    if (of_principal + of_interest < row.agreed_kobo) return { ...row, ...before };
    const was_paid = { status: "paid", was_paid_before: true };
    return { ...row, ...before, ...was_paid, paid_principal_kobo: of_principal, paid_interest_kobo: of_interest };
  });
}

/** What is late says so, as the close of business would. */
function judged(row: BroughtRow, isLate: boolean, on: string): BroughtRow {
  if (!isLate || row.due_on >= on || row.status === "paid" || unpaidTotal(row) === 0n) return row;
  return { ...row, status: "overdue", days_past_due: daysBetween(row.due_on, on) };
}

/**
 * The loan on the day on which it is brought in. It is lived by the same replay as every loan that is worked out again, so that working it out again
 * later comes to the same figures.
 * @param loan its terms, its product and `brought_in_on`
 * @param quoted the instalments that the terms make
 */
export function bringIn(loan: RunningLoan, quoted: readonly Instalment[], paid: PaidBefore, on: string): Brought {
  const asked = quoted.reduce((sum, row) => (row.due_on <= on ? sum + row.interest_kobo : sum), 0n);
  const due = quoted.reduce((sum, row) => (row.due_on <= on ? sum + row.principal_kobo : sum), 0n);
  const ahead = paid.principal_kobo - due;
  const beyond = paid.interest_kobo > asked ? paid.interest_kobo - asked : 0n;
  const live = (running: bigint, surplus: bigint) => {
    const rows = withPaid(withAhead(quoted, loan, paid, surplus, on), paid, running, on);
    return { rows, replayed: replay(loan, rows, 0n, [], [], on) };
  };
  let [running, surplus] = [0n, 0n];
  let lived = live(0n, beyond);
  if (beyond > 0n) {
    // Of the running period so much as it has earned; the rest belongs to the past.
    const earned = lived.replayed.earned_kobo - paid.interest_kobo;
    running = earned > 0n ? least(beyond, earned) : 0n;
    surplus = beyond - running;
    lived = live(running, surplus);
  }
  const byNumber = new Map(lived.rows.map((row) => [row.number, row]));
  const rows = lived.replayed.schedule.rows.map((row): BroughtRow => {
    const { agreed_kobo, paid_before_principal_kobo, paid_before_interest_kobo } = byNumber.get(row.number)!;
    return { ...row, agreed_kobo, paid_before_principal_kobo, paid_before_interest_kobo };
  });
  const sums = { paid_principal_kobo: paid.principal_kobo, paid_kobo: paid.principal_kobo + paid.interest_kobo };
  const { figures } = figuresOf(loan, { rows, ...sums }, on);
  const after = rows.map((row) => judged(row, figures.days_past_due > 0, on));
  return {
    rows: after,
    figures,
    accrued_interest_kobo: lived.replayed.earned_kobo - paid.interest_kobo,
    surplus_interest_kobo: surplus,
    ahead_kobo: ahead > 0n ? ahead : 0n,
  };
}
