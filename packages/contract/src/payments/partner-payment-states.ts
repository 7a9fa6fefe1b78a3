import { machine } from "../machine.ts";

/** What cardholders repaid on its way to the partner: two persons send it, as any payout it arrives or comes back. */
export const partnerPaymentStates = machine({
  noun: "partner payment",
  table: "partner_payments",
  initial: ["awaiting_approval"],
  states: ["awaiting_approval", "declined", "sent", "paid", "failed"],
  transitions: [
    {
      action: "send",
      from: ["awaiting_approval"],
      to: "sent",
      by: "provider:can_settle_repayment",
      posts: "pass_on_to_partner",
    },
    { action: "decline", from: ["awaiting_approval"], to: "declined", by: "provider:can_settle_repayment" },
    { action: "arrive", from: ["sent"], to: "paid", by: "system", posts: "partner_paid" },
    // It did not arrive, or came back later: it is due to the partner again.
    { action: "fail", from: ["sent", "paid"], to: "failed", by: "system", posts: "partner_unpaid" },
  ],
});
