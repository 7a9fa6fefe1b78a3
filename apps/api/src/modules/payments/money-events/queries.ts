import * as calls from "@manilla/contract/payments/money-events";
import { sql } from "kysely";
import type { z } from "zod";
import type { Database } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { NotFound } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";

type Row = z.output<typeof calls.find.response>;

const SELECT = `
  e.id, e.source, e.purpose, e.direction, coalesce(c.name, u.full_name) as owner, e.user_id, e.company_id, e.counterparty,
  e.reference, e.amount_kobo, e.status, e.is_unknown, e.happened_at
`;
const FROM = "money_events e left join users u on u.id = e.user_id left join companies c on c.id = e.company_id";
const shape = {
  from: FROM,
  rows_of: "money_events e",
  select: SELECT,
  id: "e.id",
  search: ["folded(e.reference)", "folded(coalesce(e.counterparty, ''))"],
};
const all = defineList(calls.listAll, shape);
const open = defineList(calls.listOpen, shape);
const ended = defineList(calls.listEnded, shape);

/** All of the provider's staff, the company's where the caller may see them, else the caller's own. */
const inScope = ({ session }: Context) => {
  if (session.permissions.has("provider:can_view_transactions")) return sql`true`;
  if (session.company_id !== null && session.permissions.has("company:can_view_statements"))
    return sql`e.company_id = ${session.company_id}`;
  return sql`e.user_id = ${session.user_id} and e.company_id is null`;
};

export const listAll = (context: Context) => all.scoped(inScope(context));
export const listOpen = (context: Context) => open.scoped(sql`e.status = 'pending' and ${inScope(context)}`);
export const listEnded = (context: Context) => ended.scoped(sql`e.status <> 'pending' and ${inScope(context)}`);

/** @throws NotFound outside the caller's scope */
export async function findEvent(context: Context, id: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select ${sql.raw(SELECT)} from ${sql.raw(FROM)} where e.id = ${id} and ${inScope(context)}
  `.execute(context.db);
  if (!rows[0]) throw new NotFound("This transaction");
  return rows[0];
}

type Open = z.output<typeof calls.desk.response>["open"];

/** What is in flight by its kind. */
export async function openBySource(db: Database): Promise<Open> {
  const { rows } = await sql<Open[number]>`
    select source, count(*)::int as count, sum(amount_kobo)::bigint as amount_kobo,
      (count(*) filter (where is_unknown))::int as unknown, min(happened_at) as oldest_at
    from money_events
    where status = 'pending'
    group by source
    order by source
  `.execute(db);
  return rows;
}
