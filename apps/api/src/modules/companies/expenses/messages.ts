import { naira } from "@manilla/contract/formats";
import type { Message, Note } from "../../platform/notifications/index.ts";

const DONE = { flag: "flagged", approve: "approved", delete: "deleted" } as const;

/** What who spent it reads of a decision. */
export const decided = (
  { id, merchant }: { id: string; merchant: string },
  action: keyof typeof DONE,
  reason: string | null,
): Message => ({
  kind: "expense",
  title: `Your expense was ${DONE[action]}`,
  body: reason ? `${merchant}: ${reason}` : merchant,
  link: "/customer/expenses",
  about: `expense:${id}`,
});

/** The receipt was there before the expense. */
export const receiptFound = ({
  id,
  merchant,
  amount_kobo,
}: {
  id: string;
  merchant: string;
  amount_kobo: bigint;
}): Note => ({
  kind: "expense",
  title: `Your receipt of ${naira(amount_kobo)} has found its expense`,
  body: `${merchant}. If it is not this one, take it out again there.`,
  link: `/customer/expenses/${id}`,
});

/** Receipts that are missing. @param day after which the oldest of them was reminded of: the last one by mail too */
export const receiptsMissing = (places: readonly string[], day: number): Message => ({
  kind: "expense",
  ...(day >= 29 && { also: ["mail"] as const }),
  title: places.length === 1 ? `The receipt of ${places[0]} is missing` : `${places.length} receipts are missing`,
  body: `${places.slice(0, 3).join(", ")}${places.length > 3 ? " and others" : ""}: send them, or say that there are none.`,
  link: "/customer/expenses?f.has_receipt=false",
  about: "expense_receipts",
});

/** The company itself has bought what was requested. */
export const bought = ({ id, purpose }: { id: string; purpose: string }): Note => ({
  kind: "expense_request",
  title: "What you requested has been bought",
  body: `Your company has paid for it: ${purpose}.`,
  link: `/customer/expenses/requests/${id}`,
});
