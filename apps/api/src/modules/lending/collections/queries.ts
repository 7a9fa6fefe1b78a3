import type * as calls from "@manilla/contract/lending/collections";
import { sql } from "kysely";
import type { z } from "zod";
import type { Database } from "../../../db/database.ts";
import { lastPromise, promisersFor } from "../../people/assignments/index.ts";
import { businessDate } from "../../platform/states/index.ts";

type Today = Omit<z.output<typeof calls.today.response>, "counted_at">;
type Sums = Today["due"];

const DAYS = 14;
const ROW_KOBO = sql`r.principal_kobo + r.interest_kobo + r.fees_kobo + r.penalty_kobo`;

/** The open business day in figures, amounts in kobo. */
export async function collectionsToday(db: Database): Promise<Today> {
  const on = await businessDate(db);
  const [trend, debits, unknown, promises, calls_due, late, moved, counts] = await Promise.all([
    sql<Today["trend"][number]>`
      select to_char(d.day, 'YYYY-MM-DD') as day,
        (
          select coalesce(sum(${ROW_KOBO}), 0)::bigint
          from repayments r
          where r.due_on = d.day::date and r.status in ('scheduled', 'due', 'part_paid', 'overdue', 'paid')
        ) as due_kobo,
        (
          select coalesce(sum(x.amount_kobo), 0)::bigint
          from receipts x
          where x.received_on = d.day::date and x.reversed_at is null and x.purpose in ('loan_repayment', 'credit')
        ) as received_kobo
      from generate_series(${on}::date - ${2 * DAYS - 1}::int, ${on}::date, interval '1 day') d(day)
      order by d.day
    `.execute(db),
    sql<Today["failed_debits"][number]>`
      select coalesce(failure, 'No reason given') as reason, count(*)::int as count, sum(amount_kobo)::bigint as amount_kobo
      from charges
      where business_date = ${on}::date and status = 'failed'
      group by 1
      order by 2 desc
      limit 5
    `.execute(db),
    sql<Today["unknown_charges"]>`
      select count(*)::int as count, coalesce(sum(amount_kobo), 0)::bigint as amount_kobo,
        min(next_question_at) as asked_next_at
      from charges
      where status = 'unknown'
    `.execute(db),
    // Of the loans in the list of those that are behind what was promised last; one promise may be for several of them.
    sql<Sums>`
      select count(*)::int as count, coalesce(sum(promised_kobo), 0)::bigint as amount_kobo
      from (
        select distinct m.id, m.promised_kobo
        from loans l
        cross join lateral ${sql.raw(lastPromise({ user_id: "l.user_id", loan: "l" }))} m
        where l.user_id in ${sql.raw(promisersFor(`'${on}'::date`))} and l.days_past_due > 0 and m.promised_on = ${on}::date
      ) p
    `.execute(db),
    // As the list of loans that are behind counts them: the newest contact says when the next call is.
    sql<{ count: number }>`
      select count(*)::int as count
      from loans l
      cross join lateral (
        select k.call_again_on from assignment_contacts k where k.user_id = l.user_id order by k.contacted_at desc limit 1
      ) c
      where l.days_past_due > 0 and c.call_again_on <= ${on}::date
    `.execute(db),
    // Both as the list of loans that they open counts them.
    sql<{ days_past_due: number; count: number }>`
      select days_past_due, count(*)::int as count
      from loans
      where status in ('running', 'past_due', 'stop_requested') and days_past_due in (1, 2, 31, 61, 91)
      group by 1
      order by 1
    `.execute(db),
    sql<{ cured: number; since: string }>`
      select count(*)::int as cured, (${on}::date - 1)::text as since
      from loans
      where cured_on >= ${on}::date - 1 and cured_on <= ${on}::date
    `.execute(db),
    sql<{ due: number; received: number }>`
      select
        (
          select count(*)::int
          from repayments r
          where r.due_on = ${on}::date and r.status in ('scheduled', 'due', 'part_paid', 'overdue', 'paid')
        ) as due,
        (
          select count(*)::int
          from receipts
          where received_on = ${on}::date and reversed_at is null and purpose in ('loan_repayment', 'credit')
        ) as received
    `.execute(db),
  ]);
  const last = trend.rows.at(-1);
  return {
    business_date: on,
    due: { count: counts.rows[0]?.due ?? 0, amount_kobo: last?.due_kobo ?? 0n },
    received: { count: counts.rows[0]?.received ?? 0, amount_kobo: last?.received_kobo ?? 0n },
    trend: trend.rows.slice(-DAYS),
    received_before_kobo: trend.rows.slice(0, DAYS).reduce((sum, { received_kobo }) => sum + received_kobo, 0n),
    arrears: {
      became_late: late.rows.filter((row) => row.days_past_due <= 2).reduce((sum, row) => sum + row.count, 0),
      ...moved.rows[0]!,
      passed: late.rows
        .filter((row) => row.days_past_due > 2)
        .map((row) => ({ ...row, days_past_due: row.days_past_due - 1 })),
    },
    failed_debits: debits.rows,
    unknown_charges: unknown.rows[0] ?? { count: 0, amount_kobo: 0n, asked_next_at: null },
    promises: promises.rows[0] ?? { count: 0, amount_kobo: 0n },
    calls_due: calls_due.rows[0]?.count ?? 0,
  };
}
