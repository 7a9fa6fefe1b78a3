/** How a payment came to us. No zod: messages and screens read it. */
export const paymentChannels = {
  online: "Sent while signed in",
  file: "Sent from a file",
  planned: "Sent as planned",
} as const;
export type PaymentChannel = keyof typeof paymentChannels;
export const paymentChannelNames = Object.keys(paymentChannels) as [PaymentChannel, ...PaymentChannel[]];

/** The same within a sentence: "₦5,000.00 may still leave the wallet today …". */
export const byChannel: Readonly<Record<PaymentChannel, string>> = {
  online: "in payments made while signed in",
  file: "in payments from a file",
  planned: "in planned payments",
};
