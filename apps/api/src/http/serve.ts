/**
 * The contract becomes routes. The way of one request: session → audience and permission (before validation, so that a
 * stranger learns nothing of the shape) → guards → step-up → zod → handler → zod → envelope.
 */
import type { Audience, Endpoint } from "@manilla/contract/endpoint";
import { REQUIRED_MESSAGE } from "@manilla/contract/form-rules";
import type { PageQuery } from "@manilla/contract/page";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { uuidv7 } from "uuidv7";
import { z } from "zod";
import type { App, Context, FileAnswer, Handler, ServerEvent } from "../app.ts";
import { clock } from "../clock.ts";
import type { BoundList } from "../db/list.ts";
import { exportList } from "../db/list-export.ts";
import type { Database } from "../db/database.ts";
import { fewTripsDatabase } from "../db/few-trips.ts";
import { type Scope, scopeOf, scopeStatement, scopedDatabase } from "../db/scope.ts";
import { oneRoundTrip } from "../db/list-round-trip.ts";
import { actorOf, recordAudit } from "../modules/platform/audit/index.ts";
import { sendEvents } from "./events.ts";
import { InvalidFields, NoSession, NotAllowed, StepUpRequired } from "./errors.ts";
import { fieldWords } from "./field-words.ts";
import { type Claim, claim, fingerprint, keyFrom, release, settle } from "./idempotency.ts";
import {
  COOKIE_NAME,
  COOKIE_SECONDS,
  type Session,
  findSession,
  guessSession,
  isSessionOpen,
  readSession,
  sessionStatement,
} from "./session.ts";
import { countAttempt } from "./throttle.ts";
import { takeTurn } from "./turns.ts";
import { twinOf, withTwin } from "./twins.ts";
import { readUpload } from "./upload.ts";

const GUARD_MESSAGES = {
  password_changed: "Please change your password first.",
  profile_updated: "Please complete your profile first.",
  profile_approved: "Your profile was not approved.",
  company_profile_updated: "Please complete your company's profile first.",
  company_subscribed: "Please choose a plan for your company first.",
} as const;

/** The token and how it came: a bearer header is proof enough, a cookie also needs a same-origin request to change anything. */
function tokenOf(request: FastifyRequest): { token: string; isCookie: boolean } | undefined {
  const header = request.headers.authorization;
  // The scheme's letters may be large or small (RFC 9110, 11.1).
  const bearer = /^bearer +(.*)$/i.exec(header ?? "")?.[1];
  if (bearer !== undefined) return { token: bearer.trim(), isCookie: false };
  const cookie = request.cookies[COOKIE_NAME];
  return cookie ? { token: cookie, isCookie: true } : undefined;
}

async function sessionOf(app: App, request: FastifyRequest, call: Endpoint): Promise<Session | undefined> {
  const given = tokenOf(request);
  if (!given) return undefined;
  const changes = call.method !== "GET" || call.effect !== "none";
  if (given.isCookie && changes && request.headers["sec-fetch-site"] !== "same-origin") {
    throw new NotAllowed("This request did not come from the application itself.", "foreign_origin");
  }
  return findSession(app.pool, given.token);
}

/** What a colleague who views as somebody else may still do; everything else that changes something is refused. */
const WHILE_VIEWING: ReadonlySet<string> = new Set(["/session/view-as/stop", "/logout"]);

function refuseWhileViewing(call: Endpoint, session: Session | undefined): void {
  if (!session?.viewed_by || (call.method === "GET" && call.effect === "none") || WHILE_VIEWING.has(call.path)) return;
  throw new NotAllowed("You are only viewing: nothing can be changed. Stop viewing first.", "only_viewing");
}

function authorise(call: Endpoint, session: Session | undefined): asserts session is Session {
  if (!session) throw new NoSession();
  const audiences: readonly Audience[] = [call.audience].flat() as Audience[];
  const isInAudience = audiences.some(
    (audience) => audience === "any" || audience === "public" || session.account_types.includes(audience),
  );
  if (!isInAudience) throw new NotAllowed();
  if (Array.isArray(call.can) && !call.can.some((permission) => session.permissions.has(permission)))
    throw new NotAllowed();
  for (const guard of call.guards) if (!session.guards[guard]) throw new NotAllowed(GUARD_MESSAGES[guard], guard);
}

/** A second look at who is sitting there: asked where the second factor is required, or the person has set one. */
function requireStepUp(app: App, call: Endpoint, session: Session): void {
  if (!call.step_up || !(app.config.second_factor_required || session.has_second_factor)) return;
  if (!session.stepped_up_until || session.stepped_up_until.getTime() < clock.milliseconds())
    throw new StepUpRequired();
}

/** zod's issues as `{field: [text]}`; the schema is to be asked with `fieldWords`. */
export function fieldErrors(error: z.core.$ZodError): Record<string, string[]> {
  // A map: a field that somebody calls `constructor` or `__proto__` is a name like any other.
  const errors = new Map<string, string[]>();
  for (const issue of error.issues) {
    const names =
      issue.code === "unrecognized_keys"
        ? issue.keys.map((key) => [...issue.path, key].join("."))
        : [issue.path.join(".") || "body"];
    // What is not there is told so, whatever a schema says of a wrong kind.
    const isMissing = issue.code === "invalid_type" && (issue.input === undefined || issue.input === null);
    const text =
      issue.code === "unrecognized_keys" ? "this field is not known" : isMissing ? REQUIRED_MESSAGE : issue.message;
    for (const name of names.map((long) => long.slice(0, 100))) errors.set(name, [...(errors.get(name) ?? []), text]);
  }
  return Object.fromEntries(errors);
}

/** NUL and lone surrogates have no place in any text of ours; PostgreSQL refuses the first, JSON mangles the second. */
function refuseBrokenText(value: unknown, path = "", depth = 0): void {
  if (depth > 12) throw new InvalidFields({ [path || "body"]: ["this field is nested too deeply"] });
  if (typeof value === "string" && (value.includes("\0") || !value.isWellFormed()))
    throw new InvalidFields({ [path || "body"]: ["this field contains characters that are not allowed"] });
  if (typeof value === "object" && value !== null)
    for (const [key, item] of Object.entries(value)) refuseBrokenText(item, path ? `${path}.${key}` : key, depth + 1);
}

function parse(
  call: Endpoint,
  request: FastifyRequest,
  body: unknown,
): { params: unknown; query: unknown; body: unknown } {
  const parts = { params: request.params ?? {}, query: request.query ?? {}, body: body ?? {} };
  const errors: [string, string[]][] = [];
  const parsed: Record<string, unknown> = {};
  for (const part of ["params", "query", "body"] as const) {
    refuseBrokenText(parts[part]);
    const result = call[part].safeParse(parts[part], { reportInput: true, error: fieldWords });
    if (result.success) parsed[part] = result.data;
    else errors.push(...Object.entries(fieldErrors(result.error)));
  }
  if (errors.length > 0) throw new InvalidFields(Object.fromEntries(errors));
  return { params: parsed.params, query: parsed.query, body: parsed.body };
}

const fileName = (name: string): string => name.replace(/[^\w.() -]/g, "_");

function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  if ("see" in file) return reply.header("cache-control", "private, no-store").redirect(file.see, 302);
  return reply
    .header("content-type", file.media_type)
    .header("content-disposition", `${file.inline ? "inline" : "attachment"}; filename="${fileName(file.name)}"`)
    .header("x-content-type-options", "nosniff")
    .header("cache-control", "private, no-store")
    .send(file.body);
}

/**
 * A page of a list in one round trip. Rights, scope and statements are made for the session as it was at its last call; the database is asked
 * for the session and the rows together, and the rows count only if the session is exactly what it was.
 * @returns undefined when nothing was known of it, it has changed, or anything was refused: then the call goes its ordinary way
 */
async function pageAtOnce(
  app: App,
  call: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  run: (context: Context, input: unknown) => Promise<unknown>,
): Promise<unknown> {
  const token = tokenOf(request)?.token;
  const session = token === undefined ? undefined : guessSession(token);
  const question = token === undefined ? undefined : sessionStatement(token);
  if (token === undefined || !session || !question || (request.query as Partial<PageQuery>).exportType)
    return undefined;
  try {
    authorise(call, session);
    requireStepUp(app, call, session);
    const input = parse(call, request, request.body);
    const bound = (await run(contextOf(app, call, request, reply, session, undefined), input)) as BoundList;
    const plan = bound.plan(app.db, input.query as PageQuery);
    // Another scope begins behind the question whose session it is, and ends with the round trip.
    const scope = scopeFor(app, call, session);
    const before = scope ? [question, scopeStatement(scope)] : [question];
    const rows = await oneRoundTrip(app.pool, [...before, ...plan.statements]);
    const [own = []] = rows;
    const answers = rows.slice(before.length);
    const page = readSession(token, own) === session ? plan.read(answers) : undefined;
    return page && envelopeOfList(call, page);
  } catch {
    // The ordinary way meets the same trouble and answers for it, in the right order.
    return undefined;
  }
}

/** A page that somebody works with; a longer one, or a search, takes as long as several of them. */
const ORDINARY_ROWS = 20;
/** As many as the database can work on while the answers before are being written. */
const AT_ONCE = 3;

/** Long pages and searches of one person come a few at a time, so that nobody else waits behind a crowd of them (promise O4). @returns ends the turn */
async function takePageTurn(call: Endpoint, request: FastifyRequest): Promise<() => void> {
  const { limit, search, fullTextSearch, exportType } = request.query as Partial<
    Record<"limit" | "search" | "fullTextSearch" | "exportType", unknown>
  >;
  const token = tokenOf(request)?.token;
  if (
    call.kind !== "list" ||
    token === undefined ||
    exportType ||
    !(search || fullTextSearch || Number(limit ?? 0) > ORDINARY_ROWS)
  )
    return () => undefined;
  return takeTurn(`page:${guessSession(token)?.user_id ?? token}`, AT_ONCE);
}

const envelopeOfList = (call: Endpoint, page: unknown): unknown => ({
  success: true,
  message: "",
  datatable: z.encode(call.response, page as never),
});

/** Registers one call. */
export function serve<E extends Endpoint>(server: FastifyInstance, app: App, call: E, handler: Handler<E>): void {
  const run = handler as unknown as (context: Context, input: unknown) => Promise<unknown>; // the endpoint's own types were checked by Handlers<…>
  server.route({
    method: call.method,
    // Whoever asks only for the head of a stream would wait for its end.
    exposeHeadRoute: call.method === "GET" && call.kind !== "stream",
    url: call.path.replace(/\{(\w+)\}/g, ":$1"),
    handler: async (request, reply) => {
      const endTurn = await takePageTurn(call, request);
      try {
        // Whoever asked may have left while they waited: the next letter of a search was typed.
        return reply.raw.closed ? reply.hijack() : await respond(request, reply);
      } finally {
        endTurn();
      }
    },
  });

  async function respond(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const page = call.kind === "list" ? await pageAtOnce(app, call, request, reply, run) : undefined;
    if (page) return reply.send(page);
    const session = call.can === "public" && !tokenOf(request) ? undefined : await sessionOf(app, request, call);
    refuseWhileViewing(call, session);
    if (call.can !== "public") {
      authorise(call, session);
      requireStepUp(app, call, session);
    }
    const upload = call.files && request.isMultipart() ? await readUpload(request, call.files) : undefined;
    const input = parse(call, request, upload ? upload.fields : request.body);
    const context = contextOf(app, call, request, reply, session, upload?.file);
    const key =
      call.effect === "none" ? undefined : keyFrom(request.headers["idempotency-key"], call.effect === "moves_money");
    const twin = twinOf(call, session, input, upload?.file);
    if (!key) {
      const result = await withTwin(app.db, twin, () => run(context, input));
      return answer(context, call, result, input.query, request, reply, scopeFor(app, call, session));
    }
    const held: Claim = {
      principal: session?.user_id ?? `public:${request.ip}`,
      call: `${call.method} ${call.path}`,
      key,
      attempt: uuidv7(),
    };
    const stored = await claim(app.db, held, fingerprint(input, upload?.file));
    if (stored) return reply.code(stored.status).header("idempotent-replay", "true").send(stored.body);
    return reply.send(
      await withTwin(
        app.db,
        twin,
        () => runOnce(app, call, held, context, run, input),
        () => release(app.db, held),
      ),
    );
  }
}

/** Money moves in few trips to the database; a customer's or a company's own calls stay behind the second wall. */
const dbOfOnce = (app: App, call: Endpoint, { db }: Context): Database =>
  db === app.db && call.effect === "moves_money" ? fewTripsDatabase(app.pool) : db;

async function runOnce(
  app: App,
  call: Endpoint,
  held: Claim,
  context: Context,
  run: (context: Context, input: unknown) => Promise<unknown>,
  input: unknown,
): Promise<unknown> {
  let stored: unknown;
  context.idempotency_key = held.key;
  context.once = async (work) => {
    const [result, committed] = await dbOfOnce(app, call, context)
      .transaction()
      .execute(async (tx) => {
        const done = await work(tx);
        const body = envelope(call, done);
        await settle(tx, held, 200, body);
        return [done, body] as const;
      });
    stored = committed;
    return result;
  };
  try {
    const result = await run(context, input);
    if (stored === undefined) {
      stored = envelope(call, result);
      await settle(app.db, held, 200, stored);
    }
    return stored;
  } catch (error) {
    // Gives the key back unless the answer was committed with it (also when that commit's outcome was unknown).
    if (stored === undefined) await release(app.db, held);
    throw error;
  }
}

const envelope = (call: Endpoint, data: unknown): unknown => ({
  success: true,
  message: "",
  data: z.encode(call.response, data as never),
});

/** Whose rows this request reaches in the database; undefined for the provider's staff, and for public calls, which check for themselves. */
const scopeFor = (app: App, call: Endpoint, session: Session | undefined): Scope | undefined =>
  app.has_tenant_role && session && call.can !== "public" ? scopeOf(session) : undefined;

function contextOf(
  app: App,
  call: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session | undefined,
  file: Context["file"],
): Context {
  const scope = scopeFor(app, call, session);
  const db = scope ? scopedDatabase(app.pool, scope) : app.db;
  return {
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
    setCookie(token) {
      const options = {
        path: "/",
        httpOnly: true,
        sameSite: "strict",
        secure: app.config.public_url.startsWith("https:"),
      } as const;
      if (token) void reply.setCookie(COOKIE_NAME, token, { ...options, maxAge: COOKIE_SECONDS });
      else void reply.clearCookie(COOKIE_NAME, options);
    },
    left() {
      const controller = new AbortController();
      reply.raw.once("close", () => controller.abort());
      return controller.signal;
    },
  };
}

const EXPORTS_AN_HOUR = 60;

/** Tells the browser how far its export is (event `export`), under the name that the browser gave it. */
function progressOf(
  app: Pick<App, "pool">,
  request: FastifyRequest,
  person: string | undefined,
): (rows: number) => void {
  const id = request.headers["x-export-id"];
  if (person === undefined || typeof id !== "string" || !/^[\w-]{8,40}$/.test(id)) return () => undefined;
  let toldAt = 0;
  return (rows) => {
    if (clock.milliseconds() - toldAt < 500) return;
    toldAt = clock.milliseconds();
    // The export goes on whether or not anybody hears of it.
    app.pool
      .query("select pg_notify('live', $1)", [JSON.stringify({ user_id: person, event: "export", data: { id, rows } })])
      .catch(() => undefined);
  };
}

async function answer(
  context: Context,
  call: Endpoint,
  result: unknown,
  query: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  scope: Scope | undefined,
): Promise<unknown> {
  if (call.kind === "file") return sendFile(reply, result as FileAnswer);
  if (call.kind === "stream")
    return sendEvents(request, reply, result as AsyncIterable<ServerEvent>, {
      user_id: context.session.user_id,
      isWelcome: () => isSessionOpen(context.pool, context.session.id),
    });
  if (call.kind === "data") return reply.send(envelope(call, result));
  const bound = result as BoundList;
  const pageQuery = query as PageQuery;
  if (pageQuery.exportType) {
    // Who took which rows out of the house is on record before the first of them leaves.
    await countAttempt(context.db, `export:${context.session.user_id}`, EXPORTS_AN_HOUR, 3_600);
    const { page: _page, limit: _limit, ...asked } = pageQuery;
    await recordAudit(context.db, actorOf(context), {
      action: "exported",
      subject_type: "list",
      subject_id: call.path,
      after: asked,
    });
    const endTurn = await takeTurn(`export:${context.session.user_id}`);
    // Whoever asked may have left while they waited.
    if (reply.raw.closed) return (endTurn(), reply.hijack());
    try {
      const file = exportList(
        context.pool,
        context.db,
        bound,
        pageQuery,
        scope,
        progressOf(context, request, context.session.user_id),
      );
      // Read to its end, or given up half-way.
      file.body.once("close", endTurn);
      return sendFile(reply, file);
    } catch (error) {
      endTurn();
      throw error;
    }
  }
  const page = await bound.page(context, pageQuery, scope ? [scopeStatement(scope)] : []);
  return reply.send(envelopeOfList(call, page));
}
