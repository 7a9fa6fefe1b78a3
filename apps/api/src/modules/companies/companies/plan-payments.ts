/**
 * Payments of companies for their plans: a receipt like all money that comes in, so that webhooks, questions to the provider and the bank's statement know it.
 * The month that it pays begins at once for an approved company, else in the night after its approval.
 */
import { dayInMonth } from "@manilla/credit";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import type { CompanyHooks } from "../../../house/companies.ts";
import { rolesWith } from "../../../house/roles.ts";
import type { Progress, Step } from "../../../house/app.ts";
import type { Because, ChargePurpose, Means, ReceiptPurpose } from "../../../house/purposes.ts";
import type { Actor } from "../../../request.ts";
import { postPlanBegins, postPlanEnds, postPlanPayment, postPlanToCredit } from "../../money/books/index.ts";
import { keepAsCredit } from "../../money/receipts/index.ts";
import { SYSTEM, actorOf, recordAudit } from "../../platform/audit/index.ts";
import { notifyRoles, tell, tellSoon } from "../../platform/notifications/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { planReceipt, planReturned, planWaits, toRefund } from "./messages.ts";

interface Order {
  charge_id: string;
  company_id: string;
  user_id: string;
  plan: string;
  amount_kobo: bigint;
  reference: string;
  begins_on: string | null;
  paid_until: string | null;
  taken_back_at: Date | null;
}

async function lockOrder(tx: Tx, charge_id: string): Promise<Order | undefined> {
  const { rows } = await sql<Order>`
    select p.charge_id, p.company_id, c.user_id, p.plan, p.amount_kobo, p.reference, p.begins_on, p.paid_until, p.taken_back_at
    from plan_payments p
    join charges c on c.id = p.charge_id
    where p.charge_id = ${charge_id}
    for update of p
  `.execute(tx);
  return rows[0];
}

/** The price of a month becomes income on the day on which the month begins. */
const earn = (tx: Tx, { charge_id, reference, amount_kobo }: Order, on: string, actor: Actor) =>
  postPlanBegins(tx, { charge_id, reference, amount_kobo, on, actor: actor.name });

/** The day of the month on which what is paid up to a day began: months that have no such day end on their last, and the next ones on it again. */
async function anchorOf(tx: Tx, company_id: string, until: string): Promise<number> {
  const { rows } = await sql<{ day: number | null }>`
    with recursive paid as (
      select begins_on from plan_payments
      where company_id = ${company_id} and paid_until = ${until}::date and taken_back_at is null
      union
      select p.begins_on
      from paid
      join plan_payments p on p.company_id = ${company_id} and p.paid_until = paid.begins_on and p.taken_back_at is null
    )
    select max(extract(day from begins_on))::int as day from paid
  `.execute(tx);
  return Math.max(rows[0]?.day ?? 0, Number(until.slice(8)));
}

/** The month that a payment pays: behind what is paid of the same plan, else from today. */
async function begin(tx: Tx, means: Means, order: Order, on: string, actor: Actor): Promise<void> {
  const { charge_id, company_id, plan, amount_kobo } = order;
  const before = await getRow(tx, "companies", company_id, ["unique_plan", "plan_paid_until"], { lock: true });
  const { unique_plan, plan_paid_until: until } = before;
  const begins_on = unique_plan === plan && until !== null && until > on ? until : on;
  const paid_until = dayInMonth(begins_on, 1, await anchorOf(tx, company_id, begins_on));
  await changeRows(tx, "companies", company_id, { unique_plan: plan, plan_paid_until: paid_until });
  await changeRows(tx, "plan_payments", { charge_id }, { begins_on, paid_until });
  if (begins_on <= on) await earn(tx, order, on, actor);
  await tell(tx, means, order.user_id, planReceipt({ ...order, paid_on: on, paid_until }));
  await recordAudit(tx, actor, "company_plan_paid", ["company", company_id], {
    before,
    after: { plan, amount_kobo, paid_until },
  });
}

/** What is paid and has begun is no longer paid; what was paid behind it keeps its days. */
async function takeBack(tx: Tx, order: Order, { on, actor }: Because): Promise<void> {
  const { charge_id, company_id, user_id, reference, amount_kobo, begins_on, paid_until } = order;
  // It had gone to the payer's credit: without it the mirror image would take what others have paid.
  if (order.taken_back_at) {
    await postPlanToCredit(tx, { charge_id, user_id, reference, amount_kobo, on, actor: actor.name, is_back: true });
    return;
  }
  await changeRows(tx, "plan_payments", { charge_id }, { taken_back_at: clock.now() });
  if (begins_on === null) return;
  if (begins_on <= on) await postPlanEnds(tx, { charge_id, reference, amount_kobo, on, actor: actor.name });
  await sql`
    update companies set plan_paid_until = ${begins_on}::date where id = ${company_id} and plan_paid_until = ${paid_until}::date
  `.execute(tx);
}

/** A card charge on the provider's page. */
export const planCharge: ChargePurpose = {
  prefix: "CH",
  channel: "card",
  is_hosted: true,
  takes_part: false,
  is_order: true,
  receipt: "plan_payment",
};

export const planPayment: ReceiptPurpose<Order> = {
  called: "This payment of a plan",
  at: 90,
  claim: async () => null,
  subjectOf: async (tx, receipt_id) =>
    (await findRow(tx, "plan_payments", { receipt_id }, ["charge_id"]))?.charge_id ?? null,
  load: lockOrder,
  measures: async () => [],
  ownerOf: ({ user_id }) => user_id,
  async receive(tx, means, money, receipt_id, order, write) {
    // Another sum than the price buys no month: it is the payer's credit.
    const { status } = await getRow(tx, "companies", order.company_id, ["status"]);
    if (money.amount_kobo !== order.amount_kobo || status === "declined") {
      await keepAsCredit(tx, money, receipt_id, money.reference, write);
      return status === "declined" ? askToRefund(tx, order.user_id, order.amount_kobo) : undefined;
    }
    const { charge_id, reference, amount_kobo } = order;
    const [id, { on, source, actor }] = [uuidv7(), money];
    await write({ ledger_transaction_id: id, credit_kobo: 0n, released_kobo: 0n });
    await postPlanPayment(tx, { id, charge_id, reference, amount_kobo, source, on, actor: actor.name });
    await changeRows(tx, "plan_payments", { charge_id }, { receipt_id, paid_at: clock.now() });
    if (status === "approved") await begin(tx, means, order, on, actor);
    else await tell(tx, means, order.user_id, planWaits({ ...order, paid_on: on }));
  },
  takeBack: (tx, _means, _receipt, order, because) => takeBack(tx, order, because),
  takeBackCredit: async () => undefined,
};

/** Finance is notified of a credit that is to be refunded: declining a company pays nothing back. */
const askToRefund = async (tx: Tx, user_id: string, amount_kobo: bigint): Promise<void> =>
  notifyRoles(tx, await rolesWith(tx, "provider:can_refund_transactions"), {
    ...toRefund(user_id, amount_kobo),
    about: user_id,
  });

/**
 * What was paid for a plan before its company was declined is the payer's credit, at once; finance is asked to refund it, as any
 * credit balance is.
 */
export const declined: NonNullable<CompanyHooks["declined"]> = async (tx, context, company_id) => {
  const { rows } = await sql<Order>`
    select p.charge_id, p.company_id, c.user_id, p.plan, p.amount_kobo, p.reference, p.begins_on, p.paid_until, p.taken_back_at
    from plan_payments p
    join charges c on c.id = p.charge_id
    where p.company_id = ${company_id} and p.receipt_id is not null and p.begins_on is null and p.taken_back_at is null
    order by p.charge_id
    for update of p
  `.execute(tx);
  const [on, actor, payers] = [await businessDate(tx), actorOf(context), new Map<string, bigint>()];
  for (const { charge_id, user_id, reference, amount_kobo, plan } of rows) {
    await postPlanToCredit(tx, { charge_id, user_id, reference, amount_kobo, on, actor: actor.name });
    await changeRows(tx, "plan_payments", { charge_id }, { taken_back_at: clock.now() });
    await tellSoon(tx, user_id, planReturned({ charge_id, amount_kobo, plan, reference }));
    await recordAudit(tx, actor, "company_plan_returned", ["company", company_id], {
      after: { plan, amount_kobo, reference },
      about: user_id,
    });
    payers.set(user_id, (payers.get(user_id) ?? 0n) + amount_kobo);
  }
  for (const [user_id, amount_kobo] of payers) await askToRefund(tx, user_id, amount_kobo);
};

const PAYMENTS_A_BATCH = 100;

/** Step of the close: plans that were paid before their company was approved begin, and months that were paid ahead are earned. */
export const beginPlans: Step = {
  name: "plans",
  at: 75,
  async batch(app, tx, { closing, opening }, cursor): Promise<Progress> {
    const { rows } = await sql<Order>`
      select p.charge_id, p.company_id, c.user_id, p.plan, p.amount_kobo, p.reference, p.begins_on, p.paid_until, p.taken_back_at
      from plan_payments p
      join charges c on c.id = p.charge_id
      join companies o on o.id = p.company_id
      where p.receipt_id is not null
        and p.taken_back_at is null
        and (
          (p.begins_on is null and o.status = 'approved')
          or (p.begins_on > ${closing}::date and p.begins_on <= ${opening}::date)
        )
        and (${cursor}::uuid is null or p.charge_id > ${cursor}::uuid)
      order by p.charge_id
      limit ${PAYMENTS_A_BATCH}
      for update of p
    `.execute(tx);
    for (const order of rows)
      await (order.begins_on === null ? begin(tx, app, order, opening, SYSTEM) : earn(tx, order, opening, SYSTEM));
    return {
      cursor: rows.length < PAYMENTS_A_BATCH ? null : (rows.at(-1)?.charge_id ?? null),
      counts: { begun: rows.length },
    };
  },
};
