import { machine } from "../machine.ts";

/** A payout whose outcome is unknown is queried until the provider answers; it is never sent again blindly. */
export const payoutStates = machine({
  noun: "payout",
  table: "payouts",
  initial: ["created"],
  states: ["created", "awaiting_approval", "approved", "sent", "unknown", "success", "returning", "failed", "reversed"],
  transitions: [
    { action: "submit", from: ["created"], to: "awaiting_approval", by: "provider:can_disburse_loans" },
    { action: "approve", from: ["awaiting_approval"], to: "approved", by: "provider:can_disburse_loans" },
    // Money of a cash wallet: its owner asked, a colleague lets it go.
    { action: "release", from: ["awaiting_approval"], to: "approved", by: "provider:can_fund_debit_wallet" },
    {
      action: "refuse",
      from: ["created", "awaiting_approval", "approved"],
      to: "failed",
      by: "provider:can_disburse_loans",
    },
    { action: "send", from: ["approved"], to: "sent", by: "system" },
    { action: "not_reached", from: ["sent"], to: "approved", by: "system" },
    { action: "lose_sight", from: ["sent"], to: "unknown", by: "system" },
    { action: "succeed", from: ["sent", "unknown"], to: "success", by: "system", posts: "disburse" },
    // By two persons, with the bank's evidence: its ledger entry is that of a success.
    { action: "mark_success", from: ["unknown"], to: "success", by: "provider:can_fund_debit_wallet" },
    { action: "fail", from: ["sent", "unknown"], to: "failed", by: "system" },
    { action: "give_up", from: ["unknown"], to: "failed", by: "provider:can_undisburse_loans" },
    { action: "reverse", from: ["success"], to: "reversed", by: "system", posts: "refund_returned" },
    {
      action: "take_back",
      from: ["success"],
      to: "returning",
      by: "provider:can_undisburse_loans",
      posts: "return_payout",
    },
    { action: "come_back", from: ["returning"], to: "reversed", by: "system", posts: "settle_collections" },
    // The statement that showed it is taken back.
    { action: "wait_again", from: ["reversed"], to: "returning", by: "system" },
    { action: "keep", from: ["returning"], to: "success", by: "provider:can_undisburse_loans", posts: "resume" },
    { action: "lose", from: ["returning"], to: "reversed", by: "provider:can_undisburse_loans", posts: "lose_payout" },
  ],
});
export type PayoutState = (typeof payoutStates.states)[number];
