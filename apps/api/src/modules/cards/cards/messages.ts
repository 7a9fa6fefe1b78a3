/** What people read of their cards. */
import { cardKindWords, type CardKind } from "@manilla/contract/cards/card-states";
import { day, fullStop, naira } from "@manilla/contract/formats";
import { type Message, type Note, RECEIPT } from "../../platform/notifications/index.ts";

interface Named {
  id: string;
  kind: string;
  form: string;
  last4?: string | null;
  label?: string | null;
}

/** A card in words: "your debit card ending 1234". */
const named = ({ kind, last4 }: Named): string =>
  `${cardKindWords[kind as CardKind].toLowerCase()} card${last4 ? ` ending ${last4}` : ""}`;

const ofHolder = ({ id }: Named) => ({ kind: "card", link: `/customer/cards/${id}` }) as const;
const ofCompany = ({ id }: Named) => ({ kind: "card", link: `/corporate/cards/${id}` }) as const;
const withMail = (card: Named) => ({ ...ofHolder(card), also: ["mail"], about: `card:${card.id}` }) as const;

export const toDecide = (card: Named, who: string): Omit<Note, "kind"> & { kind: string } => ({
  kind: "card",
  link: `/admin/cards/${card.id}`,
  title: `${who} asks for a card`,
  body: `A ${card.form} ${named(card)}. Approve or decline it.`,
});

export const approved = (card: Named): Message => ({
  ...withMail(card),
  title: "Your card is approved",
  body: `Your ${named(card)} is being made. You hear from us when it is ready.`,
});

export const declined = (card: Named, reason: string): Message => ({
  ...withMail(card),
  title: "Your card was not granted",
  body: reason,
});

export const declinedToCompany = (card: Named, who: string, reason: string): Note => ({
  ...ofCompany(card),
  title: `The card for ${who} was not granted`,
  body: reason,
});

export const issued = (card: Named): Message => ({
  ...withMail(card),
  title: card.form === "virtual" ? "Your card is ready" : "Your card is made",
  body:
    card.form === "virtual"
      ? `Activate your ${named(card)} and pay with it online.`
      : `Your ${named(card)} will be sent to you. Activate it when you have it in your hand.`,
});

export const shipped = (card: Named, carrier_reference: string): Message => ({
  ...withMail(card),
  title: "Your card is on its way",
  body: `The carrier's number is ${carrier_reference}. Activate the card when you have it in your hand.`,
});

export const frozen = (card: Named, who: string, reason: string): Message => ({
  ...withMail(card),
  title: `Your card was frozen by ${who}`,
  body: `Your ${named(card)} pays nothing now. The reason: ${reason}`,
});

export const unfrozen = (card: Named): Note => ({
  ...ofHolder(card),
  title: "Your card is unfrozen",
  body: `Your ${named(card)} pays again.`,
});

/** @param to where somebody else has it sent, if they said so: its holder sees an address that is not theirs */
export const replaced = (card: Named, to?: string): Message => ({
  ...withMail(card),
  title: "A new card is on its way",
  body: `It takes the place of your ${named(card)}.${to ? ` It is sent to ${fullStop(to)} If that is not where you are, tell us at once.` : ""}`,
});

export const renewed = (card: Named & { expires_on: string | null }): Message => ({
  ...withMail(card),
  title: "Your card runs out soon",
  body: `Your ${named(card)} is good until ${card.expires_on ? day(card.expires_on) : "soon"}. We make you a new one; the old one pays until you activate it.`,
});

export const closed = (card: Named, reason: string): Message => ({
  ...withMail(card),
  title: "Your card is closed",
  body: `Your ${named(card)} pays nothing any more. The reason: ${reason}`,
});

export const endedToCompany = (card: Named, who: string): Note => ({
  ...ofCompany(card),
  title: `The issuer has closed the card of ${who}`,
  body: `The ${named(card)} pays nothing any more. Its money stays where it is; ask for a new card.`,
});

export const feePaid = (card: Named, amount_kobo: bigint): Message => ({
  ...withMail(card),
  also: RECEIPT,
  title: `${naira(amount_kobo)} was paid for your card`,
  body: `${naira(amount_kobo)} was paid from your wallet: the fee for your ${named(card)}, with VAT.`,
});
