/** Two colleagues who can let others back in always remain: it takes two persons. */
import type { Permission } from "@manilla/contract/permissions";
import { two_administrators } from "@manilla/contract/platform/colleagues";
import { roleSlugs, roles } from "@manilla/contract/roles";
import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { Conflict } from "../../../errors.ts";
import { slugs } from "./roles-in-words.ts";

const NEEDED: readonly Permission[] = [
  "provider:can_update_admins",
  "provider:can_modify_permissions",
  "provider:can_decide_approvals",
];

/** Roles allow what they were shipped with until the provider changes them (`role_permissions`). */
const holds = (person: string, permission: Permission): string => `exists (
    select 1
    from user_roles r
    left join role_permissions p on p.role = r.role
    where r.user_id = ${person}
      and case when p.role is null
        then r.role in (${slugs(roleSlugs.filter((slug) => roles[slug].permissions.includes(permission)))})
        else '${permission}' = any(p.permissions) end
  ) and not exists (
    select 1 from user_permissions w where w.user_id = ${person} and w.permission = '${permission}' and not w.is_granted
  )`;

/** SQL of how many other than `person` can sign in and let others back in. @param person SQL of an id */
const others = (person: string): string => `(
    select count(*)
    from colleagues o
    join users ou on ou.id = o.id and not ou.is_blacklisted and ou.erased_at is null
    where o.id is distinct from ${person} and o.status = 'active' and ${NEEDED.map((slug) => holds("o.id", slug)).join(" and ")}
  )`;

/** SQL of whether the colleague `c` lets others back in and fewer than two would be left without them. */
export const IS_NEEDED_ADMINISTRATOR = `${others("c.id")} < 2 and ${others("c.id")} < ${others("null")}`;

/** Colleagues change one at a time: two administrators who suspend or demote each other must not both go. */
export const lockColleagues = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('colleagues'))`.execute(tx);

/** Changes what people may do, under that lock. @throws Conflict where fewer than two, and fewer than before, would be left who let others back in */
export async function keepTwoAdministrators(tx: Tx, change: () => Promise<unknown>): Promise<void> {
  const count = async () =>
    Number((await sql<{ count: bigint }>`select ${sql.raw(others("null"))} as count`.execute(tx)).rows[0]!.count);
  const before = await count();
  await change();
  const after = await count();
  if (after < Math.min(2, before)) throw new Conflict(two_administrators, "two_administrators");
}
