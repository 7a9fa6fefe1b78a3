/** Events of providers: proved by their signature, stored once, worked on by a job. The answer is quick and says nothing. */
import { createHash, timingSafeEqual } from "node:crypto";
import * as calls from "@manilla/contract/platform/webhooks";
import { uuidv7 } from "uuidv7";
import type { Context, Handlers } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import { DomainError } from "../../../errors.ts";
import { isMailSignature } from "../../../outside/mail/mailgun.ts";
import { isPaystackSignature as isSigned } from "../../../outside/payments/paystack.ts";

const refuse = (): never => {
  throw new DomainError(401, "bad_signature", "This event is not signed as it should be.");
};

/** Two secrets compared in constant time, whatever their lengths. */
function isSame(given: unknown, secret: string | undefined): boolean {
  if (typeof given !== "string" || !secret) return false;
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}

const text = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "");

/**
 * Keeps an event and hands it to the worker, in one transaction. The same delivery again is accepted and forgotten; the amount is part of
 * what makes it the same, so that a forged or garbled figure never hides the true event behind it.
 */
async function store(
  context: Context,
  provider: string,
  event: string,
  data: Record<string, unknown>,
  body: unknown,
  key?: string,
): Promise<{ accepted: boolean }> {
  const event_key = (
    key ??
    [event, text(data.reference) || text(data.transfer_code), text(data.id), text(data.status), text(data.amount)].join(
      ":",
    )
  ).slice(0, 300);
  await context.db.transaction().execute(async (tx) => {
    const id = uuidv7();
    const inserted = await tx
      .insertInto("webhooks")
      .values({ id, provider, event, event_key, body: JSON.stringify(body) })
      .onConflict((conflict) => conflict.columns(["provider", "event_key"]).doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows === 1n) await context.queue.send(tx, "receive-webhook", { webhook_id: id });
  });
  return { accepted: true };
}

export const handlers: Handlers<typeof calls> = {
  paystack(context, { body }) {
    const secret = context.config.PAYSTACK_SECRET_KEY;
    if (!secret || !context.raw_body || !isSigned(secret, context.raw_body, context.headers["x-paystack-signature"]))
      refuse();
    return store(context, "paystack", body.event, body.data, body);
  },
  termii(context, { body }) {
    // The same HMAC as Paystack's, under Termii's secret key. The text and the number in the report are not kept.
    const secret = context.config.TERMII_SECRET_KEY;
    if (!secret || !context.raw_body || !isSigned(secret, context.raw_body, context.headers["x-termii-signature"]))
      refuse();
    const data = { message_id: String(body.message_id), status: body.status };
    return store(context, "termii", body.type ?? "outbound", data, { data }, `${data.message_id}:${data.status}`);
  },
  mail(context, { body: { signature, "event-data": event } }) {
    const key = context.config.MAIL_WEBHOOK_KEY;
    if (!key || !isMailSignature(key, signature, clock.milliseconds())) refuse();
    const message_id = event.message?.headers?.["message-id"] ?? "";
    // Each token counts once: a used signature does not carry another body.
    const data = {
      message_id,
      event: event.event,
      severity: event.severity ?? null,
      code: event["delivery-status"]?.code ?? null,
    };
    return store(context, "mail", event.event, data, { data }, signature.token);
  },
  mono(context, { body }) {
    if (!isSame(context.headers["mono-webhook-secret"], context.config.MONO_WEBHOOK_SECRET)) refuse();
    return store(context, "mono", body.event, body.data ?? {}, body);
  },
};
