/** Notifications about disbursements. */
import { day, fullStop } from "@manilla/contract/formats";
import { naira } from "../../../documents/letter.ts";
import { payoutPage } from "../../money/payouts/index.ts";
import { type Message, type Note, TROUBLE } from "../../platform/notifications/index.ts";

interface AboutLoan {
  loan: { id: string; reference: string };
}

const aboutLoan = ({ loan }: AboutLoan, title: string, body: string): Message => ({
  kind: "loan",
  title,
  body,
  link: `/customer/loans/${loan.id}`,
  also: ["mail", "sms"],
  about: `payout:${loan.id}`,
});

/** The titles of messages to the borrower; the payout's page finds them by these. */
export const titles = {
  paidOut: "Your loan was paid out",
  failed: "We could not pay out your loan",
  returned: "Your bank returned the loan",
} as const;

export const paidOut = (
  fact: AboutLoan & { payout: { amount_kobo: bigint; bank_name: string }; first_due_on: string },
): Message =>
  aboutLoan(
    fact,
    titles.paidOut,
    `${naira(fact.payout.amount_kobo)} was paid into your account at ${fact.payout.bank_name}. The first repayment is due on ${day(fact.first_due_on)}.`,
  );

export const payoutFailed = (fact: AboutLoan & { reason: string }): Message => ({
  ...aboutLoan(
    fact,
    titles.failed,
    `The payment of ${fact.loan.reference} did not go through: ${fullStop(fact.reason)} Please check your bank account with us; we will try again.`,
  ),
  also: TROUBLE,
});

export const returnedByBank = (fact: AboutLoan & { payout: { amount_kobo: bigint }; reason: string }): Message => ({
  ...aboutLoan(
    fact,
    titles.returned,
    `The bank returned ${naira(fact.payout.amount_kobo)}: ${fullStop(fact.reason)} Please check your account with us; we will pay again.`,
  ),
  also: TROUBLE,
});

/** To finance. */
export const failed = ({ reference }: { reference: string }, payout: { id: string }, reason: string): Note => ({
  kind: "payout",
  title: "A payout failed",
  body: `${reference}: ${reason}`,
  link: payoutPage(payout),
});

export const cameBack = (payout: { id: string; reference: string }, reason: string): Note => ({
  kind: "payout",
  title: "A payout came back",
  body: `${payout.reference}: ${reason}`,
  link: payoutPage(payout),
});
