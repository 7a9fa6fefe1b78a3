import { changedRoles } from "../../../house/roles.ts";
import { WRONG_STATE } from "@manilla/contract/abilities";
import * as calls from "@manilla/contract/platform/approvals";
import type { Effect } from "@manilla/contract/platform/approvals";
import type { Input } from "@manilla/contract/endpoint";
import { permissionsOfRoles } from "@manilla/contract/roles";
import { sql } from "kysely";
import type { z } from "zod";
import type { ApprovalItem, Asked, Context, Handlers } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { findRow } from "../../../db/row.ts";
import { Conflict, NotFound } from "../../../errors.ts";
import { actorOf, changesInWords, namesIn } from "../audit/index.ts";
import { tell } from "../notifications/index.ts";
import { abilitiesIn, actionsOn, eachOf } from "../states/index.ts";
import { glanceAt } from "./glancing.ts";
import { fromJson, personOf, toJson } from "./payload.ts";
import * as messages from "./messages.ts";
import { carriedOut, rehearse } from "./rehearsing.ts";
import { concerns, decidable, refusedTo, waitingFor } from "./waiting.ts";
import { type ApprovalFacts, approvalRules } from "./rules.ts";

const FROM = "approvals a join users m on m.id = a.maker_id left join users c on c.id = a.checker_id";
const SELECT = `a.id, a.kind, a.title, a.status, a.status = 'pending' as is_pending, a.amount_kobo, a.item_count, a.reason,
  json_build_object('id', m.id, 'name', m.full_name) as maker,
  case when c.id is not null then json_build_object('id', c.id, 'name', c.full_name) end as checker,
  a.version, a.created_at, a.decided_at, a.decision_reason`;

const approvalList = defineList(calls.listAll, {
  from: FROM,
  rows_of: "approvals a",
  select: SELECT,
  id: "a.id",
  columns: { is_pending: "(a.status = 'pending')", maker_id: "a.maker_id", for_me: "false" },
  search: "folded(a.title)",
});

type Row = z.output<typeof calls.approvalRow>;

async function findApproval(db: Database | Tx, id: string): Promise<Row> {
  const { rows } = await sql<Row>`select ${sql.raw(SELECT)} from ${sql.raw(FROM)} where a.id = ${id}`.execute(db);
  if (!rows[0]) throw new NotFound("This request");
  return rows[0];
}

/** The request, locked; `maker_id` where only the maker's own is looked for. */
async function lockApproval(tx: Tx, context: Context, id: string, maker_id?: string) {
  const approval = await tx
    .selectFrom("approvals as a")
    .selectAll()
    .select(concerns(context).as("is_own"))
    .where("id", "=", id)
    .$if(maker_id !== undefined, (query) => query.where("maker_id", "=", maker_id!))
    // The record it is about refers to it: a change of that record does not wait for this lock.
    .forNoKeyUpdate()
    .executeTakeFirst();
  return (
    approval && {
      ...approval,
      payload: approval.payload as Record<string, unknown>,
      permission: context.house.approvals.get(approval.kind)?.permission,
    }
  );
}
type Locked = NonNullable<Awaited<ReturnType<typeof lockApproval>>>;

/** The maker's right may have gone since: they could no longer request it, and it can only be declined. @throws Conflict */
async function requireMaker(tx: Tx, { house }: Context, approval: { maker_id: string; kind: string }): Promise<void> {
  const maker = await findRow(tx, "users", approval.maker_id, ["is_blacklisted", "erased_at"]);
  const colleague = await findRow(tx, "colleagues", approval.maker_id, ["status"]);
  const roles = await tx.selectFrom("user_roles").select("role").where("user_id", "=", approval.maker_id).execute();
  const withheld = await tx
    .selectFrom("user_permissions")
    .select("permission")
    .where("user_id", "=", approval.maker_id)
    .where("is_granted", "=", false)
    .execute();
  const needed = house.approvals.get(approval.kind)?.permission;
  const holds = permissionsOfRoles(
    roles.map(({ role }) => role),
    await changedRoles(tx),
  ).some((slug) => slug === needed && !withheld.some(({ permission }) => permission === slug));
  const isGone = !maker || maker.is_blacklisted || maker.erased_at || (colleague && colleague.status !== "active");
  if (isGone || !holds)
    throw new Conflict("The requester may no longer request this. It can only be declined.", "maker_lost_right");
}

/** Keeps who decided, when and why, and the outcome of each item. */
async function keepDecision(
  tx: Tx,
  id: string,
  decision: { checker_id: string | null; reason?: string; items?: ApprovalItem[]; effect?: object },
): Promise<void> {
  await tx
    .updateTable("approvals")
    .set({
      checker_id: decision.checker_id,
      decision_reason: decision.reason ?? null,
      decided_at: clock.now(),
      ...(decision.items && { items: toJson(decision.items) }),
      ...(decision.effect && { effect: toJson(decision.effect) }),
    })
    .where("id", "=", id)
    .execute();
}

/** Carries it out, with the decision. */
async function carryOut(tx: Tx, context: Context, approval: Locked, reason?: string): Promise<void> {
  await requireMaker(tx, context, approval);
  const kind = context.house.approvals.get(approval.kind);
  if (!kind) throw new Error(`No noun registers the approval ${approval.kind}.`);
  const { items, done } = await carriedOut(tx, context, kind, approval);
  await keepDecision(tx, approval.id, { checker_id: context.session.user_id, reason, items, effect: done });
}

/** What was held for it is free again. */
async function letGo(tx: Tx, context: Context, approval: Locked, checker_id: string | null, reason?: string) {
  await context.house.approvals.get(approval.kind)?.release?.(tx, context, approval, actorOf(context));
  await keepDecision(tx, approval.id, { checker_id, reason });
}

/** The title is read again: what was carried out may have erased the person whom it named. */
async function tellMaker(tx: Tx, context: Context, { id, maker_id, payload }: Locked, status: "approved" | "declined") {
  const { title } = await findApproval(tx, id);
  await tell(tx, context, maker_id, messages.decided({ id, title, payload }, status));
}

const subject = {
  calls,
  rules: approvalRules,
  noun: "approval",
  name: "request",
  audits: ({ id, payload }: Locked) => ({ subject_type: "approval", subject_id: id, about: personOf(payload) }),
  answer: (tx: Tx, _: Context, id: string) => findApproval(tx, id),
} as const;
const decide = actionsOn({ ...subject, lock: (tx: Tx, context: Context, id: string) => lockApproval(tx, context, id) });
const decideOwn = actionsOn({
  ...subject,
  lock: (tx: Tx, context: Context, id: string) => lockApproval(tx, context, id, context.session.user_id),
});

const NOTHING = { refusal: null, postings: [], measures: [], payees: [], texts: [], facts: [], papers: [] };

/** What it would do now while it waits; what it did, afterwards. */
async function effectOf(context: Context, row: Row, asked: Asked, kept: unknown): Promise<Effect> {
  const kind = context.house.approvals.get(row.kind);
  if (!kind) return NOTHING;
  const done =
    row.status === "pending"
      ? await rehearse(context, kind, asked, (tx) => requireMaker(tx, context, { ...asked, kind: row.kind }))
      : fromJson(kept);
  const shown = await kind.shows?.(context, asked);
  const { facts = [] } = done as Partial<Effect>;
  return { ...NOTHING, ...done, ...shown, facts: [...(shown?.facts ?? []), ...facts] };
}

type Facet = Record<string, unknown>;
/** The page shows a request's person, reason and digests in other places. */
const UNSAID = ["reason", "user_id", "digest", "known", "slug", "permissions"];

/** What is requested, in words: before and after where there is a before, else the request. */
async function changesOf({ db }: Context, id: string, before: Facet | null, after: Facet) {
  const { rows } = await sql<{ names: Record<string, string> | null }>`
    select ${sql.raw(namesIn("a.payload::text || coalesce(a.before::text, '')"))} as names
    from approvals a
    where a.id = ${id}
  `.execute(db);
  // The configuration's values are held one step deeper.
  const flat = (facet: Facet | null): Facet => ({
    ...facet,
    ...(facet?.["values"] as Facet | undefined),
    values: undefined,
  });
  const [old, now] = [flat(before), flat(after)];
  const asked = Object.keys(now).filter((field) => now[field] !== undefined && !UNSAID.includes(field));
  const known = asked.filter((field) => field in old);
  const parts = (facet: Facet, fields: readonly string[]): Facet =>
    Object.fromEntries(fields.map((field) => [field, facet[field] ?? null]));
  const names = rows[0]?.names ?? {};
  return [
    ...changesInWords(parts(old, known), parts(now, known), names),
    ...changesInWords(
      null,
      parts(
        now,
        asked.filter((field) => !known.includes(field)),
      ),
      names,
    ),
  ];
}

/** Why this person may not decide it, in words; null when they may. */
function whyNot(context: Context, facts: ApprovalFacts): string | null {
  const code = refusedTo(context, facts);
  if (code === WRONG_STATE) return `This request was already ${facts.status}.`;
  return code && calls.approve.action.refuses[code as keyof typeof calls.approve.action.refuses].words;
}

/** @param tells by itself, and not together with others */
const approving = (tells: boolean) => ({
  audit: "approval_approved",
  does: async (tx: Tx, context: Context, approval: Locked, { body }: { body: { reason?: string } }) => {
    await carryOut(tx, context, approval, body.reason);
    if (tells) await tellMaker(tx, context, approval, "approved");
  },
});

/** One act that decides many: each maker hears of it once. */
async function tellMakers(context: Context, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<messages.AboutApproval & messages.Together & { maker_id: string }>`
    select maker_id, kind, count(*)::int as count, coalesce(sum(amount_kobo), 0)::bigint as amount_kobo,
      min(id::text) as id, min(title) as title, (array_agg(payload))[1] as payload
    from approvals
    where id = any(${ids}::uuid[])
    group by maker_id, kind
  `.execute(context.db);
  await context.db.transaction().execute(async (tx) => {
    for (const { maker_id, ...of } of rows)
      await tell(tx, context, maker_id, of.count === 1 ? messages.decided(of, "approved") : messages.manyApproved(of));
  });
}

/** Requests of one kind, each in a transaction of its own. @throws Conflict for several kinds */
async function approveMany(context: Context, { body }: Input<typeof calls.approveMany>) {
  const ids = body.approvals.map(({ id }) => id);
  const kinds = await context.db.selectFrom("approvals").select("kind").distinct().where("id", "in", ids).execute();
  if (kinds.length > 1)
    throw new Conflict("Choose requests of one kind: others are looked at one by one.", "not_alike");
  const versions = new Map(body.approvals.map(({ id, version }) => [id, version]));
  const approve = decide.one(calls.approve, approving(false));
  const verdicts = await eachOf(context, ids, (tx, id) =>
    approve(tx, context, id, {
      params: { id },
      query: {},
      body: { version: versions.get(id) ?? 0, reason: body.reason },
    }),
  );
  await tellMakers(
    context,
    verdicts.flatMap(({ id, is_done }) => (is_done ? [id] : [])),
  );
  return { results: verdicts.map(({ id, is_done, reason }) => ({ id, is_done, reason })) };
}

export const handlers: Handlers<typeof calls> = {
  async listAll(context, { query }) {
    const all = sql`true`;
    if (!query.filter?.includes('"for_me"')) return approvalList.scoped(all);
    const ids = (await decidable(context)).map(({ id }) => `'${id}'`);
    return approvalList.scoped(all, undefined, undefined, { for_me: `a.id = any(array[${ids.join()}]::uuid[])` });
  },
  approveMany,
  glance: async (context, { query }) => ({ requests: await glanceAt(context, query.ids.split(",")) }),
  waiting: (context) => waitingFor(context),

  async find(context, { params }) {
    const row = await findApproval(context.db, params.id);
    const { payload, before, items, maker_id, effect, is_own } = await context.db
      .selectFrom("approvals as a")
      .select(["payload", "before", "items", "maker_id", "effect", concerns(context).as("is_own")])
      .where("id", "=", params.id)
      .executeTakeFirstOrThrow();
    const permission = context.house.approvals.get(row.kind)?.permission;
    const facts = { maker_id, status: row.status, permission, is_own };
    const reason = whyNot(context, facts);
    const asked = { id: row.id, payload: payload as Record<string, unknown>, maker_id };
    const became =
      row.status === "approved" ? await context.house.approvals.get(row.kind)?.became?.(context, asked) : undefined;
    return {
      ...row,
      before: before as Record<string, unknown> | null,
      after: payload as Record<string, unknown>,
      // JSON written by requestApproval; the generated type of a jsonb column is any JSON.
      items: (
        became ?? (items as unknown as (Omit<ApprovalItem, "amount_kobo"> & { amount_kobo: number | bigint | null })[])
      ).map((item) => ({
        ...item,
        loan_id: item.loan_id ?? null,
        amount_kobo: item.amount_kobo === null ? null : BigInt(item.amount_kobo),
      })),
      changes: await changesOf(context, row.id, before as Facet | null, payload as Facet),
      effect: await effectOf(context, row, asked, effect),
      may_decide: reason === null,
      why_not: reason,
      abilities: abilitiesIn(context, calls, approvalRules)(facts),
    };
  },

  approve: decide(calls.approve, approving(true)),
  decline: decide(calls.decline, {
    audit: "approval_declined",
    does: async (tx, context, approval, { body }) => {
      await letGo(tx, context, approval, context.session.user_id, body.reason);
      await tellMaker(tx, context, approval, "declined");
    },
  }),
  withdraw: decideOwn(calls.withdraw, {
    audit: "approval_withdrawn",
    does: (tx, context, approval) => letGo(tx, context, approval, null),
  }),
};
