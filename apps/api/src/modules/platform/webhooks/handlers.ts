/** Events of providers: proved by their signature before anything else is looked at, stored once, worked on by a job. The answer is quick and says nothing. */
import { createHash, timingSafeEqual } from "node:crypto";
import * as calls from "@manilla/contract/platform/webhooks";
import { uuidv7 } from "uuidv7";
import { z } from "zod";
import type { Context, Handlers } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import { DomainError, InvalidFields } from "../../../errors.ts";
import { fieldWords } from "../../../http/field-words.ts";
import { fieldErrors, refuseBadText } from "../../../http/read.ts";
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

/** @throws InvalidFields for an event that is signed and of another shape */
function read<Shape extends z.ZodType>(shape: Shape, body: unknown): z.output<Shape> {
  const parsed = shape.safeParse(body, { reportInput: true, error: fieldWords });
  if (!parsed.success) throw new InvalidFields(fieldErrors(parsed.error));
  return parsed.data;
}

const text = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "");

/** All that is kept of an event (promise D1): what it is about, how much, and how it went. Anything else is read from the provider by the reference. */
const KEPT = ["reference", "transfer_code", "id", "amount", "status", "message_id", "event", "severity", "code"];
const keptOf = (data: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    KEPT.map((name) => [name, data[name]]).filter(([, value]) => ["string", "number"].includes(typeof value)),
  );

/**
 * Keeps an event and hands it to the worker, in one transaction. The same delivery again is accepted and forgotten; the amount is part of
 * what makes it the same, so that a forged or garbled figure never hides the true event behind it.
 */
async function store(
  context: Context,
  provider: string,
  event: string,
  given: Record<string, unknown>,
  key?: string,
): Promise<{ accepted: boolean }> {
  const data = keptOf(given);
  refuseBadText({ event, ...data }, "", { mayBeCards: true });
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
      .values({ id, provider, event, event_key, body: JSON.stringify({ data }) })
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
    const { event, data } = read(calls.paystackEvent, body);
    return store(context, "paystack", event, data);
  },
  termii(context, { body }) {
    // The same HMAC as Paystack's, under Termii's secret key. The text and the number in the report are not kept.
    const secret = context.config.TERMII_SECRET_KEY;
    if (!secret || !context.raw_body || !isSigned(secret, context.raw_body, context.headers["x-termii-signature"]))
      refuse();
    const { type = "outbound", message_id, status } = read(calls.termiiReport, body);
    const data = { message_id: String(message_id), status };
    return store(context, "termii", type, data, `${data.message_id}:${data.status}`);
  },
  mail(context, { body }) {
    const key = context.config.MAIL_WEBHOOK_KEY;
    const proof = calls.mailProof.safeParse(body);
    if (!key || !proof.success || !isMailSignature(key, proof.data.signature, clock.milliseconds())) return refuse();
    const { "event-data": event } = read(calls.mailEvent, body);
    const data = {
      message_id: event.message?.headers?.["message-id"] ?? "",
      event: event.event,
      severity: event.severity,
      code: event["delivery-status"]?.code,
    };
    // Each token counts once: a used signature does not carry another body.
    return store(context, "mail", event.event, data, proof.data.signature.token);
  },
  flutterwave(context, { body }) {
    if (!isSame(context.headers["verif-hash"], context.config.FLUTTERWAVE_WEBHOOK_SECRET)) refuse();
    const { event, data } = read(calls.flutterwaveEvent, body);
    return store(context, "flutterwave", event, { reference: data.tx_ref, id: data.flw_ref, status: data.status });
  },
  mono(context, { body }) {
    if (!isSame(context.headers["mono-webhook-secret"], context.config.MONO_WEBHOOK_SECRET)) refuse();
    const { event, data = {} } = read(calls.monoEvent, body);
    return store(context, "mono", event, data);
  },
};
