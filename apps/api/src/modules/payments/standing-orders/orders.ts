/** A standing order under its locks, and the day on which it pays next. */
import type { Selectable } from "kysely";
import { sql } from "kysely";
import { daysIn } from "@manilla/contract/nigeria/holidays";
import type { Database, Tx } from "../../../db/database.ts";
import type { DB } from "../../../db/types.gen.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import type { App } from "../../../house/app.ts";
import { findWallet, peopleWith } from "../../companies/wallet-movements/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { readText } from "../../platform/configuration/index.ts";
import { type Message, note, tell } from "../../platform/notifications/index.ts";
import { changeState } from "../../platform/states/index.ts";
import { ASKS, lockBoth } from "../transfers/index.ts";
import * as messages from "./messages.ts";
import { type Rule, addDays, dateAfter, dateFrom, paidOn } from "./rules.ts";

export type Order = Selectable<DB["standing_orders"]> & Rule;

export const declaredDays = async (db: Database | Tx): Promise<string[]> =>
  daysIn(await readText(db, "declared_holidays"));

/** Locks whose money it is and who is paid, then the order: what moves money locks them in this order. */
export async function lockOrder(tx: Tx, id: string): Promise<Order | undefined> {
  const found = await findRow(tx, "standing_orders", id, ["user_id", "to_user_id", "company_id"]);
  if (!found) return undefined;
  if (found.company_id) await findWallet(tx, found.company_id, true);
  else await lockBoth(tx, found.user_id, found.to_user_id);
  return lockAlone(tx, id);
}

/** The order without the money: where only its state is changed. */
export const lockAlone = async (tx: Tx, id: string): Promise<Order | undefined> =>
  (await tx.selectFrom("standing_orders").selectAll().where("id", "=", id).forUpdate().executeTakeFirst()) as
    | Order
    | undefined;

/** The last date that was begun by an order or by those before it in its place. */
async function lastDateOf(tx: Tx, series_id: string): Promise<string | null> {
  const { rows } = await sql<{ due_on: string | null }>`
    select max(due_on)::text as due_on from standing_order_dates where series_id = ${series_id}
  `.execute(tx);
  return rows[0]!.due_on;
}

/** How far a date can lie before the day on which it is paid, at most. */
const REST_DAYS = 14;
/**
 * The next date that is paid after today, and was not begun before; none where the rule has no more.
 * @param today the business date
 */
export async function nextOf(tx: Tx, order: Rule & { series_id: string }, today: string) {
  const [declared, begun] = [await declaredDays(tx), await lastDateOf(tx, order.series_id)];
  let due_on = dateFrom(order, addDays(today, -REST_DAYS), declared);
  while (due_on !== null && (paidOn(due_on, declared).goes_on <= today || (begun !== null && due_on <= begun)))
    due_on = dateAfter(order, due_on, declared);
  return { next_on: due_on, next_goes_on: due_on && paidOn(due_on, declared).goes_on };
}

/** Dates that are tried again are left out. */
export const leaveOut = async (tx: Tx, order_id: string, reason: string): Promise<number> => {
  const { numAffectedRows } = await sql`
    update standing_order_dates
    set skipped_because = ${reason}, try_again_at = null
    where order_id = ${order_id} and transfer_id is null and skipped_because is null
  `.execute(tx);
  return Number(numAffectedRows ?? 0n);
};

/** Notifies its owner: the person, or everybody in the company who may request transfers. */
export async function tellOwners(
  tx: Tx,
  app: Pick<App, "queue" | "config">,
  order: Order,
  message: Message,
): Promise<void> {
  if (!order.company_id) return tell(tx, app, order.user_id, message);
  for (const { id } of await peopleWith(tx, order.company_id, ASKS)) await note(tx, id, message);
}

/** Ends an order whose last date is over. It is locked. */
export async function endIfOver(tx: Tx, app: Pick<App, "queue" | "config">, id: string, on: string): Promise<void> {
  const order = (await lockAlone(tx, id))!;
  if (order.status !== "active" || order.next_on !== null) return;
  const { rows } = await sql`
    select 1 from standing_order_dates
    where order_id = ${id} and transfer_id is null and skipped_because is null
    limit 1
  `.execute(tx);
  if (rows.length > 0) return;
  const change = { noun: "standingOrder", id, from: "active", actor: SYSTEM, business_date: on } as const;
  await changeState(tx, { ...change, action: "complete" });
  await tellOwners(tx, app, order, messages.over(order));
}

/** Pauses an order that may not be paid, and says so to whose money it is. It is locked. */
export async function stop(
  tx: Tx,
  app: Pick<App, "queue" | "config">,
  order: Order,
  because: string,
  on: string,
): Promise<void> {
  const change = { noun: "standingOrder", id: order.id, from: "active", actor: SYSTEM, business_date: on } as const;
  await changeState(tx, { ...change, action: "stop", reason: because });
  await changeRows(tx, "standing_orders", order.id, { because });
  await leaveOut(tx, order.id, because);
  await tellOwners(tx, app, order, messages.stopped(order, because));
}
