/** What people read of debits of their bank card for a card bill. */
import { naira } from "@manilla/contract/formats";
import type { Note } from "../../platform/notifications/index.ts";

export const bankCardNotDebited = (amount_kobo: bigint, failure: string): Note => ({
  kind: "card",
  link: "/customer/cards/bills",
  title: `${naira(amount_kobo)} could not be taken from your bank card`,
  body: `${failure} Your card bill is not paid yet: pay it from your wallet, or by transfer.`,
});
