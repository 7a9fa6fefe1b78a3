/** Notifications about repayments and refunds. */
import { OVERDUE_NOTICE } from "@manilla/contract/lending/notice-titles";
import { counted, day, fullStop } from "@manilla/contract/formats";
import { displayPhone } from "@manilla/contract/phone";
import { naira } from "../../../documents/letter.ts";
import { TROUBLE, type Way } from "../../platform/notifications/index.ts";

interface Note {
  kind: string;
  title: string;
  body: string;
  link: string;
  also: readonly Way[];
}
/** Each movement of somebody's money reaches them where they read: in the product, by text message and by mail. */
const note = (title: string, body: string): Note => ({
  kind: "repayment",
  title,
  body,
  link: "/customer/repayments",
  also: ["sms", "mail"],
});

export const refundPaid = (payout: { amount_kobo: bigint; bank_name: string }): Note =>
  note("Your credit was paid back", `${naira(payout.amount_kobo)} was paid into your account at ${payout.bank_name}.`);

export const refundReturned = (payout: { amount_kobo: bigint }): Note => ({
  ...note(
    "Your refund did not arrive",
    `Your refund did not arrive: ${naira(payout.amount_kobo)} is held as your credit again. Please check your bank account with us.`,
  ),
  also: TROUBLE,
});

export const cardNotDebited = ({ charge, failure }: { charge: { amount_kobo: bigint }; failure: string }): Note => ({
  ...note(
    "We could not debit your card",
    `We could not debit your card: ${naira(charge.amount_kobo)} was due. The bank said: ${fullStop(failure)} Please pay, or we will try again.`,
  ),
  also: TROUBLE,
});

export const recovered = (fact: {
  amount_kobo: bigint;
  reference: string;
  left_kobo: bigint;
  credit_kobo: bigint;
}): Note =>
  note(
    fact.left_kobo === 0n ? "You owe nothing more on this loan" : "We received your payment",
    `${naira(fact.amount_kobo)} was received for ${fact.reference}. ${
      fact.left_kobo === 0n
        ? "Nothing more is claimed. Your letter of no indebtedness is ready."
        : `Still claimed: ${naira(fact.left_kobo)}.`
    }${fact.credit_kobo > 0n ? ` ${naira(fact.credit_kobo)} is held as your credit.` : ""}`,
  );

/** What is left of a loan after money, and what of it became credit. */
interface Left {
  is_paid: boolean;
  due_kobo: bigint;
  outstanding_principal_kobo: bigint;
  next: { due_on: string; amount_kobo: bigint } | undefined;
}

export const receivedBefore = (
  fact: Left & { amount_kobo: bigint; reference: string; received_on: string; credit_kobo: bigint },
): Note =>
  note(
    fact.is_paid ? "Your loan is paid in full" : "We recorded an earlier payment",
    `${naira(fact.amount_kobo)} was received for ${fact.reference} on ${day(fact.received_on)}. Your loan was worked out again from that day. ${whatIsLeft(fact)}${fact.credit_kobo > 0n ? ` ${naira(fact.credit_kobo)} is held as your credit.` : ""}`,
  );

export const waived = (fact: { amount_kobo: bigint; reference: string; what: string }): Note =>
  note(
    "A charge was waived",
    `${naira(fact.amount_kobo)} of the ${fact.what} on ${fact.reference} is no longer asked.`,
  );

/** The new schedule in a few words; all of it is on the loan's page. */
export const rescheduled = (fact: {
  reference: string;
  what: string;
  loan_id: string;
  instalments: number;
  instalment_kobo: bigint;
  next_due_on: string | null;
  last_due_on: string | null;
  left_kobo: bigint;
}): Note => ({
  ...note(
    "Your loan was rescheduled",
    `${fact.reference}: ${fact.what}. ${counted(fact.instalments, "instalment")} of ${naira(fact.instalment_kobo)} from ${day(fact.next_due_on ?? "")} to ${day(fact.last_due_on ?? "")}; ${naira(fact.left_kobo)} in all is still to be paid. Your loan's page has the new schedule.`,
  ),
  link: `/customer/loans/${fact.loan_id}`,
});

/** What is asked after a payment, and what may still be chosen. */
function whatIsLeft(fact: Left & { is_beyond?: boolean }): string {
  if (fact.is_paid) return "Your loan is paid in full. Thank you. Your letter of no indebtedness is ready.";
  if (fact.due_kobo > 0n) return `Still due: ${naira(fact.due_kobo)}.`;
  const left = `Principal left: ${naira(fact.outstanding_principal_kobo)}.`;
  if (!fact.next) return left;
  const next = `Nothing is due now. The next instalment asks ${naira(fact.next.amount_kobo)} on ${day(fact.next.due_on)}.`;
  const choice = fact.is_beyond
    ? ` What you paid beyond the next instalment pays the following ones in turn; until the next due date you can choose smaller or fewer instalments instead.`
    : "";
  return `${next} ${left}${choice}`;
}

interface Received extends Left {
  amount_kobo: bigint;
  reference: string;
  /** The numbers of the instalments that it paid, in whole or in part. */
  instalments: readonly number[];
  /** It paid more than the next instalment and nobody was asked what the rest is for. */
  is_beyond: boolean;
}

/** "instalment 2 of LN-…", "instalments 2 to 4 of LN-…". */
const paidFor = ({ instalments, reference }: Received): string => {
  const [first, last] = [instalments[0], instalments.at(-1)];
  if (first === undefined) return reference;
  return first === last ? `instalment ${first} of ${reference}` : `instalments ${first} to ${last} of ${reference}`;
};

export const receivedOnLoan = (fact: Received): Note =>
  note(
    fact.is_paid ? "Your loan is paid in full" : "We received your payment",
    `${naira(fact.amount_kobo)} was received for ${paidFor(fact)}. ${whatIsLeft(fact)}`,
  );

interface Due {
  kind: "due_soon" | "due_today" | "overdue";
  loan_reference: string;
  due_on: string;
  amount_kobo: bigint;
  has_card: boolean;
  /** What we hold for the person: the close uses it before the card. */
  credit_kobo: bigint;
}

/** @param phone of the provider */
export function reminder(due: Due, phone: string): Note {
  const { kind, loan_reference, due_on, amount_kobo, has_card } = due;
  const credit = due.credit_kobo > 0n ? ` Your credit of ${naira(due.credit_kobo)} pays first.` : "";
  const what = `${naira(amount_kobo)} for ${loan_reference}`;
  if (kind === "due_soon")
    return note(
      "A repayment falls due soon",
      has_card
        ? `${what} falls due on ${day(due_on)}.${credit} We debit your saved card on that day. What you pay before lowers the debit; if you pay all of it, there is none.`
        : `${what} falls due on ${day(due_on)}.${credit} Please pay by card or bank transfer until then.`,
    );
  if (kind === "due_today")
    return note(
      "A repayment is due today",
      has_card
        ? `${what} is due today.${credit} We debit your saved card today; you need not pay by another way.`
        : `${what} is due today.${credit} Please pay by card or bank transfer.`,
    );
  return note(
    OVERDUE_NOTICE,
    `${what} was due on ${day(due_on)} and is overdue. Please pay now to avoid further penalties, or call us on ${displayPhone(phone)}.`,
  );
}

/** What colleagues read where the bureau does not know the borrower. */
export const bureauKnowsNobody = ({ id, reference }: { id: string; reference: string }): Omit<Note, "also"> => ({
  kind: "loan",
  title: "The credit bureau was not told",
  body: `It does not know the borrower of ${reference}. Somebody has to tell it.`,
  link: `/admin/loans/${id}`,
});
