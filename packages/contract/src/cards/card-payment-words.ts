/** How a credit card is paid, in words. No zod: the browser reads it. */
export const cardPaymentChannels = {
  wallet: "From the cash wallet",
  automatic: "By itself on the due day",
  transfer: "By transfer",
  bank_card: "From a bank card on the due day",
  deposit: "From its deposit",
} as const;
export type CardPaymentChannel = keyof typeof cardPaymentChannels;
export const cardPaymentChannelNames = Object.keys(cardPaymentChannels) as [
  CardPaymentChannel,
  ...CardPaymentChannel[],
];

/** What is taken from the wallet on the due day. */
export const automaticWords = { none: "Nothing", minimum: "The minimum", full: "All that is owed" } as const;

/** What moved on a card. */
export const cardMovementWords = {
  drawn: "Paid by card",
  repaid: "Paid back",
  interest: "Interest",
  penalty: "Penalty",
  taken_back: "Payment taken back",
} as const;
