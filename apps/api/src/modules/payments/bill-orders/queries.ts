import * as calls from "@manilla/contract/payments/bill-orders";
import { sql } from "kysely";
import type { z } from "zod";
import { nameOf } from "../../../db/names.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { NotFound } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";

type Row = z.output<typeof calls.listOfCompany.row>;
type Detail = z.output<typeof calls.find.response>;

const FROM = "bill_orders o left join users u on u.id = o.user_id";
const SELECT = `
  o.id, o.reference, o.what, o.row_count, o.total_kobo, o.status, ${nameOf("u", "o")} as asked_by,
  (select count(*)::int from bills b where b.order_id = o.id) as paid_count,
  (select count(*)::int from bill_order_rows r where r.order_id = o.id and r.failure is not null) as left_out_count,
  o.created_at
`;

const orders = defineList(calls.listOfCompany, {
  from: FROM,
  rows_of: FROM,
  select: SELECT,
  id: "o.id",
  search: ["folded(o.reference)"],
});

export const listOfCompany = ({ session }: Context) => orders.scoped(sql`o.company_id = ${session.company_id}`);

/** The caller's own orders, and their company's where they see its bills. */
const seenBy = ({ session }: Context) =>
  session.permissions.has("company:can_view_bills") || session.permissions.has("company:can_request_transfers")
    ? sql`(o.company_id = ${session.company_id} or (o.user_id = ${session.user_id} and o.company_id is null))`
    : sql`(o.user_id = ${session.user_id} and o.company_id is null)`;

/** @throws NotFound for another one's */
export async function findOrder(db: Database | Tx, context: Context, id: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select ${sql.raw(SELECT)} from ${sql.raw(FROM)} where o.id = ${id} and ${seenBy(context)}
  `.execute(db);
  if (!rows[0]) throw new NotFound("This order");
  return rows[0];
}

/** With each of its rows. @throws NotFound */
export async function orderDetail(context: Context, id: string): Promise<Detail> {
  const { db } = context;
  const order = await findOrder(db, context, id);
  const { rows: more } = await sql<Pick<Detail, "is_company" | "decision_reason" | "approval_id">>`
    select company_id is not null as is_company, decision_reason, approval_id from bill_orders where id = ${id}
  `.execute(db);
  const { rows } = await sql<Detail["rows"][number]>`
    select r.row, r.kind, r.service_name, r.item_name, r.customer_no, r.customer_name, r.amount_kobo, r.total_kobo,
      b.id as bill_id, b.status as bill_status, r.failure
    from bill_order_rows r
    left join bills b on b.order_id = r.order_id and b.order_row = r.row
    where r.order_id = ${id}
    order by r.row
  `.execute(db);
  return { ...order, ...more[0]!, rows };
}
