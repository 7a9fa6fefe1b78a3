/** What people and colleagues read of cash on its way, and of money that was taken back. */
import { fullStop, naira } from "@manilla/contract/formats";
import { type CashDebit, cashDebits } from "@manilla/contract/people/wallet-kinds";
import type { Note } from "../../platform/notifications/index.ts";

const about = { kind: "wallet", link: "/customer/wallets" } as const;

export const debited = ({ amount_kobo, cause }: { amount_kobo: bigint; cause: CashDebit }): Note => ({
  ...about,
  title: `${naira(amount_kobo)} was taken out of your cash wallet`,
  body: `${cashDebits[cause]} was taken back. Please write to us if you do not agree.`,
});

export const withdrawn = ({ amount_kobo, bank_name }: { amount_kobo: bigint; bank_name: string }): Note => ({
  ...about,
  title: "Your money has arrived",
  body: `${naira(amount_kobo)} was paid into your account at ${bank_name}.`,
});

export const cameBack = ({ amount_kobo }: { amount_kobo: bigint }): Note => ({
  ...about,
  title: "Your money did not arrive",
  body: `${naira(amount_kobo)} is in your cash wallet again. Please check your bank account with us.`,
});

/** A colleague rejected a transfer; the person reads the reason. */
export const notSent = ({ amount_kobo, reason }: { amount_kobo: bigint; reason: string }): Note => ({
  ...about,
  title: "Your transfer was not approved",
  body: `${naira(amount_kobo)} is in your cash wallet again. The reason: ${fullStop(reason)}`,
});

export const awaitsYou = ({ amount_kobo, reference }: { amount_kobo: bigint; reference: string }): Note => ({
  kind: "payout",
  title: "A transfer out of a cash wallet awaits approval",
  body: `${reference}: ${naira(amount_kobo)}`,
  link: "/admin/cash/transactions?f.status=awaiting_approval",
});
