import type * as calls from "@manilla/contract/payments/bill-plans";
import { sql } from "kysely";
import type { z } from "zod";
import type { Database, Tx } from "../../../db/database.ts";
import { NotFound } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import { abilitiesIn } from "../../platform/states/index.ts";
import { planRules } from "./rules.ts";

type Favourite = z.output<typeof calls.keep.response>;
type Plan = z.output<typeof calls.create.response>;
type Acts = Pick<typeof calls, "pause" | "resume" | "end">;

const WHAT = "id, name, kind, service, service_name, item, item_name, customer_no, amount_kobo";

/** Whose favourites the caller uses: those of the company whose bills they ask to pay, else their own. */
export const companyOf = ({ session }: Pick<Context, "session">): string | null =>
  session.permissions.has("company:can_request_transfers") ? session.company_id : null;
const kept = (context: Context) => {
  const company_id = companyOf(context);
  return company_id
    ? sql`company_id = ${company_id}`
    : sql`company_id is null and user_id = ${context.session.user_id}`;
};

export async function favouritesOf(db: Database | Tx, context: Context): Promise<Favourite[]> {
  const { rows } = await sql<Favourite>`
    select ${sql.raw(WHAT)} from bill_favourites where ${kept(context)} order by name, id limit 200
  `.execute(db);
  return rows;
}

/** @throws NotFound for another one's */
export async function forgetFavourite(db: Database | Tx, context: Context, id: string): Promise<void> {
  const { rows } = await sql`delete from bill_favourites where id = ${id} and ${kept(context)} returning id`.execute(
    db,
  );
  if (!rows[0]) throw new NotFound("This favourite");
}

/** Automatic purchases of the caller, or one of them. */
export async function plansOf(db: Database | Tx, context: Context, acts: Acts, id?: string): Promise<Plan[]> {
  const { rows } = await sql<Omit<Plan, "abilities">>`
    select p.id, p.name, p.kind, p.service, p.service_name, p.item, p.item_name, p.customer_no, p.amount_kobo, p.every,
      p.on_day, p.maximum_kobo, p.ends_on::text as ends_on, p.next_on::text as next_on, p.status, p.version,
      d.due_on::text as last_on, d.bill_id as last_bill_id, d.failure as last_failure
    from bill_plans p
    left join lateral (
      select due_on, bill_id, failure from bill_plan_days where plan_id = p.id order by due_on desc limit 1
    ) d on true
    where p.user_id = ${context.session.user_id} ${id ? sql`and p.id = ${id}` : sql``}
    order by p.status, p.next_on, p.id
    limit 200
  `.execute(db);
  const abilities = abilitiesIn(context, acts, planRules);
  return rows.map((row) => ({ ...row, abilities: abilities(row) }));
}
