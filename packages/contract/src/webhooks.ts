import { z } from "zod";
import { post } from "./endpoint.ts";

const accepted = z.object({ accepted: z.boolean() });

/** Providers report here; the signature over the raw body is the only key (promises M6). */
export const paystack = post("/webhooks/paystack", {
  spec: "added", summary: "Paystack's events (x-paystack-signature)", audience: "public", can: "public", body: z.looseObject({ event: z.string().max(100), data: z.record(z.string(), z.unknown()) }), response: accepted,
});

export const mono = post("/webhooks/mono", {
  spec: "added", summary: "Mono's events (mono-webhook-secret)", audience: "public", can: "public", body: z.looseObject({ event: z.string().max(100), data: z.record(z.string(), z.unknown()).optional() }), response: accepted,
});
