/** What people read of a company's line. */
import { type LineDeclineReason, lineDeclineWords } from "@manilla/contract/companies/line-application-states";
import { day, naira, percent } from "@manilla/contract/formats";
import type { Message, Note } from "../../platform/notifications/index.ts";

const aboutLine = (application_id: string) =>
  ({ kind: "line", link: "/corporate/wallet/credit", also: ["mail"], about: `line:${application_id}` }) as const;

export const requested = (company: string, amount_kobo: bigint, id: string): Note => ({
  kind: "line",
  title: `${company} asks for a line of ${naira(amount_kobo)}`,
  body: "It waits among the companies' credit applications.",
  link: `/admin/companies/credit-applications/${id}`,
});

export const offered = (
  id: string,
  terms: { offered_kobo: bigint; annual_rate_percent: string; offer_expires_on: string },
): Message => ({
  ...aboutLine(id),
  title: `A line of ${naira(terms.offered_kobo)} is offered to your company`,
  body: `At ${percent(terms.annual_rate_percent)} a year on what is drawn. Both signatories sign it under Wallet, Credit, until ${day(terms.offer_expires_on)}.`,
});

export const declined = (id: string, because: LineDeclineReason): Message => ({
  ...aboutLine(id),
  title: "The line was not granted",
  body: `We could not grant the line, because ${lineDeclineWords[because]}.`,
});

export const granted = (id: string, limit_kobo: bigint): Message => ({
  ...aboutLine(id),
  title: `The line of ${naira(limit_kobo)} is granted`,
  body: "It can be drawn into the wallet, or given to employees.",
});

export const lowered = (id: string, limit_kobo: bigint, reason: string): Message => ({
  ...aboutLine(id),
  title: `The line was lowered to ${naira(limit_kobo)}`,
  body: reason,
});

export const lapsed = (id: string): Message => ({
  ...aboutLine(id),
  title: "The offer of a line has lapsed",
  body: "It was not signed in time. Another application can be made.",
});

export const given = (amount_kobo: bigint, company: string): Note => ({
  kind: "purse",
  link: "/customer/dashboard",
  title:
    amount_kobo > 0n
      ? `${company} has given you ${naira(amount_kobo)} of its credit to spend`
      : `${company} has taken back ${naira(-amount_kobo)} of its credit`,
  body: "It is the company's credit, for the company's purposes.",
});
