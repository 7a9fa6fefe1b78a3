import { day } from "@manilla/contract/formats";
import type { Message, Note } from "../../platform/notifications/index.ts";

interface AboutTime {
  loan_id: string;
  promised_on: string | null;
}
const about = ({ loan_id }: AboutTime) =>
  ({ kind: "loan", link: `/customer/loans/${loan_id}`, also: ["sms", "mail"], about: `loan:${loan_id}` }) as const;

/** To those who collect. */
export const asked = ({ name, promised_on }: { name: string; promised_on: string | null }): Note => ({
  kind: "loan",
  title: "A borrower asks for time",
  body: promised_on ? `${name} promises to pay by ${day(promised_on)}.` : `${name} asks for another plan.`,
  link: "/admin/repayments/time-requests?f.status=pending",
});

export const agreed = (request: AboutTime, { reason }: { reason: string }): Message => ({
  ...about(request),
  title: "We agree to your request for time",
  body: `${request.promised_on ? `We expect your payment by ${day(request.promised_on)}; debits and penalties go on as agreed.` : "We look at another plan for your loan."} ${reason}`,
});

export const declined = (request: AboutTime, { reason }: { reason: string }): Message => ({
  ...about(request),
  title: "We cannot give you the time that you asked for",
  body: reason,
});

/** Ended by the close of business, before anybody answered. */
export const expired = (request: AboutTime & { is_over: boolean; is_lost: boolean }): Message => ({
  ...about(request),
  title: "Your request for time has ended",
  body: request.is_lost
    ? "We have written off your loan in our books, but you still owe the debt. Call us to agree how to pay it."
    : request.is_over
      ? "Your loan has ended, so your request needs no answer."
      : `${day(request.promised_on)} passed before we answered. Your payments are still due. You can ask again on the page of your loan.`,
});
