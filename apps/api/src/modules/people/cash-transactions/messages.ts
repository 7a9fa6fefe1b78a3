/** What people read of money that was taken back. */
import { naira } from "@manilla/contract/formats";
import { type CashDebit, cashDebits } from "@manilla/contract/people/wallet-kinds";
import type { Note } from "../../platform/notifications/index.ts";

export const debited = ({ amount_kobo, cause }: { amount_kobo: bigint; cause: CashDebit }): Note => ({
  kind: "wallet",
  link: "/customer/wallets",
  title: `${naira(amount_kobo)} was taken out of your cash wallet`,
  body: `${cashDebits[cause]} was taken back. Please write to us if you do not agree.`,
});
