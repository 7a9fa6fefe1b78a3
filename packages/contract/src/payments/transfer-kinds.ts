/** How money is sent. No zod: the browser reads it. */
export const transferKinds = { bank: "To a bank account", wallet: "To a wallet of ours" } as const;
export type TransferKind = keyof typeof transferKinds;
export const transferKindNames = Object.keys(transferKinds) as [TransferKind, ...TransferKind[]];
