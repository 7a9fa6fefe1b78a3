/** Days past due, buckets with their history, running ↔ past due, and the non-performing mark that one loan puts on all of a customer's. */
import { type Materiality, bucketOf, isMaterial } from "@manilla/credit";
import { clock } from "../../../../clock.ts";
import type { Progress, Step } from "../../../../house/app.ts";
import { postMany } from "../../../money/books/index.ts";
import { sql } from "kysely";
import { type Tx, queryable } from "../../../../db/database.ts";
import { SYSTEM } from "../../../platform/audit/index.ts";
import { releaseEntry } from "../../../money/books/index.ts";
import { changeStates } from "../../../platform/states/index.ts";
import { DAYS_TO_PERFORM, keptDays } from "../../schedules/index.ts";
import { BEGINNING } from "../../../platform/business-day/index.ts";

const LOANS_A_BATCH = 1_000;
/** Non-performing from here on (the last bucket). */
const NON_PERFORMING_DAYS = 91;

interface Judged {
  id: string;
  status: string;
  principal_kobo: bigint;
  grace_days: number;
  materiality: Materiality;
  /** Since the oldest unpaid due date, and what is unpaid since then, however small. */
  oldest_days: number;
  unpaid_kobo: bigint;
  next_due_on: string | null;
  kept_days_past_due: number;
  performs_on: string | null;
}

async function readBatch(tx: Tx, opening: string, cursor: string | null): Promise<Judged[]> {
  const { rows } = await sql<Judged>`
    with batch as materialized (
      select l.id, l.status, l.principal_kobo, l.kept_days_past_due, l.performs_on, v.grace_days, v.materiality
      from loans l
      join loan_product_versions v on v.id = l.product_version_id
      where l.status in ('running', 'past_due', 'stop_requested')
        and l.disbursed_on is not null
        and l.id > ${cursor ?? BEGINNING}
        and (
          l.days_past_due > 0
            or l.status = 'past_due'
            or l.next_due_on < ${opening}::date
            or exists (
              select 1
              from repayments r
              where r.loan_id = l.id and r.status in ('due', 'part_paid', 'overdue') and r.due_on < ${opening}::date
            )
        )
      order by l.id
      limit ${LOANS_A_BATCH}
      for no key update of l
    )
    select b.*, a.*
    from batch b
    cross join lateral (
      select coalesce(
        ${opening}::date - min(due_on) filter (where due_on < ${opening}::date and unpaid > 0), 0
      ) as oldest_days, coalesce(sum(unpaid) filter (where due_on < ${opening}::date), 0)::bigint as unpaid_kobo,
        coalesce(
          min(due_on) filter (where due_on >= ${opening}::date and unpaid > 0), min(due_on) filter (where unpaid > 0)
        ) as next_due_on
      from (
        select due_on,
          principal_kobo + interest_kobo + fees_kobo + penalty_kobo - paid_principal_kobo - paid_interest_kobo -
            paid_fees_kobo - paid_penalty_kobo as unpaid
        from repayments
        where loan_id = b.id and status in ('scheduled', 'due', 'part_paid', 'overdue')
      ) rows
    ) a
    order by b.id
  `.execute(tx);
  return rows;
}

interface Verdict {
  loan: Judged;
  days: number;
  overdue_kobo: bigint;
}

/** What is immaterial is not overdue: no days, no amount. It stays due. A rescheduled loan keeps its days until it has performed. */
function verdictOf(loan: Judged, opening: string): Verdict {
  const isLate = isMaterial(loan.unpaid_kobo, loan.principal_kobo, loan.materiality);
  const kept = keptDays(loan, opening);
  return isLate
    ? { loan, days: Math.max(loan.oldest_days, kept), overdue_kobo: loan.unpaid_kobo }
    : { loan, days: kept, overdue_kobo: 0n };
}

async function write(tx: Tx, loans: readonly Verdict[], opening: string): Promise<void> {
  const ids = loans.map(({ loan }) => loan.id);
  await sql`
    update loans l
    set days_past_due = j.days, arrears_bucket = j.bucket, overdue_kobo = j.overdue, next_due_on = j.next_due_on,
      performs_on = case
        when j.overdue > 0 and l.performs_on > ${opening}::date then ${opening}::date + ${DAYS_TO_PERFORM}::int
        else l.performs_on
      end, updated_at = ${clock.now()}
    from unnest(
      ${ids}::uuid[], ${loans.map(({ days }) => days)}::int[], ${loans.map(({ days }) => bucketOf(days))}::text[],
      ${loans.map(({ overdue_kobo }) => String(overdue_kobo))}::bigint[],
      ${loans.map(({ loan }) => loan.next_due_on)}::date[]
    ) as j (id, days, bucket, overdue, next_due_on)
    where l.id = j.id
  `.execute(tx);
  await sql`
    insert into arrears_history (
      loan_id, business_date, days_past_due, arrears_bucket, overdue_kobo, outstanding_principal_kobo
    )
    select id, ${opening}::date, days_past_due, arrears_bucket, overdue_kobo, outstanding_principal_kobo
    from loans
    where id = any(${ids}::uuid[])
    on conflict (loan_id, business_date) do update set days_past_due = excluded.days_past_due,
    arrears_bucket = excluded.arrears_bucket, overdue_kobo = excluded.overdue_kobo,
    outstanding_principal_kobo = excluded.outstanding_principal_kobo
  `.execute(tx);
  await writeRepayments(tx, loans, opening);
}

/** The instalments of what is overdue, and of what is not (any more): an immaterial amount is due, no more than that. */
async function writeRepayments(tx: Tx, loans: readonly Verdict[], opening: string): Promise<void> {
  const late = loans.filter(({ overdue_kobo }) => overdue_kobo > 0n).map(({ loan }) => loan.id);
  const well = loans.filter(({ overdue_kobo }) => overdue_kobo === 0n).map(({ loan }) => loan.id);
  const change = { noun: "repayment" as const, actor: SYSTEM, business_date: opening };
  const before = async (ids: string[], status: string) =>
    (
      await sql<{ id: string }>`
        select id
        from repayments
        where loan_id = any(${ids}::uuid[]) and status = ${status} and due_on < ${opening}::date
      `.execute(tx)
    ).rows.map(({ id }) => id);
  await sql`
    update repayments
    set days_past_due = ${opening}::date - due_on
    where loan_id = any(${late}::uuid[])
      and status in ('due', 'part_paid', 'overdue')
      and due_on < ${opening}::date
      and days_past_due <> ${opening}::date - due_on
  `.execute(tx);
  for (const from of ["due", "part_paid"])
    await changeStates(tx, { ...change, ids: await before(late, from), from, action: "fall_behind" });
  if (well.length === 0) return;
  await sql`
    update repayments
    set days_past_due = 0
    where loan_id = any(${well}::uuid[]) and status in ('due', 'part_paid', 'overdue') and days_past_due <> 0
  `.execute(tx);
  await changeStates(tx, {
    ...change,
    ids: await before(well, "overdue"),
    from: "overdue",
    action: "catch_up",
    reason: "What is unpaid is too small to be overdue",
  });
}

/** One non-performing loan marks all loans of that customer; when the last one performs again, suspended interest is earned. */
async function markNonPerforming(tx: Tx, opening: string): Promise<Record<string, number>> {
  const marked = await sql`
    update loans l
    set is_non_performing = true
    where l.status in ('running', 'past_due', 'stop_requested')
      and not l.is_non_performing
      and l.user_id in (
        select user_id
        from loans
        where days_past_due >= ${NON_PERFORMING_DAYS} and status in ('running', 'past_due', 'stop_requested')
      )
  `.execute(tx);
  const { rows: cured } = await sql<{ id: string; suspended: bigint }>`
    select l.id, l.suspended_interest_kobo as suspended
    from loans l
    where l.is_non_performing
      and l.status in ('running', 'past_due', 'stop_requested')
      and not exists (
        select 1
        from loans o
        where o.user_id = l.user_id
          and o.days_past_due >= ${NON_PERFORMING_DAYS}
          and o.status in ('running', 'past_due', 'stop_requested')
      )
    order by l.id
    for no key update of l
  `.execute(tx);
  const releases = cured
    .filter(({ suspended }) => suspended > 0n)
    .map(({ id, suspended }) => releaseEntry({ loan_id: id, amount_kobo: suspended, on: opening, because: opening }));
  for (const verdict of await postMany(queryable(tx), releases))
    if (verdict.verdict === "rejected") throw verdict.error;
  if (cured.length > 0)
    await tx
      .updateTable("loans")
      .set({ is_non_performing: false, suspended_interest_kobo: 0n })
      .where(
        "id",
        "in",
        cured.map(({ id }) => id),
      )
      .execute();
  return { became_non_performing: Number(marked.numAffectedRows ?? 0n), performing_again: cured.length };
}

export const arrears: Step = {
  name: "arrears",
  at: 50,
  async batch(_, tx, { opening }, cursor): Promise<Progress> {
    const loans = (await readBatch(tx, opening, cursor)).map((loan) => verdictOf(loan, opening));
    if (loans.length > 0) await write(tx, loans, opening);
    const change = { noun: "loan" as const, actor: SYSTEM, business_date: opening };
    const late = loans
      .filter(({ loan, days }) => loan.status === "running" && days > loan.grace_days)
      .map(({ loan }) => loan.id);
    const well = loans
      .filter(({ loan, days }) => loan.status === "past_due" && days <= loan.grace_days)
      .map(({ loan }) => loan.id);
    const fell = await changeStates(tx, {
      ...change,
      ids: late,
      from: "running",
      action: "fall_behind",
      reason: "Days past due beyond the grace days",
    });
    const caught = await changeStates(tx, {
      ...change,
      ids: well,
      from: "past_due",
      action: "catch_up",
      reason: "Nothing overdue beyond the grace days",
    });
    // The calendar is moved after all steps: they are well from the day that opens, as their transitions say.
    if (caught.length > 0) await tx.updateTable("loans").set({ cured_on: opening }).where("id", "in", caught).execute();
    const counts = { looked_at: loans.length, fell_behind: fell.length, caught_up: caught.length };
    if (loans.length === LOANS_A_BATCH) return { cursor: loans.at(-1)?.loan.id ?? null, counts };
    return { cursor: null, counts: { ...counts, ...(await markNonPerforming(tx, opening)) } };
  },
};
