/** What people read of the bills of their cards. */
import { day, longMonth, naira } from "@manilla/contract/formats";
import { type Message, RECEIPT, TROUBLE } from "../../platform/notifications/index.ts";

interface About {
  id: string;
  month: string;
  due_on: string;
}
const about = ({ id }: About) =>
  ({ kind: "card", link: "/customer/cards/bills", also: RECEIPT, about: `card-statement:${id}` }) as const;

export const issued = (statement: About, minimum_kobo: bigint, full_kobo: bigint): Message => ({
  ...about(statement),
  title: `The bill of your credit card for ${longMonth(statement.month)}`,
  body: `Credit card, ${longMonth(statement.month)}: ${naira(full_kobo)} is owed. At least ${naira(minimum_kobo)} is due on ${day(statement.due_on)}.`,
});

export const soonDue = (statement: About, left_kobo: bigint): Message => ({
  ...about(statement),
  title: `${naira(left_kobo)} of your credit card is due on ${day(statement.due_on)}`,
  body: `${naira(left_kobo)} of your credit card is due on ${day(statement.due_on)}. Pay it from your cash wallet or by transfer, under Card Bills.`,
});

export const taken = (statement: About, amount_kobo: bigint, left_kobo: bigint): Message => ({
  ...about(statement),
  title: `${naira(amount_kobo)} was paid on your credit card`,
  body: `${naira(amount_kobo)} was paid on your credit card. ${left_kobo > 0n ? `${naira(left_kobo)} of what was due is left.` : "Nothing that was due is left."}`,
});

export const overdue = (statement: About, left_kobo: bigint): Message => ({
  ...about(statement),
  also: TROUBLE,
  title: `${naira(left_kobo)} of your credit card is overdue`,
  body: `${naira(left_kobo)} of your credit card was due on ${day(statement.due_on)} and is overdue. It may bear a penalty: please pay it now, under Card Bills.`,
});
