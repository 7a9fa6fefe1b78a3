import * as calls from "@manilla/contract/companies/team";
import type { Permission } from "@manilla/contract/permissions";
import { roleName } from "@manilla/contract/role-names";
import { roleSlugs, rolesOf } from "@manilla/contract/roles";
import { sql } from "kysely";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import type { Context } from "../../../house/app.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { NotFound } from "../../../errors.ts";
import { isForProvider } from "../../../request.ts";
import { rolesInWords, slugs } from "../../platform/access/index.ts";
import { abilitiesIn } from "../../platform/states/index.ts";
import { type EmploymentFacts, employmentRules } from "./rules.ts";
import { lockTeam, seatsOf } from "../plans/index.ts";

type Employee = z.output<typeof calls.find.response>["employee"];
type StaffRow = Omit<z.output<typeof calls.staff.row>, "abilities">;

const ADMINISTRATORS = slugs(rolesOf("corporate"));
const COMPANY_ROLES = roleSlugs.filter((slug) => slug.startsWith("company_"));
const holds = (person: string, roles: string): string =>
  `exists (select 1 from user_roles g where g.user_id = ${person} and g.role in (${roles}))`;
/** Of those who are gone the name that the company keeps; of the erased none is kept. */
const NAMES = `
  coalesce(u.name, split_part(e.kept_name, ' ', 1), 'Former') as name,
  coalesce(u.last_name, substr(e.kept_name, strpos(e.kept_name, ' ') + 1), 'employee') as last_name
`;
const FACTS = `
  e.user_id,
  ${holds("e.user_id", ADMINISTRATORS)} or e.kept_roles && array[${ADMINISTRATORS}]::text[] as is_administrator,
  ${holds("e.user_id", "'company_super_admin'")} and not exists (
    select 1
    from employments o
    join users ou on ou.id = o.user_id and ou.erased_at is null
    where o.company_id = e.company_id and o.user_id <> e.user_id and o.status = 'active'
      and ${holds("o.user_id", "'company_super_admin'")}
  ) as is_last_administrator
`;

const STAFF = `
  employments e
  left join users u on u.id = e.user_id and e.status not in ('left', 'withdrawn')
  left join profiles p on p.user_id = u.id
  left join department_members m on m.user_id = u.id and m.company_id = e.company_id
  left join departments d on d.id = m.department_id
  left join users b on b.id = e.manager_id
`;
const ROW = `
  e.user_id as id, ${NAMES},
  coalesce(e.invited_email, u.email, '') as email, coalesce(e.invited_phone, u.phone) as phone,
  ${rolesInWords("u.id", COMPANY_ROLES)} as roles, d.name as department,
  coalesce(e.position, p.position) as position, e.staff_number, b.full_name as manager, e.status, e.created_at
`;
const shared = {
  rows_of: "employments e left join users u on u.id = e.user_id and e.status not in ('left', 'withdrawn')",
  search: ["coalesce(u.search_text, folded(e.kept_name))", "lower(coalesce(e.staff_number, ''))"],
};

const staffList = defineList<typeof calls.staff, StaffRow & EmploymentFacts>(calls.staff, {
  ...shared,
  from: STAFF,
  select: ROW,
  facts: FACTS,
  id: "e.user_id",
  columns: { is_administrator: holds("u.id", ADMINISTRATORS) },
});

/** A person may have worked for several companies: a row for each. */
export const everybody = defineList(calls.everybody, {
  ...shared,
  from: `${STAFF} join companies c on c.id = e.company_id`,
  select: `${ROW}, c.name as company, c.id as company_id`,
  id: "e.id",
  columns: { is_administrator: holds("u.id", ADMINISTRATORS) },
});

/** C229. @throws NotFound for a company's administrator who asks for another one */
export async function staff(context: Context, { params: { companyId } }: { params: { companyId: string } }) {
  const { db, session } = context;
  if (!isForProvider(session, calls.staff) && session.company_id !== companyId) throw new NotFound("This company");
  const { allowed, used } = await seatsOf(db, companyId);
  const may = abilitiesIn(context, calls, employmentRules);
  return staffList.scoped(sql`e.company_id = ${companyId}`, undefined, (row) =>
    may({ ...row, seats_left: allowed - used }),
  );
}

export interface Employment extends EmploymentFacts {
  id: string;
  company_id: string;
  company: string;
  status: Employee["status"];
  version: number;
  name: string;
  last_name: string;
  email: string;
  position: string | null;
  staff_number: string | null;
  manager_id: string | null;
  kept_roles: string[];
}

/** The company whose people a caller reaches with a permission: any for the provider's (null), else their own. */
export const reachOf = ({ session }: Context, act: "can_create_staff" | "can_update_staff" | "can_delete_staff") =>
  session.permissions.has(`provider:${act}` satisfies Permission) ? null : session.company_id;

/** Somebody's place in the company that they belong to, or belonged to last. @param company_id null for any */
export async function readEmployment(
  db: Database | Tx,
  user_id: string,
  company_id: string | null,
): Promise<Employment | undefined> {
  const { rows } = await sql<Omit<Employment, "seats_left">>`
    select e.id, e.company_id, company_name(e.company_id) as company, e.version, e.status,
      ${sql.raw(NAMES)}, coalesce(e.invited_email, u.email, '') as email,
      e.position, e.staff_number, e.manager_id, e.kept_roles, ${sql.raw(FACTS)}
    from employments e
    left join users u on u.id = e.user_id and e.status not in ('left', 'withdrawn')
    where e.user_id = ${user_id} and (${company_id}::uuid is null or e.company_id = ${company_id}::uuid)
    order by e.status in ('left', 'withdrawn'), e.created_at desc
    limit 1
  `.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { allowed, used } = await seatsOf(db, row.company_id);
  return { ...row, seats_left: allowed - used };
}

/** The same, locked with the whole team. */
export async function lockEmployment(
  tx: Tx,
  user_id: string,
  company_id: string | null,
): Promise<Employment | undefined> {
  const found = await readEmployment(tx, user_id, company_id);
  if (!found) return undefined;
  await lockTeam(tx, found.company_id);
  await sql`select 1 from employments where id = ${found.id} for update`.execute(tx);
  return readEmployment(tx, user_id, found.company_id);
}

/** One of a company's people as its screens show them. @throws NotFound for those who are not of the company: the answer is the same as for nobody */
export async function findEmployee(
  db: Database | Tx,
  context: Context,
  user_id: string,
  company_id: string | null,
): Promise<Employee> {
  const found = await readEmployment(db, user_id, company_id);
  if (!found) throw new NotFound("This person");
  const { rows } = await sql<
    Pick<Employee, "phone" | "created_at" | "invited_until" | "power_begins_at" | "employer" | "department" | "manager">
  >`
    select coalesce(e.invited_phone, u.phone) as phone, e.created_at, e.invited_until, p.employer,
      (select b from power_begins_at(e.company_id, e.user_id) b where b > ${clock.now()}) as power_begins_at,
      case when d.id is not null then jsonb_build_object('id', d.id, 'name', d.name) end as department,
      case when b.id is not null then jsonb_build_object('id', b.id, 'name', b.full_name) end as manager
    from employments e
    left join users u on u.id = e.user_id and e.status not in ('left', 'withdrawn')
    left join profiles p on p.user_id = u.id
    left join department_members m on m.user_id = u.id and m.company_id = e.company_id
    left join departments d on d.id = m.department_id
    left join users b on b.id = e.manager_id
    where e.id = ${found.id}
  `.execute(db);
  const isGone = found.status === "left" || found.status === "withdrawn";
  const held = isGone
    ? []
    : await db.selectFrom("user_roles").select("role").where("user_id", "=", user_id).orderBy("role").execute();
  return {
    ...found,
    ...rows[0]!,
    id: user_id,
    roles: held.map(({ role }) => ({ slug: role, name: roleName(role) })),
    loans: context.session.permissions.has("company:can_view_loans")
      ? await loansOf(db, user_id, found.company_id)
      : null,
    abilities: abilitiesIn(context, calls, employmentRules)(found),
  };
}

const loansOf = (db: Database | Tx, user_id: string, company_id: string) =>
  db
    .selectFrom("loans")
    .select(["id", "reference", "status", "principal_kobo", "outstanding_principal_kobo", "created_at"])
    .where("user_id", "=", user_id)
    .where("company_id", "=", company_id)
    .orderBy("created_at", "desc")
    .limit(50)
    .execute();

/** Departments of a company that take people, and people of it who can be a manager. */
export async function choicesOf(
  db: Database,
  company_id: string,
  search = "",
): Promise<z.output<typeof calls.choices.response>> {
  const { rows: departments } = await sql<{ id: string; name: string }>`
    select d.id, coalesce(p.name || ': ', '') || d.name as name
    from departments d
    left join departments p on p.id = d.parent_id
    where d.company_id = ${company_id} and d.status = 'active'
    order by 2
    limit 500
  `.execute(db);
  const { rows: people } = await sql<{ id: string; name: string }>`
    select u.id, u.full_name as name
    from employments e
    join users u on u.id = e.user_id
    where e.company_id = ${company_id} and e.status = 'active' and u.search_text like '%' || folded(${search.replaceAll(/[%_\\]/g, "")}) || '%'
    order by 2
    limit 50
  `.execute(db);
  return { departments, people };
}
