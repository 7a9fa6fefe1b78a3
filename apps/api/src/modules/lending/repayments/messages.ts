/** Notifications about repayments and refunds. */
import { day, fullStop } from "@manilla/contract/formats";
import { naira } from "../../../documents/letter.ts";

interface Note {
  kind: string;
  title: string;
  body: string;
  link: string;
}
const note = (title: string, body: string): Note => ({ kind: "repayment", title, body, link: "/customer/repayments" });

export const refundPaid = (payout: { amount_kobo: bigint; bank_name: string }): Note =>
  note("Your credit was paid back", `${naira(payout.amount_kobo)} was paid into your account at ${payout.bank_name}.`);

export const refundReturned = (payout: { amount_kobo: bigint }): Note =>
  note(
    "Your refund did not arrive",
    `${naira(payout.amount_kobo)} is held as your credit again. Please check your bank account with us.`,
  );

export const cardNotDebited = ({ charge, failure }: { charge: { amount_kobo: bigint }; failure: string }): Note =>
  note(
    "We could not debit your card",
    `${naira(charge.amount_kobo)} was due. The bank said: ${fullStop(failure)} Please pay, or we will try again.`,
  );

export const received = ({ amount_kobo, reference }: { amount_kobo: bigint; reference: string }): Note =>
  note("We received your payment", `${naira(amount_kobo)} was received (${reference}).`);

export const receivedOnLoan = (fact: {
  amount_kobo: bigint;
  reference: string;
  due_kobo: bigint;
  is_paid: boolean;
}): Note =>
  note(
    fact.is_paid ? "Your loan is paid in full" : "We received your payment",
    `${naira(fact.amount_kobo)} was received for ${fact.reference}. ${fact.is_paid ? "Your loan is paid in full. Thank you." : `Still due: ${naira(fact.due_kobo)}.`}`,
  );

interface Due {
  kind: "due_soon" | "due_today" | "overdue";
  loan_reference: string;
  due_on: string;
  amount_kobo: bigint;
}

export function reminder({ kind, loan_reference, due_on, amount_kobo }: Due): Note {
  const what = `${naira(amount_kobo)} for ${loan_reference}`;
  if (kind === "due_soon")
    return note(
      "A repayment falls due soon",
      `${what} falls due on ${day(due_on)}. We will debit your saved card on that day, or you can pay earlier.`,
    );
  if (kind === "due_today")
    return note("A repayment is due today", `${what} is due today. Please pay by card or bank transfer.`);
  return note(
    "A repayment is overdue",
    `${what} was due on ${day(due_on)} and is overdue. Please pay now to avoid further penalties, or talk to us.`,
  );
}
