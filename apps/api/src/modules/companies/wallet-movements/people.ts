/** Whose money it is and who may move it: the caller's company, its employees, and those who hold a permission there. */
import type { Permission } from "@manilla/contract/permissions";
import { sql } from "kysely";
import type { Database, Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import { Conflict, NotAllowed, NotFound } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import { rolesWith } from "../../../house/roles.ts";

/**
 * Those of a company who hold a permission, by a role without that it is withheld from them or granted singly, by name; fifty at most.
 * @param among only of these
 */
export async function peopleWith(
  db: Database | Tx,
  company_id: string,
  permission: Permission,
  among: readonly string[] | null = null,
): Promise<{ id: string; name: string }[]> {
  const roles = await rolesWith(db, permission);
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, u.full_name as name
    from users u
    left join user_permissions s on s.user_id = u.id and s.permission = ${permission}
    where u.company_id = ${company_id}
      and u.erased_at is null
      and not u.is_blacklisted
      -- By their ids, which are looked up in the index.
      and u.id = any(coalesce(${among && [...among]}::uuid[], array(select c.id from users c where c.company_id = ${company_id})))
      and coalesce(
        s.is_granted, exists (select 1 from user_roles g where g.user_id = u.id and g.role = any(${roles}::text[]))
      )
    order by 2, 1
    limit 50
  `.execute(db);
  return rows;
}

/** Whether somebody of a company holds a permission now. */
export const holds = async (db: Database | Tx, company_id: string, permission: Permission, user_id: string) =>
  (await peopleWith(db, company_id, permission, [user_id])).length > 0;

/** The caller's company, which has to be approved. @throws NotFound, Conflict */
export async function ownCompany(tx: Tx, { session }: Context): Promise<{ id: string; name: string }> {
  const company = session.company_id
    ? await findRow(tx, "companies", session.company_id, ["id", "name", "status"])
    : undefined;
  if (!company) throw new NotFound("This company");
  if (company.status !== "approved")
    throw new Conflict("Your company's registration is not approved, or it is suspended.", "not_approved");
  return company;
}

/**
 * An employee at work in the caller's company, who is not the caller: nobody gives the company's money to themselves.
 * @throws NotAllowed, NotFound; Conflict for a person whose invitation is open, or who is deactivated
 */
export async function requireEmployee(tx: Tx, { session }: Context, user_id: string): Promise<void> {
  if (user_id === session.user_id)
    throw new NotAllowed("Somebody else assigns the company's money to you.", "own_money");
  const company_id = session.company_id!;
  const { rows } = await sql<{ status: string | null }>`
    select e.status
    from users u
    left join employments e on e.user_id = u.id and e.company_id = u.company_id
    where u.id = ${user_id} and u.company_id = ${company_id} and u.erased_at is null
  `.execute(tx);
  if (!rows[0]) throw new NotFound("This employee");
  if (rows[0].status !== "active")
    throw new Conflict("This employee has not joined yet, or is deactivated: they are given nothing.", "not_at_work");
}

/**
 * A person suspended from a company's business stays its employee: they go on reading what they requested and spent themselves, which is what they may be owed,
 * and take it back. Nothing else of the company is theirs to read or to do. Their session keeps the company, so each call that reads or does more asks here.
 * @throws NotAllowed
 */
export async function requireNotSuspended(db: Database | Tx, { session }: Pick<Context, "session">): Promise<void> {
  const { user_id, company_id } = session;
  if (!company_id) return;
  const place = await findRow(db, "employments", { user_id, company_id }, ["status"]);
  if (place?.status === "inactive")
    throw new NotAllowed("Your company has suspended you from its business: ask its administrators.", "not_at_work");
}

/** Who works for a company, as its employee: neither suspended from its business nor without one. @returns the company @throws NotAllowed */
export async function requireAtWork(db: Database | Tx, context: Pick<Context, "session">): Promise<string> {
  const { company_id } = context.session;
  if (!company_id) throw new NotAllowed("Only the people of a company ask it for money.");
  await requireNotSuspended(db, context);
  return company_id;
}
