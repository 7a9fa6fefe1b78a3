import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import multipart from "@fastify/multipart";
import rateLimit from "@fastify/rate-limit";
import type { Endpoint } from "@manilla/contract/endpoint";
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { uuidv7 } from "uuidv7";
import type { App } from "../house/app.ts";
import { registerCheckout } from "./checkout.ts";
import { type DemoPast, registerDemoPast } from "./demo-past.ts";
import {
  DatabaseUnavailable,
  type DomainError,
  TooMany,
  isCancelled,
  isDatabaseUnavailable,
  refusalOf,
  statusOf,
} from "../errors.ts";
import { knownPerson } from "./gate.ts";
import { eventOf, keepSecurityEvents, noteEvent } from "./noting.ts";
import { observe, registerOperations } from "./operations.ts";
import { endStreams } from "./events.ts";
import { refuseWhenFull } from "./full.ts";
import { notThere, refusal } from "./refusal.ts";
import { createRequestCounts } from "./request-counts.ts";
import { isFull, serve } from "./serve.ts";
import { registerReference } from "./reference.ts";
import { registerSecurityHeaders } from "./security-headers.ts";
import { registerWebApplication } from "./web.ts";

const BODY_BYTES = 1_048_576;
/** The answer to too many requests is put off by this, so that a loop of them costs little. */
const TOO_MANY_MILLISECONDS = 100;
/** Connections that wait to be taken: with fewer a crowd's are dropped, and tried again seconds later. The kernel allows as many (net.core.somaxconn). */
export const WAITING_CONNECTIONS = 4_096;
/** Within which a request has to have arrived, or it is given up: the largest file over a slow phone, and nobody who sends a byte a minute. */
const WHOLE_REQUEST_MILLISECONDS = 300_000;

function refuse(request: FastifyRequest, reply: FastifyReply, error: DomainError): FastifyReply {
  if ("retry_after_seconds" in error) void reply.header("retry-after", String(error.retry_after_seconds));
  return reply.code(error.status).send(refusal(error.message, error.code, request.id, error.errors));
}

const answerOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  code: string,
  message: string,
  errors: Record<string, string[]> = {},
): FastifyReply => reply.code(statusOf(code)).send(refusal(message, code, request.id, errors));

/** What Fastify refuses before a call has begun: too often, too large, unreadable. */
function refuseByStatus(request: FastifyRequest, reply: FastifyReply, status: number): FastifyReply {
  if (status === 429) return answerOf(request, reply, "too_many", "Too many requests. Please slow down.");
  if (status === 413) return answerOf(request, reply, "too_large", "This request is too large.");
  const message = "This request could not be read.";
  const answer = refusal(message, "unreadable", request.id, { body: ["this request could not be read"] });
  return reply.code(status === 415 ? 415 : statusOf("unreadable")).send(answer);
}

/** One answer for every error; nothing of the inside leaves but a request id (promises D4). */
function onError(
  app: App,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  const refused = refusalOf(error);
  if (refused) {
    noteEvent(app, request, eventOf(refused));
    // Repeating a request is no faster than waiting for the delayed refusal.
    if (refused instanceof TooMany) return sleep(TOO_MANY_MILLISECONDS).then(() => refuse(request, reply, refused));
    return refuse(request, reply, refused);
  }
  const status = error.code === "FST_ERR_CTP_BODY_TOO_LARGE" ? 413 : (error.statusCode ?? 500);
  if (status === 429) noteEvent(app, request, "throttled");
  if (status >= 400 && status < 500) return refuseByStatus(request, reply, status);
  // Nobody reads an answer any more: what was under way was ended, and failed by that.
  if (reply.raw.closed && isCancelled(error)) {
    request.log.info({ method: request.method, route: request.routeOptions.url }, "the client left");
    return reply.hijack();
  }
  request.log.error({ err: { message: error.message, stack: error.stack, code: error.code } }, "request failed");
  if (isDatabaseUnavailable(error)) return refuse(request, reply, new DatabaseUnavailable());
  const message = "We seem to be experiencing server issues. Please try again later.";
  return answerOf(request, reply, "server_error", message);
}

async function registerProtection(server: FastifyInstance, app: App): Promise<void> {
  registerSecurityHeaders(server, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        // The issuer's own pages, where number, code and PIN of a card are.
        frameSrc: app.config.ISSUER_URL ? [new URL(app.config.ISSUER_VAULT_URL).origin] : ["'none'"],
        objectSrc: ["'none'"],
        workerSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: app.config.is_production ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: "same-origin" },
    crossOriginOpenerPolicy: { policy: "same-origin" },
  });
  await server.register(cookie);
  await server.register(multipart, { throwFileSizeLimit: false });
  await server.register(compress, {
    globalCompression: true,
    threshold: 2_048,
    encodings: ["br", "gzip"],
    brotliOptions: { params: { 1: 3 } },
  });
  if (app.config.RATE_LIMIT > 0) {
    const counts = createRequestCounts(app.db, app.config.RATE_LIMIT);
    server.addHook("onClose", () => counts.stop());
    await server.register(rateLimit, {
      max: app.config.RATE_LIMIT,
      timeWindow: "1 minute",
      store: class {
        incr = counts.incr;
        child() {
          return this;
        }
      },
      // Colleagues behind one router have a share each; a token that nobody knows does not make another one.
      keyGenerator: (request) => knownPerson(request) ?? request.ip,
      allowList: (request) => request.url === "/healthz" || request.url === "/readyz",
    });
  }
}

declare module "fastify" {
  interface FastifyRequest {
    /** The bytes of a JSON body, for signatures. */
    rawBody?: Buffer;
    /** The caller, once known; while viewing as somebody else, the viewer. */
    person_id?: string;
  }
}

/** JSON as by default (no prototype poisoning), but the bytes stay at hand: a signature is over them, not over what they mean. */
function keepRawBodies(api: FastifyInstance): void {
  const parseJson = api.getDefaultJsonParser("error", "error");
  api.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    request.rawBody = body as Buffer;
    const text = body.toString("utf8");
    void parseJson(request, text, (error, value) =>
      error || !repeatsKeys(text, value) ? done(error, value) : done(unreadable("A name occurs twice in this object.")),
    );
  });
}

const unreadable = (message: string): Error => Object.assign(new Error(message), { statusCode: 400 });
const keysIn = (value: unknown): number =>
  typeof value === "object" && value !== null
    ? Object.values(value).reduce<number>(
        (sum, item) => sum + keysIn(item),
        Array.isArray(value) ? 0 : Object.keys(value).length,
      )
    : 0;
/** A name that occurs twice: readers differ about which of the two counts. What was parsed has then fewer names than the text, whose strings are read whole. */
const repeatsKeys = (text: string, value: unknown): boolean =>
  [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon !== undefined).length > keysIn(value);

/** 405 with `Allow` where the path has calls with other verbs; 404 otherwise. @param prefix under which the calls are registered */
function wrongMethodOrNotThere(
  prefix: string,
  served: readonly Endpoint[],
): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const known = served.map(({ method, path, kind }) => ({
    pattern: new RegExp(`^${prefix}${path.replace(/\{\w+\}/g, "[^/]+")}/?$`),
    methods: method === "GET" && kind !== "stream" ? [method, "HEAD"] : [method],
  }));
  return (request, reply) => {
    const [path = ""] = request.url.split("?");
    const allowed = new Set(known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods));
    if (allowed.size === 0) return notThere(request, reply);
    void reply.header("allow", [...allowed].toSorted().join(", "));
    return answerOf(request, reply, "wrong_method", "This address does not answer to this kind of request.");
  };
}

/** The contract's calls under `/api`, and their reference page. */
async function registerCalls(server: FastifyInstance, app: App): Promise<void> {
  await server.register(
    async (api) => {
      keepRawBodies(api);
      // Answers are about people: no cache keeps them, on the way or on a shared computer.
      api.addHook("onSend", async (_, reply) => {
        if (!reply.hasHeader("cache-control")) void reply.header("cache-control", "no-store");
      });
      for (const { call, handler } of app.house.calls) serve(api, app, call, handler);
      api.setNotFoundHandler(
        wrongMethodOrNotThere(
          "/api",
          app.house.calls.map(({ call }) => call),
        ),
      );
    },
    { prefix: "/api" },
  );
  registerReference(server);
}

/** What a server that closes would wait for: streams, and the connections that browsers open ahead of what they will ask. */
function closeWithoutWaiting(server: FastifyInstance): void {
  const unused = new Set<Socket>();
  server.server.on("connection", (socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  server.server.on("request", ({ socket }) => unused.delete(socket));
  let isClosing = false;
  // A connection that was busy when the others were closed is closed with its answer, not kept for the next request.
  server.addHook("onSend", async (_, reply) => void (isClosing && reply.header("connection", "close")));
  server.addHook("preClose", async () => {
    isClosing = true;
    endStreams();
    for (const socket of unused) socket.destroy();
  });
}

/** The HTTP server with everything registered, not yet listening. @param past of the demo, for a server that listens while it is lived */
export async function createServer(app: App, past?: DemoPast): Promise<FastifyInstance> {
  const server = fastify({
    // The same pino; Fastify types its own narrower view of a logger.
    loggerInstance: app.log as unknown as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => uuidv7(),
    // What the router refuses before any hook has run: a broken escape, a part longer than any id.
    frameworkErrors: (_error, request, reply) =>
      void notThere(
        request as FastifyRequest,
        reply.headers({ "x-request-id": request.id, "x-content-type-options": "nosniff" }) as FastifyReply,
      ),
    trustProxy: app.config.TRUST_PROXY > 0 && ((_address: string, hop: number) => hop < app.config.TRUST_PROXY),
    bodyLimit: BODY_BYTES,
    requestTimeout: WHOLE_REQUEST_MILLISECONDS,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200, caseSensitive: true },
    forceCloseConnections: "idle",
    return503OnClosing: true,
  });
  server.setErrorHandler((error: FastifyError, request, reply) => onError(app, error, request, reply));
  server.addHook("onClose", () => keepSecurityEvents(app).catch(() => undefined));
  closeWithoutWaiting(server);
  refuseWhenFull(server, (mayBeUrgent) => isFull(app, mayBeUrgent));
  server.addHook("onSend", async (request, reply) => void reply.header("x-request-id", request.id));
  // Method, route pattern, status, time: no address, no query, no body, so that the log holds nothing personal.
  server.addHook("onResponse", async (request, reply) => observe(request, reply));
  await registerProtection(server, app);
  if (past) registerDemoPast(server, past);
  registerOperations(server, app);
  await registerCalls(server, app);
  await registerCheckout(server, app);
  await registerWebApplication(server, app.config);
  return server;
}
