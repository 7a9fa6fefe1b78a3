import { isAutomatic } from "@manilla/contract/payments/bill-plan-kinds";
import type { BillKind } from "@manilla/contract/payments/bill-kinds";
import * as calls from "@manilla/contract/payments/bill-plans";
import { type Selectable, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import type { DB } from "../../../db/types.gen.ts";
import { Conflict, InvalidFields, NotFound } from "../../../errors.ts";
import type { Context, Handlers } from "../../../house/app.ts";
import { inOneTransaction } from "../../../house/whole.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { actionsOn, businessDate, lockRow, recordBeginning } from "../../platform/states/index.ts";
import { companyOf, favouritesOf, forgetFavourite, plansOf } from "./queries.ts";
import { nextOn, planRules } from "./rules.ts";

const { end, pause, resume } = calls;
const acts = { pause, resume, end };
type PlanRow = Selectable<DB["bill_plans"]>;
/** As many as one person may keep. */
const MAX_KEPT = 100;

/** The bill that is kept or bought again: the caller's own, or their company's. @throws NotFound */
async function billOf(tx: Tx, context: Context, id: string) {
  const company_id = companyOf(context);
  const { user_id } = context.session;
  const { rows } = await sql<Selectable<DB["bills"]> & { kind: BillKind }>`
    select * from bills
    where id = ${id} and customer_no <> '' and ${
      company_id
        ? sql`company_id = ${company_id} and paid_from = 'company'`
        : sql`user_id = ${user_id} and paid_from <> 'company'`
    }
  `.execute(tx);
  if (!rows[0]) throw new NotFound("This bill");
  return rows[0];
}

/** Keeps a bill's number under a name; one that is kept already gets the name and what was paid last. */
async function keep(tx: Tx, context: Context, { bill_id, name }: z.output<typeof calls.keep.body>): Promise<string> {
  const { kind, service, service_name, item, item_name, customer_no, amount_kobo } = await billOf(tx, context, bill_id);
  const all = await favouritesOf(tx, context);
  const known = all.find((each) => each.kind === kind && each.service === service && each.customer_no === customer_no);
  if (known) {
    await changeRows(tx, "bill_favourites", known.id, { name, item, item_name, amount_kobo });
    return known.id;
  }
  if (all.length >= MAX_KEPT) throw new Conflict(`You keep ${MAX_KEPT} already. Remove one first.`, "too_many");
  const [id, company_id] = [uuidv7(), companyOf(context)];
  const what = { name, kind, service, service_name, item, item_name, customer_no, amount_kobo };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("bill_favourites")
    .values({ id, user_id: context.session.user_id, company_id, ...what, created_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) throw new Conflict("It is being kept already.", "in_flight");
  return id;
}

/** @throws NotFound, InvalidFields, Conflict */
async function begin(tx: Tx, context: Context, asked: z.output<typeof calls.create.body>): Promise<string> {
  const { every, on_day, maximum_kobo, ends_on = null } = asked;
  const bill = await billOf(tx, context, asked.bill_id);
  const { kind, service, service_name, item, item_name, customer_no, customer_name, amount_kobo } = bill;
  if (bill.status !== "delivered" || bill.paid_from !== "cash" || !isAutomatic(kind, service))
    throw new Conflict(
      "Only airtime, data and prepaid power that were delivered, from your cash wallet, are bought automatically.",
      "not_automatic",
    );
  if (every === "week" && on_day > 7) throw new InvalidFields({ on_day: ["this field has to be a day of the week"] });
  if (maximum_kobo < bill.total_kobo!)
    throw new InvalidFields({ maximum_kobo: ["this is less than what it costs today"] });
  const today = await businessDate(tx);
  const next_on = nextOn(every, on_day, today);
  if (ends_on !== null && ends_on < next_on)
    throw new InvalidFields({ ends_on: ["nothing would be bought before this day"] });
  const running = (await plansOf(tx, context, acts)).filter(({ status }) => status !== "ended");
  if (running.length >= MAX_KEPT) throw new Conflict(`You have ${MAX_KEPT} already. End one first.`, "too_many");
  const id = uuidv7();
  const what = { kind, service, service_name, item, item_name, customer_no, customer_name, amount_kobo };
  const when = { every, on_day, maximum_kobo, ends_on, next_on };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("bill_plans")
    .values({
      id,
      user_id: context.session.user_id,
      name: `${service_name} for ${customer_no}`,
      ...what,
      ...when,
      status: "active",
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n)
    throw new Conflict("This is bought automatically already. End that first to change it.", "bought_already");
  await recordBeginning(tx, "billPlan", id, "active", actorOf(context));
  await recordAudit(tx, context, "bill_plan_made", ["bill_plan", id], { after: { every, on_day, amount_kobo } });
  return id;
}

const planOf = async (tx: Tx, context: Context, id: string) => {
  const [plan] = await plansOf(tx, context, acts, id);
  if (!plan) throw new NotFound("This automatic purchase");
  return plan;
};

const act = actionsOn<typeof acts, PlanRow>({
  calls: acts,
  rules: planRules,
  noun: "billPlan",
  name: "automatic purchase",
  audits: ({ id, user_id }) => ({ subject_type: "bill_plan", subject_id: id, about: user_id }),
  lock: lockRow("bill_plans", ({ session }) => sql`user_id = ${session.user_id}`),
  answer: planOf,
});

export const handlers: Handlers<typeof calls> = {
  favourites: async (context) => ({ favourites: await favouritesOf(context.db, context) }),
  keep: (context, { body }) =>
    context.db.transaction().execute(async (tx) => {
      const id = await keep(tx, context, body);
      return (await favouritesOf(tx, context)).find((each) => each.id === id)!;
    }),
  async forget(context, { params: { id } }) {
    await forgetFavourite(context.db, context, id);
    return { id };
  },
  listPlans: async (context) => ({ plans: await plansOf(context.db, context, acts) }),
  create: inOneTransaction<typeof calls.create>(async (tx, context, { body }) =>
    planOf(tx, context, await begin(tx, context, body)),
  ),
  pause: act(pause, { audit: "bill_plan_paused" }),
  resume: act(resume, {
    audit: "bill_plan_resumed",
    // What was due in the meantime is not bought.
    does: async (tx, _, { id, every, on_day }) => {
      const next_on = nextOn(every as "week" | "month", on_day, await businessDate(tx));
      await changeRows(tx, "bill_plans", id, { next_on });
    },
  }),
  end: act(end, { audit: "bill_plan_ended" }),
};
