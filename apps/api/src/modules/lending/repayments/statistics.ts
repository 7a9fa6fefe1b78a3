import { periodBefore, printShare } from "@manilla/credit";
import { sql } from "kysely";
import type { Database } from "../../../db/database.ts";
import { businessDate } from "../../platform/states/index.ts";

interface Counted {
  count: bigint;
  amount_kobo: bigint;
}
const plain = <Row extends Counted>(row: Row) => ({ ...row, count: Number(row.count) });
const NOTHING: Counted = { count: 0n, amount_kobo: 0n };

/** C104: what fell due in a range, what came in, what is overdue now. By default the business month. */
export async function repaymentStatistics(
  db: Database,
  query: { rangeStart?: string | undefined; rangeEnd?: string | undefined; user_id?: string | undefined },
) {
  const today = await businessDate(db);
  const from = query.rangeStart ?? `${today.slice(0, 7)}-01`;
  const to = query.rangeEnd ?? today;
  const ofUser = (column: string) => (query.user_id ? sql`${sql.ref(column)} = ${query.user_id}` : sql`true`);
  const total = sql.raw("principal_kobo + interest_kobo + fees_kobo + penalty_kobo");
  const paid = sql.raw("paid_principal_kobo + paid_interest_kobo + paid_fees_kobo + paid_penalty_kobo");
  const inRange = sql`
    status not in ('superseded', 'waived') and due_on between ${from}::date and ${to}::date and ${ofUser("user_id")}
  `;
  const earlier = periodBefore({ from, to });
  const [due, overdue, byStatus, byChannel, byMonth, debits, before] = await Promise.all([
    sql<Counted & { paid_kobo: bigint }>`
      select count(*) as count, coalesce(sum(${total}), 0)::bigint as amount_kobo,
        coalesce(sum(${paid}), 0)::bigint as paid_kobo
      from repayments
      where ${inRange}
    `.execute(db),
    // What is not marked overdue yet is so where its loan is: not where all that it lacks is immaterial.
    sql<Counted>`
      select count(*) as count, coalesce(sum(${total} - (${paid})), 0)::bigint as amount_kobo
      from repayments r
      where status in ('due', 'part_paid', 'overdue')
        and due_on < ${today}::date
        and (status = 'overdue' or exists (select 1 from loans l where l.id = r.loan_id and l.days_past_due > 0))
        and ${ofUser("user_id")}
    `.execute(db),
    sql<Counted & { status: string }>`
      select status, count(*) as count, coalesce(sum(${total}), 0)::bigint as amount_kobo
      from repayments
      where ${inRange}
      group by status
      order by status
    `.execute(db),
    sql<Counted & { channel: string }>`
      select channel, count(*) as count, coalesce(sum(amount_kobo), 0)::bigint as amount_kobo
      from receipts
      where purpose in ('loan_repayment', 'credit') and reversed_at is null and received_on between ${from}::date and ${to}::date and ${ofUser("user_id")}
      group by channel
      order by channel
    `.execute(db),
    sql<{ month: string; due_kobo: bigint; paid_kobo: bigint }>`
      select to_char(due_on, 'YYYY-MM') as month, sum(${total})::bigint as due_kobo, sum(${paid})::bigint as paid_kobo
      from repayments
      where status not in ('superseded', 'waived')
        and due_on >= date_trunc('month', ${today}::date) - interval '12 months'
        and due_on < date_trunc('month', ${today}::date) + interval '4 months'
        and ${ofUser("user_id")}
      group by 1
      order by 1
    `.execute(db),
    sql<{ attempted: bigint; succeeded: bigint; unknown: bigint }>`
      select count(*) as attempted, count(*) filter (where status = 'success') as succeeded,
        count(*) filter (where status in ('sent', 'unknown')) as unknown
      from charges
      where kind = 'automatic_debit' and business_date between ${from}::date and ${to}::date and ${ofUser("user_id")}
    `.execute(db),
    sql<{ amount_kobo: bigint }>`
      select coalesce(sum(amount_kobo), 0)::bigint as amount_kobo
      from receipts
      where purpose in ('loan_repayment', 'credit') and reversed_at is null
        and received_on between ${earlier.from}::date and ${earlier.to}::date and ${ofUser("user_id")}
    `.execute(db),
  ]);
  const fell = due.rows[0] ?? { ...NOTHING, paid_kobo: 0n };
  const received = byChannel.rows.reduce(
    (sum, row) => ({ count: sum.count + row.count, amount_kobo: sum.amount_kobo + row.amount_kobo }),
    NOTHING,
  );
  const attempts = debits.rows[0];
  return {
    business_date: today,
    from,
    to,
    due: { count: Number(fell.count), amount_kobo: fell.amount_kobo },
    collected_of_due_kobo: fell.paid_kobo,
    collection_rate_percent: printShare(fell.paid_kobo, fell.amount_kobo),
    received: plain(received),
    received_before_kobo: before.rows[0]?.amount_kobo ?? 0n,
    overdue: plain(overdue.rows[0] ?? NOTHING),
    by_status: byStatus.rows.map(plain),
    by_channel: byChannel.rows.map(plain),
    by_month: byMonth.rows,
    automatic_debits: {
      attempted: Number(attempts?.attempted ?? 0n),
      succeeded: Number(attempts?.succeeded ?? 0n),
      unknown: Number(attempts?.unknown ?? 0n),
    },
  };
}
