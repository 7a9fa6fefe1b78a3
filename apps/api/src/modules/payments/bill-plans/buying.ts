/** What is bought by itself: a step of the close, one purchase for each plan and day; who cannot pay hears why, and nothing was taken. */
import type { BillKind } from "@manilla/contract/payments/bill-kinds";
import type { BillPlanPeriod } from "@manilla/contract/payments/bill-plan-kinds";
import { naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { orNothing } from "../../../db/savepoint.ts";
import { Conflict, refusalInWords, refusalOf } from "../../../errors.ts";
import type { App, Step } from "../../../house/app.ts";
import { lockPerson } from "../../money/receipts/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { tell } from "../../platform/notifications/index.ts";
import { changeState } from "../../platform/states/index.ts";
import { type ToPay, acceptBill, chargesOf, priceNow } from "../bills/index.ts";
import * as messages from "./messages.ts";
import { nextOn } from "./rules.ts";

/** One by one: each in a transaction of its own, so that what fails stops no other. */
const AT_ONCE = 1;

interface Plan {
  id: string;
  user_id: string;
  name: string;
  kind: BillKind;
  service: string;
  item: string;
  customer_no: string;
  customer_name: string | null;
  amount_kobo: bigint;
  maximum_kobo: bigint;
  every: BillPlanPeriod;
  on_day: number;
  ends_on: string | null;
  next_on: string;
  status: string;
}

/** Locks the person, then the plan. */
async function lockPlan(tx: Tx, id: string): Promise<Plan | undefined> {
  const found = await findRow(tx, "bill_plans", id, ["user_id"]);
  if (!found) return undefined;
  await lockPerson(tx, found.user_id);
  const { rows } = await sql<Plan>`
    select *, next_on::text as next_on, ends_on::text as ends_on from bill_plans where id = ${id} for update
  `.execute(tx);
  return rows[0];
}

/** Buys it at the price of the day. @returns the bill @throws DomainError why not */
async function buy(app: App, tx: Tx, plan: Plan, on: string): Promise<string> {
  const { user_id, kind, service, item, customer_no, customer_name } = plan;
  const amount_kobo = (await priceNow(tx, app, plan)) ?? plan.amount_kobo;
  const { fee_kobo, vat_kobo } = await chargesOf(tx, kind, on);
  const total_kobo = amount_kobo + fee_kobo + vat_kobo;
  if (total_kobo > plan.maximum_kobo)
    throw new Conflict(
      `It costs ${naira(total_kobo)} by now, more than the ${naira(plan.maximum_kobo)} that you allow.`,
    );
  const bill: ToPay = {
    kind,
    service,
    item,
    customer_no,
    customer_name,
    amount_kobo,
    paid_from: "cash",
    // Meant again and again: that is what it is for.
    is_again: true,
  };
  return acceptBill(tx, app, bill, { user_id, by: SYSTEM, actor: SYSTEM, channel: "planned" });
}

async function tryToBuy(app: App, tx: Tx, plan: Plan, on: string): Promise<"bought" | "failed"> {
  const of = { plan_id: plan.id, due_on: plan.next_on };
  try {
    const bill_id = await orNothing(tx, () => buy(app, tx, plan, on));
    await changeRows(tx, "bill_plan_days", of, { bill_id });
    return "bought";
  } catch (error) {
    const isTheirs = refusalOf(error) !== undefined;
    if (!isTheirs) app.log.error({ err: error, plan_id: plan.id }, "an automatic purchase could not be made");
    const failure = isTheirs ? refusalInWords(error) : "It could not be bought.";
    await changeRows(tx, "bill_plan_days", of, { failure });
    await tell(tx, app, plan.user_id, messages.notBought(plan, failure));
    return "failed";
  }
}

/** Its day, and from which day on it is due again; one purchase for a plan and a day. */
async function live(app: App, tx: Tx, id: string, on: string): Promise<"bought" | "failed" | "skipped"> {
  const plan = await lockPlan(tx, id);
  if (plan?.status !== "active" || plan.next_on > on) return "skipped";
  const { rows } = await sql`
    insert into bill_plan_days (plan_id, due_on) values (${id}, ${plan.next_on}) on conflict do nothing returning plan_id
  `.execute(tx);
  const outcome = rows[0] ? await tryToBuy(app, tx, plan, on) : "skipped";
  const next_on = nextOn(plan.every, plan.on_day, on);
  await changeRows(tx, "bill_plans", id, { next_on });
  if (plan.ends_on !== null && next_on > plan.ends_on)
    await changeState(tx, {
      noun: "billPlan",
      id,
      from: "active",
      action: "run_out",
      actor: SYSTEM,
      business_date: on,
    });
  return outcome;
}

/** Step of the close: what is bought by itself on the day that begins. */
export const buyPlanned: Step = {
  name: "automatic_bills",
  at: 79.8,
  async batch(app, tx, { opening }) {
    const { rows } = await sql<{ id: string }>`
      select id
      from bill_plans
      where status = 'active' and next_on <= ${opening}::date
      order by next_on, id
      limit ${AT_ONCE}
    `.execute(tx);
    const counts = { bought: 0, failed: 0, skipped: 0 };
    for (const { id } of rows) counts[await live(app, tx, id, opening)] += 1;
    return { cursor: rows.length < AT_ONCE ? null : rows.at(-1)!.id, counts };
  },
};
