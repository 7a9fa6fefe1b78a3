import { createHash, timingSafeEqual } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { Counter, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import type { App } from "../house/app.ts";
import { notThere } from "./refusal.ts";
import { hearTogether, metricsOfAll, together } from "./together.ts";

const registry = new Registry();
collectDefaultMetrics({ register: registry });
const duration = new Histogram({
  name: "http_request_seconds",
  help: "Time of a request by route and status",
  labelNames: ["method", "route", "status"],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [registry],
});
const refused = new Counter({
  name: "http_refused_full_total",
  help: "Calls refused at the door because the process was full",
  registers: [registry],
});
/** Counts a call that was refused because the process was full. */
export const noteRefused = (): void => refused.inc();

/** Where this is one of several processes behind a port, its figures go into those of all. */
export const joinOthers = (): void => hearTogether(registry);

/** Counts a finished request and writes its line in the log. */
export function observe(request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url ?? "unknown";
  duration.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1_000);
  request.log.info(
    { method: request.method, route, status: reply.statusCode, milliseconds: Math.round(reply.elapsedTime) },
    "request",
  );
}

const READY_WITHIN_MILLISECONDS = 2_000;

/** Asks whether the database answers in time. A database that hangs is asked by one question at a time, however many ask us: each would hold a connection. */
function readiness({ db }: Pick<App, "db">): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined;
  return async () => {
    asking ??= sql`select 1`
      .execute(db)
      .then(
        () => true,
        () => false,
      )
      .finally(() => (asking = undefined));
    const late = new AbortController();
    try {
      return await Promise.race([asking, sleep(READY_WITHIN_MILLISECONDS, false, { signal: late.signal })]);
    } finally {
      late.abort();
    }
  };
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
const isTold = (token: string | undefined, given: string | undefined): boolean =>
  token !== undefined && given !== undefined && timingSafeEqual(digest(`Bearer ${token}`), digest(given));

/** `/healthz`: the process lives. `/readyz`: it can serve, and how many processes do. `/metrics`: of all of them, for Prometheus, which shows METRICS_TOKEN; there for nobody else. */
export function registerOperations(server: FastifyInstance, app: App): void {
  server.get("/healthz", async () => ({ status: "ok" }));
  const isReady = readiness(app);
  server.get("/readyz", async (_, reply) =>
    (await isReady())
      ? { status: "ready", ...together(), ...(app.replica && { replica: app.replica.state() }) }
      : reply.code(503).send({ status: "the database does not answer" }),
  );
  server.get("/metrics", async (request, reply) =>
    isTold(app.config.METRICS_TOKEN, request.headers.authorization)
      ? reply.header("content-type", registry.contentType).send(await metricsOfAll(registry))
      : notThere(request, reply),
  );
}
