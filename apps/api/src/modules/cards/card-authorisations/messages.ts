import type { Message, Note } from "../../platform/notifications/index.ts";

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

export const wasItYou = ({ id, last4 }: { id: string; last4: string }): Message => ({
  kind: "card",
  also: ["sms"],
  title: "Was it you?",
  body: `Three payments with your card •••• ${last4} were declined within five minutes, so we froze it. Was it you? Say so and it works again.`,
  link: linkOf(id),
  about: `card_payment:${id}`,
});

export const overdrawn = ({ last4, amount }: { last4: string; amount: string }): Note => ({
  kind: "card",
  title: `Your card took ${amount} more than was there`,
  body: `The shop took more than was held on card •••• ${last4}. The next money that comes in pays it.`,
  link: linkOf(null),
});

export const refunded = ({ merchant, amount }: { merchant: string; amount: string }): Note => ({
  kind: "card",
  title: `${amount} came back from ${merchant}`,
  body: "The shop gave it back to your card.",
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
