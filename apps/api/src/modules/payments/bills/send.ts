/** Sends an accepted bill, once (promise M5): `sent` is committed first, and after a crash the provider is asked before anything is sent again. */
import { type BillProvider, billProviders } from "@manilla/contract/payments/bill-kinds";
import type { BillOutcome } from "@manilla/contract/payments/bill-outcome";
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";
import type { App } from "../../../house/app.ts";
import { rolesWith } from "../../../house/roles.ts";
import { SILENCE_MILLISECONDS, lookAgainIn, pauseBeforeQuestion } from "../../../outside/questions.ts";
import { keepAnswer } from "../../money/provider-answers/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { note, notifyRoles } from "../../platform/notifications/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";
import { DESK, offersOf } from "./catalogue.ts";
import * as messages from "./messages.ts";
import { localPhone } from "./rules.ts";
import { type Bill, failBill, isOpen, lockBill, readBill, settleBill } from "./settle.ts";

const FIRST_LOOK_SECONDS = 60;
const HOUR = 3_600_000;

/** accepted → sent, committed. @returns false when somebody else was quicker */
async function markSent(app: App, { id, provider }: Bill): Promise<boolean> {
  try {
    await app.db.transaction().execute(async (tx) => {
      const business_date = await businessDate(tx);
      const reason = `To ${billProviders[provider]}.`;
      await changeState(tx, {
        noun: "bill",
        id,
        from: "accepted",
        action: "send",
        actor: SYSTEM,
        reason,
        business_date,
      });
      await changeRows(tx, "bills", id, { sent_at: clock.now(), asked_times: 0 });
      // The outbox remembers to ask, also when this process ends on the next line.
      await app.queue.send(tx, "query-bill", { bill_id: id }, { after_seconds: FIRST_LOOK_SECONDS });
    });
    return true;
  } catch (error) {
    if (error instanceof Conflict) return false;
    throw error;
  }
}

/** The job: safe to run any number of times, by any number of workers. */
export async function sendBill(app: App, bill_id: string): Promise<void> {
  const bill = await readBill(app.db, bill_id);
  if (bill && isOpen(bill)) return askBill(app, bill_id);
  if (bill?.status !== "accepted") return;
  const { provider, kind, reference, customer_no, amount_kobo, item_name } = bill;
  const { phone } = await getRow(app.db, "users", bill.user_id, ["phone"]);
  const offer = (await offersOf(app.db, app, bill)).find((each) => each.provider === provider);
  if (!(await markSent(app, bill))) return;
  const outcome = offer
    ? await app.outside.billers[provider].sell({
        kind,
        reference,
        item_name,
        provider_service: offer.provider_service,
        provider_item: offer.provider_item,
        customer: customer_no,
        // Baxi tells the buyer of power and television itself.
        phone: phone && localPhone(phone),
        amount_kobo,
      })
    : ({ status: "not_reached", why: "It is not sold at the moment." } as const);
  await hear(app, bill_id, provider, "send", outcome);
}

/** What a provider answered is kept, then decided by. */
async function hear(app: App, bill_id: string, provider: BillProvider, question: "send" | "ask", said: BillOutcome) {
  const words = "why" in said ? said.why : said.provider_reference;
  await keepAnswer(app.db, { subject_id: bill_id, provider, question, outcome: said.status, words });
  await settleBill(app, bill_id, provider, said);
}

const ageOf = ({ sent_at }: Bill): number => (sent_at ? clock.milliseconds() - sent_at.getTime() : 0);

/** Writes down that it is queried now, and the next question, before this one is asked: no crash ends the line of questions. @returns false when another question is due first */
async function takeQuestion(app: App, bill: Bill, isInTurn: boolean): Promise<boolean> {
  const pause = pauseBeforeQuestion(bill.asked_times, ageOf(bill));
  const now = clock.now();
  return app.db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`
      update bills
      set asked_at = ${now}, asked_times = asked_times + 1, next_question_at = ${new Date(now.getTime() + pause * 1_000)}
      where id = ${bill.id}
        and status in ('sent', 'unknown')
        and (not ${isInTurn}::boolean or next_question_at is null or next_question_at <= ${now})
    `.execute(tx);
    if (!numAffectedRows) return false;
    await app.queue.send(tx, "query-bill", { bill_id: bill.id }, { after_seconds: pause });
    return true;
  });
}

/**
 * Asks the provider for the outcome of a bill, and sees to it that it is asked again with growing pauses until there is an answer. After fourteen minutes it is a
 * person's turn; after a day it is paid back.
 * @param options.in_turn only if its next question is due: there may be more jobs than questions
 */
export async function askBill(app: App, bill_id: string, options: { in_turn?: boolean } = {}): Promise<void> {
  const bill = await readBill(app.db, bill_id);
  if (!bill) return;
  if (!isOpen(bill)) return askTheOthers(app, bill);
  if (!(await takeQuestion(app, bill, options.in_turn ?? false))) return;
  await hear(app, bill_id, bill.provider, "ask", await app.outside.billers[bill.provider].ask(bill.reference));
  const age = ageOf(bill);
  if (age >= SILENCE_MILLISECONDS) await tellOfSilence(app, bill_id);
  if (age >= (await readSetting(app.db, "bill_pending_hours")) * HOUR) await endSilence(app, bill_id);
}

/** A bill has ended: those who had refused it, or were silent, are asked whether they delivered after all. */
async function askTheOthers(app: App, bill: Bill): Promise<void> {
  if (!bill.ended_at) return;
  const asked: BillProvider[] = [
    ...new Set(bill.status === "failed" ? [...bill.refused_by, bill.provider] : bill.refused_by),
  ];
  for (const provider of asked)
    await hear(app, bill.id, provider, "ask", await app.outside.billers[provider].ask(bill.reference));
  const after_seconds = lookAgainIn(clock.milliseconds() - bill.ended_at.getTime());
  if (after_seconds) await app.queue.send(app.db, "query-bill", { bill_id: bill.id }, { after_seconds });
}

/** The provider answers nothing, or "pending" for ever: the desk is notified once, and so is the person. */
async function tellOfSilence(app: App, bill_id: string): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const bill = await lockBill(tx, bill_id);
    if (!bill || !isOpen(bill) || bill.needs_review_at) return;
    await changeRows(tx, "bills", bill_id, { needs_review_at: clock.now() });
    await notifyRoles(tx, await rolesWith(tx, DESK), messages.needsReview(bill, bill.provider));
    await note(tx, bill.user_id, messages.takesLonger(bill));
  });
}

/** A day without an end: paid back. Not where the provider says that it has delivered: then the token is owed, and a person sees to it. */
async function endSilence(app: App, bill_id: string): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const bill = await lockBill(tx, bill_id);
    if (!bill || bill.status !== "unknown" || bill.lacks_token || bill.approval_id) return;
    await failBill(tx, app, bill, "The provider has not reported the outcome for a day.");
  });
}

/** Registers the workers. */
export async function workOnBills(app: App): Promise<void> {
  await app.queue.work("send-bill", ({ bill_id }) => sendBill(app, bill_id), { at_once: 2 });
  await app.queue.work("query-bill", ({ bill_id }) => askBill(app, bill_id, { in_turn: true }), { at_once: 2 });
}
