import { machine } from "../machine.ts";

/** What a provider owes us for a bill: it delivered after we had paid back, or it is to pay for what it did wrong. */
export const billClaimStates = machine({
  noun: "claim",
  table: "bill_claims",
  initial: ["open"],
  states: ["open", "credited", "lost"],
  transitions: [
    {
      action: "credit",
      from: ["open"],
      to: "credited",
      by: "provider:can_refund_transactions",
      posts: "claim_credited",
    },
    { action: "lose", from: ["open"], to: "lost", by: "provider:can_refund_transactions", posts: "claim_lost" },
  ],
});
