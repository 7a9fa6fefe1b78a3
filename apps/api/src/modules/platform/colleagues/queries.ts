import { changedRoles } from "../../../house/roles.ts";
import { permissionsOfRoles } from "@manilla/contract/roles";
import * as calls from "@manilla/contract/platform/colleagues";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { IS_NEEDED_ADMINISTRATOR, accessOf, lockColleagues, rolesInWords } from "../access/index.ts";
import { abilitiesIn } from "../states/index.ts";
import { type ColleagueFacts, colleagueRules } from "./rules.ts";

type Row = Omit<z.output<typeof calls.listAll.row>, "abilities">;

const FROM = "colleagues c join users u on u.id = c.id";
const SELECT = `c.id, u.name, u.last_name, u.email,
  ${rolesInWords("c.id", calls.colleagueRoles)} as roles, c.status, u.second_factor_enabled_at is not null as has_second_factor,
  (select max(a.recorded_at) from audit_records a where a.actor_id = c.id) as last_seen_at, c.created_at`;
const FACTS = `${IS_NEEDED_ADMINISTRATOR} as is_needed_administrator,
  exists(select from passkeys k where k.user_id = c.id) as has_passkey`;
/** Who has a role of the provider's now; people who joined another organisation are not shown. */
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

/** The same, locked. */
export async function lockColleague(tx: Tx, _: unknown, id: string): Promise<Colleague | undefined> {
  await lockColleagues(tx);
  await sql`select 1 from colleagues where id = ${id} for update`.execute(tx);
  return readColleague(tx, id);
}

/** Requests about somebody, or that they made or decided, newest first. */
const requestsOf = (db: Database, about: RawBuilder<boolean>) =>
  db
    .selectFrom("approvals")
    .select(["id", "title", "status", sql<Date>`coalesce(decided_at, created_at)`.as("at")])
    .where(about)
    .orderBy(sql`coalesce(decided_at, created_at)`, "desc")
    .limit(10)
    .execute() as Promise<z.output<typeof calls.find.response>["waiting"]>;

/** What the page of a colleague shows beside their row. */
export async function detailsOf(db: Database, { id, role_slugs, status }: Colleague) {
  const { withheld } = await accessOf(db, id);
  const cases = await db
    .selectFrom("assignments")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("admin_id", "=", id)
    .where("ended_at", "is", null)
    .executeTakeFirstOrThrow();
  const last_change = await db
    .selectFrom("transitions")
    .select(["actor_name as by", "reason", "happened_at as at"])
    .where("subject_id", "=", id)
    .where("noun", "=", "colleague")
    .orderBy("happened_at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
  const link = await db
    .selectFrom("one_time_codes")
    .select("expires_at")
    .where("user_id", "=", id)
    .where("purpose", "=", "password_reset")
    .where("used_at", "is", null)
    .where("expires_at", ">", clock.now())
    .executeTakeFirst();
  return {
    withheld,
    permission_count: permissionsOfRoles(role_slugs, await changedRoles(db)).filter((slug) => !withheld.includes(slug))
      .length,
    cases: Number(cases.count),
    last_change: last_change ?? null,
    invited_until: status === "invited" ? (link?.expires_at ?? null) : null,
    sessions: await db
      .selectFrom("sessions")
      .select(["id", "created_at", "expires_at", "network_address", "device"])
      .where("user_id", "=", id)
      .where("viewer_id", "is", null)
      .where("expires_at", ">", clock.now())
      .orderBy("created_at", "desc")
      .execute(),
    sign_ins: await db
      .selectFrom("audit_records")
      .select(["recorded_at as at", "network_address"])
      .where("actor_id", "=", id)
      .where("action", "=", "signed_in")
      .orderBy("recorded_at", "desc")
      .limit(10)
      .execute(),
    waiting: await requestsOf(db, sql`status = 'pending' and payload ->> 'user_id' = ${id}`),
    asked: await requestsOf(db, sql`maker_id = ${id}`),
    decided: await requestsOf(db, sql`checker_id = ${id}`),
  };
}
