/** What those who pay a company's line read. */
import { day, longMonth, naira } from "@manilla/contract/formats";
import type { Message } from "../../platform/notifications/index.ts";

interface About {
  id: string;
  month: string;
  due_on: string;
}
const about = ({ id }: About) =>
  ({
    kind: "line",
    link: `/corporate/wallet/credit/statements/${id}`,
    also: ["mail"],
    about: `line-statement:${id}`,
  }) as const;

export const issued = (statement: About, minimum_kobo: bigint, full_kobo: bigint): Message => ({
  ...about(statement),
  title: `The statement of your credit line for ${longMonth(statement.month)}`,
  body: `${naira(full_kobo)} is owed. At least ${naira(minimum_kobo)} is due on ${day(statement.due_on)}; it is taken from the wallet then.`,
});

export const soonDue = (statement: About, left_kobo: bigint): Message => ({
  ...about(statement),
  title: `${naira(left_kobo)} of your credit line is due on ${day(statement.due_on)}`,
  body: "It is taken from the company's wallet on that day. Pay in before it, or pay now under Wallet, Credit.",
});

export const taken = (statement: About, amount_kobo: bigint, left_kobo: bigint): Message => ({
  ...about(statement),
  title: `${naira(amount_kobo)} was taken from the wallet for your credit line`,
  body:
    left_kobo > 0n ? `${naira(left_kobo)} of the minimum is still unpaid.` : "The minimum of this statement is paid.",
});

export const overdue = (statement: About, left_kobo: bigint): Message => ({
  ...about(statement),
  title: `${naira(left_kobo)} of your credit line is overdue`,
  body: `It was due on ${day(statement.due_on)} and the wallet did not have it. It is taken as soon as the wallet has it; a penalty may be added.`,
});
