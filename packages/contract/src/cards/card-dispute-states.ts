import { machine } from "../machine.ts";

const desk = "provider:can_manage_cards";
const decides = "provider:can_approve_card_requests";

/** A dispute about a card payment. `refused`: the issuer decided for the shop while the holder has a provisional credit; somebody decides about the credit. */
export const cardDisputeStates = machine({
  noun: "card dispute",
  table: "card_disputes",
  initial: ["open"],
  states: ["open", "sending", "sent", "refused", "won", "lost", "declined", "withdrawn", "refunded", "written_off"],
  transitions: [
    { action: "send", from: ["open"], to: "sending", by: desk },
    { action: "decline", from: ["open"], to: "declined", by: desk },
    { action: "withdraw", from: ["open"], to: "withdrawn", by: "owner" },
    { action: "accept", from: ["sending"], to: "sent", by: "system" },
    // The issuer does not take it, or does not know it: it is sent again, or declined.
    { action: "hand_back", from: ["sending"], to: "open", by: "system" },
    { action: "win", from: ["sent"], to: "won", by: "system", posts: "win_dispute" },
    { action: "lose", from: ["sent"], to: "lost", by: "system" },
    { action: "refuse", from: ["sent"], to: "refused", by: "system" },
    { action: "refund", from: ["open", "sending", "sent", "refused"], to: "refunded", by: "system" },
    { action: "take_back", from: ["refused"], to: "lost", by: decides, posts: "take_back_dispute" },
    {
      action: "write_off",
      from: ["refused"],
      to: "written_off",
      by: "provider:can_reconcile",
      posts: "write_off_dispute",
    },
  ],
});
