/** An order written down: what is paid and for how much, with all of its money held until each row is a bill. */
import { naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { type Tx, queryable } from "../../../db/database.ts";
import { clock } from "../../../clock.ts";
import { Conflict } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import { accountOf, hold, newReference } from "../../money/books/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { businessDate, recordBeginning } from "../../platform/states/index.ts";
import { type ToPay, chargesOf, requireSold } from "../bills/index.ts";
import { type OrderRow, totalOf, whatOfRows } from "./rules.ts";

export interface PricedRow extends OrderRow {
  bill: ToPay;
  item_name: string;
}

/** A bill with its charges of today. Whose money it is, is locked. @throws InvalidFields, Conflict where it cannot be bought now */
export async function priced(tx: Tx, context: Context, bill: ToPay): Promise<PricedRow> {
  const { service_name, item_name } = await requireSold(tx, context, context.session.user_id, bill);
  const { fee_kobo, vat_kobo } = await chargesOf(tx, bill.kind, await businessDate(tx));
  const { customer_no, amount_kobo } = bill;
  return { bill, service_name, item_name, customer_no, amount_kobo, fee_kobo, vat_kobo };
}

/** The same waits for its company's chain, or for its turn. @throws Conflict `just_paid` */
export async function requireNotWaiting(
  tx: Tx,
  { user_id, company_id }: { user_id: string; company_id: string | null },
  bill: ToPay,
): Promise<void> {
  const whose = company_id ? sql`o.company_id = ${company_id}` : sql`o.user_id = ${user_id} and o.company_id is null`;
  const { rows } = await sql`
    select 1
    from bill_order_rows r
    join bill_orders o on o.id = r.order_id
    where r.customer_no = ${bill.customer_no} and r.service = ${bill.service} and r.kind = ${bill.kind}
      and r.amount_kobo = ${bill.amount_kobo} and r.failure is null and ${whose}
      and o.status in ('awaiting_approval', 'approved')
    limit 1
  `.execute(tx);
  if (rows.length > 0)
    throw new Conflict(
      `${naira(bill.amount_kobo)} for ${bill.customer_no} was asked for already, and waits. Ask for it again?`,
      "just_paid",
    );
}

/** Whose wallet an order is paid from. */
export const walletOfOrder = ({ company_id, user_id }: { company_id: string | null; user_id: string }) =>
  company_id ? accountOf("company_wallet", company_id) : accountOf("cash_wallet", user_id);

interface Kept {
  company_id: string | null;
  rows: readonly PricedRow[];
  status: "awaiting_approval" | "approved";
}

/** Writes an order down, and holds its money. Whose money it is, is locked. @returns its id @throws InsufficientFunds */
export async function keepOrder(tx: Tx, context: Context, { company_id, rows, status }: Kept): Promise<string> {
  const { user_id } = context.session;
  const [id, on, actor] = [uuidv7(), await businessDate(tx), actorOf(context)];
  const [reference, total_kobo] = [newReference("BO", on), totalOf(rows)];
  const held = await hold(queryable(tx), {
    key: `bill-order:${id}:0`,
    account: walletOfOrder({ company_id, user_id }),
    amount_kobo: total_kobo,
    description: `Bills ${reference} wait to be paid`,
    actor: actor.name,
  });
  const order = { id, user_id, company_id, reference, what: whatOfRows(rows), row_count: rows.length, total_kobo };
  await tx
    .insertInto("bill_orders")
    .values({ ...order, status, hold_id: held.id, business_date: on, created_at: clock.now() })
    .execute();
  await tx
    .insertInto("bill_order_rows")
    .values(
      rows.map(({ bill, service_name, item_name, fee_kobo, vat_kobo }, index) => ({
        order_id: id,
        row: index + 1,
        kind: bill.kind,
        service: bill.service,
        item: bill.item,
        service_name,
        item_name,
        customer_no: bill.customer_no,
        customer_name: bill.customer_name,
        minimum_kobo: bill.minimum_kobo ?? 0n,
        amount_kobo: bill.amount_kobo,
        fee_kobo,
        vat_kobo,
      })),
    )
    .execute();
  await recordBeginning(tx, "billOrder", id, status, actor);
  await recordAudit(tx, context, "bills_ordered", ["bill_order", id], {
    after: { reference, total_kobo, row_count: rows.length },
  });
  if (status === "approved") await context.queue.send(tx, "pay-bill-order", { order_id: id });
  return id;
}
