/** Limits of a company's wallet that the provider sets and raises. No zod: the browser reads it. */
export const walletLimits = { single: "In one payment", daily: "In a day", monthly: "In a month" } as const;
export type WalletLimit = keyof typeof walletLimits;
export const walletLimitNames = Object.keys(walletLimits) as [WalletLimit, ...WalletLimit[]];
