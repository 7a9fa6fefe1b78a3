/** What the issuer reports of a payment: let through without us, given back, expired, voided. What is held follows from all that was said, in whatever order. */
import { isoDay } from "@manilla/contract/formats";
import { uuidv7 } from "uuidv7";
import type { Tx } from "../../../db/database.ts";
import type { App } from "../../../house/app.ts";
import { changeRows } from "../../../db/row.ts";
import type { IssuerEvent } from "../../../outside/issuer/events.ts";
import { newReference } from "../../money/books/index.ts";
import { tellSoon } from "../../platform/notifications/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { showDeclined } from "./deciding.ts";
import type { Card } from "../card-records/index.ts";
import { holdAnew } from "./holding.ts";
import { accountsOf, saidOf } from "./loading.ts";
import * as messages from "./messages.ts";
import { changePayment, figuresOf, keepEvent, startPayment } from "./recording.ts";
import { toHold } from "./rules.ts";

const NONE = { held_kobo: 0n, hold_id: null };

/** A payment that the issuer let through without asking us is there from now on. */
async function startAdvised(tx: Tx, card: Card, event: IssuerEvent): Promise<void> {
  const [said, on] = [await saidOf(tx, event), await businessDate(tx)];
  const [id, reference, figures] = [uuidv7(), newReference("CP", on), figuresOf(said)];
  const asked = { key: `card:${id}:${event.event_id}`, amount_kobo: toHold(figures), reference };
  const held = await holdAnew(tx, accountsOf(card).account, NONE, asked);
  const started = { id, reference, on, figures, held, response_code: "00", unmet: undefined, checks: [] };
  await startPayment(tx, card, event, { ...started, is_stand_in: true });
  // What was taken before it was known belongs to it.
  await changeRows(tx, "card_captures", { issuer_authorisation_id: event.authorisation }, { authorisation_id: id });
  const before = { approved_kobo: 0n, captured_kobo: said.captured_kobo };
  await alert(tx, card, event, id, messages.unheard(before, figures.approved_kobo));
}

/** The holder is notified of approvals given in our place when we are; of earlier captures they were notified then. */
async function alert(tx: Tx, card: Card, event: IssuerEvent, id: string, amount_kobo: bigint): Promise<void> {
  if (amount_kobo === 0n) return;
  const words = messages.paid({ id, without_us: "approved", ...messages.paidOf(event, card, amount_kobo) });
  await tellSoon(tx, card.user_id, words);
}

/** Follows a report about a payment; one about a payment that is not known yet is kept until it is. */
export async function follow(
  tx: Tx,
  app: Pick<App, "queue" | "config">,
  card: Card,
  event: IssuerEvent,
): Promise<void> {
  await keepEvent(tx, card, event, "00");
  const said = await saidOf(tx, event);
  const { payment } = said;
  if (!payment) {
    if (event.kind === "AUTHORIZATION_ADVICE") await startAdvised(tx, card, event);
    // Where something was taken of it, or let through, it was not declined alone: the rest of its story is awaited.
    else if (event.kind === "AUTHORIZATION_DECLINED" && said.captured_kobo === 0n)
      await showDeclined(tx, app, card, event);
    return;
  }
  const figures = figuresOf(said);
  const held = await holdAnew(tx, accountsOf(card).account, payment, {
    key: `card:${payment.id}:${event.event_id}`,
    amount_kobo: toHold(figures),
    reference: payment.reference,
  });
  await changePayment(tx, card, payment, { figures, held, isExpired: event.kind === "AUTHORIZATION_EXPIRY" });
  if (event.kind !== "AUTHORIZATION_ADVICE" || figures.approved_kobo <= payment.approved_kobo) return;
  await changeRows(tx, "card_authorisations", payment.id, { is_stand_in: true });
  await alert(tx, card, event, payment.id, messages.unheard(payment, figures.approved_kobo));
}

/** Our own end of a payment that nobody captured in time: as if the issuer had said it. */
export const expiryOf = (payment: { id: string; issuer_authorisation_id: string }, at: Date): IssuerEvent => ({
  event_id: `expiry:${payment.id}:${isoDay(at)}`,
  kind: "AUTHORIZATION_EXPIRY",
  issuer_card_id: "",
  authorisation: payment.issuer_authorisation_id,
  transaction: null,
  amount_kobo: 0n,
  shop: null,
  currency: null,
  channel: "web",
  merchant: { name: "", mcc: "", city: "", country: "NG" },
  verified: {},
  is_last: true,
  at,
});
