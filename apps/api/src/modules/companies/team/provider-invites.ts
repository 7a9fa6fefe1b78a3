/** The provider's staff make nobody an administrator of a company that has people already, alone: a second colleague agrees, the company's own administrators are notified, and the power begins later. */
import { type RoleSlug, isRole } from "@manilla/contract/roles";
import { roleName } from "@manilla/contract/role-names";
import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { findRow, getRow } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import { its, requestApproval, unless } from "../../platform/approvals/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { gainsPower, watch } from "./second-administrator.ts";

interface Making {
  company_id: string;
  user_id: string;
  roles: RoleSlug[];
}

/** @returns the request; null where no power is gained, or the company has nobody else: its first person is its owner */
export async function secondColleagueFirst(
  tx: Tx,
  context: Context,
  company: { id: string; name: string },
  person: { user_id: string; name: string; roles: readonly RoleSlug[] },
): Promise<string | null> {
  if (!(await gainsPower(tx, [], person.roles))) return null;
  const { rows } = await sql`
    select 1 from employments where company_id = ${company.id} and user_id <> ${person.user_id} limit 1
  `.execute(tx);
  if (rows.length === 0) return null;
  const roles = person.roles.map(roleName).join(", ");
  return requestApproval(tx, context, {
    kind: "make_company_administrator",
    title: `Make ${person.name} an administrator of ${company.name}: ${roles}`,
    payload: { company_id: company.id, user_id: person.user_id, roles: [...person.roles] } satisfies Making,
    once: ["user_id"],
  });
}

/** @param keepRoles gives them their first roles @param heldBy the roles of a company that they have */
export const makeCompanyAdministrator = (
  heldBy: (tx: Tx, user_id: string) => Promise<readonly RoleSlug[]>,
  keepRoles: (tx: Tx, user_id: string, roles: readonly RoleSlug[], granted_by: string) => Promise<void>,
): ApprovalKind<Making> => ({
  permission: "provider:can_create_staff",
  over: unless(sql`employments e
    where e.user_id = ${its("user_id")} and e.company_id = ${its("company_id")} and e.status in ('invited', 'active')`),
  async shows({ db }, { payload: { company_id, user_id, roles } }) {
    const { name } = await getRow(db, "companies", company_id, ["name"]);
    const { full_name, email } = await getRow(db, "users", user_id, ["full_name", "email"]);
    return {
      facts: [
        { label: "Company", value: name },
        { label: "Person", value: `${full_name}, ${email}` },
        { label: "Roles", value: roles.map(roleName).join(", ") },
        { label: "What follows", value: "The company's administrators are notified. The power begins a day later." },
      ],
    };
  },
  async execute(tx, context, { payload: { company_id, user_id, roles }, maker_id }) {
    const works = await findRow(tx, "employments", { company_id, user_id }, ["status"], { lock: true });
    if (!works || !["invited", "active"].includes(works.status))
      throw new Conflict("This person does not belong to the company any more.", "has_left");
    const held = await heldBy(tx, user_id);
    if (held.length > 0)
      throw new Conflict("This person has other roles by now. Decline it, and request it again.", "roles_changed");
    await watch(tx, { company_id, user_id }, maker_id, () => keepRoles(tx, user_id, roles.filter(isRole), maker_id));
    await recordAudit(tx, context, "roles_changed", ["user", user_id], { after: { roles } });
    return undefined;
  },
});
