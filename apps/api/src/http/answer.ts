/** Answers: the envelope, a page of a list, a file, an export, a stream of events. */
import type { ServerEvent } from "../request.ts";
import { DomainError, NotAllowed } from "../errors.ts";
import type { Endpoint } from "@manilla/contract/endpoint";
import type { PageQuery } from "@manilla/contract/page";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import type { FileAnswer } from "../house/app.ts";
import { clock } from "../clock.ts";
import { exportList } from "../db/list-export.ts";
import type { BoundList } from "../db/list.ts";
import type { Reads } from "../db/replica.ts";
import { scopeWithOnePlan, scopedDatabase } from "../db/scope.ts";
import { withheldFrom } from "../db/withheld.ts";
import { recordAudit } from "../modules/platform/audit/index.ts";
import { sendEvents } from "./events.ts";
import { requireStepUp } from "../house/step-up.ts";
import { noteEvent } from "./noting.ts";
import type { Served } from "./served.ts";
import { isSessionOpen } from "./session.ts";
import { countAttempt } from "./throttle.ts";
import { takeTurn } from "./turns.ts";

const EXPORTS_AN_HOUR = 20;
const PROGRESS_MILLISECONDS = 500;
/** PostgreSQL's code of a statement that nobody waits for any more. */
const CANCELLED = "57014";

/** What every client reads of a call that answers with data. */
export const envelopeOf = (call: Endpoint, data: unknown): unknown => ({
  success: true,
  message: "",
  data: z.encode(call.response, data as never),
});

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

/** Sends the browser the number of rows that its export has read (event `export`), under the name that the browser gave it. */
function progressOf({ app, request, context: { session } }: Served): (rows: number) => void {
  const id = request.headers["x-export-id"];
  if (typeof id !== "string" || !/^[\w-]{8,40}$/.test(id)) return () => undefined;
  let sentAt = 0;
  return (rows) => {
    if (clock.milliseconds() - sentAt < PROGRESS_MILLISECONDS) return;
    sentAt = clock.milliseconds();
    const event = { user_id: session.user_id, event: "export", data: { id, rows } };
    // The export goes on whether or not anybody hears of it.
    app.pool.query("select pg_notify('live', $1)", [JSON.stringify(event)]).catch(() => undefined);
  };
}

/**
 * Reads from the standby where it holds what this person wrote, otherwise from the primary; also where the standby fails: it was being restarted, or what
 * it replayed ended the statement.
 */
async function readFrom<Result>(served: Served, read: (reads: Reads) => Promise<Result>): Promise<Result> {
  const { app, context, scope } = served;
  const standby = await app.replica?.readsOf(context.session.user_id);
  if (!standby) return read(context);
  const { pool } = standby;
  return read({ pool, db: scope ? scopedDatabase(pool, scope) : standby.db }).catch((error: unknown) => {
    if (error instanceof DomainError || (error as { code?: string }).code === CANCELLED) throw error;
    app.replica?.failed();
    return read(context);
  });
}

async function sendExport(served: Served, list: BoundList, query: PageQuery): Promise<FastifyReply> {
  const { app, call, context, reply, scope } = served;
  const { user_id } = context.session;
  const { account_types, permissions } = context.session;
  // Staff take lists of others' data out of the house only where that is their work.
  if (account_types.includes("admin") && !permissions.has("provider:can_export_lists"))
    throw new NotAllowed("You may not take lists away.", "may_not_export");
  requireStepUp(app, context.session);
  await countAttempt(context.db, `export:${user_id}`, EXPORTS_AN_HOUR, 3_600);
  const { page: _page, limit: _limit, ...after } = query;
  noteEvent(app, served.request, "list_exported");
  // Who took which rows out of the house is on record before the first of them leaves.
  await recordAudit(context.db, context, "exported", ["list", call.path], { after });
  await list.looked?.();
  const endTurn = await takeTurn(`export:${user_id}`, { is_paced: true });
  // The client may have disconnected while it waited.
  if (reply.raw.closed) return (endTurn(), reply.hijack());
  try {
    const file = await readFrom(served, async ({ pool, db }) =>
      exportList(pool, db, list, query, scope, progressOf(served)),
    );
    // Read to its end, or given up half-way.
    file.body.once("close", endTurn);
    return sendFile(reply, file);
  } catch (error) {
    endTurn();
    throw error;
  }
}

/** A page that somebody works with; a longer one, or a search, takes as long as several of them. */
const ORDINARY_ROWS = 20;

/** Long pages and searches of one person come one at a time, so that nobody else waits behind a crowd of them (promise O4): with two at once the others already wait three times as long. */
async function sendPage(served: Served, list: BoundList, query: PageQuery): Promise<FastifyReply> {
  const { call, context, reply, scope } = served;
  const isLong = Boolean(query.search || query.fullTextSearch) || query.limit > ORDINARY_ROWS;
  const endTurn = isLong ? await takeTurn(`page:${context.session.user_id}`, { is_paced: true }) : () => undefined;
  try {
    // The client may have disconnected while it waited: the next letter of a search was typed.
    if (reply.raw.closed) return reply.hijack();
    await list.looked?.();
    const gone = new AbortController();
    reply.raw.once("close", () => reply.raw.writableFinished || gone.abort());
    const page = await readFrom(served, (reads) =>
      list.page(reads, query, scope ? [scopeWithOnePlan(scope)] : [], gone.signal),
    );
    return reply.send({ success: true, message: "", datatable: z.encode(call.response, page as never) });
  } finally {
    endTurn();
  }
}

/** Sends what the handler answered, by the call's kind. */
export async function sendAnswer(served: Served, result: unknown): Promise<unknown> {
  const { call, context, request, reply, input } = served;
  switch (call.kind) {
    case "data":
      return reply.send(envelopeOf(call, result));
    case "file":
      return sendFile(reply, result as FileAnswer);
    case "stream":
      return sendEvents(request, reply, result as AsyncIterable<ServerEvent>, {
        user_id: context.session.user_id,
        isWelcome: () => isSessionOpen(context.pool, context.session.id),
      });
    case "list": {
      const query = input.query as PageQuery;
      const send = query.exportType ? sendExport : sendPage;
      return send(served, withheldFrom(context.session.permissions, result as BoundList, query), query);
    }
  }
}
