/** What a loan is worked out from: its facts in the database, and its schedule as it was on an earlier day. */
import { quoteRequest } from "@manilla/contract/lending/loans";
import { quote } from "@manilla/credit";
import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { chargesOf } from "../../money/books/index.ts";
import { type AgreedRow, type ReceiptFact, type Replayed, type RescheduleFact, replay } from "./planning/index.ts";
import { type RunningLoan, type ScheduleRow, askedNow, nextInstalment, settlementOf } from "./running-loan/index.ts";
import { ROW } from "./schedule.ts";

export interface Facts {
  rows: AgreedRow[];
  receipts: (ReceiptFact & { credit_kobo: bigint })[];
  reschedules: RescheduleFact[];
  fee_kobo: bigint;
}

/**
 * Each fact has the database's time, so that one clock orders the facts of a day, even where those of the servers differ.
 * @param new_receipt_id money of now: what it pays is not known yet, so it may still be written as credit in whole
 */
export async function readFacts(tx: Tx, loan: RunningLoan, new_receipt_id: string | null = null): Promise<Facts> {
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
    select x.id, x.amount_kobo, x.credit_kobo, 
      greatest(x.received_on, ${loan.brought_in_on ?? loan.disbursed_on}::date) as "on", coalesce(t.recorded_at, x.received_at) as at, x.excess
    from receipts x
    left join ledger.transactions t on t.id = x.ledger_transaction_id
    where x.loan_id = ${loan.id}
      and x.reversed_at is null
      and (x.credit_kobo < x.amount_kobo or x.id = ${new_receipt_id}::uuid)
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

export const replayFacts = async (tx: Tx, loan: RunningLoan, facts: Facts, on: string): Promise<Replayed> =>
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

/** What ends a living loan on an earlier day, or was due on it, as if it had been asked then; money since then is not in it, nor is credit. */
export async function onItsDay(tx: Tx, loan: RunningLoan, on: string) {
  const rows = await scheduleOn(tx, loan, on);
  return {
    ...settlementOf(loan, rows, on),
    due_kobo: askedNow(loan, rows, on),
    next: nextInstalment(rows, on) ?? null,
  };
}
