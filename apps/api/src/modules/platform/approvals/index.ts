import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { ApprovalItem, ApprovalKind, Context } from "../../../house/app.ts";
import { rolesWith } from "../../../house/roles.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";
import { recordAudit } from "../audit/index.ts";
import { type Note, notifyRoles } from "../notifications/index.ts";
import { manyWaitForYou, waitsForYou } from "./messages.ts";
import { personOf, toJson } from "./payload.ts";

export { hasBegun, hasPassed, isDeleted, its, rightsChanged, same, unless, unlessIn } from "./over.ts";
export { withdrawRequest } from "./withdrawing.ts";

export interface ApprovalRequest {
  kind: string;
  title: string;
  /** The person whom the title names as `{person}`; the payload keeps the id, so that erasing them finds it. */
  whose?: string | null;
  payload: Record<string, unknown>;
  before?: Record<string, unknown>;
  items?: ApprovalItem[];
  amount_kobo?: bigint;
  item_count?: number;
  reason?: string;
  /** Whom it is about, where the payload does not say `user_id`. */
  about?: string;
  /** Members of the payload: one request with the same values waits at a time, whatever else it asks. */
  once?: readonly string[];
  /** Other kinds that count as the same request. */
  beside?: readonly string[];
}

/** One after the other, so that of two at the same moment one is refused. @throws Conflict where another such request waits */
async function requireNoneWaiting(tx: Tx, { kind, payload, once, beside = [] }: ApprovalRequest): Promise<void> {
  if (!once) return;
  const same = JSON.stringify(Object.fromEntries(once.map((member) => [member, payload[member]])));
  await sql`select pg_advisory_xact_lock(hashtext(${`approval ${same}`}))`.execute(tx);
  const { rows } = await sql`
    select id
    from approvals
    where status = 'pending' and kind = any(${[kind, ...beside]}::text[]) and payload @> ${same}::jsonb
    limit 1
  `.execute(tx);
  if (rows.length > 0)
    throw new Conflict("Somebody has asked for this already. That request is decided first.", "already_requested");
}

/** The request with its person in the title and in what it holds. */
async function named(tx: Tx, { whose, ...request }: ApprovalRequest): Promise<ApprovalRequest> {
  const person = whose && (await findRow(tx, "users", whose, ["full_name"]));
  return person
    ? {
        ...request,
        title: request.title.replace("{person}", () => person.full_name),
        payload: { ...request.payload, user_id: whose },
      }
    : request;
}

/** Puts something sensitive before a second person and tells those who may decide. @throws Conflict when the same waits already */
export async function requestApproval(tx: Tx, context: Context, asked: ApprovalRequest): Promise<string> {
  const request = await named(tx, asked);
  const kind = context.house.approvals.get(request.kind);
  if (!kind) throw new Error(`unknown kind of approval: ${request.kind}`);
  await requireNoneWaiting(tx, request);
  const id = uuidv7();
  await tx
    .insertInto("approvals")
    .values({
      id,
      kind: request.kind,
      title: request.title,
      payload: toJson(request.payload),
      before: request.before ? toJson(request.before) : null,
      items: toJson(request.items ?? []),
      amount_kobo: request.amount_kobo ?? null,
      item_count: request.item_count ?? Math.max(1, request.items?.length ?? 1),
      reason: request.reason ?? null,
      maker_id: context.session.user_id,
    })
    .execute()
    .catch((error: { code?: string; constraint?: string }) => {
      throw error.constraint === "approvals_asked_once"
        ? new Conflict("The same waits for a second person already.", "already_asked")
        : error;
    });
  await recordAudit(tx, context, "approval_requested", ["approval", id], {
    after: { kind: request.kind, title: request.title },
    reason: request.reason,
    about: request.about ?? personOf(request.payload),
  });
  if (context.asked) context.asked.push(id);
  else await tellDeciders(tx, context, kind, waitsForYou(request.title), request.about ?? personOf(request.payload));
  return id;
}

async function tellDeciders(
  db: Tx | Database,
  { session }: Context,
  { permission }: ApprovalKind,
  told: Note,
  about: string | null = null,
): Promise<void> {
  const deciders = await rolesWith(db, permission, "provider:can_decide_approvals");
  await notifyRoles(db, deciders, { ...told, except: session.user_id, about });
}

/** One act that asks about many: who decides hears of it once, with how many there are and their sum. */
export async function askTogether<Result>(context: Context, act: (each: Context) => Promise<Result>): Promise<Result> {
  const asked: string[] = [];
  const result = await act({ ...context, asked });
  // What was refused afterwards is not there.
  const { rows } = await sql<{ kind: string; count: number; amount_kobo: bigint; title: string; about: string | null }>`
    select kind, count(*)::int as count, coalesce(sum(amount_kobo), 0)::bigint as amount_kobo, min(title) as title,
      case when count(*) = 1 then min(payload ->> 'user_id') end as about
    from approvals
    where id = any(${asked}::uuid[])
    group by kind
  `.execute(context.db);
  for (const { count, title, about, ...many } of rows) {
    const told = count === 1 ? waitsForYou(title) : manyWaitForYou({ count, ...many });
    await tellDeciders(context.db, context, context.house.approvals.get(many.kind)!, told, about);
  }
  return result;
}
