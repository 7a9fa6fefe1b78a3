/** The administrators of a company (C272 to C275 of companies): each is an employee too, and stays one when the role ends. */
import * as calls from "@manilla/contract/platform/colleagues";
import { fullName } from "@manilla/contract/formats";
import { type RoleSlug, isRole, rolesOf } from "@manilla/contract/roles";
import { sql } from "kysely";
import type { z } from "zod";
import type { CompanyAdmins, Context } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { getRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotAllowed, NotFound } from "../../../errors.ts";
import { rolesInWords, slugs } from "../../platform/access/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { handOnFrom } from "../approval-chains/index.ts";
import { lockTeam } from "../plans/index.ts";
import { inviteInto, requireGivable, requireSeat } from "./inviting.ts";
import { type Employment, lockEmployment } from "./queries.ts";
import { otherAdministratorFirst, permissionsFirst, recordPowerEnded, watch } from "./second-administrator.ts";

type Row = Omit<z.output<typeof calls.listAll.row>, "abilities">;
const ADMINISTRATORS = rolesOf("corporate");
const KEPT = `e.kept_roles && array[${slugs(ADMINISTRATORS)}]::text[]`;
const FROM = "employments e join users u on u.id = e.user_id";
const SELECT = `
  u.id, u.name, u.last_name, u.email, ${rolesInWords("u.id", ADMINISTRATORS)} as roles,
  case e.status when 'active' then 'active' when 'inactive' then 'suspended' else 'invited' end as status,
  u.second_factor_enabled_at is not null as has_second_factor, null::timestamptz as last_seen_at, e.created_at
`;
const OURS = `e.status in ('invited', 'expired', 'active', 'inactive') and (${KEPT} or exists (
  select 1 from user_roles g where g.user_id = e.user_id and g.role in (${slugs(ADMINISTRATORS)})
))`;

const adminList = defineList<typeof calls.listAll, Row>(calls.listAll, {
  from: FROM,
  select: SELECT,
  id: "u.id",
  search: "u.search_text",
});
const abilitiesOf = ({ session }: Context, id: string): Record<string, string | null> =>
  session.permissions.has("company:can_delete_admins") ? { suspend: id === session.user_id ? "own_access" : null } : {};

async function findAdmin(tx: Tx, context: Context, id: string): Promise<z.output<typeof calls.listAll.row>> {
  const { rows } = await sql<Row>`
    select ${sql.raw(SELECT)} from ${sql.raw(FROM)} where u.id = ${id} and e.company_id = ${context.session.company_id}
  `.execute(tx);
  if (!rows[0]) throw new NotFound("This administrator");
  return { ...rows[0], abilities: abilitiesOf(context, id) };
}

/** Somebody of the caller's company who is not the caller, locked. @throws NotFound, NotAllowed */
async function lockOther(tx: Tx, context: Context, id: string): Promise<Employment> {
  if (id === context.session.user_id) throw new NotAllowed("Nobody changes their own access.", "own_access");
  const person = await lockEmployment(tx, id, context.session.company_id);
  if (!person || person.status === "left" || person.status === "withdrawn") throw new NotFound("This person");
  return person;
}

/** What somebody has of a company's roles of administrators. */
export const heldBy = async (tx: Tx, user_id: string): Promise<RoleSlug[]> => {
  const { rows } = await sql<{ role: RoleSlug }>`
    select role from user_roles where user_id = ${user_id} and role in (${sql.raw(slugs(ADMINISTRATORS))})
  `.execute(tx);
  return rows.map(({ role }) => role);
};

/** Rights that the caller lacks are neither given nor taken. @returns the roles that they have */
async function requireChangeable(tx: Tx, context: Context, person: Employment, roles: readonly RoleSlug[]) {
  if (person.status === "inactive")
    throw new Conflict("This employee is deactivated: activate them first.", "inactive");
  const held = await heldBy(tx, person.user_id);
  if (person.is_last_administrator && !roles.includes("company_super_admin"))
    throw new Conflict("This is the company's last administrator. Make another one first.", "last_administrator");
  const changed = [...roles.filter((slug) => !held.includes(slug)), ...held.filter((slug) => !roles.includes(slug))];
  await requireGivable(tx, context, changed);
  return held;
}

/** Sessions of people who are no longer administrators end. */
async function giveRoles(tx: Tx, context: Context, person: Employment, roles: readonly RoleSlug[]): Promise<void> {
  const held = await requireChangeable(tx, context, person, roles);
  await recordPowerEnded(tx, context, person, held, roles);
  const granted_by = context.session.user_id;
  const { user_id } = person;
  await sql`
    delete from user_roles
    where user_id = ${user_id} and role in (${sql.raw(slugs(ADMINISTRATORS))}) and role <> all(${[...roles]}::text[])
  `.execute(tx);
  const given = roles.length > 0 ? roles : (["company_staff"] as const);
  await tx
    .insertInto("user_roles")
    .values(given.map((role) => ({ user_id, role, granted_by })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await sql`select end_sessions_of_employee(${user_id})`.execute(tx);
  await handOnFrom(tx, user_id);
}

/** Gives the roles, and keeps why. @throws NotFound, NotAllowed, Conflict */
export async function changeRoles(
  tx: Tx,
  context: Context,
  id: string,
  roles: readonly RoleSlug[],
  reason: string | null,
): Promise<void> {
  await giveRoles(tx, context, await lockOther(tx, context, id), roles);
  await recordAudit(tx, context, "roles_changed", ["user", id], { after: { roles: [...roles] }, reason });
}

export const companyAdmins: CompanyAdmins = {
  async requireSeat(tx, company_id) {
    await lockTeam(tx, company_id);
    await requireSeat(tx, company_id);
  },
  list: (context) =>
    adminList.scoped(sql`e.company_id = ${context.session.company_id} and ${sql.raw(OURS)}`, undefined, ({ id }) =>
      abilitiesOf(context, id),
    ),

  async invite(tx, context, { roles, phone = null, email, ...name }) {
    const { company_id } = context.session;
    if (!company_id) throw new NotFound("This company");
    const who = { name: fullName(name), email, phone, roles };
    const { user_id, approval_id } = await inviteInto(tx, context, company_id, who);
    return approval_id ? { approval_id } : { colleague: await findAdmin(tx, context, user_id) };
  },

  async update(tx, context, id, { roles, withheld, reason }) {
    if (withheld.length > 0)
      throw new InvalidFields({ withheld: ["single permissions of a company are changed under Permissions"] });
    const person = await lockOther(tx, context, id);
    const wanted = [...new Set(roles)].filter(isRole);
    const held = await requireChangeable(tx, context, person, wanted);
    const { full_name: name } = await getRow(tx, "users", id, ["full_name"]);
    const approval_id = await otherAdministratorFirst(tx, context, { user_id: id, name, held, roles: wanted, reason });
    if (approval_id) return { approval_id };
    await changeRoles(tx, context, id, wanted, reason);
    return { colleague: await findAdmin(tx, context, id) };
  },

  permit: permissionsFirst,
  watch,

  async end(tx, context, id, { reason }) {
    const person = await lockOther(tx, context, id);
    const admin = await findAdmin(tx, context, id);
    await giveRoles(tx, context, person, []);
    await recordAudit(tx, context, "administrator_ended", ["user", id], { before: { roles: admin.roles }, reason });
    return findAdmin(tx, context, id);
  },
};
