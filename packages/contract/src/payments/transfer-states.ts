import { machine } from "../machine.ts";

/** Money that a person or a company sends. To a bank it goes the way of a payout, whose states it follows; to a wallet of ours it is there at once. */
export const transferStates = machine({
  noun: "transfer",
  table: "transfers",
  initial: ["in_review", "awaiting_approval", "scheduled", "approved", "success"],
  states: [
    "in_review",
    "awaiting_approval",
    "scheduled",
    "approved",
    "sent",
    "unknown",
    "success",
    "failed",
    "reversed",
    "refunded",
    "cancelled",
  ],
  transitions: [
    { action: "approve", from: ["awaiting_approval"], to: "approved", by: "company:can_decide_approvals" },
    // A person's, beyond what goes without a colleague of ours.
    { action: "release", from: ["awaiting_approval"], to: "approved", by: "provider:can_fund_debit_wallet" },
    // Planned, and more leaves on its day than goes without a colleague of ours.
    { action: "await", from: ["scheduled"], to: "awaiting_approval", by: "system" },
    // Held while a colleague looks at it.
    { action: "hold", from: ["scheduled", "awaiting_approval"], to: "in_review", by: "system" },
    { action: "pass", from: ["in_review"], to: "approved", by: "provider:can_fund_debit_wallet" },
    { action: "stop", from: ["in_review"], to: "cancelled", by: "provider:can_fund_debit_wallet" },
    { action: "decline", from: ["awaiting_approval"], to: "cancelled", by: "company:can_decide_approvals" },
    { action: "begin", from: ["scheduled"], to: "approved", by: "system" },
    // To a wallet of ours.
    { action: "arrive", from: ["approved"], to: "success", by: "system", posts: "wallet_transfer" },
    { action: "cancel", from: ["scheduled", "in_review"], to: "cancelled", by: "owner" },
    { action: "send", from: ["approved"], to: "sent", by: "system" },
    { action: "not_reached", from: ["sent"], to: "approved", by: "system" },
    { action: "lose_sight", from: ["sent"], to: "unknown", by: "system" },
    { action: "succeed", from: ["sent", "unknown"], to: "success", by: "system", posts: "transfer_delivered" },
    {
      action: "fail",
      from: ["awaiting_approval", "scheduled", "approved", "sent", "unknown"],
      to: "failed",
      by: "system",
      posts: "transfer_undone",
    },
    { action: "reverse", from: ["success"], to: "reversed", by: "system", posts: "transfer_undone" },
    // Delivered wrong: all of it was paid back.
    {
      action: "refund",
      from: ["success"],
      to: "refunded",
      by: "provider:can_refund_transactions",
      posts: "transfer_refunded",
    },
  ],
});
export type TransferState = (typeof transferStates.states)[number];
