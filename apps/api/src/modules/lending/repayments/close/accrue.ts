/** Interest of the day: the difference of the cumulative rounded interest, so that daily postings add up to the schedule (decisions, Accrual). */
import { type RunningInstalment, earnedInPeriod } from "@manilla/credit";
import { sql } from "kysely";
import type { Progress, Step } from "../../../../house/app.ts";
import type { Tx } from "../../../../db/database.ts";
import { accrualEntry } from "../../../money/books/index.ts";
import { type RunningLoan, earningOfLoan, suspendedPart } from "../../schedules/index.ts";
import { postAll } from "./post-all.ts";
import { BEGINNING } from "../../../platform/business-day/index.ts";

const LOANS_A_BATCH = 1_000;

interface Earning extends Pick<
  RunningLoan,
  "terms" | "settlement_interest" | "interest_on_overdue" | "rescheduled_rate_percent"
> {
  id: string;
  disbursed_on: string;
  accrued_interest_kobo: bigint;
  suspended_interest_kobo: bigint;
  is_non_performing: boolean;
  /** Interest of the instalments that are due, all of it earned. */
  fallen_kobo: bigint;
  paid_kobo: bigint;
  from_on: string | null;
  /** The instalment that ends the running period, as JSON. */
  running: (Pick<RunningInstalment, "number" | "due_on"> & Record<"carried" | "period" | "days", string>) | null;
  /** Principal that earns. */
  base_kobo: bigint;
}

async function readBatch(tx: Tx, on: string, cursor: string | null): Promise<Earning[]> {
  const { rows } = await sql<Earning>`
    with batch as materialized (
      select l.id, l.disbursed_on, l.accrued_interest_kobo, l.suspended_interest_kobo, l.is_non_performing,
        l.terms, trim_scale(l.rescheduled_rate_percent)::text as rescheduled_rate_percent, v.settlement_interest,
        v.interest_on_overdue
      from loans l
      join loan_product_versions v on v.id = l.product_version_id
      where l.status in ('running', 'past_due', 'stop_requested')
        and l.disbursed_on is not null
        and l.id > ${cursor ?? BEGINNING}
      order by l.id
      limit ${LOANS_A_BATCH}
      for no key update of l
    )
    select b.*, r.*
    from batch b
    cross join lateral (
      select coalesce(
        sum(interest_kobo) filter (where status <> 'superseded' and due_on <= ${on}::date), 0
      )::bigint as fallen_kobo, coalesce(sum(paid_interest_kobo), 0)::bigint as paid_kobo,
        max(due_on) filter (where status <> 'superseded' and due_on <= ${on}::date and number > 0) as from_on,
        coalesce(
          sum(principal_kobo - paid_principal_kobo) filter (
            where status <> 'superseded' and (due_on > ${on}::date or b.interest_on_overdue)
          ), 0
        )::bigint as base_kobo,
        (
          array_agg(
            json_build_object(
              'number', number, 'due_on', due_on, 'carried', carried_interest_kobo::text,
              'period', coalesce(period_interest_kobo, interest_kobo)::text, 'days', ahead_kobo_days::text
            )
            order by number
          ) filter (where status <> 'superseded' and due_on > ${on}::date)
        )[1] as running
      from repayments
      where loan_id = b.id
    ) r
    order by b.id
  `.execute(tx);
  return rows;
}

/** What the loan has earned since the last time, in kobo. */
function differenceOf(loan: Earning, on: string): bigint {
  const { running } = loan;
  if (!running) return loan.fallen_kobo - loan.paid_kobo - loan.accrued_interest_kobo;
  const row = {
    number: running.number,
    due_on: running.due_on,
    interest_kobo: BigInt(running.period),
    period_interest_kobo: BigInt(running.period),
    ahead_kobo_days: BigInt(running.days),
  };
  const earned = earnedInPeriod(row, loan.from_on ?? loan.disbursed_on, loan.base_kobo, on, earningOfLoan(loan));
  return loan.fallen_kobo + BigInt(running.carried) + earned - loan.paid_kobo - loan.accrued_interest_kobo;
}

export const accrue: Step = {
  name: "accrue",
  at: 10,
  async batch(_, tx, { closing }, cursor): Promise<Progress> {
    const loans = await readBatch(tx, closing, cursor);
    const earned = loans
      .map((loan) => ({ loan, difference: differenceOf(loan, closing) }))
      .filter(({ difference }) => difference !== 0n)
      .map(({ loan, difference }) => ({ loan, difference, suspended: suspendedPart(loan, difference) }));
    if (earned.length > 0) {
      await postAll(
        tx,
        earned.map(({ loan, difference, suspended }) => ({
          loan_id: loan.id,
          entry: accrualEntry({ loan_id: loan.id, amount_kobo: difference, suspended_kobo: suspended, on: closing }),
        })),
      );
      await sql`
        update loans l
        set accrued_interest_kobo = l.accrued_interest_kobo + e.difference,
          suspended_interest_kobo = l.suspended_interest_kobo + e.suspended, accrued_to = ${closing}::date
        from unnest(
          ${earned.map(({ loan }) => loan.id)}::uuid[],
          ${earned.map(({ difference }) => String(difference))}::bigint[],
          ${earned.map(({ suspended }) => String(suspended))}::bigint[]
        ) as e (id, difference, suspended)
        where l.id = e.id
      `.execute(tx);
    }
    const interest = earned.reduce((sum, { difference }) => sum + difference, 0n);
    return {
      cursor: loans.length < LOANS_A_BATCH ? null : (loans.at(-1)?.id ?? null),
      counts: { loans: loans.length, accrued: earned.length, interest_kobo: Number(interest) },
    };
  },
};
