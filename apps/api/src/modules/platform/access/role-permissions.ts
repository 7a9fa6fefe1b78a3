/** What a role allows, changed by two people who do not hold it. */
import { counted } from "@manilla/contract/formats";
import { isPermission } from "@manilla/contract/permissions";
import { editableScope, permissionsOfRoles, type RoleSlug, roles } from "@manilla/contract/roles";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import { changedRoles } from "../../../house/roles.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import { findRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotAllowed } from "../../../errors.ts";
import { requestApproval } from "../approvals/index.ts";
import { recordAudit } from "../audit/index.ts";
import { keepTwoAdministrators, lockColleagues } from "./administrators.ts";
import { factsOfPermissions } from "./index.ts";

/** Neither who asks nor who agrees holds the role: nobody gives rights to themselves. @throws NotAllowed */
function requireAnother({ session }: Context, slug: string): void {
  if (session.roles.includes(slug))
    throw new NotAllowed("Nobody decides about a role that they hold themselves.", "own_role");
}

const heldBy = async (db: Database | Tx, slug: string): Promise<string[]> =>
  permissionsOfRoles([slug], await changedRoles(db));

/** Puts other permissions of a role before a second person. @throws NotAllowed, InvalidFields where they are not this role's to have or nothing would change */
export async function askForPermissions(
  tx: Tx,
  context: Context,
  slug: RoleSlug,
  asked: { permissions: readonly string[]; reason: string },
): Promise<string> {
  requireAnother(context, slug);
  const scope = editableScope(slug);
  if (!scope) throw new NotAllowed("This role cannot be changed.", "fixed_role");
  const before = await heldBy(tx, slug);
  // What a role has of another side (an employee's own permissions) stays.
  const kept = before.filter((each) => !each.startsWith(`${scope}:`));
  const foreign = asked.permissions.filter((each) => !isPermission(each) || !each.startsWith(`${scope}:`));
  if (foreign.length > 0) throw new InvalidFields({ permissions: [`this role cannot have ${foreign.join(", ")}`] });
  const permissions = [...new Set([...kept, ...asked.permissions])].toSorted();
  if (before.toSorted().join() === permissions.join())
    throw new InvalidFields({ permissions: ["this is what the role allows already"] });
  return requestApproval(tx, context, {
    kind: "change_role_permissions",
    title: `What the role ${roles[slug].name} allows`,
    payload: { slug, permissions, known: before.toSorted() },
    before: { permissions: before },
    reason: asked.reason,
  });
}

interface Payload {
  slug: RoleSlug;
  permissions: string[];
  /** What the role allowed when it was requested. */
  known: string[];
}

/** Other permissions for a role, once a second person has agreed. They act on the next request of everybody who holds it. */
export const changeRolePermissions: ApprovalKind<Payload> = {
  permission: "provider:can_modify_permissions",
  over: sql`exists (select 1 from role_permissions r where r.role = a.payload ->> 'slug' and r.changed_at > a.created_at)`,
  bars: ({ roles }) => sql`a.payload ->> 'slug' = any(${roles})`,
  async shows({ db }, { payload }) {
    const { slug, permissions } = payload;
    const { people } = await db
      .selectFrom("user_roles")
      .select(({ fn }) => fn.countAll<bigint>().as("people"))
      .where("role", "=", slug)
      .executeTakeFirstOrThrow();
    return {
      facts: [
        { label: "Role", value: `${roles[slug].name}, held by ${counted(Number(people), "person", "people")}` },
        ...factsOfPermissions(await heldBy(db, slug), permissions),
      ],
    };
  },
  async execute(tx, context, { payload, maker_id }) {
    const { slug, permissions, known } = payload;
    // The requester may have been given the role since.
    if (await findRow(tx, "user_roles", { user_id: maker_id, role: slug }, ["role"]))
      throw new Conflict("The requester holds the role by now. It can only be declined.", "own_role");
    // Two decisions at once would both find it as it was.
    await lockColleagues(tx);
    await sql`lock table role_permissions in share row exclusive mode`.execute(tx);
    const before = await heldBy(tx, slug);
    if (before.toSorted().join() !== known.join())
      throw new Conflict("The role has been changed since. Request it again, from what it allows now.", "role_changed");
    const changed_by = context.session.user_id;
    const row = { permissions, changed_by, changed_at: clock.now() };
    await keepTwoAdministrators(tx, () =>
      tx
        .insertInto("role_permissions")
        .values({ role: slug, ...row })
        .onConflict((conflict) => conflict.column("role").doUpdateSet(row))
        .execute(),
    );
    await recordAudit(tx, context, "role_changed", ["role", slug], {
      before: { permissions: before },
      after: { permissions },
    });
    return undefined;
  },
};
