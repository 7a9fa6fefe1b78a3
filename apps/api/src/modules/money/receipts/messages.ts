/** What people read of their payments. */
import { naira } from "@manilla/contract/formats";
import type { Note } from "../../platform/notifications/index.ts";

interface Receipt {
  amount_kobo: bigint;
  reference: string;
}
const aboutPayment = { kind: "repayment", link: "/customer/repayments" } as const;

export const received = ({ amount_kobo, reference }: Receipt): Note => ({
  ...aboutPayment,
  title: "We received your payment",
  body: `${naira(amount_kobo)} was received (${reference}).`,
});

export const reversed = ({ amount_kobo, reference }: Receipt, reason: string): Note => ({
  ...aboutPayment,
  title: "A payment was reversed",
  body: `${naira(amount_kobo)} (${reference}) was reversed: ${reason}`,
});
