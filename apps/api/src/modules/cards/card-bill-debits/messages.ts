/** What people read of debits of their bank card for a card bill. */
import { naira } from "@manilla/contract/formats";
import { type Message, TROUBLE } from "../../platform/notifications/index.ts";

export const bankCardNotDebited = (amount_kobo: bigint, failure: string): Message => ({
  kind: "card",
  about: "card-bill-debit",
  also: TROUBLE,
  link: "/customer/cards/bills",
  title: `${naira(amount_kobo)} could not be taken from your bank card`,
  body: `${naira(amount_kobo)} could not be taken from your bank card. ${failure} Your card bill is not paid yet: pay it from your wallet, or by transfer.`,
});
