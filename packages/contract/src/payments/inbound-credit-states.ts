import { machine } from "../machine.ts";

/** Money that came in at the partner bank: in a wallet, held until the wallet may take it or it goes back, or nobody's. */
export const inboundCreditStates = machine({
  noun: "inbound credit",
  table: "inbound_credits",
  initial: ["received", "held", "unidentified"],
  states: ["received", "held", "unidentified", "going_back", "sent_back"],
  transitions: [
    { action: "release", from: ["held"], to: "received", by: "system", posts: "release_held" },
    { action: "send_back", from: ["held"], to: "going_back", by: "provider:can_reconcile", posts: "send_back_held" },
    { action: "arrive", from: ["going_back"], to: "sent_back", by: "system", posts: "held_sent_back" },
    // The sender's bank did not take it, or returned it later.
    { action: "hold_again", from: ["going_back", "sent_back"], to: "held", by: "system", posts: "hold_again" },
  ],
});

/** Why money is held, as colleagues read it. */
export const heldReasons = {
  single_deposit: "More than the tier lets in at once",
  balance: "More than the wallet may hold on its tier",
  closed: "The wallet is closed or suspended",
} as const;
export type HeldReason = keyof typeof heldReasons;
export const heldReasonNames = Object.keys(heldReasons) as [HeldReason, ...HeldReason[]];
