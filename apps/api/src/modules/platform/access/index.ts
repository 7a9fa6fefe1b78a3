import { sentence } from "@manilla/contract/formats";
import { isRole, permissionsOfRoles } from "@manilla/contract/roles";
import type { ApprovalKind } from "../../../house/app.ts";
import { DomainError } from "../../../errors.ts";
import { recordAudit } from "../audit/index.ts";

/** Other roles for a person, once a second person has agreed. They act on that person's next request. */
export const changeRoles: ApprovalKind = {
  permission: "provider:can_modify_permissions",
  async shows({ db }, { payload }) {
    const { user_id, roles } = payload as { user_id: string; roles: string[] };
    const held = await db.selectFrom("user_roles").select("role").where("user_id", "=", user_id).execute();
    const before = permissionsOfRoles(held.map(({ role }) => role));
    const after = permissionsOfRoles(roles);
    const words = (slugs: readonly string[], than: readonly string[]) =>
      slugs
        .filter((slug) => !than.includes(slug))
        .map((slug) => sentence(slug.split(":")[1] ?? slug))
        .join(", ") || "None";
    return {
      facts: [
        { label: "Permissions gained", value: words(after, before) },
        { label: "Permissions lost", value: words(before, after) },
      ],
    };
  },
  async execute(tx, context, { payload }) {
    const { user_id, roles } = payload as { user_id: string; roles: string[] };
    if (!roles.every(isRole)) throw new DomainError(409, "unknown_role", "One of these roles no longer exists.");
    if (user_id === context.session.user_id)
      throw new DomainError(403, "own_roles", "Nobody decides about their own roles.");
    const before = await tx.selectFrom("user_roles").select("role").where("user_id", "=", user_id).execute();
    await tx.deleteFrom("user_roles").where("user_id", "=", user_id).execute();
    await tx
      .insertInto("user_roles")
      .values(roles.map((role) => ({ user_id, role, granted_by: context.session.user_id })))
      .execute();
    await recordAudit(tx, context, "roles_changed", ["user", user_id], {
      before: { roles: before.map(({ role }) => role) },
      after: { roles },
    });
    return undefined;
  },
};
