/** What people read of the dollars of their cards. */
import type { ExchangeKind } from "@manilla/contract/cards/dollar-words";
import { dollars, naira } from "@manilla/contract/formats";
import { type Message, RECEIPT } from "../../platform/notifications/index.ts";

const link = "/customer/cards/dollars";
interface Exchanged {
  kind: ExchangeKind;
  amount_cents: bigint;
  amount_kobo: bigint;
  rate: string;
}

export const exchanged = ({ kind, amount_cents, amount_kobo, rate }: Exchanged): Message => ({
  kind: "card",
  about: "dollars",
  also: RECEIPT,
  link,
  title:
    kind === "buy"
      ? `${dollars(amount_cents)} for your dollar card`
      : `${naira(amount_kobo)} came back to your cash wallet`,
  body:
    kind === "buy"
      ? `You bought ${dollars(amount_cents)} for ${naira(amount_kobo)} of your cash wallet, at ₦${rate} for a dollar.`
      : `You sold ${dollars(amount_cents)}: ${naira(amount_kobo)} is in your cash wallet, at ₦${rate} for a dollar.`,
});

export const returned = (of: Exchanged): Message => ({
  ...exchanged(of),
  body: `Your dollar card is closed, so its ${dollars(of.amount_cents)} became ${naira(of.amount_kobo)} in your cash wallet, at ₦${of.rate} for a dollar.`,
});

export const writtenOff = (owed_cents: bigint): Message => ({
  kind: "card",
  link,
  also: RECEIPT,
  about: "dollars",
  title: `You owe ${dollars(owed_cents)} no more`,
  body: `Your dollar card had taken ${dollars(owed_cents)} more than was there. We have written it off: you owe it no more.`,
});
