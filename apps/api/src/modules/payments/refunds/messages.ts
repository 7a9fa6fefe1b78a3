/** What people and colleagues read of claims. */
import { fullStop, naira } from "@manilla/contract/formats";
import {
  type PaymentKind,
  paymentClaims,
  type PaymentClaim,
  recallSteps,
} from "@manilla/contract/payments/refund-words";
import { type Message, type Note, RECEIPT, TROUBLE } from "../../platform/notifications/index.ts";

interface Facts {
  kind: PaymentKind;
  payment_id: string;
  /** Whose money it is, where that is a company. */
  company_id?: string | null;
  what: string;
  amount_kobo: bigint;
}
const about = ({ kind, payment_id, company_id }: Facts) => ({
  kind,
  link: `/${company_id ? "corporate" : "customer"}/${kind}s/${payment_id}`,
  about: `${kind}:${payment_id}`,
});

export const claimed = (id: string, person: string, claim: PaymentClaim, { what, amount_kobo }: Facts): Note => ({
  kind: "refund",
  title: `${person} says that a payment went wrong`,
  body: `${naira(amount_kobo)} to ${what}: ${fullStop(paymentClaims[claim])}`,
  link: `/admin/refunds/${id}`,
});

const UNTIL = "It is taken back if your claim is lost, or when the money itself comes back.";

export const credited = (payment: Facts): Message => ({
  ...about(payment),
  about: `claim-credit:${payment.payment_id}`,
  also: RECEIPT,
  title: `${naira(payment.amount_kobo)} is in the wallet for now`,
  body: `${naira(payment.amount_kobo)} to ${payment.what} is in the wallet for now, since you said that it was not you. ${UNTIL}`,
});

export const putRight = (payment: Facts, reason: string): Message => ({
  ...about(payment),
  also: RECEIPT,
  title: "Your payment was put right",
  body: `Your payment was put right, ${naira(payment.amount_kobo)} to ${payment.what}: ${fullStop(reason)}`,
});

export const noRefund = (payment: Facts, reason: string): Message => ({
  ...about(payment),
  also: TROUBLE,
  title: "Nothing is paid back of your payment",
  body: `Nothing is paid back of ${naira(payment.amount_kobo)} to ${payment.what}: ${fullStop(reason)} If you see it differently, answer under Help.`,
});

type Answer = "returned" | "refused" | "gone";
const answers: Readonly<Record<Answer, string>> = {
  returned: "The receiving bank gives your money back",
  refused: "The receiving bank does not give the money back",
  gone: "The receiving bank has not the money any more",
};
const follows = (answer: Answer): string =>
  answer === "returned" ? "You hear from us when it is in the wallet." : "We decide about your claim, and tell you.";

export const recallAnswered = (payment: Facts, answer: Answer): Message => ({
  ...about(payment),
  about: `recall:${payment.payment_id}`,
  also: answer === "returned" ? RECEIPT : TROUBLE,
  title: answers[answer],
  body: `Your claim, ${naira(payment.amount_kobo)} to ${payment.what}: ${fullStop(recallSteps[answer])} ${follows(answer)}`,
});

/** The same of a salary: read by anyone signed in, so without name or amount. */
export const ofSalary = ({ kind, title, link }: Message, reason: string): Note => ({
  kind,
  title,
  link,
  body: `One payment of a batch: ${fullStop(reason)}`,
});

/** The provisional credit of a salary payment, without the payee's name. */
export const creditedOfSalary = (message: Message): Note =>
  ofSalary({ ...message, title: "Its money is in the wallet for now" }, `You said that it was not you. ${UNTIL}`);

/** An SMS would carry the name and the pay of a colleague. */
export const recallOfSalary = (payment: Facts, answer: Answer): Note => ({
  ...about(payment),
  title: answers[answer],
  body: `One payment of a batch: ${fullStop(recallSteps[answer])} ${follows(answer)}`,
});

export const recallOnDesk = (case_id: string, { amount_kobo }: Facts, answer: Answer): Note => ({
  kind: "refund",
  title: answers[answer].replace("your", "the"),
  body: `${naira(amount_kobo)}: ${fullStop(recallSteps[answer])}`,
  link: `/admin/refunds/${case_id}`,
});
