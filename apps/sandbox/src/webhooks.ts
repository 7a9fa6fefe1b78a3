import { createHmac, randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { Refusal } from "./refusal.ts";
import type { State, Store } from "./state.ts";
import type { Settings, Timers, World } from "./world.ts";

/** One event on its way to the application. */
export interface Delivery {
  id: number;
  provider: "paystack" | "mono" | "termii" | "mail" | "issuer" | "partner-bank" | "flutterwave";
  event: string;
  /** The exact bytes that are signed. */
  body: string;
  status: "pending" | "delivered" | "dropped" | "failed";
  attempts: number;
  created_at: string;
  last_answer: string | null;
}

export interface WebhookSender {
  send: (provider: Delivery["provider"], event: string, data: unknown) => void;
  /** Sends again what was pending when the sandbox stopped. */
  resume: () => void;
}

/** Milliseconds between attempts while the application does not answer with 2xx; afterwards the event has failed. */
const RETRY_AFTER_MS = [1_000, 3_000, 10_000, 30_000, 60_000, 180_000, 600_000];
/** What a sandbox signs with that was given no keys. */
export const WEMA_SECRET = "wema_webhook_sandbox";
export const ISSUER_SECRET = "issuer_webhook_sandbox";
export const TERMII_SECRET = "termii_secret_sandbox";
export const MAIL_WEBHOOK_KEY = "mail_webhook_sandbox";
export const FLUTTERWAVE_HASH = "flutterwave_webhook_sandbox";
const FIRST_DELAY_MS = 30;
const REORDER_WINDOW_MS = 1_500;
const MAX_DELIVERIES = 300;

/** Sends events as the provider does: signed, after the answer, again until acknowledged; worse when the faults say so. */
export function createWebhookSender(settings: Settings, store: Store, timers: Timers): WebhookSender {
  const { state } = store;
  let held: Delivery[] = [];

  async function attempt(delivery: Delivery): Promise<void> {
    delivery.attempts += 1;
    try {
      const answer = await fetch(`${settings.webhook_target}/${delivery.provider}`, {
        method: "POST",
        body: delivery.body,
        headers: { "content-type": "application/json", ...signature(settings, delivery) },
        signal: AbortSignal.timeout(15_000),
      });
      await answer.arrayBuffer();
      delivery.last_answer = String(answer.status);
      delivery.status = answer.ok ? "delivered" : "pending";
    } catch {
      delivery.last_answer = "not reached";
    }
    if (delivery.status === "pending") {
      const wait = RETRY_AFTER_MS[delivery.attempts - 1];
      if (wait === undefined) delivery.status = "failed";
      else timers.later(wait, () => void attempt(delivery));
    }
    store.touch();
  }

  function release(): void {
    const batch = held.reverse();
    held = [];
    // One after the other: the order in which they arrive is the point.
    void batch.reduce((before, delivery) => before.then(() => attempt(delivery)), Promise.resolve());
  }

  function dispatch(delivery: Delivery): void {
    const { delay_ms, reorder } = state.faults.webhooks;
    timers.later(delay_ms ?? FIRST_DELAY_MS, () => {
      if (!reorder) return void attempt(delivery);
      held.push(delivery);
      if (held.length > 1) return release();
      timers.later(REORDER_WINDOW_MS, release);
    });
  }

  function send(provider: Delivery["provider"], event: string, data: unknown): void {
    const { duplicate, drop } = state.faults.webhooks;
    const body = JSON.stringify(
      hasEnvelope(provider) ? { event, data } : provider === "mail" ? signedMailEvent(settings, data) : data,
    );
    const copies = drop ? 1 : 1 + (duplicate ?? 0);
    for (let copy = 0; copy < copies; copy++) {
      const delivery: Delivery = {
        id: store.nextId(),
        provider,
        event,
        body,
        status: drop ? "dropped" : "pending",
        attempts: 0,
        created_at: new Date().toISOString(),
        last_answer: null,
      };
      state.deliveries.push(delivery);
      if (!drop) dispatch(delivery);
    }
    if (state.deliveries.length > MAX_DELIVERIES) forgetOld(state);
    store.touch();
  }

  return { send, resume: () => state.deliveries.filter(({ status }) => status === "pending").forEach(dispatch) };
}

function forgetOld(state: State): void {
  const spare = state.deliveries.length - MAX_DELIVERIES;
  state.deliveries = state.deliveries.filter(({ status }, index) => index >= spare || status === "pending");
}

const hasEnvelope = (provider: Delivery["provider"]): boolean =>
  provider === "paystack" || provider === "mono" || provider === "flutterwave";

/** Mailgun signs a moment and a token, inside the body. */
function signedMailEvent(settings: Settings, data: unknown): unknown {
  const [timestamp, token] = [String(Math.floor(Date.now() / 1_000)), randomBytes(25).toString("hex")];
  return {
    signature: {
      timestamp,
      token,
      signature: createHmac("sha256", settings.mail_webhook_key ?? MAIL_WEBHOOK_KEY)
        .update(timestamp + token)
        .digest("hex"),
    },
    "event-data": data,
  };
}

function signature(settings: Settings, { provider, body }: Delivery): Record<string, string> {
  if (provider === "mail") return {};
  if (provider === "termii")
    return {
      "x-termii-signature": createHmac("sha512", settings.termii_secret ?? TERMII_SECRET)
        .update(body)
        .digest("hex"),
    };
  if (provider === "issuer")
    return {
      "x-issuer-signature": createHmac("sha512", settings.issuer_webhook_secret ?? ISSUER_SECRET)
        .update(body)
        .digest("hex"),
    };
  if (provider === "partner-bank") return wemaSignature(settings, body);
  if (provider === "flutterwave") return { "verif-hash": FLUTTERWAVE_HASH };
  if (provider === "mono") return { "mono-webhook-secret": settings.mono_webhook_secret };
  return { "x-paystack-signature": createHmac("sha512", settings.paystack_secret).update(body).digest("hex") };
}

/** The partner bank's over a notification or a question. */
export const wemaSignature = ({ wema_webhook_secret = WEMA_SECRET }: Settings, body: string) => ({
  "x-wema-signature": createHmac("sha512", wema_webhook_secret).update(body).digest("hex"),
});

/** Sends an event once more, as from Paystack's dashboard; says what it did. */
export function resend({ store, webhooks }: { store: Store; webhooks: WebhookSender }, id: number): string {
  const delivery = store.state.deliveries.find((one) => one.id === id);
  if (!delivery) throw new Refusal(404, "No such event.");
  const body = JSON.parse(delivery.body) as { data?: unknown; "event-data"?: unknown };
  webhooks.send(
    delivery.provider,
    delivery.event,
    hasEnvelope(delivery.provider) ? body.data : (body["event-data"] ?? body),
  );
  return `${delivery.event} is sent again.`;
}

const targetSchema = z.object({ target: z.url({ protocol: /^http$/, hostname: /^127\.0\.0\.1$/ }) });

/** `GET /webhooks.json`: what was sent, newest first, `POST /webhooks/:id/resend`, and `PUT /webhooks/target`: where they go from now on. */
export function registerWebhooks(app: FastifyInstance, world: World): void {
  app.put("/webhooks/target", ({ body }) => {
    const { settings } = world;
    const before = settings.webhook_target;
    settings.webhook_target = targetSchema.parse(body).target;
    return { before };
  });
  app.get("/webhooks.json", () => ({ webhooks: world.store.state.deliveries.toReversed() }));
  app.post<{ Params: { id: string } }>("/webhooks/:id/resend", (request) => ({
    message: resend(world, Number(request.params.id)),
  }));
}
