import * as calls from "@manilla/contract/companies/departments";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../../../house/app.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { NotFound } from "../../../errors.ts";
import { abilitiesIn } from "../../platform/states/index.ts";
import { type DepartmentFacts, departmentRules } from "./rules.ts";

type Row = Omit<z.output<typeof calls.listAll.row>, "abilities">;
type Found = z.output<typeof calls.find.response>;
export type Department = Row & DepartmentFacts & { version: number };

const FROM = "departments d left join departments p on p.id = d.parent_id left join users h on h.id = d.head_id";
const SELECT = `
  d.id, d.name, d.parent_id, p.name as parent, d.head_id, h.full_name as head, d.monthly_budget_kobo,
  (select count(*)::int from department_members m where m.department_id = d.id) as people, d.status, d.created_at
`;
const FACTS =
  "(select count(*)::int from departments n where n.parent_id = d.id and n.status = 'active') as unit_count";

const departmentList = defineList<typeof calls.listAll, Row & DepartmentFacts>(calls.listAll, {
  from: FROM,
  rows_of: "departments d",
  select: SELECT,
  facts: FACTS,
  id: "d.id",
  columns: { is_unit: "d.parent_id is not null" },
  search: ["folded(d.name)", "folded(coalesce(h.full_name, ''))"],
});
export const listAll = (context: Context) =>
  departmentList.scoped(
    sql`d.company_id = ${context.session.company_id}`,
    undefined,
    abilitiesIn(context, calls, departmentRules),
  );

/** A department of the caller's company; undefined where there is none. */
export async function readDepartment(
  db: Database | Tx,
  { session }: Context,
  id: string,
): Promise<Department | undefined> {
  const { rows } = await sql<Department>`
    select ${sql.raw(SELECT)}, ${sql.raw(FACTS)}, d.version
    from ${sql.raw(FROM)}
    where d.id = ${id} and d.company_id = ${session.company_id}
  `.execute(db);
  return rows[0];
}

/** The same where it must be there. @throws NotFound */
export async function findDepartment(db: Database | Tx, context: Context, id: string): Promise<Department> {
  const department = await readDepartment(db, context, id);
  if (!department) throw new NotFound("This department");
  return department;
}

/** The same, locked. One change of a company's departments at a time, so that no two make a circle. */
export async function lockDepartment(tx: Tx, context: Context, id: string): Promise<Department> {
  await sql`select pg_advisory_xact_lock(hashtext(${`departments ${context.session.company_id}`}))`.execute(tx);
  await sql`select 1 from departments where id = ${id} for update`.execute(tx);
  return findDepartment(tx, context, id);
}

/** What the page shows beside the department's row. */
export async function detailsOf(db: Database, { session }: Context, { id }: Department) {
  const { rows: units } = await sql<Found["units"][number]>`
    select d.id, d.name, (select count(*)::int from department_members m where m.department_id = d.id) as people
    from departments d
    where d.parent_id = ${id} and d.status = 'active'
    order by d.name
    limit 200
  `.execute(db);
  const { rows: members } = await sql<Found["members"][number]>`
    select u.id, u.full_name as name, p.position
    from department_members m
    join users u on u.id = m.user_id and u.erased_at is null
    left join profiles p on p.user_id = u.id
    where m.department_id = ${id}
    order by 2
    limit 500
  `.execute(db);
  const { rows: others } = await sql<Found["others"][number]>`
    select d.id, d.name, d.parent_id is not null as is_unit
    from departments d
    where d.company_id = ${session.company_id} and d.id <> ${id} and d.status = 'active'
    order by d.name
    limit 500
  `.execute(db);
  return { units, members, others };
}
