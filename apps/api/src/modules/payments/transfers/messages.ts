/** What people read of transfers. */
import { counted, fullStop, naira } from "@manilla/contract/formats";
import { type Message, type Note, RECEIPT, TROUBLE } from "../../platform/notifications/index.ts";

interface Facts {
  id: string;
  payee: string;
  company_id: string | null;
  total_kobo: bigint | null;
}
const to = ({ id, company_id }: Pick<Facts, "id" | "company_id">) => ({
  kind: "transfer",
  link: `/${company_id ? "corporate" : "customer"}/transfers/${id}`,
  about: `transfer:${id}`,
});

export const arrived = (transfer: Facts & { amount_kobo: bigint; reference: string }): Message => ({
  ...to(transfer),
  also: RECEIPT,
  title: `${naira(transfer.amount_kobo)} arrived at ${transfer.payee}`,
  body: `${naira(transfer.amount_kobo)} from your wallet arrived at ${transfer.payee}. Reference ${transfer.reference}.`,
});

export const cameBack = (transfer: Facts, reason: string): Message => ({
  ...to(transfer),
  also: TROUBLE,
  title: `${naira(transfer.total_kobo ?? 0n)} is in the wallet again`,
  body: `What you sent to ${transfer.payee} did not arrive: ${naira(transfer.total_kobo ?? 0n)}, charges included, is in the wallet again. ${fullStop(reason)}`,
});

export const refunded = (transfer: Facts, amount_kobo: bigint, reason: string): Message => ({
  ...to(transfer),
  also: RECEIPT,
  title: `${naira(amount_kobo)} of a transfer was refunded`,
  body: `${naira(amount_kobo)} of what you sent to ${transfer.payee} is in the wallet again. ${fullStop(reason)}`,
});

export const arrivedLate = ({ reference, amount_kobo }: { reference: string; amount_kobo: bigint }): Note => ({
  kind: "transfer",
  title: "A transfer arrived after it was paid back",
  body: `${reference}: ${naira(amount_kobo)} is claimed from the bank; nobody was debited.`,
  link: "/admin/bill-claims",
});

export const unknown = (transfer: Omit<Facts, "total_kobo"> & { amount_kobo: bigint }): Note => ({
  ...to(transfer),
  title: `We are asking the bank about ${naira(transfer.amount_kobo)} to ${transfer.payee}`,
  body: "It has not said whether the money arrived. Do not send it again: we will notify you of the outcome.",
});

export const received = (
  { id, amount_kobo, reference }: { id: string; amount_kobo: bigint; reference: string },
  from: string,
): Message => ({
  kind: "transfer",
  link: "/customer/wallets",
  about: `transfer:${id}`,
  also: RECEIPT,
  title: `${from} sent you ${naira(amount_kobo)}`,
  body: `${naira(amount_kobo)} from ${from} is in your cash wallet. Reference ${reference}.`,
});

export const notSent = (transfer: Facts & { amount_kobo: bigint }, reason: string): Message => ({
  ...to(transfer),
  also: TROUBLE,
  title: `The planned transfer to ${transfer.payee} was not sent`,
  body: `Your planned transfer of ${naira(transfer.amount_kobo)} to ${transfer.payee} was not sent: nothing has left the wallet. ${fullStop(reason)}`,
});

export const triedAgain = (transfer: Facts & { amount_kobo: bigint }, reason: string, days: number): Message => ({
  ...to(transfer),
  also: TROUBLE,
  title: `The planned transfer to ${transfer.payee} could not be sent today`,
  body: `Your planned transfer of ${naira(transfer.amount_kobo)} to ${transfer.payee} could not be sent today. ${fullStop(reason)} It is tried again each morning, ${counted(days, "day")} more; nothing has left the wallet.`,
});

export const awaitsYou = (transfer: { total_kobo: bigint; reference: string }, person: string): Note => ({
  kind: "transfer",
  title: `${person} sends ${naira(transfer.total_kobo)}`,
  body: `${transfer.reference} awaits your approval.`,
  link: "/admin/cash/transactions?f.status=awaiting_approval",
});

export const onItsWay = (transfer: Facts): Note => ({
  ...to(transfer),
  title: `${naira(transfer.total_kobo ?? 0n)} to ${transfer.payee} is on its way`,
  body: "Your company has agreed to the transfer.",
});

export const lookedAt = (transfer: Facts): Note => ({
  ...to(transfer),
  title: `We look at ${naira(transfer.total_kobo ?? 0n)} to ${transfer.payee} before it is sent`,
  body: "The money is held in your wallet until then. We will notify you; you need not send it again.",
});

export const lookAt = (transfer: { total_kobo: bigint; reference: string }, person: string): Note => ({
  kind: "transfer",
  title: `${person} sends ${naira(transfer.total_kobo)}: have a look`,
  body: `${transfer.reference} is held until a colleague has decided.`,
  link: "/admin/transfer-reviews?f.status=in_review",
});

export const letGo = (transfer: Facts): Note => ({
  ...to(transfer),
  title: `${naira(transfer.total_kobo ?? 0n)} to ${transfer.payee} is on its way`,
  body: "We have reviewed it. We will notify you when it has arrived.",
});

export const stopped = (transfer: Facts, reason: string): Message => ({
  ...to(transfer),
  also: TROUBLE,
  title: `We have not sent ${naira(transfer.total_kobo ?? 0n)} to ${transfer.payee}`,
  body: `We have not sent your ${naira(transfer.total_kobo ?? 0n)} to ${transfer.payee}: it is free in your wallet again. ${fullStop(reason)}`,
});
