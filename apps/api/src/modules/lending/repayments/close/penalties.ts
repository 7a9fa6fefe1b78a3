/** Penalties of late instalments, by the product's terms: after the grace days, never compounding, capped, once per repayment and date; none while nothing material is overdue, none on what the employer has kept back. */
import { type Materiality, type PenaltyTerms, daysBetween, overdueSince, penaltyOf, unpaid } from "@manilla/credit";
import { sql } from "kysely";
import type { Progress, Step } from "../../../../house/app.ts";
import type { Tx } from "../../../../db/database.ts";
import { penaltyEntry } from "../../../money/books/index.ts";
import type { Penalty } from "../../loan-products/index.ts";
import type { ScheduleRow } from "../../schedules/index.ts";
import { oldestFirst } from "./kept-back.ts";
import { postAll } from "./post-all.ts";
import { BEGINNING } from "../../../platform/business-day/index.ts";

const LOANS_A_BATCH = 500;

export interface Late extends ScheduleRow {
  loan_id: string;
  terms: Penalty;
  grace_days: number;
  materiality: Materiality;
  loan_principal_kobo: bigint;
  waived_penalty_kobo: bigint;
  /** Of the loan: in the hands of the employer, or on its way. */
  kept_back_kobo: bigint;
  /** Of this row, on the last day on which something of it was kept back. */
  shielded_kobo: bigint;
  shielded_to: string | null;
  /** Past its grace days and not judged for this day yet. The other rows are read because they add to what the loan has overdue. */
  is_to_be_judged: boolean;
}

async function readBatch(tx: Tx, opening: string, cursor: string | null): Promise<{ loans: string[]; late: Late[] }> {
  const { rows: loans } = await sql<{ id: string }>`
    select l.id
    from loans l
    join loan_product_versions v on v.id = l.product_version_id
    where l.status in ('running', 'past_due', 'stop_requested')
      and l.id > ${cursor ?? BEGINNING}
      and coalesce(v.penalty ->> 'kind', 'none') <> 'none'
      and exists (
        select 1
        from repayments r
        where r.loan_id = l.id
          and r.status in ('due', 'part_paid', 'overdue')
          and r.due_on + v.grace_days < ${opening}::date
          and (r.penalised_to is null or r.penalised_to < ${opening}::date)
      )
    order by l.id
    limit ${LOANS_A_BATCH}
    for no key update of l
  `.execute(tx);
  const ids = loans.map(({ id }) => id);
  if (ids.length === 0) return { loans: [], late: [] };
  const { rows: late } = await sql<Late>`
    select *
    from (
      select r.*, v.penalty as terms, v.grace_days, v.materiality, l.principal_kobo as loan_principal_kobo, l.kept_back_kobo,
        r.due_on + v.grace_days < ${opening}::date
          and (r.penalised_to is null or r.penalised_to < ${opening}::date) as is_to_be_judged
      from repayments r
      join loans l on l.id = r.loan_id
      join loan_product_versions v on v.id = l.product_version_id
      where r.loan_id = any(${ids}::uuid[])
        and r.status in ('due', 'part_paid', 'overdue')
        and r.due_on < ${opening}::date
    ) late
    where is_to_be_judged or materiality <> '{}'
    order by loan_id, number
  `.execute(tx);
  return { loans: ids, late };
}

/** Product terms as JSON keeps them, in the calculators' shape. */
const termsOf = ({ kobo, minimum_kobo, ...rest }: Penalty): PenaltyTerms => ({
  ...rest,
  ...(kobo !== undefined && { kobo: BigInt(kobo) }),
  ...(minimum_kobo !== undefined && { minimum_kobo: BigInt(minimum_kobo) }),
});

/** What is late of a row, in kobo. Penalties are no part of what they are charged on: never compounding. */
const overdueOf = (row: Late): bigint => unpaid(row, "principal") + unpaid(row, "interest") + unpaid(row, "fees");

/** What this day adds, in kobo. @param since the day since which it is overdue */
const chargeOf = (row: Late, overdue_kobo: bigint, since: string, on: string, grace_days = row.grace_days): bigint =>
  penaltyOf({
    terms: termsOf(row.terms),
    grace_days,
    overdue_kobo,
    days_overdue: daysBetween(since, on),
    already_charged_kobo: row.penalty_kobo + row.waived_penalty_kobo,
  });

const later = (one: string, other: string) => (one < other ? other : one);

/**
 * What this day adds to a row of which the employer has kept something back, in kobo. That costs nothing while it is believed, and afterwards from that
 * day on; the rest is charged as ever, so the larger of the two is due.
 */
function withoutKept(row: Late, covered_kobo: bigint, since: string, on: string): bigint {
  const [overdue, from] = [overdueOf(row), later(row.due_on, since)];
  if (covered_kobo > 0n || row.shielded_to === null) return chargeOf(row, overdue - covered_kobo, from, on);
  const never = overdue > row.shielded_kobo ? chargeOf(row, overdue - row.shielded_kobo, from, on) : 0n;
  const whole = chargeOf(row, overdue, later(from, row.shielded_to), on, 0);
  return never > whole ? never : whole;
}

interface Judged {
  row: Late;
  amount_kobo: bigint;
  covered_kobo: bigint;
}

/** The rows of one loan with what this day adds to each. */
export function judge(rows: readonly Late[], on: string): Judged[] {
  const [loan] = rows;
  const since =
    loan &&
    overdueSince({ instalments: rows, principal_kobo: loan.loan_principal_kobo, on, materiality: loan.materiality });
  const covered = oldestFirst(
    loan?.kept_back_kobo ?? 0n,
    rows.map((row) => (row.is_to_be_judged ? overdueOf(row) : 0n)),
  );
  return rows
    .map((row, index) => ({ row, covered_kobo: covered[index] ?? 0n }))
    .filter(({ row }) => row.is_to_be_judged)
    .map(({ row, covered_kobo }) => ({
      row,
      covered_kobo,
      amount_kobo: since === undefined ? 0n : withoutKept(row, covered_kobo, since, on),
    }));
}

export const penalties: Step = {
  name: "penalties",
  at: 40,
  async batch(_, tx, { opening }, cursor): Promise<Progress> {
    const { loans, late } = await readBatch(tx, opening, cursor);
    const judged = [...Map.groupBy(late, ({ loan_id }) => loan_id).values()].flatMap((rows) => judge(rows, opening));
    const charged = judged.filter(({ amount_kobo }) => amount_kobo > 0n);
    await postAll(
      tx,
      charged.map(({ row, amount_kobo }) => ({
        loan_id: row.loan_id,
        entry: penaltyEntry({ repayment_id: row.id, loan_id: row.loan_id, amount_kobo, on: opening }),
      })),
    );
    if (judged.length > 0) {
      await sql`
        update repayments r
        set penalty_kobo = r.penalty_kobo + c.amount, penalised_to = ${opening}::date,
          shielded_kobo = case when c.covered > 0 then c.covered else r.shielded_kobo end,
          shielded_to = case when c.covered > 0 then ${opening}::date else r.shielded_to end
        from unnest(
          ${judged.map(({ row }) => row.id)}::uuid[],
          ${judged.map(({ amount_kobo }) => String(amount_kobo))}::bigint[],
          ${judged.map(({ covered_kobo }) => String(covered_kobo))}::bigint[]
        ) as c (id, amount, covered)
        where r.id = c.id
      `.execute(tx);
    }
    const sum = charged.reduce((total, { amount_kobo }) => total + amount_kobo, 0n);
    return {
      cursor: loans.length < LOANS_A_BATCH ? null : (loans.at(-1) ?? null),
      counts: { repayments: judged.length, penalised: charged.length, penalty_kobo: Number(sum) },
    };
  },
};
