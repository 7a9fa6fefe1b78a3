/** What roles allow today: as shipped, but for those that the provider has changed. */
import { type ChangedRoles, permissionsOfRoles, roleSlugs } from "@manilla/contract/roles";
import type { Database, Tx } from "../db/database.ts";

/** The roles that are no longer as they were shipped. */
export async function changedRoles(db: Database | Tx): Promise<ChangedRoles> {
  const rows = await db.selectFrom("role_permissions").select(["role", "permissions"]).execute();
  return Object.fromEntries(rows.map(({ role, permissions }) => [role, permissions]));
}

/** The roles that allow all of these permissions. */
export async function rolesWith(db: Database | Tx, ...needed: readonly string[]): Promise<string[]> {
  const changed = await changedRoles(db);
  return roleSlugs.filter((slug) => {
    const held: readonly string[] = permissionsOfRoles([slug], changed);
    return needed.every((permission) => held.includes(permission));
  });
}
