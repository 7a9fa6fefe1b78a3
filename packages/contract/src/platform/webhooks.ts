import { z } from "zod";
import { post } from "../endpoint.ts";

const accepted = z.object({ accepted: z.boolean() });
/** Its shape is looked at after its signature: who cannot sign learns nothing of it. */
const signed = z.unknown();

export const paystackEvent = z.looseObject({ event: z.string().max(100), data: z.record(z.string(), z.unknown()) });

/** Providers report here; the signature over the raw body is the only key (promises M6). */
export const paystack = post("/webhooks/paystack", {
  spec: "added",
  because: "The payment provider reports what happened.",
  summary: "Paystack's events (x-paystack-signature)",
  can: "public",
  body: signed,
  response: accepted,
});

export const termiiReport = z.looseObject({
  type: z.string().max(60).optional(),
  message_id: z.union([z.string().min(1).max(100), z.number()]),
  status: z.string().min(1).max(200),
});

/** Termii's delivery reports (X-Termii-Signature). */
export const termii = post("/webhooks/termii", {
  spec: "added",
  because: "The SMS provider reports what arrived.",
  summary: "Termii's delivery reports (X-Termii-Signature)",
  can: "public",
  body: signed,
  response: accepted,
});

/** Mailgun's signature is in the body. */
export const mailProof = z.looseObject({
  signature: z.looseObject({
    timestamp: z.string().max(20),
    token: z.string().min(1).max(100),
    signature: z.string().max(200),
  }),
});

export const mailEvent = z.looseObject({
  "event-data": z.looseObject({
    event: z.string().max(40),
    severity: z.string().max(40).optional(),
    reason: z.string().max(200).optional(),
    message: z
      .looseObject({ headers: z.looseObject({ "message-id": z.string().max(300).optional() }).optional() })
      .optional(),
    "delivery-status": z.looseObject({ code: z.number().nullish() }).optional(),
  }),
});

/** Mailgun's events about a mail; the signature is in the body. */
export const mail = post("/webhooks/mail", {
  spec: "added",
  because: "The mail provider reports what arrived.",
  summary: "Outcome of mails (Mailgun's events)",
  can: "public",
  body: signed,
  response: accepted,
});

export const monoEvent = z.looseObject({
  event: z.string().max(100),
  data: z.record(z.string(), z.unknown()).optional(),
});

export const mono = post("/webhooks/mono", {
  spec: "added",
  because: "The source of statements reports that one is ready.",
  summary: "Mono's events (mono-webhook-secret)",
  can: "public",
  body: signed,
  response: accepted,
});

/** Of what it tells only our reference is used: its own answer to a question is the truth. */
export const flutterwaveEvent = z.looseObject({
  event: z.string().max(100),
  data: z.looseObject({
    tx_ref: z.string().min(1).max(60),
    flw_ref: z.string().max(100).optional(),
    status: z.string().max(40),
  }),
});

export const flutterwave = post("/webhooks/flutterwave", {
  spec: "added",
  because: "A seller of bills reports that one has its outcome; it is queried then, and not believed.",
  summary: "Flutterwave's events (verif-hash)",
  can: "public",
  body: signed,
  response: accepted,
});
