/** What people read of salary deduction. */
import { type ShortfallReason, shortfallWords } from "@manilla/contract/companies/deduction-file-states";
import { day, naira } from "@manilla/contract/formats";
import type { Message, Note } from "../../platform/notifications/index.ts";

interface Filed {
  id: string;
  pay_day: string;
}
const about = ({ id }: Filed) => ({ kind: "deductions", link: `/corporate/deductions/${id}` }) as const;
const withMail = (file: Filed) => ({ ...about(file), also: ["mail"], about: `deductions:${file.id}` }) as const;

export const made = (file: Filed & { people: number; asked_kobo: bigint }): Message => ({
  ...withMail(file),
  title: `Salary deductions of ${day(file.pay_day)}`,
  body: `${file.people === 1 ? "One loan asks" : `${file.people} loans ask`} for ${naira(file.asked_kobo)} of your people's pay. Say for whom less is kept back, and confirm.`,
});

export const unanswered = (file: Filed): Message => ({
  ...withMail(file),
  title: `Salary deductions of ${day(file.pay_day)} are not confirmed`,
  body: "Please confirm what was kept back from your people's pay. Without an answer we ask your people directly.",
});

export const toPay = (file: Filed & { deducted_kobo: bigint }): Message => ({
  ...withMail(file),
  title: `${naira(file.deducted_kobo)} of salary deductions to pay`,
  body: `Kept back on the pay day ${day(file.pay_day)} and confirmed. Somebody else than who confirmed it pays it from the wallet.`,
});

export const notPaid = (file: Filed & { deducted_kobo: bigint }): Message => ({
  ...withMail(file),
  title: `${naira(file.deducted_kobo)} of salary deductions were not paid to us`,
  body: `You kept it back on the pay day ${day(file.pay_day)}. From today your people are charged penalties for it and their cards are debited. Pay it from the wallet.`,
});

export const sentBack = (file: Filed, reason: string): Note => ({
  ...about(file),
  title: `Salary deductions of ${day(file.pay_day)} were sent back`,
  body: reason,
});

export const returned = (file: Filed, amount_kobo: bigint): Note => ({
  ...about(file),
  title: `${naira(amount_kobo)} of a salary deduction is in the wallet again`,
  body: "We took the receipt on the loan back. Please pay it out with the next salary.",
});

export const keptBackLess = (loan_id: string, missing_kobo: bigint, reason: ShortfallReason): Note => ({
  kind: "deductions",
  link: `/customer/loans/${loan_id}`,
  title: `${naira(missing_kobo)} of your instalment was not kept back from your salary`,
  body: `Your employer says: ${shortfallWords[reason].toLowerCase()}. Please pay it yourself; from its day on it is debited from your card.`,
});

export const employerLate = (loan_id: string, amount_kobo: bigint, pay_day: string): Note => ({
  kind: "deductions",
  link: `/customer/loans/${loan_id}`,
  title: `Your employer has not paid us ${naira(amount_kobo)}`,
  body: `It was kept back from your salary on ${day(pay_day)}. We ask your employer for it. From today it counts as unpaid on your loan: penalties are charged and your card is debited. What your employer pays later is yours.`,
});
