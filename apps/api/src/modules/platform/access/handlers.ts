import { changedRoles } from "../../../house/roles.ts";
import * as calls from "@manilla/contract/platform/access";
import { type Permission, permissions } from "@manilla/contract/permissions";
import { permissionsOfRoles, roles, roleSlugs } from "@manilla/contract/roles";
import { sql } from "kysely";
import type { Context, Handlers } from "../../../house/app.ts";
import { NotAllowed, NotFound } from "../../../errors.ts";
import { findRow } from "../../../db/row.ts";
import { askForPermissionsOf, giveSingle, singleAfter } from "./company-permissions.ts";
import { accessOf, askForRoles } from "./index.ts";
import { askForPermissions } from "./role-permissions.ts";

async function roleRows({ db, session }: Context, account_type?: "corporate") {
  const all = db
    .selectFrom("user_roles")
    .innerJoin("users", "users.id", "user_roles.user_id")
    .select(({ fn }) => ["role", fn.countAll<bigint>().as("people")])
    .groupBy("role");
  // A company counts its own people; the number of others is not disclosed.
  const counts = await (
    session.permissions.has("provider:can_view_permissions")
      ? all
      : all.where("users.company_id", "=", session.company_id)
  ).execute();
  const changed = await changedRoles(db);
  const people = new Map(counts.map((row) => [row.role, Number(row.people)]));
  return roleSlugs
    .filter((slug) => !account_type || slug.startsWith("company_"))
    .map((slug) => ({
      slug,
      name: roles[slug].name,
      account_type: roles[slug].account_type,
      permissions: permissionsOfRoles([slug], changed),
      is_changed: slug in changed,
      people: people.get(slug) ?? 0,
      created_at: "",
    }));
}

/** A company's people; `which` narrows to one. */
async function companyPeople({ db }: Pick<Context, "db">, company_id: string, user_id?: string) {
  const changed = await changedRoles(db);
  const { rows } = await sql<{
    id: string;
    name: string;
    last_name: string;
    email: string;
    roles: string[];
    granted: string[];
    withheld: string[];
  }>`
    select u.id, u.name, u.last_name, u.email,
      array(select role from user_roles r where r.user_id = u.id order by role) as roles,
      array(select permission from user_permissions p where p.user_id = u.id and p.is_granted order by 1) as granted,
      array(
        select permission from user_permissions p where p.user_id = u.id and not p.is_granted order by 1
      ) as withheld
    from users u
    where u.company_id = ${company_id} and u.erased_at is null ${user_id ? sql`and u.id = ${user_id}` : sql``}
    order by u.last_name, u.name, u.id
    limit 500
  `.execute(db);
  return rows.map((row) => ({
    ...row,
    roles: row.roles.map((slug) => ({ slug, name: slug in roles ? roles[slug as keyof typeof roles].name : slug })),
    permissions: [
      ...new Set([
        ...permissionsOfRoles(row.roles, changed).filter((slug) => !row.withheld.includes(slug)),
        ...row.granted,
      ]),
    ],
  }));
}

/** A company's own people see their company; the provider's staff see any. */
const mayReadCompany = ({ session }: Context, company_id: string): boolean =>
  session.permissions.has("provider:can_view_permissions") ||
  (session.company_id === company_id && session.permissions.has("company:can_view_permissions"));

export const handlers: Handlers<typeof calls> = {
  roles: async (context) => ({ roles: await roleRows(context) }),
  permissions: () => ({ permissions: [...permissions] }),
  companyRoles: async (context) => ({ roles: await roleRows(context, "corporate") }),

  async userRoles({ db }, { params }) {
    const person = await db.selectFrom("users").select("id").where("id", "=", params.id).executeTakeFirst();
    if (!person) throw new NotFound("This person");
    return { roles: (await accessOf(db, person.id)).roles };
  },

  updateUserRoles: (context, { body }) =>
    context.once(async (tx) => {
      if (body.user_id === context.session.user_id) throw new NotAllowed("Nobody changes their own roles.");
      const person = await findRow(tx, "users", body.user_id, ["id", "name", "last_name"]);
      if (!person) throw new NotFound("This person");
      return { approval_id: await askForRoles(tx, context, person, body) };
    }),

  updateRole: (context, { params, body }) =>
    context.once(async (tx) => ({ approval_id: await askForPermissions(tx, context, params.slug, body) })),

  async companyUsers(context, { params }) {
    if (!mayReadCompany(context, params.company_id)) throw new NotFound("This company");
    return { users: await companyPeople(context, params.company_id) };
  },

  updateCompanyUser: (context, { body }) =>
    context.once(async (tx) => {
      const { session } = context;
      const columns = ["id", "company_id", "name", "last_name"] as const;
      const person = await findRow(tx, "users", body.user_id, columns, { lock: true });
      const isProvider = session.permissions.has("provider:can_modify_permissions");
      if (!person?.company_id || (!isProvider && person.company_id !== session.company_id))
        throw new NotFound("This person");
      if (person.id === session.user_id) throw new NotAllowed("Nobody changes their own permissions.");
      if (isProvider) return { approval_id: await askForPermissionsOf(tx, context, person, body) };
      // A company's administrator hands on, and takes back, only what they hold themselves.
      const asked = await singleAfter(tx, body, (slug) => session.permissions.has(slug as Permission));
      const approval_id = await context.house.company_admins.permit(tx, context, person.id, asked, body.reason ?? null);
      if (approval_id) return { approval_id };
      await giveSingle(tx, context, person.id, asked);
      const [user] = await companyPeople({ db: tx as never }, person.company_id, person.id);
      if (!user) throw new NotFound("This person");
      return { user };
    }),
};
