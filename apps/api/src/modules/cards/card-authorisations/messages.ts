import { date, money } from "@manilla/contract/formats";
import type { IssuerEvent } from "../../../outside/issuer/events.ts";
import { type Message, type Note, RECEIPT, TROUBLE } from "../../platform/notifications/index.ts";
import type { Card } from "../card-records/index.ts";

const linkOf = (id: string | null): string =>
  id ? `/customer/cards/transaction/${id}` : "/customer/cards/transaction";

interface Declined {
  id: string | null;
  merchant: string;
  /** In the card's currency; or what else was requested. */
  amount: string;
  /** Why, and what the holder may do. */
  says: string;
}
export const declined = ({ id, merchant, amount, says }: Declined): Note => ({
  kind: "card",
  title: `Declined: ${amount} at ${merchant}`,
  body: says,
  link: linkOf(id),
});

/** To those of a company who decide about its cards. */
export const asksCompany = (
  { id, merchant }: { id: string; merchant: string },
  { name, amount, why }: { name: string; amount: string; why: string },
): Note => ({
  kind: "card",
  title: `${name} asks about a declined payment`,
  body: `${amount} at ${merchant}: ${why}. Look at it, and change what the card may do if it is right.`,
  link: `/corporate/cards/transaction/${id}`,
});

interface Paid {
  /** Null where money was taken of which no payment is known. */
  id: string | null;
  last4: string;
  merchant: string;
  amount: string;
  at: Date;
  /** How it came about without us; by our own yes where it is not given. */
  without_us?: keyof typeof WITHOUT_US;
}
const WITHOUT_US = { approved: ", approved on our behalf", taken: ", charged without our approval" } as const;

/** The debit alert of a payment that was let through, by us or without us: by it a holder knows at once of one that is not theirs. */
export const paid = ({ id, last4, merchant, amount, at, without_us }: Paid): Message => ({
  kind: "card",
  also: ["sms_help"],
  about: `card_payment:${id ?? last4}`,
  title: `${amount} at ${merchant}`,
  body: `Card •••• ${last4}: ${amount} at ${merchant}, ${date(at)}${without_us ? WITHOUT_US[without_us] : ""}. Not you? Freeze the card and call us.`,
  link: linkOf(id),
});

/**
 * How much of a payment its holder has not heard of: each kobo is announced once, by its approval or otherwise by its capture.
 * @param before what was let through and taken until now, in kobo
 */
export const unheard = (before: { approved_kobo: bigint; captured_kobo: bigint }, now_kobo: bigint): bigint => {
  const heard = before.approved_kobo > before.captured_kobo ? before.approved_kobo : before.captured_kobo;
  return now_kobo > heard ? now_kobo - heard : 0n;
};

/** What an event of the issuer says of a payment. @param amount_kobo of it, where that is not all of the event's */
export const paidOf = (
  { merchant, currency, at, ...event }: IssuerEvent,
  card: Card,
  amount_kobo = event.amount_kobo,
): Omit<Paid, "id"> => ({
  last4: card.last4 ?? "",
  merchant: merchant.name,
  amount: money(amount_kobo, currency ?? card.currency),
  at,
});

export const wasItYou = ({ id, last4 }: { id: string; last4: string }): Message => ({
  kind: "card",
  also: ["sms_help"],
  title: "Was it you?",
  body: `Three payments with your card •••• ${last4} were declined within five minutes, so we froze it. Was it you? Say so and it works again.`,
  link: linkOf(id),
  about: `card_payment:${id}`,
});

export const overdrawn = ({ last4, amount }: { last4: string; amount: string }): Message => ({
  kind: "card",
  also: TROUBLE,
  about: `card:${last4}`,
  title: `Your card took ${amount} more than was there`,
  body: `A shop took ${amount} more than was held on card •••• ${last4}. The next money that comes in pays it.`,
  link: linkOf(null),
});

export const refunded = ({ merchant, amount }: { merchant: string; amount: string }): Message => ({
  kind: "card",
  also: RECEIPT,
  about: `card-refund:${merchant}`,
  title: `${amount} came back from ${merchant}`,
  body: `${merchant} gave ${amount} back to your card.`,
  link: linkOf(null),
});

export const receiptMissing = ({ merchant, last4 }: { merchant: string; last4: string }): Message => ({
  kind: "card",
  also: ["mail"],
  title: `Your card is frozen: the receipt of ${merchant} is missing`,
  body: `It has been missing for more than thirty days, so card •••• ${last4} pays nothing. Add the receipt, or say that there is none, and it works again.`,
  link: "/customer/expenses?f.has_receipt=false",
  about: "expense_receipts",
});
