/** Seats of a company's plan: each invited or active person takes one. */
import { sql } from "kysely";
import type { Database, Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import { readPlans } from "./plans.ts";

export interface Seats {
  plan: string | null;
  used: number;
  allowed: number;
}

/** People who hold a place, and the places that there are; none without a plan. */
export async function seatsOf(db: Database | Tx, company_id: string): Promise<Seats> {
  const company = await findRow(db, "companies", company_id, ["unique_plan"]);
  const plan = (await readPlans(db)).find(({ name }) => name === company?.unique_plan);
  const { rows } = await sql<{ used: number }>`
    select count(*)::int as used from employments where company_id = ${company_id} and status in ('invited', 'active')
  `.execute(db);
  return { plan: company?.unique_plan ?? null, used: rows[0]!.used, allowed: plan?.seats ?? 0 };
}

/** One change of a company's people at a time: no two take the last place, or make a circle of managers. */
export const lockTeam = (tx: Tx, company_id: string) =>
  sql`select pg_advisory_xact_lock(hashtext(${`team ${company_id}`}))`.execute(tx);
