/**
 * The outcome of a mail, in Mailgun's published shape (documentation.mailgun.com, Webhook Payloads; Securing webhooks): `{signature: {timestamp, token,
 * signature}, "event-data": {...}}`, where the signature is HMAC SHA-256 of timestamp and token under the account's webhook signing key. The body itself is
 * not signed, so the moment and the single use of each token are what keeps an old one from being worn again.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

export interface MailEvent {
  signature: { timestamp: string; token: string; signature: string };
  "event-data": {
    event: string;
    severity?: string | undefined;
    reason?: string | undefined;
    message?: { headers?: { "message-id"?: string | undefined } | undefined } | undefined;
    "delivery-status"?: { code?: number | null | undefined } | undefined;
  };
}

const MAX_AGE_SECONDS = 3_600 * 24;

/** @param now milliseconds */
export function isMailSignature(
  key: string,
  { timestamp, token, signature }: MailEvent["signature"],
  now: number,
): boolean {
  if (
    !/^\d{1,12}$/.test(timestamp) ||
    !/^[0-9a-f]{64}$/.test(signature) ||
    Math.abs(now / 1_000 - Number(timestamp)) > MAX_AGE_SECONDS
  )
    return false;
  return timingSafeEqual(
    createHmac("sha256", key)
      .update(timestamp + token)
      .digest(),
    Buffer.from(signature, "hex"),
  );
}

/** @returns null for events that say nothing of delivery (accepted, opened, clicked) */
export function readMailEvent({
  event,
  severity,
  "delivery-status": status,
}: MailEvent["event-data"]): {
  outcome: "delivered" | "bounced";
  is_hard: boolean;
  is_marketing_only: boolean;
  reason: string;
} | null {
  const code = status?.code ? ` (${status.code})` : "";
  if (event === "delivered") return { outcome: "delivered", is_hard: false, is_marketing_only: false, reason: "" };
  if (event === "complained")
    return {
      outcome: "delivered",
      is_hard: true,
      is_marketing_only: true,
      reason: "The person reported a mail as unwanted.",
    };
  // A temporary failure is tried again by the provider; the last one comes as permanent, with the code of a full or sleeping mailbox.
  if (event === "failed" && severity === "permanent")
    return {
      outcome: "bounced",
      is_hard: (status?.code ?? 550) >= 500,
      is_marketing_only: false,
      reason: `The mail came back${code}.`,
    };
  return null;
}
