import type * as calls from "@manilla/contract/lending/daily-statistics";
import type { AuditTopic } from "@manilla/contract/platform/audit";
import type { counted } from "@manilla/contract/time";
import { addDays } from "@manilla/credit";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { clock, dayInLagos, fiveYesterday } from "../../../clock.ts";
import type { Database } from "../../../db/database.ts";
import { topicIs } from "../../platform/audit/index.ts";

/** As it is counted, for everybody alike. */
export type Daily = {
  [Figure in keyof Omit<z.output<typeof calls.daily.response>, keyof typeof counted | "brought">]: NonNullable<
    z.output<typeof calls.daily.response>[Figure]
  >;
};
type Moved = Daily["approvals"];
type Recent = Daily["changes"]["rules"];

/** What each service does, by the queue of its work. */
const services: Readonly<Record<string, string>> = {
  "send-sms": "SMS",
  "send-mail": "E-mail",
  "send-push": "Push",
  "send-payout": "Payouts",
};

const DAYS = 7;

/** One question: what came into these states and what left them since. */
function movedSince(db: Database, since: Date): (noun: string, states: readonly string[]) => Promise<Moved> {
  return async (noun, states) => {
    const { rows } = await sql<Moved>`
      select count(*) filter (where to_state = any(${states}::text[]))::int as came,
        count(*) filter (where from_state = any(${states}::text[]))::int as left
      from transitions
      where happened_at > ${since}::timestamptz
        and noun = ${noun}
        and (to_state = any(${states}::text[])) <> coalesce(from_state = any(${states}::text[]), false)
    `.execute(db);
    return rows[0] ?? { came: 0, left: 0 };
  };
}

/** Of seven days, and of these since. @param when the column of the moment */
const recently = (condition: RawBuilder<unknown>, when: string, since: Date) =>
  sql<Recent>`
    jsonb_build_object(
      'week', count(*) filter (where ${condition}),
      'since', count(*) filter (where ${condition} and ${sql.raw(when)} > ${since}::timestamptz)
    )
  `;

export async function dailyStatistics(db: Database): Promise<Daily> {
  const since = fiveYesterday();
  const to = dayInLagos(clock.now());
  const from = addDays(to, 1 - DAYS);
  const start = sql`${from}::date::timestamp at time zone 'Africa/Lagos'`;
  const moved = movedSince(db, since);
  const of = (condition: string, when: string) => recently(sql.raw(condition), when, since);
  const changed = (topic: AuditTopic) => recently(topicIs(topic), "a.recorded_at", since);
  const [approvals, cases, requests, past_due, payouts, lent, rules, changes, providers, sent] = await Promise.all([
    // A request's beginning is its own row.
    sql<Moved>`
        select count(*) filter (where created_at > ${since}::timestamptz)::int as came,
          count(*) filter (where decided_at > ${since}::timestamptz)::int as left
        from approvals
        where status = 'pending' or created_at > ${since}::timestamptz or decided_at > ${since}::timestamptz
      `.execute(db),
    moved("case", ["processing"]),
    moved("loan", ["requested", "pre_approved"]),
    moved("loan", ["past_due"]),
    sql<Moved>`
        select count(*) filter (where t.to_state = 'unknown')::int as came,
          count(*) filter (where t.from_state = 'unknown')::int as left
        from transitions t
        join payouts p on p.id = t.subject_id
        where t.happened_at > ${since}::timestamptz
          and t.noun = 'payout'
          and (t.to_state = 'unknown') <> (coalesce(t.from_state, '') = 'unknown')
          and p.purpose = 'loan_disbursement'
      `.execute(db),
    sql<Daily["lent"]>`
        select count(*)::int as count, coalesce(sum(l.principal_kobo), 0)::bigint as amount_kobo
        from transitions t
        join loans l on l.id = t.subject_id
        where t.happened_at > ${since}::timestamptz and t.noun = 'loan' and t.from_state = 'disbursing'
          and t.to_state = 'running'
      `.execute(db),
    sql<Daily["rules"]>`
        select ${of("d.outcome = 'approved'", "d.decided_at")} as approved,
          ${of("d.outcome = 'referred'", "d.decided_at")} as referred,
          ${of("d.outcome = 'declined'", "d.decided_at")} as declined,
          ${of("d.overruled_at is not null", "d.decided_at")} as overruled
        from credit_decisions d
        where d.decided_at >= ${start}
      `.execute(db),
    sql<Daily["changes"]>`
        select ${changed("rules")} as rules, ${changed("rights")} as rights, ${changed("tariffs")} as tariffs
        from audit_records a
        where a.recorded_at >= ${start}
      `.execute(db),
    sql<{ name: string; waiting: number; next_at: Date }>`
        select name, count(*)::int as waiting, min(start_after) as next_at
        from pgboss.job
        where state = 'retry'
        group by name
        order by name
      `.execute(db),
    sql<{ undelivered: Recent }>`
        select ${of("true", "d.started_at")} as undelivered
        from message_deliveries d
        where d.outcome in ('failed', 'bounced') and d.user_id is not null and d.started_at >= ${start}
      `.execute(db),
  ]);
  return {
    since,
    from,
    to,
    approvals: approvals.rows[0]!,
    cases,
    requests,
    past_due,
    unknown: payouts.rows[0]!,
    lent: lent.rows[0]!,
    rules: rules.rows[0]!,
    changes: changes.rows[0]!,
    trouble: {
      providers: providers.rows.map((row) => ({ ...row, name: services[row.name] ?? "Other work" })),
      undelivered: sent.rows[0]!.undelivered,
    },
  };
}
