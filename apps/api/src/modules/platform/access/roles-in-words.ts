import { roleNames } from "@manilla/contract/role-names";
import type { RoleSlug } from "@manilla/contract/roles";

/** Roles as a list in SQL. */
export const slugs = (roles: readonly RoleSlug[]): string => roles.map((slug) => `'${slug}'`).join(", ");

/** SQL of the names of the roles that a person has, by commas. @param person SQL of their id @param of the roles that are named */
export const rolesInWords = (person: string, of: readonly RoleSlug[]): string => `
  coalesce((
    select string_agg(n.name, ', ' order by n.name)
    from user_roles r
    join (values ${of.map((slug) => `('${slug}', '${roleNames[slug]}')`).join(", ")}) n (slug, name) on n.slug = r.role
    where r.user_id = ${person}
  ), '')`;
