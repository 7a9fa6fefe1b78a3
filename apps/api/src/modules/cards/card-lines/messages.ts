/** What people read of the bills of their cards. */
import { day, longMonth, naira } from "@manilla/contract/formats";
import type { Message, Note } from "../../platform/notifications/index.ts";

interface About {
  id: string;
  month: string;
  due_on: string;
}
const about = ({ id }: About) =>
  ({ kind: "card", link: "/customer/cards/bills", also: ["mail"], about: `card-statement:${id}` }) as const;

export const issued = (statement: About, minimum_kobo: bigint, full_kobo: bigint): Message => ({
  ...about(statement),
  title: `The bill of your credit card for ${longMonth(statement.month)}`,
  body: `${naira(full_kobo)} is owed. At least ${naira(minimum_kobo)} is due on ${day(statement.due_on)}.`,
});

export const soonDue = (statement: About, left_kobo: bigint): Message => ({
  ...about(statement),
  title: `${naira(left_kobo)} of your credit card is due on ${day(statement.due_on)}`,
  body: "Pay it from your cash wallet or by transfer, under Card Bills.",
});

export const taken = (statement: About, amount_kobo: bigint, left_kobo: bigint): Message => ({
  ...about(statement),
  title: `${naira(amount_kobo)} was paid on your credit card`,
  body: left_kobo > 0n ? `${naira(left_kobo)} of what was due is left.` : "Nothing that was due is left.",
});

export const bankCardNotDebited = (amount_kobo: bigint, failure: string): Note => ({
  kind: "card",
  link: "/customer/cards/bills",
  title: `${naira(amount_kobo)} could not be taken from your bank card`,
  body: `${failure} Your card bill is not paid yet: pay it from your wallet, or by transfer.`,
});

export const overdue = (statement: About, left_kobo: bigint): Message => ({
  ...about(statement),
  title: `${naira(left_kobo)} of your credit card is overdue`,
  body: "It was not paid on its day, and may bear a penalty. Please pay it now, under Card Bills.",
});
