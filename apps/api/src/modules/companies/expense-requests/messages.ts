/** What people read of the payment of a request. */
import { naira } from "@manilla/contract/formats";
import type { Message, Note } from "../../platform/notifications/index.ts";

interface Paid {
  id: string;
  purpose: string;
  amount_kobo: bigint;
  /** The requester has left the company and cannot open its requests. */
  has_left?: boolean;
}
const to = (side: "customer" | "corporate", { id, has_left = false }: Paid) =>
  ({
    kind: "expense_request",
    link: has_left && side === "customer" ? "/customer/settings/profile" : `/${side}/expenses/requests/${id}`,
  }) as const;

export const onItsWay = (request: Paid, bank: string): Note => ({
  ...to("customer", request),
  title: `${naira(request.amount_kobo)} is on its way to you`,
  body: `${request.purpose}: to your account at ${bank}.`,
});

export const arrived = (request: Paid): Message => ({
  ...to("customer", request),
  also: ["mail"],
  title: `${naira(request.amount_kobo)} was paid to your account`,
  body: `Your company has paid what you asked for: ${request.purpose}.`,
  about: `expense_request:${request.id}`,
});

export const paidOtherwise = (request: Paid, company: string, how: string): Message => ({
  ...to("customer", request),
  also: ["mail"],
  title: `${company} says that it has paid you ${naira(request.amount_kobo)}`,
  body: `${request.purpose}, outside Manilla: ${how}. If this is not so, ask ${company}.`,
  about: `expense_request:${request.id}`,
});

/** To who leaves, before the company's requests are theirs to see no longer. */
export const owedToLeaver = (user_id: string, amount_kobo: bigint, has_account: boolean): Message => ({
  kind: "expense_request",
  link: "/customer/settings/profile",
  also: ["mail"],
  title: `${naira(amount_kobo)} that you spent for your company is still open`,
  body: has_account
    ? "What the company agrees to is paid to the bank account of your profile. Keep it verified."
    : "What the company agrees to is paid to your bank account: give one in your profile, so that it can be paid.",
  about: `expense_request:${user_id}`,
});

export const notArrived = (request: Paid): Note => ({
  ...to("customer", request),
  title: `${naira(request.amount_kobo)} did not reach your account`,
  body: `${request.purpose}: your company has the money again and pays once more. Is your bank account right?`,
});

export const cameBack = (request: Paid, failure: string): Note => ({
  ...to("corporate", request),
  title: `A payment of ${naira(request.amount_kobo)} came back`,
  body: `${request.purpose}: ${failure} The money is in the wallet again.`,
});
