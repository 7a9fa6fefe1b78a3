/** Sends an approved payout, once (promise M5): `sent` is committed first, and after a crash the provider is asked before anything is sent again. */
import { sql } from "kysely";
import type { App } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import { Conflict } from "../../../errors.ts";
import { NotReached, OutcomeUnknown, ProviderRefused } from "../../../outside/http.ts";
import {
  FIRST_QUESTION_SECONDS,
  REVIEW_AFTER_MILLISECONDS,
  SILENCE_MILLISECONDS,
  lookAgainIn,
  pauseBeforeQuestion,
} from "../../../outside/questions.ts";
import type { TransferOutcome } from "../../../outside/payments/port.ts";
import type { Payout } from "../../../house/purposes.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { notifyRoles } from "../../platform/notifications/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";
import { accountOfPayout } from "./account.ts";
import { failPayout, lockPayout, lockPayoutInOrder, purposeOf, settlePayout } from "./settle.ts";
import { keepAnswer } from "../provider-answers/index.ts";
import { needsReview, unanswered } from "./messages.ts";
import { changeRows } from "../../../db/row.ts";

const QUESTIONS_BEFORE_REVIEW = 2;

const find = (app: App, id: string): Promise<Payout | undefined> =>
  app.db.selectFrom("payouts").selectAll().where("id", "=", id).executeTakeFirst();

const messageOf = (error: ProviderRefused): string => {
  const { message } = (error.body ?? {}) as { message?: unknown };
  return typeof message === "string" && message !== "" ? message.slice(0, 200) : "The provider refused it.";
};

const PROVIDER = "paystack";

/** Nothing was sent, and nothing is. */
const refuseRecipient = (app: App, { id }: Payout, reason: string): Promise<void> =>
  app.db.transaction().execute(async (tx) => {
    const locked = await lockPayoutInOrder(app, tx, id);
    if (locked?.status === "approved") await failPayout(app, tx, locked, reason, "refuse");
  });

/** Account name enquiry before every payout. @returns the recipient, or undefined when it was refused permanently */
async function prepareRecipient(app: App, payout: Payout): Promise<string | undefined> {
  if (payout.recipient_code) return payout.recipient_code;
  const account_no = await accountOfPayout(app.db, app.encryption, payout);
  try {
    const { account_name } = await app.outside.payments.resolveAccount({ account_no, bank_code: payout.bank_code });
    if (purposeOf(app, payout).isPayee?.(payout, account_name) === false) {
      await refuseRecipient(app, payout, `The bank now calls this account ${account_name}.`);
      return undefined;
    }
    const { recipient_code } = await app.outside.payments.createRecipient({
      name: account_name,
      account_no,
      bank_code: payout.bank_code,
    });
    await app.db.updateTable("payouts").set({ recipient_code, account_name }).where("id", "=", payout.id).execute();
    return recipient_code;
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    await refuseRecipient(app, payout, messageOf(error));
    return undefined;
  }
}

/** approved → sent, committed. @returns false when somebody else was quicker */
async function markSent(app: App, payout: Payout): Promise<boolean> {
  try {
    await app.db.transaction().execute(async (tx) => {
      await lockPayoutInOrder(app, tx, payout.id);
      const on = await businessDate(tx);
      await changeState(tx, {
        noun: "payout",
        id: payout.id,
        from: "approved",
        action: "send",
        actor: SYSTEM,
        business_date: on,
      });
      await changeRows(tx, "payouts", payout.id, { sent_at: clock.now(), business_date: on });
      await purposeOf(app, payout).moves?.(tx, payout, "send", SYSTEM);
      // The outbox remembers to ask, also when this process ends on the next line.
      await app.queue.send(tx, "query-payout", { payout_id: payout.id }, { after_seconds: 60 });
    });
    return true;
  } catch (error) {
    if (error instanceof Conflict) return false;
    throw error;
  }
}

async function becomeUnknown(app: App, payout_id: string): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const payout = await lockPayoutInOrder(app, tx, payout_id);
    if (payout?.status !== "sent") return;
    await changeState(tx, {
      noun: "payout",
      id: payout_id,
      from: "sent",
      action: "lose_sight",
      actor: SYSTEM,
      reason: "The provider did not answer.",
      business_date: await businessDate(tx),
    });
    await purposeOf(app, payout).moves?.(tx, payout, "lose_sight", SYSTEM);
    // The waiting caller sees when the next question is due.
    const next_question_at = new Date(clock.milliseconds() + FIRST_QUESTION_SECONDS * 1_000);
    if (!payout.next_question_at) await changeRows(tx, "payouts", payout_id, { next_question_at });
    await app.queue.send(tx, "query-payout", { payout_id }, { after_seconds: FIRST_QUESTION_SECONDS });
  });
}

/** Nothing left this house: back to approved, and the queue tries again. */
async function takeBack(app: App, payout: Payout): Promise<void> {
  const { id: payout_id } = payout;
  await app.db.transaction().execute(async (tx) => {
    await lockPayoutInOrder(app, tx, payout_id);
    await changeState(tx, {
      noun: "payout",
      id: payout_id,
      from: "sent",
      action: "not_reached",
      actor: SYSTEM,
      reason: "The provider could not be reached.",
      business_date: await businessDate(tx),
    });
    await purposeOf(app, payout).moves?.(tx, payout, "not_reached", SYSTEM);
    await app.queue.send(tx, "send-payout", { payout_id }, { after_seconds: 30 });
  });
}

/** A refusal counts only when the provider does not know the reference: a second send under the same reference is refused too. */
async function settleRefusal(app: App, payout: Payout, refusal: ProviderRefused): Promise<void> {
  const known = await app.outside.payments.verifyTransfer(payout.reference).catch(() => undefined);
  if (known === undefined) return becomeUnknown(app, payout.id);
  if (known.status !== "not_found") return settlePayout(app, payout.id, known);
  await settlePayout(app, payout.id, { status: "failed", provider_reference: null, failure: messageOf(refusal) });
}

/** The job: safe to run any number of times, by any number of workers. */
export async function sendPayout(app: App, payout_id: string): Promise<void> {
  const payout = await find(app, payout_id);
  if (payout?.status === "sent" || payout?.status === "unknown") return askPayout(app, payout_id);
  if (payout?.status !== "approved") return;
  const recipient_code = await prepareRecipient(app, payout);
  if (!recipient_code || !(await markSent(app, payout))) return;
  try {
    const outcome = await app.outside.payments.transfer({
      amount_kobo: payout.amount_kobo,
      recipient_code,
      reference: payout.reference,
      reason: `${purposeOf(app, payout).narration} ${payout.reference}`,
    });
    await changeRows(app.db, "payouts", payout_id, { provider_reference: outcome.provider_reference });
    await keepAnswer(app.db, answerOf(payout_id, "send", outcome));
    if (outcome.is_for_person) await leaveToPerson(app, payout_id, outcome);
    else if (outcome.status === "pending")
      await app.queue.send(app.db, "query-payout", { payout_id }, { after_seconds: FIRST_QUESTION_SECONDS });
    else await settlePayout(app, payout_id, outcome);
  } catch (error) {
    if (isAboutProvider(error)) await keepAnswer(app.db, answerOf(payout_id, "send", error));
    if (error instanceof NotReached) await takeBack(app, payout);
    else if (error instanceof OutcomeUnknown) await becomeUnknown(app, payout_id);
    else if (error instanceof ProviderRefused) await settleRefusal(app, payout, error);
    else throw error;
  }
}

type Said = { status: string; failure?: string | null } | NotReached | OutcomeUnknown | ProviderRefused;
const isAboutProvider = (error: unknown): error is NotReached | OutcomeUnknown | ProviderRefused =>
  error instanceof NotReached || error instanceof OutcomeUnknown || error instanceof ProviderRefused;

/** What is kept of an answer, or of none. */
function answerOf(subject_id: string, question: "send" | "ask", said: Said) {
  const about = { subject_id, provider: PROVIDER, question };
  if ("status" in said && !(said instanceof Error)) return { ...about, outcome: said.status, words: said.failure };
  if (said instanceof ProviderRefused) return { ...about, outcome: "refused", words: messageOf(said) };
  return { ...about, outcome: said instanceof NotReached ? "not_reached" : "unknown" };
}

/** The provider's word about what was sent to it; undefined where there is none. */
async function verify(app: App, { id, reference }: Payout) {
  const said = await app.outside.payments.verifyTransfer(reference).catch((error: unknown) => {
    if (isAboutProvider(error)) return error;
    throw error;
  });
  await keepAnswer(app.db, answerOf(id, "ask", said));
  return said instanceof Error ? undefined : said;
}

/** It failed, or was given up, and the money went back: whether it arrived after all is asked a few times more. */
async function lookAgain(app: App, payout: Payout): Promise<void> {
  if (payout.status !== "failed" || !payout.sent_at || !payout.settled_at || !purposeOf(app, payout).late) return;
  const outcome = await verify(app, payout);
  if (outcome?.status === "success") return settlePayout(app, payout.id, outcome);
  const after_seconds = lookAgainIn(clock.milliseconds() - payout.settled_at.getTime());
  if (after_seconds) await app.queue.send(app.db, "query-payout", { payout_id: payout.id }, { after_seconds });
}

const ageOf = ({ sent_at }: Payout): number => (sent_at ? clock.milliseconds() - sent_at.getTime() : 0);

/** Writes down that it is queried now, and the next question, before this one is asked: no crash ends the line of questions. @returns false when another question is due first */
async function takeQuestion(app: App, payout: Payout, isInTurn: boolean): Promise<boolean> {
  const pause = pauseBeforeQuestion(payout.asked_times, ageOf(payout));
  return app.db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`
      update payouts
      set asked_at = now(), asked_times = asked_times + 1, next_question_at = now() + make_interval(secs => ${pause})
      where id = ${payout.id}
        and status in ('sent', 'unknown')
        and (not ${isInTurn}::boolean or next_question_at is null or next_question_at <= now())
    `.execute(tx);
    if (!numAffectedRows) return false;
    await app.queue.send(tx, "query-payout", { payout_id: payout.id }, { after_seconds: pause });
    return true;
  });
}

/**
 * Asks the provider for the outcome of a payout, and sees to it that it is asked again with growing pauses until there is an answer. What it never knew is flagged
 * for a person after ten minutes and two questions; it stays unknown and is not sent again.
 * @param options.in_turn only if its next question is due: there may be more jobs than questions
 */
export async function askPayout(app: App, payout_id: string, options: { in_turn?: boolean } = {}): Promise<void> {
  const payout = await find(app, payout_id);
  if (!payout) return;
  if (payout.status !== "sent" && payout.status !== "unknown") return lookAgain(app, payout);
  if (!(await takeQuestion(app, payout, options.in_turn ?? false))) return;
  const outcome = await verify(app, payout);
  if (outcome && outcome.status !== "not_found" && outcome.status !== "pending")
    return settlePayout(app, payout_id, outcome);
  if (outcome && "is_for_person" in outcome && outcome.is_for_person) return leaveToPerson(app, payout_id, outcome);
  if (outcome?.status === "not_found") {
    await becomeUnknown(app, payout_id);
    await flagForReview(app, payout_id);
  }
  if (ageOf(payout) >= SILENCE_MILLISECONDS) await tellOfSilence(app, payout_id);
}

/** The provider answers nothing, or "pending" for ever: finance is notified once. */
async function tellOfSilence(app: App, payout_id: string): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const payout = await lockPayout(tx, payout_id);
    if (!payout || !["sent", "unknown"].includes(payout.status) || payout.needs_review_at || payout.silence_told_at)
      return;
    const failure =
      "The provider has not reported the outcome of this transfer. It is asked again and again; nothing is sent twice.";
    await changeRows(tx, "payouts", payout_id, { silence_told_at: clock.now(), failure });
    await notifyRoles(tx, ["super_finance"], unanswered({ payout, failure }));
  });
}

/** The receiving bank suspects something: nothing is paid back by itself, and finance is notified at once. It is queried further. */
async function leaveToPerson(app: App, payout_id: string, { failure: words }: TransferOutcome): Promise<void> {
  await becomeUnknown(app, payout_id);
  await app.db.transaction().execute(async (tx) => {
    const payout = await lockPayout(tx, payout_id);
    if (payout?.status !== "unknown" || payout.needs_review_at) return;
    const failure = `${words ?? "The receiving bank suspects something"}: a person decides whether this is given up.`;
    await changeRows(tx, "payouts", payout_id, { needs_review_at: clock.now(), failure });
    await notifyRoles(tx, ["super_finance"], needsReview({ payout, failure }));
  });
}

async function flagForReview(app: App, payout_id: string): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const payout = await lockPayout(tx, payout_id);
    if (
      !payout ||
      payout.status !== "unknown" ||
      payout.needs_review_at ||
      payout.asked_times < QUESTIONS_BEFORE_REVIEW
    )
      return;
    if (ageOf(payout) < REVIEW_AFTER_MILLISECONDS) return;
    const failure =
      "The provider does not know this transfer. Check the bank's statement; it can be given up, never sent again.";
    await changeRows(tx, "payouts", payout_id, { needs_review_at: clock.now(), failure });
    await notifyRoles(tx, ["super_finance"], needsReview({ payout, failure }));
  });
}

/** Registers the workers. */
export async function workOnPayouts(app: App): Promise<void> {
  await app.queue.work("send-payout", ({ payout_id }) => sendPayout(app, payout_id), { at_once: 2 });
  await app.queue.work("query-payout", ({ payout_id }) => askPayout(app, payout_id, { in_turn: true }), { at_once: 2 });
}
