/** A loan worked out again from its facts (planning/replay.ts): its rows, its columns, what each receipt paid, and the books by one posting. */
import { quoteRequest } from "@manilla/contract/lending/loans";
import { repaymentStates } from "@manilla/contract/lending/repayment-states";
import { quote } from "@manilla/credit";
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import { type Tx, queryable } from "../../../db/database.ts";
import { insertRows } from "../../../db/rows.ts";
import type { Because } from "../../../house/purposes.ts";
import { type LoanBooks, loanBooks, openLoanAccounts, chargesOf, postReplay } from "../../money/books/index.ts";
import { walkStates } from "../../platform/states/index.ts";
import {
  OPEN_ROWS,
  ROW,
  type RunningLoan,
  type ScheduleRow,
  figuresOf,
  suspendedPart,
  vatInFees,
} from "../schedules/index.ts";
import { type Step, stepsOf } from "./plan.ts";
import type { RescheduleFact } from "../schedules/planning/index.ts";
import { type AgreedRow, type ReceiptFact, type Replayed, replay } from "../schedules/planning/index.ts";

interface Facts {
  rows: AgreedRow[];
  receipts: (ReceiptFact & { credit_kobo: bigint })[];
  reschedules: RescheduleFact[];
  fee_kobo: bigint;
}

/** Each fact has the database's time, so that one clock orders the facts of a day, even where those of the servers differ. */
async function readFacts(tx: Tx, loan: RunningLoan): Promise<Facts> {
  const { rows } = await sql<Omit<AgreedRow, "was_paid_before"> & { is_paid_by_us: boolean }>`
    select ${ROW}, coalesce(agreed_kobo, principal_kobo + interest_kobo + fees_kobo) as agreed_kobo,
      exists (select 1 from receipt_allocations a where a.repayment_id = r.id) as is_paid_by_us,
      paid_before_principal_kobo, paid_before_interest_kobo
    from repayments r
    where loan_id = ${loan.id}
      and schedule_version = (select max(schedule_version) from repayments where loan_id = ${loan.id})
    order by number
  `.execute(tx);
  const { rows: receipts } = await sql<Facts["receipts"][number]>`
    select x.id, x.amount_kobo, x.credit_kobo, x.received_on as "on", coalesce(t.recorded_at, x.received_at) as at, x.excess
    from receipts x
    left join ledger.transactions t on t.id = x.ledger_transaction_id
    where x.loan_id = ${loan.id}
      and x.reversed_at is null
      and x.credit_kobo < x.amount_kobo
    order by 4, 5, 1
  `.execute(tx);
  const { rows: reschedules } = await sql<RescheduleFact>`
    select id, effective_on as "on", recorded_at as at, holiday_instalments, more_instalments,
      trim_scale(annual_rate_percent)::text as annual_rate_percent, overdue
    from loan_reschedules
    where loan_id = ${loan.id} and schedule_version = ${rows[0]?.schedule_version ?? 0}
  `.execute(tx);
  const terms = quoteRequest.parse(loan.terms);
  const agreed = new Map(quote(terms).instalments.map((row) => [row.number, row.interest_kobo]));
  return {
    rows: rows.map(({ is_paid_by_us, ...row }) => ({
      ...row,
      was_paid_before: !is_paid_by_us && row.status === "paid",
      period_interest_kobo: agreed.get(row.number) ?? row.interest_kobo,
    })),
    receipts,
    reschedules,
    fee_kobo: terms.fees.reduce((sum, { kobo, when }) => (when === "each_instalment" ? sum + kobo : sum), 0n),
  };
}

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

const replayFacts = async (tx: Tx, loan: RunningLoan, facts: Facts, on: string): Promise<Replayed> =>
  replay(
    loan,
    facts.rows,
    facts.fee_kobo,
    facts.receipts,
    [...facts.reschedules, ...(await chargesOf(tx, loan.id))],
    on,
  );

/** The schedule as it was on an earlier day: what came and was charged since is not in it. */
export async function scheduleOn(tx: Tx, loan: RunningLoan, on: string): Promise<ScheduleRow[]> {
  const facts = await readFacts(tx, loan);
  const until = <Fact extends { on: string }>(all: readonly Fact[]): Fact[] => all.filter((fact) => fact.on <= on);
  const charges = [...until(facts.reschedules), ...until(await chargesOf(tx, loan.id))];
  return replay(loan, facts.rows, facts.fee_kobo, until(facts.receipts), charges, on).schedule.rows;
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

/**
 * Works a locked, live or settled loan out again from its first day and writes what differs.
 * @param because.key names the act in the books, once for ever; `effective_on` is the day of the difference where it is another than `on`
 */
export async function rebuildLoan(
  tx: Tx,
  loan: RunningLoan,
  because: Because & { key: string; effective_on?: string },
): Promise<void> {
  const { on, actor, reason } = because;
  const facts = await readFacts(tx, loan);
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
  const { figures, is_paid } = figuresOf(loan, { rows: after, paid_principal_kobo: paid.principal, paid_kobo }, on);
  const steps =
    loan.status === "settled"
      ? is_paid
        ? []
        : [{ action: "reopen", reason }]
      : stepsOf(loan, is_paid, figures.days_past_due);
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
}
