/** How a payment came to us. No zod: messages and screens read it. */
export const paymentChannels = {
  online: "Sent by people who are signed in",
  file: "Sent as a file",
  planned: "Sent by itself",
} as const;
export type PaymentChannel = keyof typeof paymentChannels;
export const paymentChannelNames = Object.keys(paymentChannels) as [PaymentChannel, ...PaymentChannel[]];

/** The same within a sentence: "₦5,000.00 may still leave the wallet today …". */
export const byChannel: Readonly<Record<PaymentChannel, string>> = {
  online: "by what people send themselves",
  file: "by files",
  planned: "by what is planned",
};
