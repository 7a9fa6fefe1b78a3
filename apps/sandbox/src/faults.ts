import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Refusal } from "./refusal.ts";
import type { State } from "./state.ts";
import type { World } from "./world.ts";

export const PROVIDERS = [
  "paystack",
  "mono",
  "prembly",
  "mbs",
  "okra",
  "statement_source_3",
  "mobile_statement",
  "ussd",
  "termii",
  "smtp",
  "fcm",
  "payroll",
  "issuer",
  "wema",
  "baxi",
  "flutterwave",
  "lender",
  "rates",
] as const;
export type Provider = (typeof PROVIDERS)[number];

export const FAULT_MODES = [
  "ok",
  "slow",
  "outage",
  "error",
  "timeout_after_effect",
  "timeout_before_effect",
  "decline",
  "mixture",
] as const;

/** What goes wrong at a provider: for the next `times` calls, or until it is set back; only for one call when `call` names it. */
const faultSchema = z.object({
  mode: z.enum(FAULT_MODES),
  times: z.coerce.number().int().min(1).max(100_000).optional(),
  /** Milliseconds of a slow answer, and of holding a call that times out. */
  delay_ms: z.coerce.number().int().min(0).max(120_000).optional(),
  /** For example `POST /transfer`; path parameters as `:name`. */
  call: z.string().max(120).optional(),
  /** With the mode `mixture`: the number of a hundred calls that fail in each way. */
  mixture: z
    .array(
      z.object({
        mode: z.enum(["slow", "outage", "error", "timeout_after_effect", "timeout_before_effect", "decline"]),
        percent: z.coerce.number().min(0).max(100),
        delay_ms: z.coerce.number().int().min(0).max(120_000).optional(),
      }),
    )
    .max(10)
    .optional(),
});
const webhookFaultSchema = z.object({
  duplicate: z.coerce.number().int().min(0).max(20).optional(),
  reorder: z.boolean().optional(),
  delay_ms: z.coerce.number().int().min(0).max(600_000).optional(),
  drop: z.boolean().optional(),
});

type Fault = z.infer<typeof faultSchema>;
type WebhookFaults = z.infer<typeof webhookFaultSchema>;
export interface FaultState {
  providers: Partial<Record<Provider, Fault>>;
  webhooks: WebhookFaults;
}

const SLOW_MS = 5_000;
const HOLD_MS = 30_000;

/** Takes the fault that applies to this call, counting it down. */
export function takeFault(world: World, provider: Provider, call?: string): Fault | undefined {
  const { faults } = world.store.state;
  const fault = faults.providers[provider];
  if (!fault || fault.mode === "ok" || (fault.call && fault.call !== call)) return undefined;
  if (fault.times !== undefined) {
    fault.times -= 1;
    if (fault.times <= 0) faults.providers[provider] = { mode: "ok" };
    world.store.touch();
  }
  return fault.mode === "mixture" ? drawn(fault, Math.random() * 100) : fault;
}

/** A bad hour at a provider (promise M13), unless another fault is set. */
const USUAL_MIXTURE: NonNullable<Fault["mixture"]> = [
  { mode: "error", percent: 30 },
  { mode: "timeout_after_effect", percent: 5 },
  { mode: "timeout_before_effect", percent: 5 },
];
/** What goes wrong with one call of a mixture, if anything does. */
function drawn({ mixture = USUAL_MIXTURE }: Fault, lot: number): Fault | undefined {
  let below = 0;
  for (const { percent, ...fault } of mixture) if (lot < (below += percent)) return fault;
  return undefined;
}

/** Holds the connection as long as a caller would wait, then cuts it. */
export async function hangUp(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
  delay?: number,
): Promise<void> {
  await world.timers.pause(delay ?? HOLD_MS);
  reply.hijack();
  request.raw.socket.destroy();
}

declare module "fastify" {
  interface FastifyRequest {
    fault?: Fault | undefined;
  }
}

/** Whether the tester asked this provider to turn the call down. */
export const isDeclined = (request: FastifyRequest): boolean => request.fault?.mode === "decline";

/** Puts a provider's calls behind its fault switch. */
export function addFaults(app: FastifyInstance, world: World, provider: Provider): void {
  app.addHook("preHandler", async (request, reply) => {
    const path = request.routeOptions.url?.slice(app.prefix.length) ?? "";
    const fault = takeFault(world, provider, `${request.method} ${path}`);
    request.fault = fault;
    if (!fault) return;
    if (fault.mode === "slow") await world.timers.pause(fault.delay_ms ?? SLOW_MS);
    if (fault.mode === "timeout_before_effect") await hangUp(world, request, reply, fault.delay_ms);
    if (fault.mode === "outage")
      await reply.code(503).type("text/html").send("<html><body><h1>503 Service Unavailable</h1></body></html>");
    if (fault.mode === "error") throw new Refusal(500, "An error occurred. Please try again later.", "internal_error");
  });
  app.addHook("onSend", async (request, reply, payload) => {
    if (request.fault?.mode === "timeout_after_effect") await hangUp(world, request, reply, request.fault.delay_ms);
    return payload;
  });
}

/** Sets what goes wrong at one provider. */
export function setFault(state: State, provider: Provider, body: unknown): void {
  state.faults.providers[provider] = faultSchema.parse(body);
}

/** Sets what goes wrong with webhooks. */
export function setWebhookFaults(state: State, body: unknown): void {
  state.faults.webhooks = webhookFaultSchema.parse(body);
}

/** `GET /faults`, `PUT /faults/:provider`, `PUT /faults/webhooks`, `DELETE /faults`. */
export function registerFaults(app: FastifyInstance, world: World): void {
  const { state, touch } = world.store;
  const show = () => ({
    ...Object.fromEntries(PROVIDERS.map((provider) => [provider, state.faults.providers[provider] ?? { mode: "ok" }])),
    webhooks: state.faults.webhooks,
  });
  app.get("/faults", show);
  app.put("/faults/webhooks", (request) => {
    setWebhookFaults(state, request.body ?? {});
    touch();
    return show();
  });
  app.put<{ Params: { provider: string } }>("/faults/:provider", (request) => {
    const provider = PROVIDERS.find((known) => known === request.params.provider);
    if (!provider) throw new Refusal(404, `No such provider. There are: ${PROVIDERS.join(", ")}, webhooks.`);
    setFault(state, provider, request.body);
    touch();
    return show();
  });
  app.delete("/faults", () => {
    state.faults.providers = {};
    state.faults.webhooks = {};
    touch();
    return show();
  });
}
