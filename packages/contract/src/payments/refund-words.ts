/** Why a payment is on the refunds desk, in words. No zod: the browser reads it. */
import type { RecallState } from "./recall-states.ts";
import type { RefundCaseState } from "./refund-case-states.ts";

export const paymentKinds = { bill: "Bill", transfer: "Transfer" } as const;
export type PaymentKind = keyof typeof paymentKinds;
export const paymentKindNames = Object.keys(paymentKinds) as [PaymentKind, ...PaymentKind[]];

/** Where a payment is: not sent yet, or handed to another provider just now; without an answer; failed and not given back; with its receiver; ended, and the wallet has what it is owed. */
export type RefundStage = "moving" | "open" | "unpaid" | "delivered" | "ended";

export const refundCauses = {
  unpaid: "Failed, money not back",
  no_value: "Paid, nothing delivered",
  unanswered: "No answer",
  claimed: "Delivered wrong",
} as const;
export type RefundCause = keyof typeof refundCauses;
export const refundCauseNames = Object.keys(refundCauses) as [RefundCause, ...RefundCause[]];

/** What a person says of a payment of theirs. */
export const paymentClaims = {
  not_arrived: "It has not arrived",
  wrong_recipient: "It went to a wrong account or number",
  wrong_amount: "The amount is wrong",
  not_me: "It was not me",
} as const;
export type PaymentClaim = keyof typeof paymentClaims;
export const paymentClaimNames = Object.keys(paymentClaims) as [PaymentClaim, ...PaymentClaim[]];

/** Who bears what is paid back after a delivery. */
export const refundFaults = {
  provider: "Provider’s or bank’s fault: claimed from them",
  goodwill: "Goodwill: our loss",
} as const;
export type RefundFault = keyof typeof refundFaults;
export const refundFaultNames = Object.keys(refundFaults) as [RefundFault, ...RefundFault[]];

/** Each step of a claim, as its person reads it. */
export const claimSteps: Readonly<Record<RefundCaseState, string>> = {
  open: "We are looking into it",
  refunded: "The money is in the wallet again",
  processed: "It was put right",
  cancelled: "Nothing is paid back",
};

/** Where a recall is, as who claimed reads it. */
export const recallSteps: Readonly<Record<RecallState, string>> = {
  requested: "We are about to ask the receiving bank for the money",
  asked: "We have asked the receiving bank for the money, and ask for its answer",
  unknown: "We have asked the receiving bank for the money, and ask for its answer",
  returned: "The receiving bank gives the money back: it is in the wallet when the bank has sent it",
  refused: "The receiving bank does not give the money back",
  gone: "The receiving bank says that the money is not in the account any more",
};

/** Claims about a transfer for which the receiving bank is asked. */
export const recalledFor: ReadonlySet<PaymentClaim> = new Set(["wrong_recipient", "not_me"]);

/** Payments that are decided at once. */
export const MAX_REFUNDS_AT_ONCE = 50;
