/** A loan worked out again from its facts (planning/replay.ts): its rows, its columns, what each receipt paid, and the books by one posting. */
import { repaymentStates } from "@manilla/contract/lending/repayment-states";
import { clock } from "../../../clock.ts";
import { type Tx, queryable } from "../../../db/database.ts";
import { insertRows } from "../../../db/rows.ts";
import type { Because } from "../../../house/purposes.ts";
import { type LoanBooks, loanBooks, openLoanAccounts, postReplay } from "../../money/books/index.ts";
import { walkStates } from "../../platform/states/index.ts";
import {
  type Facts,
  OPEN_ROWS,
  type NextInstalment,
  type RunningLoan,
  type ScheduleRow,
  figuresOf,
  nextInstalment,
  readFacts,
  replayFacts,
  suspendedPart,
  vatInFees,
} from "../schedules/index.ts";
import { type Step, stepsOf } from "./plan.ts";
import type { AgreedRow, RescheduleFact, Replayed } from "../schedules/planning/index.ts";

/** The shortest way between two states that the system may go. @throws Error where there is none */
function wayBetween(from: string, to: string, reason: string): Step[] {
  const ways = new Map<string, Step[]>([[from, []]]);
  for (const [state, steps] of ways) {
    if (state === to) return steps;
    for (const { action, from: froms, to: next, by } of repaymentStates.transitions)
      if ((by === "system" || action === "waive") && (froms as readonly string[]).includes(state) && !ways.has(next))
        ways.set(next, [...steps, { action, reason }]);
  }
  throw new Error(`No way leads from ${from} to ${to}.`);
}

/** A row that is late stays late while it owes something: the close of business judges lateness. */
const stateOf = (before: string, after: ScheduleRow): string =>
  before === "overdue" && ["due", "part_paid"].includes(after.status) ? "overdue" : after.status;

/** What the books should say. @param actual what they say */
async function postDifference(
  tx: Tx,
  loan: RunningLoan,
  { paid, ...replayed }: Replayed,
  because: Because & { key: string; effective_on?: string },
  credit_kobo: bigint,
): Promise<bigint> {
  await openLoanAccounts(queryable(tx), loan.id, loan.user_id);
  const actual = await loanBooks(tx, loan.id);
  const target: LoanBooks = {
    principal_kobo: loan.principal_kobo - paid.principal,
    interest_kobo: replayed.earned_kobo - paid.interest,
    fees_kobo: replayed.fees_kobo - paid.fees,
    penalty_kobo: replayed.penalty_kobo - paid.penalty,
    fee_income_kobo: replayed.fees_kobo,
    penalty_income_kobo: replayed.penalty_kobo,
  };
  const names = Object.keys(target) as (keyof LoanBooks)[];
  const difference = Object.fromEntries(
    names.map((name) => [name, target[name] - actual[name]]),
  ) as unknown as LoanBooks;
  const receivable =
    difference.principal_kobo + difference.interest_kobo + difference.fees_kobo + difference.penalty_kobo;
  const earned_kobo = receivable - difference.fee_income_kobo - difference.penalty_income_kobo - credit_kobo;
  const suspended_kobo = suspendedPart(loan, earned_kobo);
  if (credit_kobo === 0n && names.every((name) => difference[name] === 0n)) return 0n;
  const { key, on, actor, effective_on = on } = because;
  const { id: loan_id, user_id, reference } = loan;
  await postReplay(tx, {
    ...difference,
    because: key,
    loan_id,
    user_id,
    reference,
    credit_kobo,
    vat_kobo: vatInFees(loan.terms, difference.fee_income_kobo),
    earned_kobo,
    suspended_kobo,
    on: effective_on,
    actor: actor.name,
  });
  return suspended_kobo;
}

/** What each receipt paid, as it is now. */
async function writeAllocations(tx: Tx, { receipts }: Replayed, before: Facts["receipts"]): Promise<bigint> {
  await tx
    .deleteFrom("receipt_allocations")
    .where("receipt_id", "in", [...receipts.keys()])
    .execute();
  await insertRows(
    tx,
    "receipt_allocations",
    [...receipts].flatMap(([receipt_id, { lines }]) => lines.map((line) => ({ receipt_id, ...line }))),
  );
  let credit = 0n;
  for (const { id, credit_kobo: was } of before) {
    const { credit_kobo } = receipts.get(id)!;
    credit += credit_kobo - was;
    if (credit_kobo !== was) await tx.updateTable("receipts").set({ credit_kobo }).where("id", "=", id).execute();
  }
  return credit;
}

/** The schedule as it is, and as it would be if the loan were rescheduled today; nothing is written. @param added the rows that this would add */
export async function scheduleIf(
  tx: Tx,
  loan: RunningLoan,
  fact: RescheduleFact,
  added: readonly AgreedRow[],
): Promise<{ before: ScheduleRow[]; after: ScheduleRow[]; refused: Replayed["refused"] }> {
  const facts = await readFacts(tx, loan);
  const { schedule: before } = await replayFacts(tx, loan, facts, fact.on);
  const changed = { ...facts, rows: [...facts.rows, ...added], reschedules: [...facts.reschedules, fact] };
  const { schedule: after, refused } = await replayFacts(tx, loan, changed, fact.on);
  return { before: before.rows, after: after.rows, refused };
}

/** What a loan asks after it was worked out again, in kobo. */
export interface Left {
  is_paid: boolean;
  due_kobo: bigint;
  outstanding_principal_kobo: bigint;
  /** What became the person's credit by it, or is no longer (negative). */
  credit_kobo: bigint;
  next: NextInstalment | undefined;
}

/**
 * Works a locked, live or settled loan out again from its first day and writes what differs.
 * @param because.key names the act in the books, once for ever; `effective_on` is the day of the difference where it is another than `on`
 * @param newly the receipt because of which it is done, and whether it ends the loan outside its schedule
 */
export async function rebuildLoan(
  tx: Tx,
  loan: RunningLoan,
  because: Because & { key: string; effective_on?: string },
  newly: { receipt_id?: string; is_reimbursement?: boolean | undefined } = {},
): Promise<Left> {
  const { on, actor, reason } = because;
  const facts = await readFacts(tx, loan, newly.receipt_id);
  const { rows, receipts } = facts;
  const replayed = await replayFacts(tx, loan, facts, on);
  const { schedule, paid, earned_kobo } = replayed;
  const credit_kobo = receipts.length > 0 ? await writeAllocations(tx, replayed, receipts) : 0n;
  const suspended_kobo = await postDifference(tx, loan, replayed, because, credit_kobo);
  for (const each of schedule.all) schedule.changed(each);
  const by = { actor, business_date: on };
  const status = new Map(rows.map((row) => [row.id, row.status]));
  const after = schedule.rows.map((row) => ({ ...row, status: stateOf(status.get(row.id)!, row) }));
  const paid_kobo = paid.principal + paid.interest + paid.fees + paid.penalty;
  const { figures, is_paid, due_kobo } = figuresOf(
    loan,
    { rows: after, paid_principal_kobo: paid.principal, paid_kobo },
    on,
  );
  const steps =
    loan.status === "settled"
      ? is_paid
        ? []
        : [{ action: "reopen", reason }]
      : stepsOf(loan, is_paid, figures.days_past_due, newly.is_reimbursement ? reason : undefined);
  await walkStates(tx, [
    ...schedule.all.map(({ row, planned }) => ({
      ...by,
      noun: "repayment" as const,
      id: row.id,
      from: status.get(row.id)!,
      steps: wayBetween(status.get(row.id)!, stateOf(status.get(row.id)!, row), reason),
      set: { ...planned.money, penalty_kobo: row.penalty_kobo },
    })),
    {
      ...by,
      noun: "loan",
      id: loan.id,
      from: loan.status,
      steps,
      set: {
        ...figures,
        accrued_interest_kobo: earned_kobo - paid.interest,
        accrued_to: on,
        suspended_interest_kobo: loan.suspended_interest_kobo + suspended_kobo,
        credit_balance_kobo: loan.credit_balance_kobo + credit_kobo,
        ...(steps.length > 0 && { settled_on: is_paid ? on : null }),
        ...(is_paid && { is_non_performing: false, next_due_on: null }),
        updated_at: clock.now(),
      },
    },
  ]);
  const open = after.filter((row) => OPEN_ROWS.includes(row.status)).map(({ id }) => id);
  if (open.length > 0) await tx.updateTable("repayments").set({ paid_on: null }).where("id", "in", open).execute();
  const { outstanding_principal_kobo } = figures;
  return { is_paid, due_kobo, outstanding_principal_kobo, credit_kobo, next: nextInstalment(after, on) };
}
