/** Leaving a company, and being suspended from its business: what it takes with it. */
import type * as calls from "@manilla/contract/companies/team";
import { fullName, naira } from "@manilla/contract/formats";
import { roleName } from "@manilla/contract/role-names";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../../../house/app.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { clock } from "../../../clock.ts";
import { actorOf, recordAudits } from "../../platform/audit/index.ts";
import { tell } from "../../platform/notifications/index.ts";
import type { Change } from "../../platform/states/index.ts";
import { handOnFrom } from "../approval-chains/index.ts";
import { emptyPurse, holdingsOf } from "../wallet-movements/index.ts";
import { takeOwnAlong } from "./own-money.ts";
import * as messages from "./messages.ts";
import type { Employment } from "./queries.ts";
import { endChangesOf, recordPowerBack, recordPowerEnded } from "./second-administrator.ts";

type Leaving = z.output<typeof calls.leaving.response>;

/** Nobody signs in, or goes on, with what they had. */
const signOut = (tx: Tx, user_id: string) => sql`select end_sessions_of_employee(${user_id})`.execute(tx);

/** Takes the company's roles from somebody, who stays a customer. @returns the roles that they had, the provider's apart */
async function takeRoles(tx: Tx, user_id: string): Promise<string[]> {
  const held = await tx.selectFrom("user_roles").select("role").where("user_id", "=", user_id).execute();
  const roles = held.map(({ role }) => role).filter((role) => !role.startsWith("super_"));
  await sql`delete from user_roles where user_id = ${user_id} and role like 'company\\_%'`.execute(tx);
  if (!held.some(({ role }) => !role.startsWith("company_")))
    await sql`insert into user_roles (user_id, role) values (${user_id}, 'staff') on conflict do nothing`.execute(tx);
  return roles;
}

export async function deactivate(tx: Tx, context: Context, employee: Employment): Promise<Change> {
  const { id, user_id } = employee;
  const kept_roles = await takeRoles(tx, user_id);
  await recordPowerEnded(tx, context, employee, kept_roles);
  await endChangesOf(tx, context, employee);
  await changeRows(tx, "employments", id, { kept_roles });
  await signOut(tx, user_id);
  await handOnFrom(tx, user_id);
  for (const { paused } of context.house.companies) await paused?.(tx, context, employee, true);
  await tell(tx, context, user_id, messages.deactivated(employee));
  return { before: { roles: kept_roles }, after: { status: "inactive" } };
}

export async function activate(tx: Tx, context: Context, employee: Employment): Promise<Change> {
  const { id, user_id, kept_roles } = employee;
  await sql`
    insert into user_roles (user_id, role, granted_by)
    select ${user_id}, role, ${context.session.user_id}
    from unnest(${kept_roles}::text[]) role
    on conflict do nothing
  `.execute(tx);
  if (!kept_roles.includes("staff"))
    await tx.deleteFrom("user_roles").where("user_id", "=", user_id).where("role", "=", "staff").execute();
  await recordPowerBack(tx, context, employee);
  await changeRows(tx, "employments", id, { kept_roles: [] });
  for (const { paused } of context.house.companies) await paused?.(tx, context, employee, false);
  await tell(tx, context, user_id, messages.activated(employee));
  return { before: { status: "inactive" }, after: { roles: kept_roles } };
}

/** The person is the company's no longer; the company keeps their name and what they did. */
async function release(tx: Tx, { id, user_id, ...person }: Employment, is_joined: boolean): Promise<void> {
  await changeRows(tx, "employments", id, {
    kept_name: fullName(person),
    kept_roles: [],
    manager_id: null,
    invited_email: null,
    invited_phone: null,
  });
  await sql`select release_employee(${user_id}, ${is_joined})`.execute(tx);
}

/** An invitation is taken back: its link ends, and address and phone are free again. */
export async function withdraw(tx: Tx, context: Context, employee: Employment): Promise<void> {
  await sql`
    update one_time_codes set used_at = ${clock.now()} where user_id = ${employee.user_id} and used_at is null
  `.execute(tx);
  await leaveTeam(tx, employee);
  await endChangesOf(tx, context, employee);
  await takeRoles(tx, employee.user_id);
  await release(tx, employee, false);
}

/** Departments lose their head; who reported to them reports to their manager. */
async function leaveTeam(tx: Tx, { user_id, company_id, manager_id }: Employment): Promise<void> {
  await sql`
    update departments set head_id = null, version = version + 1 where head_id = ${user_id} and company_id = ${company_id}
  `.execute(tx);
  await tx.deleteFrom("department_members").where("user_id", "=", user_id).execute();
  await sql`
    update employments
    set manager_id = ${manager_id}, version = version + 1
    where manager_id = ${user_id} and company_id = ${company_id}
  `.execute(tx);
}

const RUNNING = sql`status in ('running', 'past_due', 'stop_requested')`;

/** Everything that is listed by `leavingOf`. Running loans stay as they are and are collected from the person. */
export async function leave(tx: Tx, context: Context, employee: Employment): Promise<Change> {
  const { user_id, company_id } = employee;
  await leaveTeam(tx, employee);
  for (const { left } of context.house.companies) await left?.(tx, context, employee);
  const own_money_kobo = await takeOwnAlong(tx, context, employee);
  await emptyPurse(tx, context, { company_id, user_id, why: "Left the company" });
  const roles = await takeRoles(tx, user_id);
  await recordPowerEnded(tx, context, employee, roles);
  await endChangesOf(tx, context, employee);
  await sql`delete from user_permissions where user_id = ${user_id} and permission like 'company:%'`.execute(tx);
  const { rows: loans } = await sql<{ id: string }>`
    select id from loans where user_id = ${user_id} and company_id = ${company_id} and ${RUNNING}
  `.execute(tx);
  await recordAudits(
    tx,
    loans.map(({ id }) => ({
      actor: actorOf(context),
      action: "salary_deduction_ended",
      subject_type: "loan",
      subject_id: id,
      after: { collected: "directly" },
    })),
  );
  await tell(tx, context, user_id, messages.left(employee, loans.length));
  await signOut(tx, user_id);
  await release(tx, employee, true);
  await handOnFrom(tx, user_id);
  return {
    before: { roles },
    after: { loans_collected_directly: loans.length, ...(own_money_kobo > 0n && { own_money_kobo }) },
  };
}

/** What leaving takes with it. */
export async function leavingOf(db: Database, { session, house }: Context, employee: Employment): Promise<Leaving> {
  const { user_id, company_id, manager_id } = employee;
  const { rows } = await sql<
    Omit<Leaving, "roles" | "owed_kobo" | "held_kobo" | "also"> & { roles: string[]; owed_kobo: bigint }
  >`
    select array(select role from user_roles where user_id = ${user_id} and role like 'company\\_%' order by role) as roles,
      array(
        select name from departments where head_id = ${user_id} and company_id = ${company_id} and status = 'active' order by name
      ) as leads,
      (
        select count(*)::int from employments where manager_id = ${user_id} and company_id = ${company_id}
      ) as reports,
      (select full_name from users where id = ${manager_id}) as reports_go_to,
      (count(l.id) filter (where ${RUNNING}))::int as loans_running,
      coalesce(sum(l.outstanding_principal_kobo) filter (where ${RUNNING}), 0)::bigint as owed_kobo,
      (count(l.id) filter (where l.status in ('requested', 'pre_approved', 'approved', 'offered', 'accepted')))::int as loans_requested
    from (select 1) one
    left join loans l on l.user_id = ${user_id} and l.company_id = ${company_id}
  `.execute(db);
  const { owed_kobo, roles, ...found } = rows[0]!;
  const maySee =
    session.permissions.has("company:can_view_loans") || session.permissions.has("provider:can_view_loans");
  const { purse_kobo, own_kobo, line_kobo } = await holdingsOf(db, company_id, user_id);
  const own = own_kobo > 0n ? [`${naira(own_kobo)} in the purse is their own: it goes into their wallet.`] : [];
  const also = await Promise.all(house.companies.map(async ({ leaving }) => (await leaving?.(db, employee)) ?? []));
  return {
    ...found,
    also: [...own, ...also.flat()],
    roles: roles.map(roleName),
    held_kobo: purse_kobo + line_kobo,
    owed_kobo: maySee ? owed_kobo : null,
  };
}
