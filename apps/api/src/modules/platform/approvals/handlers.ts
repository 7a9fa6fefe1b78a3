import * as calls from "@manilla/contract/platform/approvals";
import { permissionsOfRoles } from "@manilla/contract/roles";
import { sql } from "kysely";
import type { z } from "zod";
import type { ApprovalItem, Context, Handlers } from "../../../app.ts";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { Conflict, NotAllowed, NotFound, StaleVersion } from "../../../http/errors.ts";
import { actorOf, recordAudit } from "../audit/index.ts";
import { notify } from "../notifications/index.ts";
import { personOf } from "./index.ts";

const FROM = "approvals a join users m on m.id = a.maker_id left join users c on c.id = a.checker_id";
const SELECT = `a.id, a.kind, a.title, a.status, a.amount_kobo, a.item_count, a.reason,
  json_build_object('id', m.id, 'name', m.name || ' ' || m.last_name) as maker,
  case when c.id is not null then json_build_object('id', c.id, 'name', c.name || ' ' || c.last_name) end as checker,
  a.version, a.created_at, a.decided_at, a.decision_reason`;

const approvalList = defineList(calls.listAll, {
  from: FROM,
  rows_of: "approvals a",
  select: SELECT,
  id: "a.id",
  search: "folded(a.title)",
});

type Row = z.output<typeof calls.approvalRow>;

async function findRow(db: Database | Tx, id: string): Promise<Row> {
  const { rows } = await sql<Row>`select ${sql.raw(SELECT)} from ${sql.raw(FROM)} where a.id = ${id}`.execute(db);
  if (!rows[0]) throw new NotFound("This request");
  return rows[0];
}

/** Why this person may not decide it; null when they may. The database refuses the maker as well. */
function whyNot(
  { session, house }: Context,
  approval: { maker_id: string; status: string; kind: string },
): string | null {
  if (approval.status !== "pending") return `This request was already ${approval.status}.`;
  if (approval.maker_id === session.user_id) return "Nobody approves their own request: a second person decides.";
  const kind = house.approvals.get(approval.kind);
  if (!kind || !session.permissions.has("provider:can_decide_approvals") || !session.permissions.has(kind.permission))
    return "Your role may not decide this kind of request.";
  return null;
}

async function lock(tx: Tx, context: Context, id: string, version: number) {
  const approval = await tx.selectFrom("approvals").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!approval) throw new NotFound("This request");
  if (approval.status !== "pending") {
    const decided = await findRow(tx, id);
    throw new Conflict(
      `This request was already ${decided.status}${decided.checker ? ` by ${decided.checker.name}` : ""}.`,
      "already_decided",
    );
  }
  const reason = whyNot(context, approval);
  if (reason) throw new NotAllowed(reason, "not_a_checker");
  if (approval.version !== version) throw new StaleVersion();
  return { ...approval, payload: approval.payload as Record<string, unknown> };
}

/** The maker's right may have gone since: what they asked for is no longer theirs to ask, and can only be declined. @throws Conflict */
async function requireMaker(tx: Tx, { house }: Context, approval: { maker_id: string; kind: string }): Promise<void> {
  const maker = await tx
    .selectFrom("users")
    .select(["is_blacklisted", "erased_at"])
    .where("id", "=", approval.maker_id)
    .executeTakeFirst();
  const roles = await tx.selectFrom("user_roles").select("role").where("user_id", "=", approval.maker_id).execute();
  const withheld = await tx
    .selectFrom("user_permissions")
    .select("permission")
    .where("user_id", "=", approval.maker_id)
    .where("is_granted", "=", false)
    .execute();
  const needed = house.approvals.get(approval.kind)?.permission;
  const holds = permissionsOfRoles(roles.map(({ role }) => role)).some(
    (slug) => slug === needed && !withheld.some(({ permission }) => permission === slug),
  );
  if (!maker || maker.is_blacklisted || maker.erased_at || !holds)
    throw new Conflict("Who asked for this may no longer ask for it. It can only be declined.", "maker_lost_right");
}

async function close(
  tx: Tx,
  context: Context,
  id: string,
  change: { status: "approved" | "declined" | "withdrawn"; reason?: string; items?: ApprovalItem[] },
): Promise<Row> {
  const { payload } = await tx
    .updateTable("approvals")
    .set({
      status: change.status,
      checker_id: change.status === "withdrawn" ? null : context.session.user_id,
      decision_reason: change.reason ?? null,
      decided_at: clock.now(),
      version: sql`version + 1`,
      ...(change.items && {
        items: JSON.stringify(change.items, (_, item: unknown) => (typeof item === "bigint" ? Number(item) : item)),
      }),
    })
    .where("id", "=", id)
    .returning("payload")
    .executeTakeFirstOrThrow();
  const about_id = personOf(payload as Record<string, unknown>);
  await recordAudit(tx, actorOf(context), {
    action: `approval_${change.status}`,
    subject_type: "approval",
    subject_id: id,
    after: { status: change.status },
    reason: change.reason,
    about: about_id,
  });
  const row = await findRow(tx, id);
  if (row.maker.id !== context.session.user_id) {
    await notify(tx, {
      user_id: row.maker.id,
      kind: "approval",
      title: `Your request was ${change.status}`,
      body: row.title,
      link: "/admin/approvals",
      about: about_id,
    });
  }
  return row;
}

export const handlers: Handlers<typeof calls> = {
  listAll: approvalList,

  async find(context, { params }) {
    const row = await findRow(context.db, params.id);
    const { payload, before, items, maker_id } = await context.db
      .selectFrom("approvals")
      .select(["payload", "before", "items", "maker_id"])
      .where("id", "=", params.id)
      .executeTakeFirstOrThrow();
    const reason = whyNot(context, { maker_id, status: row.status, kind: row.kind });
    return {
      ...row,
      before: before as Record<string, unknown> | null,
      after: payload as Record<string, unknown>,
      // JSON written by requestApproval; the generated type of a jsonb column is any JSON.
      items: (items as unknown as (Omit<ApprovalItem, "amount_kobo"> & { amount_kobo: number | null })[]).map(
        (item) => ({
          ...item,
          loan_id: item.loan_id ?? null,
          amount_kobo: item.amount_kobo === null ? null : BigInt(item.amount_kobo),
        }),
      ),
      may_decide: reason === null,
      why_not: reason,
    };
  },

  approve: (context, { params, body }) =>
    context.once(async (tx) => {
      const approval = await lock(tx, context, params.id, body.version);
      await requireMaker(tx, context, approval);
      const items = await context.house.approvals.get(approval.kind)?.execute(tx, context, approval);
      return close(tx, context, params.id, { status: "approved", reason: body.reason, items });
    }),

  decline: (context, { params, body }) =>
    context.once(async (tx) => {
      const approval = await lock(tx, context, params.id, body.version);
      await context.house.approvals.get(approval.kind)?.release?.(tx, context, approval);
      return close(tx, context, params.id, { status: "declined", reason: body.reason });
    }),

  withdraw: (context, { params }) =>
    context.once(async (tx) => {
      const approval = await tx
        .selectFrom("approvals")
        .selectAll()
        .where("id", "=", params.id)
        .where("maker_id", "=", context.session.user_id)
        .forUpdate()
        .executeTakeFirst();
      if (!approval) throw new NotFound("This request");
      if (approval.status !== "pending")
        throw new Conflict(`This request was already ${approval.status}.`, "already_decided");
      await context.house.approvals
        .get(approval.kind)
        ?.release?.(tx, context, { id: approval.id, payload: approval.payload as Record<string, unknown> });
      return close(tx, context, params.id, { status: "withdrawn" });
    }),
};
