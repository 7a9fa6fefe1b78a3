/** How money is sent. No zod: the browser reads it. */
export const transferKinds = { bank: "To a bank account", wallet: "To a wallet of ours" } as const;
export type TransferKind = keyof typeof transferKinds;
export const transferKindNames = Object.keys(transferKinds) as [TransferKind, ...TransferKind[]];

/** Why a colleague looks at a transfer before it is sent. */
export const reviewReasons = {
  new_payees: "Many new payees in a short time",
  round_trip: "Money that just came in leaves again",
  failures: "Many transfers failed just before",
  provider_limit: "More leaves for banks in the day, over all wallets, than we let out",
} as const;
export type ReviewReason = keyof typeof reviewReasons;
