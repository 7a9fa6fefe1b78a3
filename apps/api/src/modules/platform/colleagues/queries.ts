import { permissionsOfRoles } from "@manilla/contract/roles";
import { roleNames } from "@manilla/contract/role-names";
import * as calls from "@manilla/contract/platform/colleagues";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { abilitiesIn } from "../states/index.ts";
import { type ColleagueFacts, colleagueRules } from "./rules.ts";

type Row = Omit<z.output<typeof calls.listAll.row>, "abilities">;

const NAMES = calls.colleagueRoles.map((slug) => `('${slug}', '${roleNames[slug]}')`).join(", ");
const FROM = "colleagues c join users u on u.id = c.id";
const SELECT = `c.id, u.name, u.last_name, u.email,
  coalesce((
    select string_agg(n.name, ', ' order by n.name)
    from user_roles r
    join (values ${NAMES}) n (slug, name) on n.slug = r.role
    where r.user_id = c.id
  ), '') as roles, c.status, u.second_factor_enabled_at is not null as has_second_factor,
  (select max(a.recorded_at) from audit_records a where a.actor_id = c.id) as last_seen_at, c.created_at`;
const administers = (person: string) =>
  `exists (select 1 from user_roles r where r.user_id = ${person} and r.role = 'super_admin')`;
const FACTS = `${administers("c.id")} and not exists (
    select 1
    from colleagues o
    join users ou on ou.id = o.id and not ou.is_blacklisted and ou.erased_at is null
    where o.id <> c.id and o.status = 'active' and ${administers("o.id")}
  ) as is_last_administrator`;
/** Who has a role of the provider's now; those who became somebody else's are not shown. */
const OURS = sql`u.erased_at is null
  and exists (select 1 from user_roles r where r.user_id = c.id and r.role like 'super\\_%')`;

const colleagueList = defineList<typeof calls.listAll, Row & ColleagueFacts>(calls.listAll, {
  from: FROM,
  select: SELECT,
  facts: FACTS,
  id: "c.id",
  search: "u.search_text",
});
export const listAll = (context: Context) =>
  colleagueList.scoped(OURS, undefined, abilitiesIn(context, calls, colleagueRules));

export type Colleague = Row & ColleagueFacts & { version: number; role_slugs: string[] };

/** One colleague as rules and pages need them; undefined where there is none. */
export async function readColleague(db: Database | Tx, id: string): Promise<Colleague | undefined> {
  const { rows } = await sql<Colleague>`
    select ${sql.raw(SELECT)}, ${sql.raw(FACTS)}, c.version,
      array(select role from user_roles r where r.user_id = c.id order by role) as role_slugs
    from ${sql.raw(FROM)}
    where c.id = ${id} and ${OURS}
  `.execute(db);
  return rows[0];
}

/** The same, locked. One at a time: two administrators who suspend each other must not both go. */
export async function lockColleague(tx: Tx, _: unknown, id: string): Promise<Colleague | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('colleagues'))`.execute(tx);
  await sql`select 1 from colleagues where id = ${id} for update`.execute(tx);
  return readColleague(tx, id);
}

/** What the page of a colleague shows beside their row. */
export async function detailsOf(db: Database, { id, role_slugs }: Colleague) {
  type Details = Omit<
    z.output<typeof calls.find.response>,
    keyof Row | "role_slugs" | "permission_count" | "abilities"
  >;
  const requests = sql`
    select coalesce(json_agg(r order by r.at desc), '[]')
    from (
      select a.id, a.title, a.status, coalesce(a.decided_at, a.created_at) as at
      from approvals a
  `;
  const { rows } = await sql<Details>`
    select
      array(
        select permission from user_permissions p where p.user_id = ${id} and not p.is_granted order by 1
      ) as withheld,
      (select count(*)::int from assignments a where a.admin_id = ${id} and a.ended_at is null) as cases,
      (
        select json_build_object('by', t.actor_name, 'reason', t.reason, 'at', t.happened_at)
        from transitions t
        where t.subject_id = ${id} and t.noun = 'colleague'
        order by t.happened_at desc, t.id desc
        limit 1
      ) as last_change,
      (
        select max(o.expires_at)
        from one_time_codes o
        join colleagues c on c.id = o.user_id and c.status = 'invited'
        where o.user_id = ${id}
          and o.purpose = 'password_reset'
          and o.used_at is null
          and o.expires_at > ${clock.now()}
      ) as invited_until,
      (
        select coalesce(json_agg(s order by s.created_at desc), '[]')
        from (
          select id, created_at, expires_at, network_address, device
          from sessions
          where user_id = ${id} and expires_at > ${clock.now()} and viewer_id is null
        ) s
      ) as sessions,
      (
        select coalesce(json_agg(s order by s.at desc), '[]')
        from (
          select recorded_at as at, network_address
          from audit_records
          where actor_id = ${id} and action = 'signed_in'
          order by recorded_at desc
          limit 10
        ) s
      ) as sign_ins,
      (${requests} where a.status = 'pending' and a.payload ->> 'user_id' = ${id} limit 20) r) as waiting,
      (${requests} where a.maker_id = ${id} order by a.created_at desc limit 10) r) as asked,
      (${requests} where a.checker_id = ${id} order by a.decided_at desc limit 10) r) as decided
  `.execute(db);
  const details = rows[0]!;
  const permission_count = permissionsOfRoles(role_slugs).filter((slug) => !details.withheld.includes(slug)).length;
  return { ...details, permission_count };
}
