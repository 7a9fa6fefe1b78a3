import * as calls from "@manilla/contract/people/assignments";
import type { assignmentStates } from "@manilla/contract/people/assignment-states";
import { sql } from "kysely";
import type { z } from "zod";
import type { Database } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { businessDate } from "../../platform/states/index.ts";
import { lastPromise } from "./promises.ts";
import { queueScope } from "../people/profiles/index.ts";

const FROM = `
  assignments a
  join users u on u.id = a.user_id
  join users m on m.id = a.admin_id
  left join lateral (
    select outcome, call_again_on
    from assignment_contacts k
    where k.user_id = a.user_id
    order by k.contacted_at desc
    limit 1
  ) c on true
  left join lateral ${lastPromise({ user_id: "a.user_id", since: "a.assigned_at" })} p on true
`;
const definition = {
  from: FROM,
  select: `
    a.id, a.user_id, u.name, u.last_name, u.phone, u.status as case_status, u.profile_status, u.is_blacklisted,
    json_build_object('id', m.id, 'name', m.name, 'last_name', m.last_name) as admin, a.status, a.is_automatic,
    a.assigned_at, a.contacted_at, a.attended_at, c.outcome as last_outcome, p.promised_on, p.promised_kobo, c.call_again_on
  `,
  id: "a.id",
  search: "u.search_text",
  columns: { admin_id: "a.admin_id" },
  rows_of: "assignments a join users u on u.id = a.user_id",
};
export const ownCases = defineList(calls.assignedToMe, definition);
export const assignedCases = defineList(calls.assigned, definition);
export const casesOfAdmin = defineList(calls.ofAdmin, definition);

type Status = (typeof assignmentStates.states)[number];
/** Open assignments, of one state where the address names one. */
export const openCases = (status?: Status) =>
  status ? sql`a.ended_at is null and a.status = ${sql.lit(status)}` : sql`a.ended_at is null`;

type Pool = z.output<typeof calls.pool.response>;

/** Who takes cases now with how many they have, and who could. */
export async function findPool(db: Database): Promise<Pool> {
  const { rows: members } = await sql<Pool["members"][number]>`
    select json_build_object('id', u.id, 'name', u.name, 'last_name', u.last_name) as admin,
      array(select role from user_roles r where r.user_id = u.id order by role) as roles, p.capacity, p.added_at,
      count(a.id) filter (where a.status <> 'attended')::int as open,
      count(a.id) filter (where a.status = 'pending')::int as pending
    from assignment_pool p
    join users u on u.id = p.admin_id
    left join assignments a on a.admin_id = p.admin_id and a.ended_at is null
    group by u.id, p.admin_id
    order by u.last_name, u.id
  `.execute(db);
  const { rows: candidates } = await sql<Pool["candidates"][number]>`
    select u.id, u.name, u.last_name,
      array(select role from user_roles r where r.user_id = u.id order by role) as roles
    from users u
    where u.erased_at is null
      and not u.is_blacklisted
      and exists (
        select 1
        from user_roles r
        where r.user_id = u.id
          and r.role in ('super_risk', 'super_admin', 'super_operations', 'super_support', 'super_sales_agent')
      )
      and not exists (select 1 from assignment_pool p where p.admin_id = u.id)
    order by u.last_name, u.id
    limit 200
  `.execute(db);
  return { members, candidates };
}

type Statistics = z.output<typeof calls.statistics.response>;

/** How many open cases each colleague was to call again by a day; the newest contact with the person counts. */
async function callsDue(db: Database, by: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ admin_id: string; due: number }>`
    select a.admin_id, count(*)::int as due
    from assignments a
    join lateral (
      select k.call_again_on
      from assignment_contacts k
      where k.user_id = a.user_id
      order by k.contacted_at desc
      limit 1
    ) c on c.call_again_on <= ${by}::date
    where a.ended_at is null
    group by a.admin_id
  `.execute(db);
  return new Map(rows.map(({ admin_id, due }) => [admin_id, due]));
}

/** C026. By default everything that was ever given counts as in range. */
export async function assignmentStatistics(
  db: Database,
  range: { rangeStart?: string | undefined; rangeEnd?: string | undefined },
): Promise<Statistics> {
  const inRange = (column: string) =>
    sql`
      ${sql.raw(column)} >= coalesce(
        (${range.rangeStart ?? null}::date)::timestamp at time zone 'Africa/Lagos', '-infinity'
      )
        and ${sql.raw(column)} < coalesce(
          (${range.rangeEnd ?? null}::date + 1)::timestamp at time zone 'Africa/Lagos', 'infinity'
        )
    `;
  const business_date = await businessDate(db);
  const [admins, totals, due] = await Promise.all([
    sql<Omit<Statistics["admins"][number], "due">>`
      select json_build_object('id', u.id, 'name', u.name, 'last_name', u.last_name) as admin,
        p.admin_id is not null as is_in_pool, p.capacity,
        count(*) filter (where a.ended_at is null and a.status = 'pending')::int as pending,
        count(*) filter (where a.ended_at is null and a.status = 'contacted')::int as contacted,
        count(*) filter (where a.ended_at is null and a.status = 'attended')::int as attended,
        count(a.id) filter (where ${inRange("a.assigned_at")})::int as given_in_range,
        count(*) filter (where ${inRange("a.attended_at")})::int as attended_in_range,
        (
          select count(*)::int from assignment_contacts c where c.admin_id = u.id and ${inRange("c.contacted_at")}
        ) as contacts_in_range,
        round(
          (
            percentile_cont(0.5) within group (order by extract(epoch from a.contacted_at - a.assigned_at)) filter (
              where a.contacted_at is not null and ${inRange("a.assigned_at")}
            ) / 3600
          )::numeric, 1
        )::float8 as median_hours_to_contact
      from (select admin_id from assignment_pool union select admin_id from assignments) m
      join users u on u.id = m.admin_id
      left join assignment_pool p on p.admin_id = u.id
      left join assignments a on a.admin_id = u.id
      group by u.id, p.admin_id
      order by u.last_name, u.id
    `.execute(db),
    sql<Omit<Statistics["totals"], "due">>`
      select count(*) filter (where status = 'pending')::int as pending,
        count(*) filter (where status = 'contacted')::int as contacted,
        count(*) filter (where status = 'attended')::int as attended,
        (
          select count(*)::int
          from (select 1 from users u where ${queueScope("process")} and u.assigned_to is null limit 10000) q
        ) as unassigned_in_process
      from assignments
      where ended_at is null
    `.execute(db),
    callsDue(db, business_date),
  ]);
  const { pending = 0, contacted = 0, attended = 0, unassigned_in_process = 0 } = totals.rows[0] ?? {};
  const sum = [...due.values()].reduce((before, calls_due) => before + calls_due, 0);
  return {
    totals: { pending, contacted, attended, due: sum, unassigned_in_process },
    business_date,
    admins: admins.rows.map((row) => ({ ...row, due: due.get(row.admin.id) ?? 0 })),
  };
}

type Contacts = z.output<typeof calls.contacts.response>["contacts"];

/** The contacts made with a person, the newest 200 first. */
export async function contactsOf(db: Database, user_id: string): Promise<Contacts> {
  const { rows } = await sql<Contacts[number]>`
    select c.id, json_build_object('id', u.id, 'name', u.name, 'last_name', u.last_name) as admin, c.channel,
      c.outcome, c.note, c.promised_on, c.promised_kobo, c.call_again_on, c.contacted_at
    from assignment_contacts c
    join users u on u.id = c.admin_id
    where c.user_id = ${user_id}
    order by c.contacted_at desc
    limit 200
  `.execute(db);
  return rows;
}
