import { exceptionStates } from "@manilla/contract/money/reconciliation-states";
import type { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";

export type Item = Answer<typeof calls.reconciliation.find>["item"];
export type Status = Item["status"];

export const exceptions: readonly Status[] = exceptionStates;
export const isException = (status: Status): boolean => exceptions.includes(status);

const subjects: Record<string, string> = {
  payout: "Payout",
  payout_return: "Payout on its way back",
  remittance: "VAT remitted",
  receipt: "Receipt",
  bank_line: "Line of the bank",
  unidentified_receipt: "Unidentified money",
  webhook: "Message of the provider",
  bank_balance: "Balance of the bank",
  partner_funding: "Funding by a partner",
  bank_claim: "Claim that a bank pays back",
};
export const subjectName = (subject: string): string => subjects[subject] ?? subject;

/** No line of the bank shows it yet: the sum is what the payment provider says. */
export const isOnlyTold = ({ subject_type, statement }: Item): boolean =>
  !statement && ["unidentified_receipt", "webhook"].includes(subject_type);

/** Where the books show what a row is about. */
export const bookedAt = (item: Item): string | undefined =>
  ["payout", "receipt"].includes(item.subject_type)
    ? `/admin/books/${item.subject_type}/${item.subject_id}`
    : undefined;

/** Where a difference may be booked. */
export const differenceAccounts = [
  "bank_charges",
  "provider_charges",
  "provider_charges_due",
  "rounding",
  "unidentified_receipts",
  "capital",
  "opening_balances",
] as const;
