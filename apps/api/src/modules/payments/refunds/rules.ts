/** Decisions of the refunds desk. Pure; amounts in kobo. */
import type { Abilities } from "@manilla/contract/action";
import type {
  PaymentClaim,
  PaymentKind,
  RefundCause,
  RefundFault,
  RefundStage,
} from "@manilla/contract/payments/refund-words";

export interface CaseFacts {
  status: string;
  cause: RefundCause;
  user_id: string;
  is_waiting: boolean;
  kind: PaymentKind;
  claim: PaymentClaim | null;
  has_credit: boolean;
}
export type DeskAct = "refund" | "process" | "cancel" | "credit";

/** Why the desk does not do something, by code. */
export const REFUSALS = {
  refunded: "Its money is back already.",
  processed: "It has arrived by now: nothing is refunded.",
  cancelled: "This case was closed without a refund.",
  own_money: "Nobody decides about their own money.",
  waiting: "A second person has to decide about it.",
  has_failed: "It has failed: its money goes back.",
  outcome_open: "Only a claim is closed without a refund; this one is refunded, or marked as delivered with evidence.",
  not_stolen: "Only a transfer that its payer did not send is credited for now.",
  has_credit: "Its payer has the money for now already.",
} as const;
type Refusal = keyof typeof REFUSALS;

/** The first reason against an act of the desk; null where it can be done. */
export function whyNot(
  act: DeskAct,
  { status, cause, user_id, is_waiting, kind, claim, has_credit }: CaseFacts,
  caller: string,
): Refusal | null {
  if (status !== "open") return status as Refusal;
  if (user_id === caller) return "own_money";
  if (is_waiting) return "waiting";
  if (act === "process" && cause === "unpaid") return "has_failed";
  if (act === "credit" && (kind !== "transfer" || claim !== "not_me")) return "not_stolen";
  if (act === "credit" && has_credit) return "has_credit";
  if (act === "cancel" && cause !== "claimed") return "outcome_open";
  return null;
}

export const abilitiesOf = (facts: CaseFacts, caller: string): Abilities =>
  Object.fromEntries(
    (["refund", "process", "cancel", "credit"] as const).map((act) => [act, whyNot(act, facts, caller)]),
  );

/** Whether a refund takes no second person: with what was refunded alone in thirty days it stays within the limit. */
export const goesAlone = (amount_kobo: bigint, alone_kobo: bigint, limit_kobo: bigint): boolean =>
  amount_kobo + alone_kobo <= limit_kobo;

interface Wanted {
  amount_kobo?: bigint | null | undefined;
  fault?: RefundFault | null | undefined;
}
interface Payment {
  stage: RefundStage;
  total_kobo: bigint;
  refunded_kobo: bigint;
  has_provider: boolean;
}

/**
 * What is refunded: all of what did not arrive; of what arrived at most what is left of it, with who bears it.
 * @returns the field that is wrong, with its words, where something is
 */
export function refundOf(
  payment: Payment,
  { amount_kobo, fault }: Wanted,
): { amount_kobo: bigint; fault: RefundFault | null } | { field: "amount_kobo" | "fault"; words: string } {
  const left = payment.total_kobo - payment.refunded_kobo;
  if (payment.stage !== "delivered")
    return amount_kobo && amount_kobo !== left
      ? { field: "amount_kobo", words: "what did not arrive is refunded as a whole" }
      : { amount_kobo: left, fault: null };
  if (amount_kobo && amount_kobo > left) return { field: "amount_kobo", words: "this is more than is left of it" };
  if (!fault) return { field: "fault", words: "say who bears it: it was delivered" };
  if (fault === "provider" && !payment.has_provider)
    return { field: "fault", words: "it stayed with us: nobody else can bear it" };
  return { amount_kobo: amount_kobo ?? left, fault };
}

const DAY = 86_400_000;
/**
 * The clock of a claim, by its configuration: value that failed is answered sooner, airtime and data within a day as they are delivered, and a
 * payment that its payer did not make has a clock of its own (annex, section 6).
 * @param bill what a bill is for; null of a transfer
 */
export function clockOfClaim(bill: string | null, claim: PaymentClaim) {
  if (claim === "not_me") return "not_me_hours";
  if (claim !== "not_arrived") return "refund_claim_hours";
  if (bill === null) return "failed_value_hours";
  return bill === "airtime" || bill === "data" ? "failed_airtime_hours" : "refund_claim_hours";
}

/** Why a payer cannot claim about a payment; null where they can. */
export function whyNoClaim(
  { stage, total_kobo, refunded_kobo, paid_at }: Payment & { paid_at: Date },
  { has_open, days, now }: { has_open: boolean; days: number; now: number },
): string | null {
  if (has_open) return "We are looking into this payment.";
  if (stage === "open" || stage === "moving") return "It has no answer yet: we are asking.";
  if (stage !== "delivered" || refunded_kobo === total_kobo) return "Its money is in the wallet.";
  return now - paid_at.getTime() > days * DAY ? `A payment can be claimed about for ${days} days.` : null;
}
