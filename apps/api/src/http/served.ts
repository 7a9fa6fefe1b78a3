/** One request on its way through the server, and what its handler is given of it. */
import type { Session } from "../request.ts";
import type { Endpoint } from "@manilla/contract/endpoint";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App, Context } from "../house/app.ts";
import type { Database } from "../db/database.ts";
import { changingDatabase } from "../db/pipelined-database.ts";
import { type Scope, scopeOf, scopedDatabase } from "../db/scope.ts";
import type { Asked } from "./read.ts";
import { COOKIE_NAME, COOKIE_SECONDS } from "./session.ts";

/** A handler whose types were checked by `Handlers<…>`. */
export type Run = (context: Context, input: Asked) => Promise<unknown>;

export interface Served {
  app: App;
  call: Endpoint;
  run: Run;
  request: FastifyRequest;
  reply: FastifyReply;
  session: Session | undefined;
  /** Whose rows it reaches in the database; undefined for the provider's staff, and for public calls, which check for themselves. */
  scope: Scope | undefined;
  input: Asked;
  context: Context;
}

const scopeFor = (app: App, call: Endpoint, session: Session | undefined): Scope | undefined =>
  app.has_tenant_role && session && call.can !== "public" ? scopeOf(session) : undefined;

/** Within a scope, and in calls that change data, statements are prepared. Calls that move money choose their database in once.ts. */
function databaseFor(app: App, call: Endpoint, scope: Scope | undefined): Database {
  if (scope) return scopedDatabase(app.pool, scope);
  const isReading = call.method === "GET" && call.effect === "none";
  return isReading ? app.db : changingDatabase(app.pool);
}

/** Puts a request together. @param asked what {@link admit} and {@link readInput} made of it */
export function servedOf(asked: Omit<Served, "scope" | "context"> & { file: Context["file"] }): Served {
  const { app, call, request, reply, session, file } = asked;
  const scope = scopeFor(app, call, session);
  const db = databaseFor(app, call, scope);
  const context: Context = {
    ...app,
    db,
    // Public handlers that look at the session check that it is there; every other call has one by now.
    session: session as Session,
    request_id: request.id,
    network_address: request.ip,
    device: request.headers["user-agent"] ?? "",
    idempotency_key: undefined,
    raw_body: request.rawBody,
    headers: request.headers,
    file,
    once: (work) => db.transaction().execute(work),
    afterwards(work) {
      reply.raw.once("close", () => {
        work().catch((error: Error) =>
          app.log.error({ err: { message: error.message } }, "work after an answer failed"),
        );
      });
    },
    setCookie: (token) => setCookie(app, reply, token),
    left() {
      const controller = new AbortController();
      reply.raw.once("close", () => controller.abort());
      return controller.signal;
    },
  };
  return { ...asked, scope, context };
}

function setCookie(app: App, reply: FastifyReply, token: string | null): void {
  const secure = app.config.public_url.startsWith("https:");
  const options = { path: "/", httpOnly: true, sameSite: "strict", secure } as const;
  if (token) void reply.setCookie(COOKIE_NAME, token, { ...options, maxAge: COOKIE_SECONDS });
  else void reply.clearCookie(COOKIE_NAME, options);
}
