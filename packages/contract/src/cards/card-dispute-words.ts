/** Why a card payment is disputed, and what its holder reads at each step. No zod: screens and messages read it. */
import type { cardDisputeStates } from "./card-dispute-states.ts";

export const disputeReasons = {
  not_me: "It was not me",
  wrong_amount: "The amount is wrong",
  not_received: "I did not get what I paid for",
  duplicate: "It was taken twice",
  cancelled: "I had cancelled it",
} as const;
export type DisputeReason = keyof typeof disputeReasons;
export const disputeReasonNames = Object.keys(disputeReasons) as [DisputeReason, ...DisputeReason[]];

export type DisputeStatus = (typeof cardDisputeStates.states)[number];

/** States in which money may still move. */
export const LIVE_DISPUTES: readonly DisputeStatus[] = ["open", "sending", "sent", "refused"];

/** Each state in the holder's words. */
export const disputeSteps: Readonly<Record<DisputeStatus, string>> = {
  open: "We have your dispute and look at it.",
  sending: "We are sending it to the issuer of the card.",
  sent: "The issuer of the card has asked the shop for its side.",
  refused: "The issuer has decided for the shop. We look at what that means for you.",
  won: "Decided for you. The money is yours.",
  lost: "Decided for the shop.",
  declined: "We could not take your dispute further.",
  withdrawn: "You withdrew it.",
  refunded: "The shop has given the money back itself.",
  written_off: "Decided for the shop, and you keep the money that we gave you.",
};
