/** An order on its way: the worker makes its bills, some at a time, each row once; what cannot be paid any more says why, and its money is free. */
import type { BillKind } from "@manilla/contract/payments/bill-kinds";
import { type Selectable, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { type Tx, queryable } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { orNothing } from "../../../db/savepoint.ts";
import type { DB } from "../../../db/types.gen.ts";
import { refusalInWords } from "../../../errors.ts";
import type { App } from "../../../house/app.ts";
import { hold, release } from "../../money/books/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { tell } from "../../platform/notifications/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";
import { acceptBill, lockPayer } from "../bills/index.ts";
import { walletOfOrder } from "./keeping.ts";
import * as messages from "./messages.ts";
import { channelOf } from "./rules.ts";

export type Order = Selectable<DB["bill_orders"]>;
type Row = Selectable<DB["bill_order_rows"]> & { kind: BillKind; total_kobo: bigint };

/** Rows of one transaction: a killed worker goes on after the last whole one. */
const AT_ONCE = 20;

const payerOf = ({ user_id, company_id }: Pick<Order, "user_id" | "company_id">) =>
  ({ user_id, company_id, paid_from: company_id ? "company" : "cash" }) as const;

/** Locks whose money it is, then the order. */
export async function lockOrder(tx: Tx, id: string): Promise<Order | undefined> {
  const found = await findRow(tx, "bill_orders", id, ["user_id", "company_id"]);
  if (!found) return undefined;
  await lockPayer(tx, payerOf(found));
  return tx.selectFrom("bill_orders").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
}

/** Rows that have neither a bill nor a reason, in their order. */
async function openRows(tx: Tx, order_id: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select r.*
    from bill_order_rows r
    where r.order_id = ${order_id} and r.failure is null
      and not exists (select 1 from bills b where b.order_id = r.order_id and b.order_row = r.row)
    order by r.row
  `.execute(tx);
  return rows;
}

/** Holds what of an order is not paid yet; its former hold was released in this transaction. */
export async function holdRest(tx: Tx, order: Order, amount_kobo: bigint, actor: string): Promise<void> {
  const held = await hold(queryable(tx), {
    key: `bill-order:${order.id}:${uuidv7()}`,
    account: walletOfOrder(order),
    amount_kobo,
    description: `Bills ${order.reference} wait to be paid`,
    actor,
  });
  await changeRows(tx, "bill_orders", order.id, { hold_id: held.id });
}

/** One row as a bill; or why not, with nothing taken. */
async function payRow(app: App, tx: Tx, order: Order, row: Row): Promise<void> {
  const { user_id, company_id, id: order_id } = order;
  const { kind, service, item, customer_no, customer_name, minimum_kobo, amount_kobo, total_kobo } = row;
  const { paid_from } = payerOf(order);
  const bill = {
    kind,
    service,
    item,
    customer_no,
    customer_name,
    minimum_kobo,
    amount_kobo,
    paid_from,
    is_again: true,
  };
  try {
    const of = { order_id, order_row: row.row, total_kobo };
    const channel = channelOf(company_id, order.row_count);
    const payer = { user_id, company_id, by: SYSTEM, actor: SYSTEM, of, channel };
    await orNothing(tx, () => acceptBill(tx, app, bill, payer));
  } catch (error) {
    await changeRows(tx, "bill_order_rows", { order_id, row: row.row }, { failure: refusalInWords(error) });
  }
}

async function end(app: App, tx: Tx, order: Order): Promise<void> {
  await changeRows(tx, "bill_orders", order.id, { hold_id: null });
  const business_date = await businessDate(tx);
  const change = { noun: "billOrder", id: order.id, from: "approved", actor: SYSTEM, business_date } as const;
  await changeState(tx, { ...change, action: "complete" });
  const { rows } = await sql<{ left_out: number }>`
    select count(*)::int as left_out from bill_order_rows where order_id = ${order.id} and failure is not null
  `.execute(tx);
  const { left_out } = rows[0]!;
  if (left_out > 0) await tell(tx, app, order.user_id, messages.leftOut(order, order.row_count - left_out, left_out));
}

/** Some of its bills, in one transaction. @returns whether there are more */
async function paySome(app: App, tx: Tx, order_id: string): Promise<boolean> {
  const order = await lockOrder(tx, order_id);
  if (order?.status !== "approved") return false;
  if (order.hold_id) await release(queryable(tx), { hold_id: order.hold_id });
  const rows = await openRows(tx, order_id);
  for (const row of rows.slice(0, AT_ONCE)) await payRow(app, tx, order, row);
  const rest = rows.slice(AT_ONCE);
  if (rest.length === 0) {
    await end(app, tx, order);
    return false;
  }
  await holdRest(
    tx,
    order,
    rest.reduce((sum, { total_kobo }) => sum + total_kobo, 0n),
    SYSTEM.name,
  );
  return true;
}

/** The job: killed and begun again it goes on where it was; two at once take turns at the order. */
export async function payOrder(app: App, order_id: string): Promise<void> {
  let isMore = true;
  while (isMore) isMore = await app.db.transaction().execute((tx) => paySome(app, tx, order_id));
}
