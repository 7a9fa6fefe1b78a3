/** What people read of their payments. */
import { fullStop, naira } from "@manilla/contract/formats";
import { type Message, RECEIPT, TROUBLE } from "../../platform/notifications/index.ts";

interface Receipt {
  amount_kobo: bigint;
  reference: string;
}
const aboutPayment = ({ reference }: Receipt) =>
  ({ kind: "repayment", link: "/customer/repayments", about: `receipt:${reference}` }) as const;

/** Money that pays nothing yet. */
export const received = ({ amount_kobo, reference }: Receipt): Message => ({
  ...aboutPayment({ amount_kobo, reference }),
  also: RECEIPT,
  title: "We received your payment",
  body: `${naira(amount_kobo)} was received (${reference}) and is held as your credit.`,
});

/** What it paid is owed again. */
export const reversed = ({ amount_kobo, reference }: Receipt, reason: string): Message => ({
  ...aboutPayment({ amount_kobo, reference }),
  also: TROUBLE,
  title: "A payment was reversed",
  body: `Your payment of ${naira(amount_kobo)} (${reference}) was reversed: ${fullStop(reason)} What it had paid is not paid any more.`,
});
