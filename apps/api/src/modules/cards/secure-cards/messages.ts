/** What people and colleagues read of secure cards. */
import { fullStop, naira } from "@manilla/contract/formats";
import { type Message, type Note, RECEIPT, TROUBLE } from "../../platform/notifications/index.ts";

const about = { kind: "card", link: "/customer/secure-card" } as const;

export const toDecide = (person: string, deposit_kobo: bigint): Note => ({
  kind: "card",
  title: "A receipt for a secure card",
  body: `${person}: a deposit of ${naira(deposit_kobo)}`,
  link: "/admin/secure-card?f.status=requested",
});

export const declined = ({ id }: { id: string }, { reason }: { reason: string }): Message => ({
  ...about,
  about: `secure-card:${id}`,
  also: TROUBLE,
  title: "We cannot make your secure card",
  body: `We cannot make your secure card. The reason: ${fullStop(reason)}`,
});

export const paid = ({ id, deposit_kobo }: { id: string; deposit_kobo: bigint }): Message => ({
  ...about,
  about: `secure-card:${id}`,
  also: RECEIPT,
  title: "Your deposit is here",
  body: `Your deposit of ${naira(deposit_kobo)} came in. Your secure card is being made; it spends as much.`,
});

export const returned = (secure: { id: string; owed_kobo: bigint; returned_kobo: bigint }): Message => ({
  ...about,
  about: `secure-card:${secure.id}`,
  also: RECEIPT,
  title: "The deposit of your secure card came back",
  body: `The deposit of your secure card came back. ${secure.owed_kobo > 0n ? `${naira(secure.owed_kobo)} of it paid what was owed on the card. ` : ""}${naira(secure.returned_kobo)} is in your cash wallet.`,
});
