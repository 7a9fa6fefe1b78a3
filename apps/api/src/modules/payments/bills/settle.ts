/** A provider's word about a bill becomes its state, its posting and its words, in one transaction; whatever the order in which words come. */
import { type BillKind, type BillProvider, billCategoryCodes } from "@manilla/contract/payments/bill-kinds";
import type { BillSource, BillState } from "@manilla/contract/payments/bill-states";
import type { Selectable } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import type { DB } from "../../../db/types.gen.ts";
import type { App } from "../../../house/app.ts";
import type { BillEnd } from "../../../house/purposes.ts";
import { rolesWith } from "../../../house/roles.ts";
import type { Actor } from "../../../request.ts";
import type { BillOutcome } from "@manilla/contract/payments/bill-outcome";
import { FIRST_QUESTION_SECONDS, lookAgainIn } from "../../../outside/questions.ts";
import { recordSpent } from "../../companies/expenses/index.ts";
import { postBillDelivered, postBillFailed, postBillLate } from "../../money/books/index.ts";
import { withdrawRequest } from "../../platform/approvals/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { notifyRoles, tell } from "../../platform/notifications/index.ts";
import { businessDate, changeState, recordBeginning } from "../../platform/states/index.ts";
import { DESK, offersOf } from "./catalogue.ts";
import * as messages from "./messages.ts";
import { type Verdict, REACH_MILLISECONDS, commissionOf, verdictOf } from "./rules.ts";
import { endCase } from "../refund-cases/index.ts";
import { giveBack, lockPayer } from "./wallets.ts";

export type Bill = Omit<
  Selectable<DB["bills"]>,
  "kind" | "provider" | "refused_by" | "status" | "paid_from" | "total_kobo"
> & {
  kind: BillKind;
  provider: BillProvider;
  refused_by: BillProvider[];
  status: BillState;
  paid_from: BillSource;
  total_kobo: bigint;
};
type Means = Pick<App, "queue" | "config" | "encryption" | "house" | "outside">;
type Delivered = Extract<BillOutcome, { status: "delivered" }>;

export const readBill = (db: Tx | App["db"], id: string): Promise<Bill | undefined> =>
  db.selectFrom("bills").selectAll().where("id", "=", id).executeTakeFirst() as Promise<Bill | undefined>;

/** Locks a bill after whose money it is: the order that everybody keeps. */
export async function lockBill(tx: Tx, id: string): Promise<Bill | undefined> {
  const found = await findRow(tx, "bills", id, ["user_id", "company_id", "paid_from"]);
  if (!found) return undefined;
  await lockPayer(tx, found as Bill);
  return tx.selectFrom("bills").selectAll().where("id", "=", id).forUpdate().executeTakeFirst() as Promise<Bill>;
}

export const isOpen = ({ status }: Pick<Bill, "status">): boolean => status === "sent" || status === "unknown";
const change = (
  tx: Tx,
  { id, status }: Bill,
  action: string,
  on: string,
  reason: string | null = null,
  actor: Actor = SYSTEM,
) => changeState(tx, { noun: "bill", id, from: status, action, actor, reason, business_date: on });

/** What a bill's end is to those who are notified. */
export const endOf = (bill: Bill, on: string, actor: Actor): BillEnd => ({
  bill_id: bill.id,
  user_id: bill.user_id,
  reference: bill.reference,
  what: bill.service_name,
  amount_kobo: bill.amount_kobo,
  cashback_bps: bill.cashback_bps,
  on,
  actor,
});

/** What a company's money paid is spent: an expense of the requester, fee and tax included. @returns its id; null for a person's own money */
async function spendOn(tx: Tx, bill: Bill, on: string): Promise<string | null> {
  const {
    company_id,
    user_id,
    kind,
    service_name: merchant,
    total_kobo: amount_kobo,
    reference: money_reference,
  } = bill;
  if (!company_id) return null;
  const is_from_purse = bill.paid_from === "purse";
  const is_from_wallet = bill.paid_from === "company";
  const spent = { company_id, user_id, merchant, amount_kobo, money_reference, is_from_purse, is_from_wallet, on };
  return recordSpent(tx, { ...spent, mcc: billCategoryCodes[kind] }, { has_none: true, is_decided: is_from_wallet });
}

/** Requests put before a second person about a bill ends with it; what they agree to has let go of it before. */
async function endAsked(tx: Tx, { id, approval_id }: Bill, reason: string): Promise<void> {
  if (!approval_id) return;
  await withdrawRequest(tx, approval_id, reason);
  await changeRows(tx, "bills", id, { approval_id: null });
}

/** B2: delivered by its provider, as it says or as two colleagues have seen. The bill is locked. */
export async function deliver(
  tx: Tx,
  app: Means,
  bill: Bill,
  provider: BillProvider,
  outcome: Delivered,
  { actor, reason }: { actor: Actor; reason: string | null } = { actor: SYSTEM, reason: null },
): Promise<void> {
  const on = await businessDate(tx);
  const commission_kobo = commissionOf(outcome.commission_kobo, bill.amount_kobo, bill.commission_bps);
  const { provider_reference, tokens, units } = outcome;
  const id = uuidv7();
  await postBillDelivered(tx, { ...bill, id, bill_id: bill.id, provider, commission_kobo, on, actor: actor.name });
  // With the state, because what is delivered has its token and its commission.
  await changeRows(tx, "bills", bill.id, {
    provider,
    provider_reference,
    tokens,
    units,
    commission_kobo,
    lacks_token: false,
    failure: null,
    next_question_at: null,
    needs_review_at: null,
    ended_at: clock.now(),
    expense_id: await spendOn(tx, bill, on),
  });
  await change(tx, bill, "deliver", on, reason, actor);
  await endCase(tx, "bill", bill.id, { action: "deliver", actor, reason });
  await endAsked(tx, bill, "The bill is delivered.");
  if (bill.paid_from === "cash") for (const hear of app.house.bill_delivered) await hear(tx, endOf(bill, on, SYSTEM));
  await tell(tx, app, bill.user_id, messages.delivered({ ...bill, tokens, units }));
  if (bill.refused_by.length > 0) await lookAgain(tx, app, bill.id, 0);
}

/** B3: it is certain, or decided, that it is not delivered. The money is back at once. */
export async function failBill(
  tx: Tx,
  app: Means,
  bill: Bill,
  why: string,
  by: { action: "fail" | "give_up"; actor: Actor } = { action: "fail", actor: SYSTEM },
): Promise<void> {
  const on = await businessDate(tx);
  await change(tx, bill, by.action, on, why, by.actor);
  await giveBack(tx, app, bill, { actor: by.actor, on }, (wallet, id) =>
    postBillFailed(tx, { ...bill, id, bill_id: bill.id, wallet, on, actor: by.actor.name }),
  );
  const ended = { failure: why, next_question_at: null, needs_review_at: null, ended_at: clock.now() };
  await changeRows(tx, "bills", bill.id, ended);
  await endCase(tx, "bill", bill.id, { action: "pay_back", actor: by.actor, reason: why });
  await endAsked(tx, bill, "The bill is paid back.");
  await tell(tx, app, bill.user_id, messages.paidBack(bill, why));
  await lookAgain(tx, app, bill.id, 0);
}

async function lookAgain(tx: Tx, app: Means, bill_id: string, age: number): Promise<void> {
  const after_seconds = lookAgainIn(age);
  if (after_seconds) await app.queue.send(tx, "query-bill", { bill_id }, { after_seconds });
}

/** Refused for certain, or not reached: the next provider gets it, under the same reference. */
async function tryOther(
  tx: Tx,
  app: Means,
  bill: Bill,
  { provider, why, is_refused }: Extract<Verdict, { does: "try_other" }>,
) {
  await change(tx, bill, "try_other", await businessDate(tx), why);
  const refused_by = is_refused ? [...bill.refused_by, bill.provider] : bill.refused_by;
  await changeRows(tx, "bills", bill.id, {
    provider,
    refused_by,
    sent_at: null,
    asked_times: 0,
    asked_at: null,
    next_question_at: null,
  });
  await app.queue.send(tx, "send-bill", { bill_id: bill.id });
}

const REACH_AGAIN_SECONDS = 20;
/** Nobody was reached: again in a while, and after some minutes it has failed for certain. */
async function wait(tx: Tx, app: Means, bill: Bill, why: string): Promise<void> {
  if (clock.milliseconds() - bill.created_at.getTime() > REACH_MILLISECONDS) return failBill(tx, app, bill, why);
  await change(tx, bill, "not_reached", await businessDate(tx), why);
  await app.queue.send(tx, "send-bill", { bill_id: bill.id }, { after_seconds: REACH_AGAIN_SECONDS });
}

async function loseSight(tx: Tx, app: Means, bill: Bill, { why, lacks_token }: { why: string; lacks_token: boolean }) {
  await changeRows(tx, "bills", bill.id, { failure: why, lacks_token: lacks_token || bill.lacks_token });
  if (bill.status !== "sent") return;
  await change(tx, bill, "lose_sight", await businessDate(tx), why);
  await app.queue.send(tx, "query-bill", { bill_id: bill.id }, { after_seconds: FIRST_QUESTION_SECONDS });
}

/** B6: it was delivered after all, by a provider that had said no or after the money had gone back. Claimed once from each provider; nobody is debited. */
async function claimLate(tx: Tx, bill: Bill, provider: BillProvider, outcome: Delivered): Promise<void> {
  const known = await findRow(tx, "bill_claims", { bill_id: bill.id, provider }, ["id"]);
  if (known) return;
  const [on, id] = [await businessDate(tx), uuidv7()];
  const cost_kobo = bill.amount_kobo - commissionOf(outcome.commission_kobo, bill.amount_kobo, bill.commission_bps);
  await postBillLate(tx, {
    id: uuidv7(),
    bill_id: bill.id,
    reference: bill.reference,
    provider,
    cost_kobo,
    on,
    actor: SYSTEM.name,
  });
  await tx
    .insertInto("bill_claims")
    .values({ id, bill_id: bill.id, provider, cause: "late_delivery", amount_kobo: cost_kobo })
    .execute();
  await recordBeginning(tx, "billClaim", id, "open", SYSTEM);
  await notifyRoles(tx, await rolesWith(tx, DESK), messages.deliveredLate(bill, provider, cost_kobo));
}

/**
 * Applies what a provider said about a bill.
 * @param provider whose word it is: it may be one that the bill has left
 */
export async function settleBill(
  app: Means & Pick<App, "db">,
  bill_id: string,
  provider: BillProvider,
  outcome: BillOutcome,
): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const bill = await lockBill(tx, bill_id);
    if (!bill) return;
    if (isOpen(bill) && bill.provider === provider) return applyVerdict(tx, app, bill, outcome);
    if (outcome.status !== "delivered") return;
    const mayBeIts = bill.status === "accepted" && bill.refused_by.includes(provider);
    if (mayBeIts && verdictOf(bill, outcome, []).does === "deliver") return deliver(tx, app, bill, provider, outcome);
    const wasIts = bill.provider === provider && (bill.status === "delivered" || bill.status === "refunded");
    if (!wasIts && bill.status !== "accepted") await claimLate(tx, bill, provider, outcome);
  });
}

async function applyVerdict(tx: Tx, app: Means, bill: Bill, outcome: BillOutcome): Promise<void> {
  const offers = await offersOf(tx, app, bill);
  const others = offers
    .filter(({ price_kobo }) => price_kobo === null || price_kobo === bill.amount_kobo)
    .map((offer) => offer.provider);
  // What has once been sent is not certain to have stayed here because a question does not get through.
  const said =
    outcome.status === "not_reached" && bill.asked_times > 0 ? { ...outcome, status: "unknown" as const } : outcome;
  // It said that it has the money: its later no is a contradiction, for a person.
  const verdict: Verdict =
    bill.lacks_token && said.status === "refused"
      ? {
          does: "lose_sight",
          why: "Its provider says both that it is delivered and that it is not.",
          lacks_token: true,
        }
      : verdictOf(bill, said, others);
  switch (verdict.does) {
    case "deliver":
      return deliver(tx, app, bill, bill.provider, outcome as Delivered);
    case "try_other":
      return tryOther(tx, app, bill, verdict);
    case "fail":
      return failBill(tx, app, bill, verdict.why);
    case "wait":
      return wait(tx, app, bill, verdict.why);
    case "lose_sight":
      return loseSight(tx, app, bill, verdict);
  }
}
