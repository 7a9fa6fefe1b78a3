/** What the issuer calls its own declines, in our reasons. No zod. */
import { type DeclineReason, declineReasons } from "./decline-reasons.ts";

/** What the issuer calls its own declines (Lithic's finer reasons and Sudo's), in ours. */
const ISSUER_REASONS: Readonly<Record<string, DeclineReason>> = {
  SINGLE_USE_RECHARGED: "single_use",
  UNAUTHORIZED_MERCHANT: "merchant",
  USER_TRANSACTION_LIMIT: "amount_limit",
  CARD_SPEND_LIMIT_EXCEEDED: "amount_limit",
  ACCOUNT_DAILY_SPEND_LIMIT_EXCEEDED: "amount_limit",
  CARD_VELOCITY_LIMIT_EXCEEDED: "count_limit",
  INSUFFICIENT_FUNDS: "insufficient_funds",
  CARD_PAUSED: "frozen_holder",
  CARD_CLOSED: "card_closed",
  CARD_NOT_ACTIVATED: "not_activated",
  INCORRECT_PIN: "wrong_pin",
  PIN_RETRIES_EXCEEDED: "pin_locked",
  INVALID_CARD_DETAILS: "bad_card",
  CVV_FAILED: "bad_cvv",
  EXPIRY_FAILED: "expired",
  SUSPECTED_FRAUD: "suspected_fraud",
  AUTH_RULE: "category",
  BLOCKED_MCC: "category",
  BLOCKED_CHANNEL: "channel",
  ISSUER_UNAVAILABLE: "issuer_unavailable",
  PIN_BLOCKED: "pin_locked",
  VERIFICATION_FAILED: "verification_failed",
  WEBHOOK_ERROR: "we_unavailable",
  WEBHOOK_TIMEOUT: "we_unavailable",
};
const byCode = new Map<string, DeclineReason>();
// The first reason of a code is its own; only our rules know the others that share it.
for (const [name, { code }] of Object.entries(declineReasons) as [DeclineReason, { code: string }][])
  if (!byCode.has(code)) byCode.set(code, name);

/** Every code of ISO 8583 and every issuer's reason in our words; what nobody knows was stopped by the network. @param given a code of two digits, or a name */
export const reasonOf = (given: string): DeclineReason =>
  ISSUER_REASONS[given.toUpperCase()] ?? byCode.get(given) ?? "issuer_unavailable";

/** These need no figure of ours to be understood. */
const UNDERSTOOD_ALONE: readonly DeclineReason[] = [
  "wrong_pin",
  "pin_locked",
  "bad_cvv",
  "bad_card",
  "verification_failed",
  "we_unavailable",
];
/**
 * Why the issuer declined without asking, where nothing of ours says why: limits and money that it speaks of are its own, and the holder has none of them.
 * @param given what the issuer calls it
 */
export function reasonOfIssuersDecline(given: string): DeclineReason {
  const reason = reasonOf(given);
  return UNDERSTOOD_ALONE.includes(reason) ? reason : "issuer_declined";
}
