/** The door of access: what a person may do is changed by two people. */
import { changedRoles } from "../../../house/roles.ts";
import { fullName, sentence } from "@manilla/contract/formats";
import { isRole, permissionsOfRoles, roles as allRoles } from "@manilla/contract/roles";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { sql } from "kysely";
import { createHash } from "node:crypto";
import { Conflict, DomainError, InvalidFields } from "../../../errors.ts";
import { findRow, getRow } from "../../../db/row.ts";
import { requestApproval, rightsChanged } from "../approvals/index.ts";
import { recordAudit } from "../audit/index.ts";
import { keepTwoAdministrators, lockColleagues } from "./administrators.ts";
import { factsOfPermissions } from "./permission-facts.ts";

export { IS_NEEDED_ADMINISTRATOR, lockColleagues } from "./administrators.ts";
export { type Single, digestOf, giveSingle, singleOf } from "./company-permissions.ts";
export { factsOfPermissions } from "./permission-facts.ts";
export { rolesInWords, slugs } from "./roles-in-words.ts";

/** What decides what somebody may do. */
interface Access {
  roles: readonly string[];
  /** Permissions of those roles that they do not have. */
  withheld?: readonly string[] | undefined;
}

/** What somebody gains and loses, in words; what is lost only where there was something before. */
export async function factsOfRoles(db: Database | Tx, before: Access, after: Access, gained = "Permissions gained") {
  const changed = await changedRoles(db);
  const permissionsOf = ({ roles, withheld = [] }: Access): string[] =>
    permissionsOfRoles(roles, changed).filter((slug) => !withheld.includes(slug));
  return factsOfPermissions(permissionsOf(before), permissionsOf(after), gained);
}

/** Sorted here and not by the database, whose order of letters may be another: they are compared with what was requested. */
export async function accessOf(db: Database | Tx, user_id: string): Promise<{ roles: string[]; withheld: string[] }> {
  const roles = await db.selectFrom("user_roles").select("role").where("user_id", "=", user_id).execute();
  const withheld = await db
    .selectFrom("user_permissions")
    .select("permission")
    .where("user_id", "=", user_id)
    .where("is_granted", "=", false)
    .execute();
  return {
    roles: roles.map(({ role }) => role).toSorted(),
    withheld: withheld.map(({ permission }) => permission).toSorted(),
  };
}

/** What a request for roles was made from: what these roles allow, and what the person has; other requests may change it in the meantime. */
export async function digestOfRoles(tx: Tx, roles: readonly string[], user_id?: string): Promise<string> {
  // Held until the end, so that what was compared is what is carried out.
  await sql`lock table role_permissions in share mode`.execute(tx);
  if (user_id) await findRow(tx, "users", user_id, ["id"], { lock: true });
  const allowed = permissionsOfRoles(roles, await changedRoles(tx)).toSorted();
  const had = user_id ? await accessOf(tx, user_id) : null;
  return createHash("sha256")
    .update(JSON.stringify([allowed, had?.roles, had?.withheld]))
    .digest("hex");
}

/** @throws Conflict where it is no longer what the request was made from */
export async function requireUnchanged(tx: Tx, digest: string, roles: readonly string[], user_id?: string) {
  if (digest !== (await digestOfRoles(tx, roles, user_id)))
    throw new Conflict(
      "These roles have been changed since. Request it again, from what they are now.",
      "roles_changed",
    );
}

/** Puts other roles, and permissions to withhold, before a second person. @throws InvalidFields where nothing would change */
export async function askForRoles(
  tx: Tx,
  context: Context,
  person: { id: string; name: string; last_name: string },
  asked: Access & { reason: string },
): Promise<string> {
  const before = await accessOf(tx, person.id);
  const roles = [...new Set(asked.roles)].toSorted();
  const withheld = asked.withheld && [...new Set(asked.withheld)].toSorted();
  if (before.roles.join() === roles.join() && (!withheld || withheld.join() === before.withheld.join()))
    throw new InvalidFields({ roles: ["these are the roles that this person has"] });
  return requestApproval(tx, context, {
    kind: "change_roles",
    title: `Roles of ${fullName(person)}: ${roles.map((slug) => (isRole(slug) ? allRoles[slug].name : sentence(slug))).join(", ")}`,
    payload: {
      user_id: person.id,
      roles,
      ...(withheld && { withheld }),
      digest: await digestOfRoles(tx, roles, person.id),
    },
    before: { roles: before.roles, ...(withheld && { withheld: before.withheld }) },
    reason: asked.reason,
  });
}

interface Payload {
  user_id: string;
  roles: string[];
  withheld?: string[];
  digest: string;
}

/** Other roles for a person, once a second person has agreed. They act on that person's next request. */
export const changeRoles: ApprovalKind<Payload> = {
  permission: "provider:can_modify_permissions",
  over: rightsChanged,
  async shows({ db }, { payload }) {
    const { user_id, roles, withheld } = payload;
    const before = await accessOf(db, user_id);
    return { facts: await factsOfRoles(db, before, { roles, withheld: withheld ?? before.withheld }) };
  },
  async execute(tx, context, { payload, maker_id }) {
    const { user_id, roles, withheld, digest } = payload;
    if (!roles.every(isRole)) throw new DomainError(409, "unknown_role", "One of these roles no longer exists.");
    await lockColleagues(tx);
    await requireUnchanged(tx, digest, roles, user_id);
    const before = await accessOf(tx, user_id);
    const granted_by = context.session.user_id;
    const change = () =>
      keepTwoAdministrators(tx, async () => {
        await tx.deleteFrom("user_roles").where("user_id", "=", user_id).execute();
        await tx
          .insertInto("user_roles")
          .values(roles.map((role) => ({ user_id, role, granted_by })))
          .execute();
        if (withheld) await withhold(tx, user_id, withheld, granted_by);
      });
    const { company_id } = await getRow(tx, "users", user_id, ["company_id"]);
    if (company_id) await context.house.company_admins.watch(tx, { company_id, user_id }, maker_id, change);
    else await change();
    await recordAudit(tx, context, "roles_changed", ["user", user_id], {
      before: { ...before },
      after: { roles, withheld: withheld ?? before.withheld },
    });
    return undefined;
  },
};

async function withhold(tx: Tx, user_id: string, slugs: readonly string[], changed_by: string): Promise<void> {
  await tx.deleteFrom("user_permissions").where("user_id", "=", user_id).where("is_granted", "=", false).execute();
  if (slugs.length > 0)
    await tx
      .insertInto("user_permissions")
      .values(slugs.map((permission) => ({ user_id, permission, is_granted: false, changed_by })))
      .execute();
}
