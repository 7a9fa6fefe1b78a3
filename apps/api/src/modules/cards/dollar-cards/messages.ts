/** What people read of the dollars of their cards. */
import type { ExchangeKind } from "@manilla/contract/cards/dollar-words";
import { dollars, naira } from "@manilla/contract/formats";
import type { Message, Note } from "../../platform/notifications/index.ts";

const link = "/customer/cards/dollars";
interface Exchanged {
  kind: ExchangeKind;
  amount_cents: bigint;
  amount_kobo: bigint;
  rate: string;
}

export const exchanged = ({ kind, amount_cents, amount_kobo, rate }: Exchanged): Note => ({
  kind: "card",
  link,
  title:
    kind === "buy"
      ? `${dollars(amount_cents)} for your dollar card`
      : `${naira(amount_kobo)} came back to your cash wallet`,
  body: `${dollars(amount_cents)} ${kind === "buy" ? "for" : "brought"} ${naira(amount_kobo)}, at ₦${rate} for a dollar.`,
});

export const returned = (of: Exchanged): Message => ({
  ...exchanged(of),
  also: ["mail"],
  about: "dollars",
  body: `Your dollar card is closed, so its ${dollars(of.amount_cents)} became naira, at ₦${of.rate} for a dollar.`,
});

export const writtenOff = (owed_cents: bigint): Message => ({
  kind: "card",
  link,
  also: ["mail"],
  about: "dollars",
  title: `You owe ${dollars(owed_cents)} no more`,
  body: "Your dollar card had taken more than was there. We have written it off.",
});
