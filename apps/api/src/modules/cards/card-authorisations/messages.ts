import { date } from "@manilla/contract/formats";
import { type Message, type Note, RECEIPT, TROUBLE } from "../../platform/notifications/index.ts";

const linkOf = (id: string | null): string =>
  id ? `/customer/cards/transaction/${id}` : "/customer/cards/transaction";

interface Declined {
  id: string | null;
  merchant: string;
  /** In the card's currency; or what else was asked. */
  amount: string;
  /** Why, and what the holder may do. */
  says: string;
}
export const declined = ({ id, merchant, amount, says }: Declined): Note => ({
  kind: "card",
  title: `Declined: ${amount} at ${merchant}`,
  body: says,
  link: linkOf(id),
});

interface Paid {
  id: string;
  last4: string;
  merchant: string;
  amount: string;
  at: Date;
}

/** The debit alert of a payment that was let through. */
export const paid = ({ id, last4, merchant, amount, at }: Paid): Message => ({
  kind: "card",
  also: ["sms_help"],
  about: `card_payment:${id}`,
  title: `${amount} at ${merchant}`,
  body: `Card •••• ${last4}: ${amount} at ${merchant}, ${date(at)}. Not you? Freeze the card and call us.`,
  link: linkOf(id),
});

export const wasItYou = ({ id, last4 }: { id: string; last4: string }): Message => ({
  kind: "card",
  also: ["sms_help"],
  title: "Was it you?",
  body: `Three payments with your card •••• ${last4} were declined within five minutes, so we froze it. Was it you? Say so and it works again.`,
  link: linkOf(id),
  about: `card_payment:${id}`,
});

export const overdrawn = ({ last4, amount }: { last4: string; amount: string }): Message => ({
  kind: "card",
  also: TROUBLE,
  about: `card:${last4}`,
  title: `Your card took ${amount} more than was there`,
  body: `A shop took ${amount} more than was held on card •••• ${last4}. The next money that comes in pays it.`,
  link: linkOf(null),
});

export const refunded = ({ merchant, amount }: { merchant: string; amount: string }): Message => ({
  kind: "card",
  also: RECEIPT,
  about: `card-refund:${merchant}`,
  title: `${amount} came back from ${merchant}`,
  body: `${merchant} gave ${amount} back to your card.`,
  link: linkOf(null),
});

export const receiptMissing = ({ merchant, last4 }: { merchant: string; last4: string }): Message => ({
  kind: "card",
  also: ["mail"],
  title: `Your card is frozen: the receipt of ${merchant} is missing`,
  body: `It has been missing for more than thirty days, so card •••• ${last4} pays nothing. Add the receipt, or say that there is none, and it works again.`,
  link: "/customer/expenses?f.has_receipt=false",
  about: "expense_receipts",
});
