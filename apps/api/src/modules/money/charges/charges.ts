/** Card charges. `sent` is committed before the provider is called; no answer makes it `unknown` until resolved. Never repeated under a new reference. */
import { fullName } from "@manilla/contract/formats";
import type { ChargePurposeName } from "@manilla/contract/money/purposes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { App } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { naira } from "../../../documents/letter.ts";
import { NotReached, OutcomeUnknown, ProviderRefused } from "../../../outside/http.ts";
import type { ChargeOutcome } from "../../../outside/payments/port.ts";
import {
  FIRST_QUESTION_SECONDS,
  REVIEW_AFTER_MILLISECONDS,
  SILENCE_MILLISECONDS,
  pauseBeforeQuestion,
} from "../../../outside/questions.ts";
import type { Charge, ChargePurpose, Means, Money } from "../../../house/purposes.ts";
import { type Actor, SYSTEM } from "../../platform/audit/index.ts";
import { newReference } from "../books/index.ts";
import { notifyRoles } from "../../platform/notifications/index.ts";
import { receive, receiveForCompany } from "../receipts/index.ts";
import { businessDate, changeWhere, recordBeginning, walkStates } from "../../platform/states/index.ts";
import { findDebitableCard, saveCard } from "./saved-cards.ts";
import { unanswered } from "./messages.ts";

export interface NewCharge {
  user_id: string;
  kind: ChargePurposeName;
  amount_kobo: bigint;
  loan_id?: string | null;
  repayment_id?: string | null;
  card_id?: string | null;
  requested_by?: string | null;
  excess?: "following" | "smaller" | "fewer" | null | undefined;
  /** The same request again finds its charge. */
  request_key?: string | null;
}

export type { Charge };

/** What a charge is for. @throws Error for one whose purpose is gone; the start refuses to come so far */
export function purposeOf({ house }: Pick<Means, "house">, { kind }: Pick<Charge, "kind">): ChargePurpose {
  const found = (house.charges as ReadonlyMap<string, ChargePurpose>).get(kind);
  if (!found) throw new Error(`No noun registers the purpose of charges ${kind}.`);
  return found;
}

const OPEN = ["created", "sent", "unknown"];

export const findCharge = (db: Database | Tx, id: string): Promise<Charge | undefined> =>
  db.selectFrom("charges").selectAll().where("id", "=", id).executeTakeFirst();

/** Records a charge that is about to be sent, with a question in the outbox. @returns the charge, and whether it is new */
export async function createCharge(app: App, tx: Tx, charge: NewCharge): Promise<{ charge: Charge; isNew: boolean }> {
  const on = await businessDate(tx);
  const purpose = purposeOf(app, charge);
  const id = uuidv7();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("charges")
    .values({ id, ...charge, reference: newReference(purpose.prefix, on), status: "sent", business_date: on })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  const isNew = numInsertedOrUpdatedRows === 1n;
  if (isNew) {
    await recordBeginning(tx, "charge", id, "sent", SYSTEM);
    await app.queue.send(tx, "query-charge", { charge_id: id }, { after_seconds: purpose.is_hosted ? 120 : 60 });
  }
  const found = isNew
    ? await findCharge(tx, id)
    : await tx
        .selectFrom("charges")
        .selectAll()
        .where(
          charge.request_key
            ? sql<boolean>`request_key = ${charge.request_key}`
            : sql<boolean>`
              repayment_id = ${charge.repayment_id ?? null} and business_date = ${on}::date and kind = ${charge.kind}
            `,
        )
        .executeTakeFirst();
  if (!found) throw new Error("a charge that was refused as a double is not there");
  return { charge: found, isNew };
}

/** Debits the card of a charge that was just created. What the provider says is applied at once. */
export async function sendCharge(app: App, charge: Charge): Promise<Charge> {
  const card = await findDebitableCard(app.db, app, charge.user_id, charge.card_id ?? undefined);
  if (!card)
    return settleCharge(app, charge.id, {
      status: "failed",
      amount_kobo: 0n,
      failure: "There is no card to debit.",
      channel: "card",
      card: null,
    });
  const order = {
    email: card.email,
    amount_kobo: charge.amount_kobo,
    authorization_code: card.authorization_code,
    reference: charge.reference,
  };
  try {
    const outcome = purposeOf(app, charge).takes_part
      ? await app.outside.payments.partialDebit({ ...order, at_least_kobo: 1n })
      : await app.outside.payments.chargeAuthorization(order);
    if (outcome.status === "pending") return await becomeUnknown(app, charge);
    return await settleCharge(app, charge.id, outcome);
  } catch (error) {
    if (error instanceof NotReached)
      return settleCharge(app, charge.id, {
        status: "failed",
        amount_kobo: 0n,
        failure: "The card network could not be reached; nothing was charged.",
        channel: "card",
        card: null,
      });
    if (error instanceof ProviderRefused) return settleRefusal(app, charge, error);
    if (error instanceof OutcomeUnknown) return becomeUnknown(app, charge);
    throw error;
  }
}

/** A refusal of the reference itself says nothing about the money: the provider is asked. */
async function settleRefusal(app: App, charge: Charge, refusal: ProviderRefused): Promise<Charge> {
  const known = await app.outside.payments.verifyCharge(charge.reference).catch(() => undefined);
  if (known === undefined) return becomeUnknown(app, charge);
  const { message } = (refusal.body ?? {}) as { message?: unknown };
  if (known.status === "not_found")
    return settleCharge(app, charge.id, {
      status: "failed",
      amount_kobo: 0n,
      failure: typeof message === "string" ? message.slice(0, 200) : "The card was refused.",
      channel: "card",
      card: null,
    });
  return known.status === "pending" ? becomeUnknown(app, charge) : settleCharge(app, charge.id, known);
}

async function becomeUnknown(app: App, charge: Charge): Promise<Charge> {
  await changeWhere(app.db, { noun: "charge", action: "lose_sight", where: sql`id = ${charge.id}`, actor: SYSTEM });
  await app.queue.send(app.db, "query-charge", { charge_id: charge.id }, { after_seconds: FIRST_QUESTION_SECONDS });
  return (await findCharge(app.db, charge.id)) ?? charge;
}

/** Applies the provider's outcome of a charge, once. Money received counts even after the charge was held to have failed. */
export async function settleCharge(app: App, charge_id: string, outcome: ChargeOutcome): Promise<Charge> {
  return app.db.transaction().execute(async (tx) => {
    const charge = await tx
      .selectFrom("charges")
      .selectAll()
      .where("id", "=", charge_id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (charge.status === "success" || outcome.status === "pending") return charge;
    if (outcome.status === "success") await succeed(app, tx, charge, outcome);
    else if (OPEN.includes(charge.status)) await fail(app, tx, charge, outcome);
    return (await findCharge(tx, charge_id)) ?? charge;
  });
}

async function actorOf(tx: Tx, charge: Charge): Promise<Actor> {
  if (!charge.requested_by) return SYSTEM;
  const person = await tx
    .selectFrom("users")
    .select(["name", "last_name"])
    .where("id", "=", charge.requested_by)
    .executeTakeFirst();
  return { user_id: charge.requested_by, name: person ? fullName(person) : SYSTEM.name };
}

/** Ends a locked charge. */
const walk = (
  tx: Tx,
  { id, status }: Charge,
  action: string,
  on: string,
  set: Record<string, unknown>,
): Promise<void> =>
  walkStates(tx, [{ noun: "charge", id, from: status, steps: [{ action }], set, actor: SYSTEM, business_date: on }]);

async function succeed(app: App, tx: Tx, charge: Charge, outcome: ChargeOutcome): Promise<void> {
  const on = await businessDate(tx);
  const purpose = purposeOf(app, charge);
  if (outcome.card && !purpose.is_order) await saveCard(tx, app, charge.user_id, outcome.card);
  const named = await purpose.subjectOf?.(tx, charge);
  const subject_id = named ?? (purpose.is_order ? charge.id : charge.loan_id);
  const money = {
    amount_kobo: outcome.amount_kobo,
    channel: purpose.channel,
    source: "card_settlement" as const,
    reference: charge.reference,
    on,
    actor: await actorOf(tx, charge),
    note: outcome.amount_kobo === charge.amount_kobo ? null : `${naira(charge.amount_kobo)} was asked for.`,
  };
  const { receipt_id } = purpose.companyOf
    ? await receiveForCompany(tx, app, { ...money, company_id: await purpose.companyOf(tx, charge) })
    : await receive(tx, app, {
        ...money,
        user_id: charge.user_id,
        ...(purpose.receipt === "credit" || subject_id ? { purpose: purpose.receipt, subject_id } : {}),
        excess: charge.excess as Money["excess"],
      });
  const set = {
    received_kobo: outcome.amount_kobo,
    receipt_id,
    failure: null,
    needs_review_at: null,
    settled_at: clock.now(),
  };
  await walk(tx, charge, "succeed", on, set);
  await purpose.succeed?.(tx, charge);
}

async function fail(app: App, tx: Tx, charge: Charge, outcome: ChargeOutcome): Promise<void> {
  const failure =
    outcome.failure ?? (outcome.status === "abandoned" ? "The payment page was left." : "The card was declined.");
  const action = outcome.status === "abandoned" ? "abandon" : "fail";
  await walk(tx, charge, action, await businessDate(tx), { failure, settled_at: clock.now() });
  await purposeOf(app, charge).fail?.(tx, charge, failure);
}

const ageOf = ({ created_at }: Charge): number => clock.milliseconds() - created_at.getTime();

/** Writes down that it is queried now, and the next question, before this one is asked: no crash ends the line of questions. @returns false when another question is due first */
async function takeQuestion(app: App, charge: Charge, isInTurn: boolean): Promise<boolean> {
  const { id } = charge;
  const pause = pauseBeforeQuestion(charge.asked_times, ageOf(charge));
  return app.db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`
      update charges
      set asked_times = asked_times + 1, next_question_at = now() + make_interval(secs => ${pause})
      where id = ${id}
        and status = any(${OPEN}::text[])
        and (not ${isInTurn}::boolean or next_question_at is null or next_question_at <= now())
    `.execute(tx);
    if (!numAffectedRows) return false;
    await app.queue.send(tx, "query-charge", { charge_id: id }, { after_seconds: pause });
    return true;
  });
}

/**
 * Asks for the outcome of a charge, and sees to it that it is asked again with growing pauses. An unfinished hosted page expires after a day.
 * @param options.in_turn only if its next question is due: there may be more jobs than questions
 */
export async function askCharge(
  app: App,
  charge_id: string,
  options: { in_turn?: boolean } = {},
): Promise<Charge | undefined> {
  const charge = await findCharge(app.db, charge_id);
  if (!charge || !OPEN.includes(charge.status) || !(await takeQuestion(app, charge, options.in_turn ?? false)))
    return charge;
  const outcome = await app.outside.payments.verifyCharge(charge.reference).catch((error: unknown) => {
    if (error instanceof NotReached || error instanceof OutcomeUnknown || error instanceof ProviderRefused)
      return undefined;
    throw error;
  });
  const age = ageOf(charge);
  const isHosted = purposeOf(app, charge).is_hosted;
  if (outcome?.status === "not_found" && charge.asked_times >= 1 && age >= REVIEW_AFTER_MILLISECONDS) {
    return settleCharge(app, charge_id, {
      status: "failed",
      amount_kobo: 0n,
      failure: "The provider never took this charge.",
      channel: "card",
      card: null,
    });
  }
  // On the hosted page "abandoned" and "failed" only mean "not yet": the person may still be typing.
  const isFinal =
    outcome &&
    outcome.status !== "not_found" &&
    outcome.status !== "pending" &&
    (!isHosted || outcome.status === "success" || age > 86_400_000);
  if (isFinal) return settleCharge(app, charge_id, outcome);
  if (!charge.needs_review_at && !isHosted && age >= SILENCE_MILLISECONDS) await flagForReview(app, charge);
  return findCharge(app.db, charge_id);
}

async function flagForReview(app: App, charge: Charge): Promise<void> {
  await app.db.updateTable("charges").set({ needs_review_at: clock.now() }).where("id", "=", charge.id).execute();
  await notifyRoles(app.db, ["super_finance"], unanswered(charge));
}

/** Registers the worker. */
export async function workOnCharges(app: App): Promise<void> {
  await app.queue.work(
    "query-charge",
    async ({ charge_id }) => void (await askCharge(app, charge_id, { in_turn: true })),
    { at_once: 2 },
  );
}
