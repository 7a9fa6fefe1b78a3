/** The dates of standing orders: begun when their day begins, paid once, tried again by the rule, else skipped. */
import { type Selectable, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import type { DB } from "../../../db/types.gen.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import { orNothing } from "../../../db/savepoint.ts";
import { DomainError, refusalInWords } from "../../../errors.ts";
import type { App, Step } from "../../../house/app.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { FOR_GOOD, sendStanding } from "../transfers/index.ts";
import * as messages from "./messages.ts";
import { type Order, declaredDays, endIfOver, lockOrder, stop, tellOwners } from "./orders.ts";
import { dateAfter, isGivenUp, paidOn } from "./rules.ts";

type Dated = Selectable<DB["standing_order_dates"]>;
const OPEN = sql`transfer_id is null and skipped_because is null`;
/** While nothing leaves for banks, the dates of those orders `o` wait. */
const CAN_LEAVE = sql`(o.to_user_id is not null or (select is_on from bank_switch))`;

/** Begins the date whose day has come, and moves the order on to the next one. A date that was begun before is not begun again. */
async function beginDate(tx: Tx, app: App, id: string, on: string): Promise<void> {
  const order = (await lockOrder(tx, id))!;
  if (order.status !== "active" || order.next_goes_on === null || order.next_goes_on > on) return;
  const { next_on: due_on, series_id } = order;
  await tx
    .insertInto("standing_order_dates")
    .values({ id: uuidv7(), order_id: id, series_id, due_on: due_on!, goes_on: on, created_at: clock.now() })
    .onConflict((conflict) => conflict.columns(["series_id", "due_on"]).doNothing())
    .execute();
  await moveOn(tx, order);
  await endIfOver(tx, app, id, on);
}

/** The date after the next one is the next one. The order is locked. */
export async function moveOn(tx: Tx, order: Order): Promise<void> {
  const declared = await declaredDays(tx);
  const dates_left = order.dates_left === null ? null : order.dates_left - 1;
  const next_on = dates_left === 0 ? null : dateAfter(order, order.next_on!, declared);
  const next_goes_on = next_on && paidOn(next_on, declared).goes_on;
  await changeRows(tx, "standing_orders", order.id, { dates_left, next_on, next_goes_on });
}

/** Why it was refused, and whether permanently. @throws what is no refusal */
const refusalOf = (error: unknown): { words: string; is_for_good: boolean } => ({
  words: refusalInWords(error),
  is_for_good: error instanceof DomainError && FOR_GOOD.has(error.code),
});

/** Sends it. What was begun of a refused one is taken back. @returns why it was not sent */
async function send(tx: Tx, app: App, order: Order, date: Dated, on: string) {
  try {
    const transfer_id = await orNothing(tx, () => sendStanding(tx, app, order, date.id, on));
    await changeRows(tx, "standing_order_dates", date.id, { transfer_id, refused_because: null });
    await changeRows(tx, "standing_orders", order.id, { skipped_in_row: 0 });
    return undefined;
  } catch (error) {
    try {
      return refusalOf(error);
    } catch {
      app.log.error({ err: error, order_id: order.id }, "a standing order could not be paid");
      return { words: "It could not be sent", is_for_good: false };
    }
  }
}

async function skip(tx: Tx, app: App, order: Order, date: Dated, words: string, on: string): Promise<void> {
  const skipped_in_row = order.skipped_in_row + 1;
  await changeRows(tx, "standing_order_dates", date.id, { skipped_because: words, try_again_at: null });
  await changeRows(tx, "standing_orders", order.id, { skipped_in_row });
  if (skipped_in_row >= (await readSetting(tx, "standing_order_pause_after")))
    return stop(tx, app, order, `${messages.tooMany(skipped_in_row)}: ${words}`, on);
  await tellOwners(tx, app, order, messages.skipped(order, date.due_on, words));
}

/** Pays a date, or decides what follows from its refusal. Nothing is locked yet. @param again another attempt of the same day */
async function tryDate(
  tx: Tx,
  app: App,
  id: string,
  on: string,
  again: boolean,
): Promise<"sent" | "waits" | "skipped"> {
  const { order_id } = await getRow(tx, "standing_order_dates", id, ["order_id"]);
  const order = (await lockOrder(tx, order_id))!;
  const date = (await tx
    .selectFrom("standing_order_dates")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow()) as Dated;
  const isTried = again ? date.try_again_at === null : date.tried_on !== null && date.tried_on >= on;
  if (date.transfer_id || date.skipped_because || order.status !== "active" || isTried) return "skipped";
  const refused = await send(tx, app, order, date, on);
  const attempts = date.attempts + 1;
  await changeRows(tx, "standing_order_dates", id, { attempts, tried_on: on, try_again_at: null });
  if (!refused) {
    await endIfOver(tx, app, order_id, on);
    return "sent";
  }
  const { words, is_for_good } = refused;
  await changeRows(tx, "standing_order_dates", id, { refused_because: words });
  if (is_for_good) {
    await stop(tx, app, order, words, on);
    return "skipped";
  }
  if (isGivenUp(date.goes_on, on, await readSetting(tx, "standing_order_retry_days"))) {
    await skip(tx, app, order, date, words, on);
    await endIfOver(tx, app, order_id, on);
    return "skipped";
  }
  if (attempts === 1) {
    const hours = await readSetting(tx, "standing_order_retry_hours");
    const try_again_at = new Date(clock.milliseconds() + hours * 3_600_000);
    await changeRows(tx, "standing_order_dates", id, { try_again_at });
    await tellOwners(tx, app, order, messages.triedAgain(order, words));
  }
  return "waits";
}

/** Step of the close: the dates of the day that begins, and those of the days before that could not be paid. One in a transaction. */
export const payStandingOrders: Step = {
  name: "standing_orders",
  at: 79.76,
  async batch(app, tx, { opening }) {
    const counts = { sent: 0, waits: 0, skipped: 0 };
    const { rows: due } = await sql<{ id: string }>`
      select o.id
      from standing_orders o
      where o.status = 'active' and o.next_goes_on <= ${opening}::date and ${CAN_LEAVE}
      order by o.next_goes_on, o.id
      limit 1
    `.execute(tx);
    for (const { id } of due) {
      await beginDate(tx, app, id, opening);
      return { cursor: id, counts };
    }
    const { rows: open } = await sql<{ id: string }>`
      select d.id
      from standing_order_dates d
      join standing_orders o on o.id = d.order_id
      where ${OPEN} and o.status = 'active' and ${CAN_LEAVE} and (d.tried_on is null or d.tried_on < ${opening}::date)
      order by d.goes_on, d.id
      limit 1
    `.execute(tx);
    for (const { id } of open) counts[await tryDate(tx, app, id, opening, false)] += 1;
    return { cursor: open[0]?.id ?? null, counts };
  },
};

const AT_ONCE = 50;
/** What could not be paid when its day began is tried once more that day. */
export async function tryAgainToday(app: App): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select d.id
    from standing_order_dates d
    join standing_orders o on o.id = d.order_id
    where ${OPEN} and ${CAN_LEAVE} and d.try_again_at <= ${clock.now()}
    order by d.try_again_at
    limit ${AT_ONCE}
  `.execute(app.db);
  for (const { id } of rows)
    await app.db.transaction().execute(async (tx) => tryDate(tx, app, id, await businessDate(tx), true));
}
