/** People and underwriters in figures (C021, C022, R071). Days are days in Lagos. */
import type * as calls from "@manilla/contract/people/people-statistics";
import type { QueueName } from "@manilla/contract/people/queues";
import { periodBefore, printShare } from "@manilla/credit";
import { sql } from "kysely";
import type { counted } from "@manilla/contract/time";
import type { z } from "zod";
import { clock, dayInLagos } from "../../../../clock.ts";
import type { Database } from "../../../../db/database.ts";
import { DECIDED } from "./lists.ts";
import { CUSTOMERS, TAKEN_BACK, queueScope } from "../profiles/index.ts";

interface Range {
  rangeStart?: string | undefined;
  rangeEnd?: string | undefined;
}
const DAY = 86_400_000;
const DAYS_BY_DEFAULT = 90;
const dayOf = (milliseconds: number): string => dayInLagos(new Date(milliseconds));
const rangeOf = ({ rangeStart, rangeEnd }: Range) => ({
  from: rangeStart ?? dayOf(clock.milliseconds() - DAYS_BY_DEFAULT * DAY),
  to: rangeEnd ?? dayOf(clock.milliseconds()),
});
const inRange = (column: string, { from, to }: { from: string; to: string }) =>
  sql`
    ${sql.raw(column)} >= ${from}::date::timestamp at time zone 'Africa/Lagos'
      and ${sql.raw(column)} < (${to}::date + 1)::timestamp at time zone 'Africa/Lagos'
  `;
const lagosDay = (column: string) => sql.raw(`to_char(${column} at time zone 'Africa/Lagos', 'YYYY-MM-DD')`);

type Leads = Omit<z.output<typeof calls.leads.response>, keyof typeof counted>;

/** How far those came who registered in the range. */
export async function leadStatistics(db: Database, query: Range & { source?: string | undefined }): Promise<Leads> {
  const range = rangeOf(query);
  const registered = (days: typeof range) => sql`
    ${CUSTOMERS}
      and ${inRange("u.created_at", days)}
        ${query.source === undefined ? sql`` : sql`and coalesce(u.registration_source, 'direct') = ${query.source}`}
  `;
  const cohort = registered(range);
  const complete = sql.raw("u.status not in ('incomplete-0', 'incomplete-1')");
  const approved = sql.raw("u.profile_status = 'activated'");
  const borrowed = sql.raw("u.running_loans + u.settled_loans > 0");
  const [funnel, sources, days, open, before] = await Promise.all([
    sql<Record<string, number>>`
      select count(*)::int as registered,
        count(*) filter (where u.bvn_verified_at is not null or u.bvn_bypassed_at is not null)::int as identified,
        count(*) filter (where ${complete})::int as complete,
        count(*) filter (where u.profile_status not in ('pending', 'uncertain'))::int as decided,
        count(*) filter (where ${approved})::int as approved, count(*) filter (where ${borrowed})::int as borrowed
      from users u
      where ${cohort}
    `.execute(db),
    sql<Leads["by_source"][number]>`
      select coalesce(u.registration_source, 'direct') as source, count(*)::int as registered,
        count(*) filter (where ${complete})::int as complete, count(*) filter (where ${approved})::int as approved,
        count(*) filter (where ${borrowed})::int as borrowed
      from users u
      where ${cohort}
      group by 1
      order by 2 desc, 1
      limit 30
    `.execute(db),
    sql<Leads["by_day"][number]>`
      select ${lagosDay("u.created_at")} as day, count(*)::int as registered,
        count(*) filter (where ${complete})::int as complete
      from users u
      where ${cohort}
      group by 1
      order by 1
      limit 4000
    `.execute(db),
    sql<Leads["open"]>`
      select (select count(*) from users u where ${queueScope("fresh")})::int as fresh,
        (select count(*) from users u where ${queueScope("cold")})::int as cold,
        (select count(*) from users u where ${queueScope("dump")})::int as dump
    `.execute(db),
    sql<{ count: number }>`select count(*)::int as count from users u where ${registered(periodBefore(range))}`.execute(
      db,
    ),
  ]);
  const [reached = {}] = funnel.rows;
  const stages = ["registered", "identified", "complete", "decided", "approved", "borrowed"] as const;
  return {
    ...range,
    registered: reached["registered"] ?? 0,
    registered_before: before.rows[0]?.count ?? 0,
    funnel: stages.map((stage) => ({ stage, count: reached[stage] ?? 0 })),
    by_source: sources.rows,
    by_day: days.rows,
    open: open.rows[0] ?? { fresh: 0, cold: 0, dump: 0 },
  };
}

type Underwriting = Omit<z.output<typeof calls.underwriting.response>, keyof typeof counted>;
const countTo = (state: string, name: string) =>
  sql.raw(`count(*) filter (where d.to_state = '${state}')::int as ${name}`);

/** Decisions about people in the range, per underwriter; the wait is from the case becoming ready to the decision. */
export async function underwritingStatistics(db: Database, query: Range): Promise<Underwriting> {
  const range = rangeOf(query);
  const decisions = sql`
    select t.actor_id, t.actor_name, t.to_state, t.reason, t.happened_at,
      extract(epoch from t.happened_at - r.ready_at) / 3600 as hours
    from transitions t
    left join lateral (
      select max(c.happened_at) as ready_at
      from transitions c
      where c.noun = 'case'
        and c.subject_id = t.subject_id
        and c.to_state = 'processing'
        and c.happened_at <= t.happened_at
        and c.reason is distinct from ${TAKEN_BACK}
    ) r on true
    where ${DECIDED}
      and ${inRange("t.happened_at", range)}
  `;
  const median = sql.raw(
    "round((percentile_cont(0.5) within group (order by d.hours) filter (where d.hours is not null))::numeric, 1)::float8",
  );
  const [people, days, reasons, waiting, whole, before] = await Promise.all([
    sql<Underwriting["underwriters"][number]>`
      select d.actor_id as id, max(d.actor_name) as name, ${countTo("verified", "verified")},
        ${countTo("pre-approved", "pre_approved")}, ${countTo("activated", "activated")},
        ${countTo("declined", "declined")}, ${countTo("uncertain", "uncertain")},
        ${countTo("deactivated", "deactivated")}, count(*)::int as decided, ${median} as median_hours_to_decision
      from (${decisions}) d
      group by d.actor_id
      order by decided desc, name
      limit 200
    `.execute(db),
    sql<Underwriting["by_day"][number]>`
      select ${lagosDay("d.happened_at")} as day, ${countTo("activated", "activated")},
        ${countTo("declined", "declined")}, ${countTo("uncertain", "uncertain")}
      from (${decisions}) d
      group by 1
      order by 1
      limit 4000
    `.execute(db),
    sql<Underwriting["decline_reasons"][number]>`
      select coalesce(d.reason, 'No reason') as reason, count(*)::int as count
      from (${decisions}) d
      where d.to_state = 'declined'
      group by 1
      order by 2 desc, 1
      limit 12
    `.execute(db),
    sql<{ waiting: number; oldest: number | null }>`
      select count(*)::int as waiting,
        round((extract(epoch from now() - min(u.since)) / 3600)::numeric, 1)::float8 as oldest
      from (select coalesce(u.ready_at, u.created_at) as since from users u where ${queueScope("process")} order by u.created_at limit 10000) u
    `.execute(db),
    sql<{ approved: number; declined: number; decided: number; median: number | null }>`
      select ${countTo("activated", "approved")}, ${countTo("declined", "declined")}, count(*)::int as decided,
        ${median} as median
      from (${decisions}) d
    `.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from transitions t where ${DECIDED} and ${inRange("t.happened_at", periodBefore(range))}
    `.execute(db),
  ]);
  const [total] = whole.rows;
  const [approved, declined] = [total?.approved ?? 0, total?.declined ?? 0];
  return {
    ...range,
    waiting: waiting.rows[0]?.waiting ?? 0,
    oldest_waiting_hours: waiting.rows[0]?.oldest ?? null,
    decided: total?.decided ?? 0,
    decided_before: before.rows[0]?.count ?? 0,
    approved,
    declined,
    approval_rate_percent: printShare(BigInt(approved), BigInt(approved + declined)),
    median_hours_to_decision: total?.median ?? null,
    underwriters: people.rows,
    by_day: days.rows,
    decline_reasons: reasons.rows,
  };
}

type Active = Omit<z.output<typeof calls.active.response>, keyof typeof counted>;

/** Customers who have borrowed (R071). */
export async function activeStatistics(db: Database): Promise<Active> {
  const running = sql`l.status in ('running', 'past_due', 'stop_requested')`;
  const [people, money, buckets, months, states] = await Promise.all([
    sql<Pick<Active, "active" | "inactive" | "paid" | "repeat">>`
      select (select count(*) from users u where ${queueScope("active")})::int as active,
        (select count(*) from users u where ${queueScope("inactive")})::int as inactive,
        (select count(*) from users u where ${queueScope("paid")})::int as paid,
        (select count(*) from users u where ${CUSTOMERS} and u.running_loans + u.settled_loans > 1)::int as repeat
    `.execute(db),
    sql<{
      outstanding_kobo: bigint;
    }>`select coalesce(sum(l.outstanding_principal_kobo), 0)::bigint as outstanding_kobo from loans l where ${running}`.execute(
      db,
    ),
    sql<Active["by_bucket"][number]>`
      select l.arrears_bucket as bucket, count(*)::int as loans, count(distinct l.user_id)::int as people,
        sum(l.outstanding_principal_kobo)::bigint as outstanding_kobo
      from loans l
      where ${running}
      group by 1
      order by min(l.days_past_due)
    `.execute(db),
    // Everybody's first month, and all loans by month: what is not a first loan is another one.
    sql<Active["by_month"][number]>`
      select m.month, coalesce(f.loans, 0)::int as first_loans, (m.loans - coalesce(f.loans, 0))::int as repeat_loans
      from (
        select date_trunc('month', l.disbursed_on) as at,
          to_char(date_trunc('month', l.disbursed_on), 'YYYY-MM') as month, count(*) as loans
        from loans l
        where l.disbursed_on is not null and l.brought_in_on is null
        group by 1
      ) m
      left join (
        select date_trunc('month', o.first_on) as at, count(*) as loans
        from (
          select min(l.disbursed_on) as first_on from loans l where l.disbursed_on is not null and l.brought_in_on is null group by l.user_id
        ) o
        group by 1
      ) f on f.at = m.at
      order by 1 desc
      limit 24
    `.execute(db),
    sql<Active["by_state"][number]>`
      select coalesce(p.state, 'Not given') as state, count(*)::int as people
      from users u
      join profiles p on p.user_id = u.id
      where ${queueScope("active")}
      group by 1
      order by 2 desc, 1
      limit 40
    `.execute(db),
  ]);
  const [counts = { active: 0, inactive: 0, paid: 0, repeat: 0 }] = people.rows;
  const outstanding_kobo = money.rows[0]?.outstanding_kobo ?? 0n;
  return {
    ...counts,
    outstanding_kobo,
    average_outstanding_kobo: counts.active > 0 ? outstanding_kobo / BigInt(counts.active) : 0n,
    by_bucket: buckets.rows,
    by_month: months.rows.toReversed(),
    by_state: states.rows,
  };
}

/** The exact size of a queue (C023). */
export async function countQueue(db: Database, queue: QueueName) {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from users u where ${queueScope(queue)}`.execute(db);
  return { queue, count: rows[0]?.count ?? 0 };
}
