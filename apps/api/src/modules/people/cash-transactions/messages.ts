/** What people and colleagues read of cash on its way, and of money that was taken back. */
import { fullStop, naira } from "@manilla/contract/formats";
import { type CashDebit, cashDebits } from "@manilla/contract/people/wallet-kinds";
import { type Message, type Note, RECEIPT, TROUBLE } from "../../platform/notifications/index.ts";

const about = { kind: "wallet", link: "/customer/wallets", about: "cash" } as const;

export const debited = ({ amount_kobo, cause }: { amount_kobo: bigint; cause: CashDebit }): Message => ({
  ...about,
  also: TROUBLE,
  title: `${naira(amount_kobo)} was taken out of your cash wallet`,
  body: `${naira(amount_kobo)} was taken out of your cash wallet: ${cashDebits[cause]} was taken back. Please write to us if you do not agree.`,
});

export const withdrawn = ({ amount_kobo, bank_name }: { amount_kobo: bigint; bank_name: string }): Message => ({
  ...about,
  also: RECEIPT,
  title: "Your money has arrived",
  body: `${naira(amount_kobo)} was paid into your account at ${bank_name}.`,
});

export const cameBack = ({ amount_kobo }: { amount_kobo: bigint }): Message => ({
  ...about,
  also: TROUBLE,
  title: "Your money did not arrive",
  body: `Your money did not arrive: ${naira(amount_kobo)} is in your cash wallet again. Please check your bank account with us.`,
});

/** A colleague rejected a transfer; the person reads the reason. */
export const notSent = ({ amount_kobo, reason }: { amount_kobo: bigint; reason: string }): Message => ({
  ...about,
  also: TROUBLE,
  title: "Your transfer was not approved",
  body: `Your transfer was not approved: ${naira(amount_kobo)} is in your cash wallet again. The reason: ${fullStop(reason)}`,
});

export const awaitsYou = ({ amount_kobo, reference }: { amount_kobo: bigint; reference: string }): Note => ({
  kind: "payout",
  title: "A transfer out of a cash wallet awaits approval",
  body: `${reference}: ${naira(amount_kobo)}`,
  link: "/admin/cash/transactions?f.status=awaiting_approval",
});
