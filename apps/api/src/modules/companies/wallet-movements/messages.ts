/** What people read of a company's wallet. */
import { naira } from "@manilla/contract/formats";
import type { Message, Note } from "../../platform/notifications/index.ts";

const aboutWallet = { kind: "wallet", link: "/corporate/wallet" } as const;

/** @param note who sent it, or what was written down of it by hand */
export const paidIn = (amount_kobo: bigint, note: string | null): Message => ({
  ...aboutWallet,
  also: ["mail"],
  about: "wallet",
  title: `${naira(amount_kobo)} has come into the wallet`,
  body: `${note ? `${note}. ` : ""}It is in your company's wallet, and can be assigned and spent now.`,
});

export const takenOut = (amount_kobo: bigint, reference: string, reason: string): Message => ({
  ...aboutWallet,
  also: ["mail"],
  about: "wallet",
  title: `${naira(amount_kobo)} was taken out of the wallet`,
  body: `${naira(amount_kobo)} was taken out of your company's wallet. The receipt ${reference} was reversed: ${reason}`,
});

export const low = (balance_kobo: bigint, below_kobo: bigint): Note => ({
  ...aboutWallet,
  title: "The wallet is low",
  body: `${naira(balance_kobo)} is left; you asked to be told below ${naira(below_kobo)}.`,
});

const aboutPurse = { kind: "purse", link: "/customer/dashboard" } as const;

export const assigned = (amount_kobo: bigint, company: string, note: string | undefined): Note => ({
  ...aboutPurse,
  title: `${company} has assigned ${naira(amount_kobo)} to you`,
  body: note ? `For: ${note}` : "It is the company's money, for the company's purposes.",
});

export const takenBack = (amount_kobo: bigint, company: string): Note => ({
  ...aboutPurse,
  title: `${company} has taken back ${naira(amount_kobo)}`,
  body: "What is left in your purse can still be spent.",
});
