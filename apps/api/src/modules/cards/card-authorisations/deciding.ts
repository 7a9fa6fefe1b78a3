/** The issuer asks: may this card pay? Decided by pure rules over what is read under the card's lock; the money is set aside in the same transaction. */
import { declineReasons } from "@manilla/contract/cards/decline-reasons";
import { reasonOfIssuersDecline } from "@manilla/contract/cards/issuer-reasons";
import { categoryOf } from "@manilla/contract/cards/merchant-categories";
import { isoDay } from "@manilla/contract/formats";
import { uuidv7 } from "uuidv7";
import type { Tx } from "../../../db/database.ts";
import { type NewRow, insertTogether } from "../../../db/fixed.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import type { App } from "../../../house/app.ts";
import type { IssuerEvent } from "../../../outside/issuer/events.ts";
import { newReference } from "../../money/books/index.ts";
import { noticeSoon } from "../../platform/notifications/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { lockCashLeft } from "../card-controls/index.ts";
import type { Card } from "../card-records/index.ts";
import { afterDecline } from "./declines.ts";
import { type Held, holdMore } from "./holding.ts";
import * as messages from "./messages.ts";
import { type Payment, type Said, accountsOf, booksOf, standingAndUsage, standingOf } from "./loading.ts";
import {
  type Figures,
  changePayment,
  endAnnounced,
  eventRow,
  figuresOf,
  keepEvent,
  startPayment,
} from "./recording.ts";
import {
  type Check,
  type Facts,
  type Paying,
  enough,
  firstUnmet,
  isCash,
  judge,
  judgeEnquiry,
  judgeStanding,
  toHold,
} from "./rules.ts";

/** A payment as its rules ask for it. */
export const payingOf = (
  event: IssuerEvent,
  card: Pick<Card, "currency">,
  payment: Pick<Paying, "is_more" | "is_ended" | "before_kobo">,
): Paying => ({
  ...payment,
  amount_kobo: event.amount_kobo,
  category: categoryOf(event.merchant.mcc),
  is_cash: isCash(categoryOf(event.merchant.mcc), event.channel, event.kind === "CREDIT_AUTHORIZATION"),
  merchant: event.merchant.name,
  channel: event.channel,
  country: event.merchant.country,
  currency: event.currency ?? card.currency,
  verified: event.verified,
  at: event.at,
  is_refund: event.kind === "CREDIT_AUTHORIZATION",
});

/** What was let through of a payment and not given back. */
function letThrough({ approved_kobo, reversed_kobo }: Figures): bigint {
  return approved_kobo > reversed_kobo ? approved_kobo - reversed_kobo : 0n;
}

/** Everything that decides about a card's payment, read at once. */
async function factsOf(tx: Tx, card: Card, { at, is_cash, category }: Paying): Promise<Facts> {
  const [standing, { free_kobo }, cash] = await Promise.all([
    standingAndUsage(tx, card, { today: isoDay(at), is_betting: category === "gambling" }),
    booksOf(tx, card),
    is_cash && card.currency === "NGN" ? lockCashLeft(tx, card, isoDay(at)) : [],
  ]);
  return { ...standing, available_kobo: free_kobo, cash };
}

interface Judged {
  checks: Check[];
  /** The first rule that was not met. */
  unmet: Check | undefined;
  held: Held;
}
const NONE: Held = { held_kobo: 0n, hold_id: null };

/** The rules, and where they let it through its hold. What several cards share may be gone in the meantime: then the rules are asked again. */
async function decide(
  tx: Tx,
  account: string,
  facts: Facts,
  paying: Paying,
  hold: { before: Held; key: string; amount_kobo: bigint; reference: string },
): Promise<Judged> {
  const checks = judge(facts, paying);
  const unmet = firstUnmet(checks);
  const { held_kobo, hold_id } = hold.before;
  if (unmet) return { checks, unmet, held: { held_kobo, hold_id } };
  const placed = await holdMore(tx, account, hold.before, hold);
  if (!("available_kobo" in placed)) return { checks, unmet, held: placed };
  const again = judge({ ...facts, available_kobo: placed.available_kobo }, paying);
  const missing: Check = { reason: "insufficient_funds", is_met: false, ...enough({ ...facts, ...placed }) };
  return {
    checks: again,
    unmet: firstUnmet(again) ?? missing,
    held: { held_kobo: placed.held_kobo ?? 0n, hold_id: placed.hold_id ?? null },
  };
}

/** What a payment is once this much more of it is let through. */
const withMore = (said: Said, amount_kobo: bigint): Figures =>
  figuresOf({ ...said, requested_kobo: said.requested_kobo + amount_kobo });

/**
 * Decides a request of the issuer, and keeps everything that was said.
 * @returns the code that the shop's machine gets
 */
export async function authorise(
  tx: Tx,
  app: Pick<App, "queue" | "config">,
  card: Card,
  event: IssuerEvent,
  said: Said,
): Promise<string> {
  const payment: Payment | null = said.payment;
  // The issuer has declined it itself: its request comes late, and nothing is held for it.
  if (payment?.status === "declined" && said.is_over) {
    await keepEvent(tx, card, event, payment.response_code);
    return payment.response_code;
  }
  const is_more = payment !== null && payment.status !== "declined";
  const isRefund = event.kind === "CREDIT_AUTHORIZATION";
  // Money that a shop will give back is neither let through nor held.
  const figures = isRefund ? figuresOf(said) : withMore(said, event.amount_kobo);
  // After its last capture, its expiry or its void nothing more is held of a payment: a shop that takes more asks again.
  const isHeld = event.kind === "AUTHORIZATION" && letThrough(figures) > said.captured_kobo;
  const is_ended = is_more && said.is_over && isHeld;
  const before_kobo = is_more ? letThrough(figuresOf(said)) : 0n;
  const paying = payingOf(event, card, { is_more, is_ended, before_kobo });
  const facts = await factsOf(tx, card, paying);
  const { on } = said;
  const id = payment?.id ?? uuidv7();
  const reference = payment?.reference ?? newReference("CP", on);
  const amount_kobo = paying.is_refund ? 0n : toHold(figures);
  const { checks, unmet, held } = await decide(tx, accountsOf(card).account, facts, paying, {
    before: payment ?? NONE,
    key: `card:${id}:${event.event_id}`,
    amount_kobo,
    reference,
  });
  const response_code = unmet ? declineReasons[unmet.reason].code : "00";
  const kept = eventRow(card, event, response_code);
  const after = unmet ? figuresOf(said) : figures;
  // An alert for each; for money taken before, the holder was notified then.
  const before = { approved_kobo: payment?.approved_kobo ?? 0n, captured_kobo: said.captured_kobo };
  const isPaid = unmet === undefined && !paying.is_refund;
  const new_kobo = isPaid ? messages.unheard(before, figures.approved_kobo) : 0n;
  const alert =
    new_kobo > 0n && noticeSoon(card.user_id, messages.paid({ id, ...messages.paidOf(event, card, new_kobo) }));
  const besides = alert ? [kept, alert.row] : [kept];
  if (payment) {
    await insertTogether(tx, besides);
    if (!unmet) await changePayment(tx, card, payment, { figures: after, held });
  } else {
    const started = { id, reference, on, figures: after, held, response_code, unmet, checks, is_stand_in: false };
    await startPayment(tx, card, event, started, besides);
    // What was taken, or given back, before it was known belongs to it.
    if (said.captured_kobo > 0n || (isRefund && event.authorisation !== null && !unmet)) {
      const its = { issuer_authorisation_id: event.authorisation };
      await changeRows(tx, "card_captures", its, { authorisation_id: id });
      if (isRefund && (await findRow(tx, "card_captures", { ...its, kind: "refund" }, ["id"])))
        await endAnnounced(tx, id);
    }
  }
  if (unmet) await afterDecline(tx, app, card, { id: payment ? null : id, event, unmet });
  if (alert) await alert.announce(tx);
  return response_code;
}

/**
 * The issuer asks what there is to spend. What is refused is kept like a declined payment of nothing: a wrong PIN counts wherever it is tried.
 * @returns the code, and where it is 00 what is free, in kobo
 */
export async function enquire(
  tx: Tx,
  app: Pick<App, "queue" | "config">,
  card: Card,
  asked: IssuerEvent,
): Promise<{ response_code: string; balance_kobo?: bigint }> {
  // An enquiry belongs to no payment, also where it names one.
  const event = { ...asked, authorisation: null, amount_kobo: 0n };
  const paying = payingOf(event, card, { is_more: false, before_kobo: 0n });
  const [standing, { free_kobo }] = await Promise.all([
    standingOf(tx, card, { is_betting: paying.category === "gambling" }),
    booksOf(tx, card),
  ]);
  const checks = judgeEnquiry(standing, paying);
  const unmet = firstUnmet(checks);
  if (!unmet) return { response_code: "00", balance_kobo: free_kobo };
  const { code: response_code } = declineReasons[unmet.reason];
  await startDeclined(tx, app, card, event, { response_code, unmet, checks }, [eventRow(card, event, response_code)]);
  return { response_code };
}

/** A payment of nothing, with why; tells its holder. */
async function startDeclined(
  tx: Tx,
  app: Pick<App, "queue" | "config">,
  card: Card,
  event: IssuerEvent,
  why: { response_code: string; unmet: Check; checks: Check[] },
  besides: readonly NewRow[] = [],
): Promise<void> {
  const [id, on] = [uuidv7(), await businessDate(tx)];
  const figures = { approved_kobo: 0n, captured_kobo: 0n, reversed_kobo: 0n, is_over: true };
  const started = { id, reference: newReference("CP", on), on, figures, held: NONE, is_stand_in: false, ...why };
  await startPayment(tx, card, event, started, besides);
  await afterDecline(tx, app, card, { id, event, unmet: why.unmet });
}

/**
 * The issuer declined a payment without asking us: a card that it has as frozen, a PIN that it counts. The holder reads why all the same: of our own freeze
 * or state where one of them explains it, else what the issuer says. @param event kept already
 */
export async function showDeclined(
  tx: Tx,
  app: Pick<App, "queue" | "config">,
  card: Card,
  event: IssuerEvent,
): Promise<void> {
  const standing = await standingOf(tx, card, { is_betting: false });
  const checks = judgeStanding(standing, event.at);
  const reason = reasonOfIssuersDecline(event.declined_because ?? "");
  const unmet: Check = firstUnmet(checks) ?? { reason, is_met: false };
  if (!checks.includes(unmet)) checks.push(unmet);
  await startDeclined(tx, app, card, event, { response_code: declineReasons[unmet.reason].code, unmet, checks });
}
