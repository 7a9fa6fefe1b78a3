import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import { recordBeginning } from "../../platform/states/index.ts";
import { note } from "../../platform/notifications/index.ts";
import { claimMade } from "./messages.ts";

/** Records a person's claim to work for a company and notifies those who may confirm it. Unknown or unapproved companies are left out. */
export async function claimEmployment(
  tx: Tx,
  said: { user_id: string; name: string; company_id: string },
): Promise<void> {
  const company = await findRow(tx, "companies", { id: said.company_id, status: "approved" }, ["id", "name"]);
  if (!company) return;
  const id = uuidv7();
  await tx.insertInto("employment_claims").values({ id, company_id: company.id, user_id: said.user_id }).execute();
  await recordBeginning(tx, "employmentClaim", id, "pending", { user_id: said.user_id, name: said.name });
  await tx
    .updateTable("profiles")
    .set({ employer: company.name })
    .where("user_id", "=", said.user_id)
    .where("employer", "is", null)
    .execute();
  const { rows } = await sql<{ user_id: string }>`
    select distinct u.id as user_id
    from users u
    join user_roles r on r.user_id = u.id
    where u.company_id = ${company.id} and r.role in ('company_hr', 'company_super_admin') and u.erased_at is null
  `.execute(tx);
  for (const { user_id } of rows)
    await note(tx, user_id, { ...claimMade({ name: said.name, company: company.name }), names: said.user_id });
}
