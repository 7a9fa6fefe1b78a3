/** What is done with a card, and what of it is money that moved. No zod: screens read it. */
export const paymentWords = {
  purchase: "Purchase",
  cash: "Cash",
  refund: "Refund",
  enquiry: "Balance enquiry",
} as const;
export type PaymentKind = keyof typeof paymentWords;
export const paymentKinds = Object.keys(paymentWords) as [PaymentKind, ...PaymentKind[]];

export const captureWords = {
  capture: "Taken",
  refund: "Given back",
  refund_reversal: "Refund taken back",
  dispute_won: "Won in a dispute",
} as const;
export type Captured = keyof typeof captureWords;
export const captureKinds = Object.keys(captureWords) as [Captured, ...Captured[]];
