/** What people and colleagues read of claims. */
import { fullStop, naira } from "@manilla/contract/formats";
import { type PaymentKind, paymentClaims, type PaymentClaim } from "@manilla/contract/payments/refund-words";
import type { Message, Note } from "../../platform/notifications/index.ts";

interface Facts {
  kind: PaymentKind;
  payment_id: string;
  what: string;
  amount_kobo: bigint;
}
const about = ({ kind, payment_id }: Facts) => ({
  kind,
  link: `/customer/${kind}s/${payment_id}`,
  about: `${kind}:${payment_id}`,
});

export const claimed = (id: string, person: string, claim: PaymentClaim, { what, amount_kobo }: Facts): Note => ({
  kind: "refund",
  title: `${person} says that a payment went wrong`,
  body: `${naira(amount_kobo)} to ${what}: ${fullStop(paymentClaims[claim])}`,
  link: `/admin/refunds/${id}`,
});

export const putRight = (payment: Facts, reason: string): Message => ({
  ...about(payment),
  also: ["sms"],
  title: "Your payment was put right",
  body: `${naira(payment.amount_kobo)} to ${payment.what}: ${fullStop(reason)}`,
});

export const noRefund = (payment: Facts, reason: string): Message => ({
  ...about(payment),
  also: ["sms"],
  title: "Nothing is paid back of your payment",
  body: `${naira(payment.amount_kobo)} to ${payment.what}: ${fullStop(reason)} If you see it differently, answer under Help.`,
});
