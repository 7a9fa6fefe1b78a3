/** What people read of standing orders. */
import { count, day, fullStop, naira } from "@manilla/contract/formats";
import { type Message, type Note, TROUBLE } from "../../platform/notifications/index.ts";

interface Facts {
  id: string;
  company_id: string | null;
  payee: string;
  amount_kobo: bigint;
}
const to = ({ id, company_id }: Facts) => ({
  kind: "standing_order",
  link: `/${company_id ? "corporate" : "customer"}/standing-orders/${id}`,
  about: `standing-order:${id}`,
});
const what = ({ amount_kobo, payee }: Facts) => `${naira(amount_kobo)} to ${payee}`;

export const triedAgain = (order: Facts, reason: string): Message => ({
  ...to(order),
  title: `${what(order)} was not sent yet`,
  body: `Nothing has left the wallet; it is tried again today and on the days after. ${fullStop(reason)}`,
});

export const skipped = (order: Facts, due_on: string, reason: string): Message => ({
  ...to(order),
  about: `standing-order:${order.id}:${due_on}`,
  also: TROUBLE,
  title: `${what(order)} of ${day(due_on)} was skipped`,
  body: `Your standing order, ${what(order)} of ${day(due_on)}, was skipped: nothing has left the wallet. The next dates stay. ${fullStop(reason)}`,
});

export const stopped = (order: Facts, reason: string): Message => ({
  ...to(order),
  also: TROUBLE,
  title: `Your standing order to ${order.payee} is paused`,
  body: `Your standing order, ${what(order)}, is paused: nothing is sent until you resume it. ${fullStop(reason)}`,
});

export const tooMany = (skipped_in_row: number): string => `${count(skipped_in_row)} dates in a row could not be paid`;

export const over = (order: Facts): Message => ({
  ...to(order),
  title: `Your standing order to ${order.payee} has ended`,
  body: "Its last date is over. It sends nothing any more.",
});

export const agreed = (order: Facts): Note => ({
  ...to(order),
  title: `${what(order)} is sent again and again`,
  body: "Your company has agreed to the standing order. Its next dates are on its page.",
});
