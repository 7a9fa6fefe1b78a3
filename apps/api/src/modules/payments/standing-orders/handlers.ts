import * as calls from "@manilla/contract/payments/standing-orders";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";
import type { Context, Handlers } from "../../../house/app.ts";
import { actionsOn, businessDate } from "../../platform/states/index.ts";
import { payeeOf } from "../transfers/index.ts";
import { ask, changeOrder, makeOwn, ruleOf } from "./making.ts";
import { type Order, declaredDays, endIfOver, leaveOut, lockOrder, nextOf } from "./orders.ts";
import { moveOn } from "./paying.ts";
import { CHANGE_WAITS, detailOf, findOrder, listAll, listOfCompany, listOwn, requireInScope } from "./queries.ts";
import { recurringOf } from "./recurring.ts";
import { type OrderFacts, datesFrom, lastOf, orderRules, paidOn } from "./rules.ts";

const act = actionsOn<typeof calls, Order & OrderFacts>({
  calls,
  rules: orderRules,
  noun: "standingOrder",
  name: "standing order",
  audits: ({ id }) => ({ subject_type: "standing_order", subject_id: id }),
  async lock(tx, context, id) {
    await requireInScope(tx, context, id);
    const order = (await lockOrder(tx, id))!;
    const { rows } = await sql<Pick<OrderFacts, "change_waits">>`
      select ${sql.raw(CHANGE_WAITS)} from standing_orders o where o.id = ${id}
    `.execute(tx);
    return { ...order, ...rows[0]! };
  },
  answer: async (tx, context, id) => ({ order: await findOrder(tx, context, id) }),
});

/** Dates that are shown before an order is saved. */
const SHOWN = 6;

/** The one that is tried again, else the next one. The order is locked. */
async function skipOne(tx: Tx, context: Context, order: Order): Promise<{ after: { due_on: string | null } }> {
  const { id: order_id, series_id, next_on: due_on, skipped_in_row } = order;
  const reason = `Skipped by ${context.session.name} ${context.session.last_name}`;
  if ((await leaveOut(tx, order_id, reason)) > 0) {
    await endIfOver(tx, context, order_id, await businessDate(tx));
    return { after: { due_on: null } };
  }
  if (due_on === null) throw new Conflict("It has no more dates.", "no_more");
  const { goes_on } = paidOn(due_on, await declaredDays(tx));
  const date = { id: uuidv7(), order_id, series_id, due_on, goes_on, skipped_because: reason, created_at: clock.now() };
  await tx.insertInto("standing_order_dates").values(date).execute();
  await moveOn(tx, order);
  // What its owner left out was not refused.
  await changeRows(tx, "standing_orders", order_id, { skipped_in_row });
  await endIfOver(tx, context, order_id, await businessDate(tx));
  return { after: { due_on } };
}

async function resume(tx: Tx, order: Order): Promise<void> {
  const next = await nextOf(tx, order, await businessDate(tx));
  if (next.next_on === null || order.dates_left === 0)
    throw new Conflict("Its last date has passed. Make another one.", "no_more");
  await changeRows(tx, "standing_orders", order.id, { ...next, skipped_in_row: 0, because: null });
}

export const handlers: Handlers<typeof calls> = {
  listOwn,
  listOfCompany,
  listAll,
  async find(context, { params: { id } }) {
    const row = await findOrder(context.db, context, id);
    return { ...row, ...(await detailOf(context.db, id)) };
  },
  async recurring(context) {
    return { recurring: await recurringOf(context) };
  },
  async dates({ db }, { body }) {
    const [rule, declared] = [await ruleOf(db, body), await declaredDays(db)];
    return { dates: datesFrom(rule, rule.first_on, rule.ends_after, SHOWN, declared), last_on: lastOf(rule, declared) };
  },
  async create(context, { body }) {
    const payee = await payeeOf(context, body);
    return context.once(async (tx) => ({
      order: await findOrder(tx, context, await makeOwn(tx, context, payee, body)),
    }));
  },
  request: (context, { body: { beneficiary_id, ...wanted } }) =>
    context.once(async (tx) => {
      const { id, approval_id } = await ask(tx, context, beneficiary_id, wanted);
      return { order: await findOrder(tx, context, id), approval_id };
    }),
  change: act(calls.change, {
    audit: "standing_order_changed",
    async does(tx, context, order, { body }) {
      const { id, approval_id } = await changeOrder(tx, context, order, body);
      return { answer: { order: await findOrder(tx, context, id), approval_id }, after: { changed_to: id } };
    },
  }),
  skip: act(calls.skip, { audit: "standing_order_skipped", does: skipOne }),
  pause: act(calls.pause, {
    audit: "standing_order_paused",
    does: async (tx, _, { id }) => void (await leaveOut(tx, id, "Paused")),
  }),
  resume: act(calls.resume, { audit: "standing_order_resumed", does: (tx, _, order) => resume(tx, order) }),
  end: act(calls.end, {
    audit: "standing_order_ended",
    async does(tx, _, { id }) {
      await leaveOut(tx, id, "Ended");
      await changeRows(tx, "standing_orders", id, { next_on: null, next_goes_on: null });
    },
  }),
};
