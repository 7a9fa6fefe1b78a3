/** Writing down what the issuer sent, and what a payment is since. */
import { categoryOf, holdDays } from "@manilla/contract/cards/merchant-categories";
import { isoDay } from "@manilla/contract/formats";
import { addDays } from "@manilla/credit";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { type NewRow, insertTogether, newRow } from "../../../db/fixed.ts";
import { later } from "../../../db/pipelined-database.ts";
import type { IssuerEvent } from "../../../outside/issuer/events.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { beginningOf, changeState } from "../../platform/states/index.ts";
import { countSpent, spentOn } from "../card-controls/index.ts";
import type { Card } from "../card-records/index.ts";
import type { Held } from "./holding.ts";
import type { Payment, Said } from "./loading.ts";
import { type Check, isCash } from "./rules.ts";

/** What the issuer gets. */
export interface Answer {
  response_code: string;
  /** Asked for by a balance enquiry. */
  balance_kobo?: bigint;
}

/** An event with our answer, which a second delivery gets again. */
export const eventRow = (card: Pick<Card, "id">, event: IssuerEvent, response_code: string): NewRow =>
  newRow("card_events", {
    event_id: event.event_id,
    card_id: card.id,
    kind: event.kind,
    issuer_authorisation_id: event.authorisation,
    issuer_transaction_id: event.transaction,
    amount_kobo: event.amount_kobo,
    is_last: event.is_last,
    response_code,
    happened_at: event.at,
    received_at: clock.now(),
  });

/** Keeps an event with our answer. */
export const keepEvent = (tx: Tx, card: Pick<Card, "id">, event: IssuerEvent, response_code: string): Promise<void> =>
  insertTogether(tx, [eventRow(card, event, response_code)]);

/** What the issuer said of a payment, as it is from now on. */
export interface Figures {
  approved_kobo: bigint;
  captured_kobo: bigint;
  reversed_kobo: bigint;
  is_over: boolean;
}
/** What was let through: as we said, or the issuer without us. */
export const figuresOf = (said: Said): Figures => ({
  approved_kobo: said.requested_kobo > said.advised_kobo ? said.requested_kobo : said.advised_kobo,
  captured_kobo: said.captured_kobo,
  reversed_kobo: said.reversed_kobo,
  is_over: said.is_over,
});

/** What counts against the limits of its day: what was let through and not given back, and at the end what was taken. */
export const countedOf = ({ approved_kobo, captured_kobo, reversed_kobo, is_over }: Figures): bigint => {
  const open = is_over ? 0n : approved_kobo - reversed_kobo;
  return open > captured_kobo ? open : captured_kobo;
};

/** Where the money of a payment has gone; a declined one stays so until something is taken. */
const stateOf = ({ approved_kobo, captured_kobo, reversed_kobo, is_over }: Figures, isExpired: boolean): string => {
  if (captured_kobo > 0n) return "captured";
  if (approved_kobo === 0n) return "declined";
  return isExpired ? "expired" : is_over || approved_kobo <= reversed_kobo ? "reversed" : "approved";
};
const ACTIONS: Readonly<Record<string, string>> = {
  captured: "capture",
  reversed: "reverse",
  expired: "expire",
  approved: "stand_in",
};

async function move(tx: Tx, id: string, from: string, to: string): Promise<void> {
  const action = ACTIONS[to];
  // What was let through and is back, and nothing of it taken, is reversed; a capture that comes too late still counts.
  if (from === to || !action || (from === "expired" && to === "reversed") || (from === "reversed" && to === "expired"))
    return;
  await changeState(tx, { noun: "cardAuthorisation", id, from, action, actor: SYSTEM, is_locked: true });
}

export interface Started {
  id: string;
  reference: string;
  on: string;
  figures: Figures;
  held: Held;
  response_code: string;
  unmet: Check | undefined;
  checks: readonly Check[];
  is_stand_in: boolean;
}

/** Columns of {@link rowsOfStarted} whose text is JSON. */
export const JSON_OF_STARTED = ["checks", "found"];

/** What is written of a payment that was not there before, with what was said of it already. */
export function rowsOfStarted(card: Card, event: IssuerEvent, started: Started): NewRow[] {
  const { id, figures, held, unmet, checks, on, ...row } = started;
  const category = categoryOf(event.merchant.mcc);
  const { reason = null, is_met: _met, ...found } = unmet ?? ({} as Partial<Check>);
  const day = isoDay(event.at);
  const isRefund = event.kind === "CREDIT_AUTHORIZATION";
  const taken = isCash(category, event.channel, isRefund) ? "cash" : "purchase";
  const status = unmet ? "declined" : isRefund ? "announced" : "approved";
  // What was taken before it was known has been counted then.
  const counted_kobo = countedOf(figures) - figures.captured_kobo;
  const isCounted = !unmet && !isRefund && card.status !== "closed";
  return [
    newRow("transitions", beginningOf("cardAuthorisation", id, status, SYSTEM)),
    ...(isCounted ? [spentOn(card.id, day, counted_kobo, 1)] : []),
    newRow("card_authorisations", {
      ...row,
      ...figures,
      ...held,
      id,
      card_id: card.id,
      user_id: card.user_id,
      company_id: card.company_id,
      issuer_authorisation_id: event.authorisation ?? event.event_id,
      kind: event.kind === "BALANCE_INQUIRY" ? "enquiry" : isRefund ? "refund" : taken,
      channel: event.channel,
      merchant: event.merchant.name,
      mcc: event.merchant.mcc,
      category,
      city: event.merchant.city,
      country: event.merchant.country,
      amount_kobo: event.amount_kobo,
      asked_currency: (event.currency ?? card.currency) === card.currency ? null : event.currency,
      shop_currency: event.shop?.currency ?? null,
      shop_amount: event.shop?.amount ?? null,
      status,
      is_over: figures.is_over || unmet !== undefined || isRefund,
      counted_kobo: countedOf(figures),
      day,
      reason,
      found: unmet ? JSON.stringify(found) : null,
      checks: JSON.stringify(checks),
      expires_on: addDays(on, holdDays(category)),
      business_date: on,
      created_at: clock.now(),
    }),
  ];
}

/** A payment that was not there before. @param besides rows that are written together with it */
export async function startPayment(
  tx: Tx,
  card: Card,
  event: IssuerEvent,
  started: Started,
  besides: readonly NewRow[] = [],
): Promise<void> {
  const { id, figures, unmet } = started;
  await insertTogether(tx, [...besides, ...rowsOfStarted(card, event, started)]);
  if (unmet || event.kind === "CREDIT_AUTHORIZATION") return;
  // What was taken before it was known has been counted then.
  const counted_kobo = countedOf(figures) - figures.captured_kobo;
  if (card.status === "closed") await countSpent(tx, card.id, isoDay(event.at), counted_kobo, 1);
  await move(tx, id, "approved", stateOf(figures, false));
}

/** What a shop announced to give back has come. */
export const endAnnounced = (tx: Tx, id: string): Promise<unknown> =>
  changeState(tx, { noun: "cardAuthorisation", id, from: "announced", action: "give_back", actor: SYSTEM });

/** A payment as it is after an event. */
export async function changePayment(
  tx: Tx,
  card: Pick<Card, "id">,
  payment: Payment,
  { figures, held, isExpired = false }: { figures: Figures; held: Held; isExpired?: boolean },
): Promise<void> {
  const counted_kobo = countedOf(figures);
  await later(
    tx,
    tx
      .updateTable("card_authorisations")
      .set({ ...figures, ...held, counted_kobo })
      .where("id", "=", payment.id),
  );
  if (counted_kobo !== payment.counted_kobo)
    await countSpent(tx, card.id, payment.day, counted_kobo - payment.counted_kobo, 0);
  await move(tx, payment.id, payment.status, stateOf(figures, isExpired));
}
