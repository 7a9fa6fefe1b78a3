import { machine } from "../machine.ts";

/** A bill whose outcome is unknown is queried until the provider answers; it is never sent again. Another provider gets it only after a certain no. */
export const billStates = machine({
  noun: "bill",
  table: "bills",
  initial: ["accepted"],
  states: ["accepted", "sent", "unknown", "delivered", "failed", "refunded"],
  transitions: [
    { action: "send", from: ["accepted"], to: "sent", by: "system" },
    { action: "not_reached", from: ["sent"], to: "accepted", by: "system" },
    { action: "try_other", from: ["sent", "unknown"], to: "accepted", by: "system" },
    { action: "lose_sight", from: ["sent"], to: "unknown", by: "system" },
    // From accepted: a provider that had refused it has delivered it, before another one was asked.
    {
      action: "deliver",
      from: ["accepted", "sent", "unknown"],
      to: "delivered",
      by: "system",
      posts: "bill_delivered",
    },
    { action: "fail", from: ["accepted", "sent", "unknown"], to: "failed", by: "system", posts: "bill_failed" },
    {
      action: "give_up",
      from: ["unknown"],
      to: "failed",
      by: "provider:can_refund_transactions",
      posts: "bill_failed",
    },
    {
      action: "refund",
      from: ["delivered"],
      to: "refunded",
      by: "provider:can_refund_transactions",
      posts: "bill_refunded",
    },
  ],
});
export type BillState = (typeof billStates.states)[number];

/** Where a bill's money comes from: the person's own, or the company's in their purse. */
export const billSources = {
  cash: "Cash wallet",
  purse: "Purse of the company",
  company: "Wallet of the company",
} as const;
export type BillSource = keyof typeof billSources;
/** Where the money of a bill that ended without delivery is: follows "is". */
export const billMoneyBack: Readonly<Record<BillSource, string>> = {
  cash: "in your wallet again",
  purse: "in the purse of your company again",
  company: "in the wallet of your company again",
};
export const billSourceNames = Object.keys(billSources) as [BillSource, ...BillSource[]];
/** What a person pays from alone. A company's wallet pays what its chain has agreed to. */
export const ownBillSources = ["cash", "purse"] as const;
