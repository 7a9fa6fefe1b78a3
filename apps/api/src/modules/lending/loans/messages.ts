/** Notifications about loans. */
import { day } from "@manilla/contract/formats";
import { type Message, type Note, TROUBLE } from "../../platform/notifications/index.ts";

interface AboutLoan {
  loan: { id: string; reference: string };
}

export const offerReady = ({ loan, offer_expires_on }: AboutLoan & { offer_expires_on: string }): Message => ({
  kind: "loan",
  title: "Your loan offer is ready",
  body: `Your loan ${loan.reference} was approved. Read the offer and accept it by ${day(offer_expires_on)}. The loan starts only when you accept.`,
  link: `/customer/offer-letter/${loan.id}`,
  also: ["sms", "mail"],
  about: `loan:${loan.id}`,
});

export const declined = ({ loan, reason }: AboutLoan & { reason: string }): Message => ({
  kind: "loan",
  title: "Your loan request was declined",
  body: `Your loan request ${loan.reference} was declined: ${reason}`,
  link: "/customer/loans",
  also: TROUBLE,
  about: `loan:${loan.id}`,
});

export const preApproved = ({ loan }: AboutLoan): Message => ({
  kind: "loan",
  title: "Your employer has pre-approved your request",
  body: `Your employer has pre-approved your loan request ${loan.reference}. We decide about it now.`,
  link: "/customer/loans",
  about: `loan:${loan.id}`,
});

export const preDeclined = ({ loan, reason }: AboutLoan & { reason: string }): Message => ({
  kind: "loan",
  title: "Your employer declined your loan request",
  body: `Your employer declined your loan request ${loan.reference}: ${reason}`,
  link: "/customer/loans",
  also: TROUBLE,
  about: `loan:${loan.id}`,
});

export const offerExpired = ({ loan }: { loan: { id: string; reference: string } }): Message => ({
  kind: "loan",
  title: "Your offer has expired",
  body: `The offer for ${loan.reference} was not accepted in time. You can ask again.`,
  link: "/customer/loans",
  also: ["sms", "mail"],
  about: `loan:${loan.id}`,
});

/** To those who answer for the borrower's company. */
export const employeeRequest = (name: string, reference: string): Note => ({
  kind: "loan",
  title: "An employee asks for a loan",
  body: `${name} asks for a loan (${reference}). Say whether they may borrow against the salary.`,
  link: "/corporate/loans/requests",
});

/** To colleagues. */
export const newRequest = (name: string, reference: string): Note => ({
  kind: "loan",
  title: "A new loan request",
  body: `${name} asks for a loan (${reference}).`,
  link: "/admin/loans/requests",
});

export const withdrawn = (name: string, { id, reference }: { id: string; reference: string }): Note => ({
  kind: "loan",
  title: "A request was withdrawn",
  body: `${name} withdrew ${reference}.`,
  link: `/admin/loans/${id}`,
});

export const offerAccepted = ({ reference }: { reference: string }): Note => ({
  kind: "loan",
  title: "An offer was accepted",
  body: `${reference} can be paid out.`,
  link: "/admin/disbursement/personal/loans",
});
