/** What people read of the payment of a request. */
import { naira } from "@manilla/contract/formats";
import type { Message, Note } from "../../platform/notifications/index.ts";

interface Paid {
  id: string;
  purpose: string;
  amount_kobo: bigint;
}
const to = (side: "customer" | "corporate", { id }: Paid) =>
  ({ kind: "expense_request", link: `/${side}/expenses/requests/${id}` }) as const;

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
