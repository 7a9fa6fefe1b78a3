import * as calls from "@manilla/contract/people/assignments";
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import type { Context, Handlers } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotAllowed, NotFound } from "../../../errors.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { businessDate, changeWhere, eachOf } from "../../platform/states/index.ts";
import { requireCustomer } from "../people/index.ts";
import { attendCase, endAssignment, giveCase, giveInTurn, reopenCase } from "./index.ts";
import {
  assignedCases,
  assignmentStatistics,
  casesOfAdmin,
  contactsOf,
  findPool,
  openCases,
  ownCases,
} from "./queries.ts";

type Verdicts = z.output<typeof calls.assign.response>;

const colleague = async (tx: Tx, id: string | undefined) =>
  (id ? await findRow(tx, "users", id, ["id", "name", "last_name"]) : undefined) ?? null;

/** Gives or takes each case by itself. @param work gets who has it, and answers who has it then */
async function eachCase(
  context: Context,
  user_ids: readonly string[],
  work: (tx: Tx, user_id: string, had: string | undefined) => Promise<string | undefined>,
): Promise<Verdicts> {
  const verdicts = await eachOf(context, user_ids, async (tx, user_id) => {
    await requireCustomer(tx, user_id);
    if (user_id === context.session.user_id) throw new NotAllowed("Nobody handles their own case.", "own_case");
    // Two who give the same case at once come one after the other, also when nobody has it yet.
    await tx.selectFrom("users").select("id").where("id", "=", user_id).forUpdate().executeTakeFirst();
    const open = await tx
      .selectFrom("assignments")
      .select("admin_id")
      .where("user_id", "=", user_id)
      .where("ended_at", "is", null)
      .forUpdate()
      .executeTakeFirst();
    const admin_id = await work(tx, user_id, open?.admin_id);
    return { admin: await colleague(tx, admin_id), before: await colleague(tx, open?.admin_id) };
  });
  return {
    results: verdicts.map(({ id, result, ...verdict }) => ({
      user_id: id,
      admin: null,
      before: null,
      ...result,
      ...verdict,
    })),
  };
}

/** Whether all of them are of the provider's staff who may look at customers. */
async function areStaff(tx: Tx | Context["db"], ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select u.id
    from users u
    where u.id = any(${[...ids]}::uuid[])
      and not u.is_blacklisted
      and u.erased_at is null
      and exists (select 1 from user_roles r where r.user_id = u.id and r.role like 'super\\_%')
      and not exists (select 1 from colleagues c where c.id = u.id and c.status <> 'active')
  `.execute(tx);
  return rows.length >= new Set(ids).size;
}

/** @throws InvalidFields when somebody is not */
async function requireStaff(tx: Tx | Context["db"], ids: readonly string[], field: string): Promise<void> {
  if (!(await areStaff(tx, ids))) throw new InvalidFields({ [field]: ["this colleague cannot be given cases"] });
}

/** The open assignment of a person, locked, if it is the caller's or the caller gives cases. @throws NotFound, NotAllowed */
async function lockOpen(tx: Tx, { session }: Context, user_id: string) {
  const open = await tx
    .selectFrom("assignments")
    .selectAll()
    .where("user_id", "=", user_id)
    .where("ended_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!open) throw new NotFound("This assignment");
  if (open.admin_id !== session.user_id && !session.permissions.has("provider:can_assign_users"))
    throw new NotAllowed("A colleague handles this case.", "not_yours");
  return open;
}

async function addMembers(
  tx: Tx,
  context: Context,
  admin_ids: readonly string[],
  capacity?: number,
): Promise<{ members: number }> {
  await requireStaff(tx, admin_ids, "admin_ids");
  const values = [...new Set(admin_ids)].map((admin_id) => ({
    admin_id,
    added_by: context.session.user_id,
    ...(capacity !== undefined && { capacity }),
  }));
  await tx
    .insertInto("assignment_pool")
    .values(values)
    .onConflict((conflict) =>
      capacity === undefined ? conflict.doNothing() : conflict.column("admin_id").doUpdateSet({ capacity }),
    )
    .execute();
  for (const { admin_id } of values)
    await recordAudit(tx, context, "pool_member_added", ["user", admin_id], { after: { capacity: capacity ?? null } });
  return countMembers(tx);
}

const countMembers = async (tx: Tx) => ({
  members: Number(
    (
      await tx
        .selectFrom("assignment_pool")
        .select(({ fn }) => fn.countAll<bigint>().as("count"))
        .executeTakeFirstOrThrow()
    ).count,
  ),
});

async function removeMembers(
  tx: Tx,
  context: Context,
  admin_ids: readonly string[],
  give_on: boolean,
): Promise<{ members: number; given_on: number }> {
  const removed = await tx
    .deleteFrom("assignment_pool")
    .where("admin_id", "in", [...admin_ids])
    .returning("admin_id")
    .execute();
  if (removed.length === 0) throw new Conflict("They are not in the pool.", "already_decided");
  for (const { admin_id } of removed) await recordAudit(tx, context, "pool_member_removed", ["user", admin_id]);
  const open = give_on
    ? await tx
        .selectFrom("assignments")
        .select("user_id")
        .where(
          "admin_id",
          "in",
          removed.map(({ admin_id }) => admin_id),
        )
        .where("ended_at", "is", null)
        .where("status", "=", "pending")
        .orderBy("user_id")
        .limit(1_000)
        .execute()
    : [];
  let given_on = 0;
  for (const { user_id } of open) if (await giveInTurn(tx, user_id, actorOf(context))) given_on += 1;
  return { ...(await countMembers(tx)), given_on };
}

/** Who talks to a person whom nobody handles takes the case. @throws NotFound, NotAllowed */
async function takeWhereFree(tx: Tx, context: Context, user_id: string): Promise<void> {
  await requireCustomer(tx, user_id);
  if (user_id === context.session.user_id) throw new NotAllowed("Nobody handles their own case.", "own_case");
  await tx.selectFrom("users").select("id").where("id", "=", user_id).forUpdate().executeTakeFirst();
  const open = await tx
    .selectFrom("assignments")
    .select("id")
    .where("user_id", "=", user_id)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  if (!open) await giveCase(tx, user_id, context.session.user_id, actorOf(context), false);
}

/** A call that was agreed comes before everything else that is to do about a loan: a year that was mistyped would hide the loan. */
const CALL_WITHIN_DAYS = 90;

async function logContact(tx: Tx, context: Context, body: z.output<typeof calls.markAsContacted.body>) {
  const { user_id, channel, outcome, note, promised_on, promised_kobo, call_again_on } = body;
  await takeWhereFree(tx, context, user_id);
  const open = await lockOpen(tx, context, user_id);
  if (outcome === "promised_to_pay" && !promised_on)
    throw new InvalidFields({ promised_on: ["this field is required"] });
  if (outcome === "call_back" && !call_again_on) throw new InvalidFields({ call_again_on: ["this field is required"] });
  if (call_again_on && call_again_on < (await businessDate(tx)))
    throw new InvalidFields({ call_again_on: ["this day has gone by"] });
  if (call_again_on && call_again_on > addDays(await businessDate(tx), CALL_WITHIN_DAYS))
    throw new InvalidFields({ call_again_on: [`this day is more than ${CALL_WITHIN_DAYS} days away`] });
  await tx
    .insertInto("assignment_contacts")
    .values({
      id: uuidv7(),
      assignment_id: open.id,
      user_id,
      admin_id: context.session.user_id,
      channel,
      outcome,
      note: note ?? null,
      promised_on: promised_on ?? null,
      promised_kobo: promised_kobo ?? null,
      call_again_on: call_again_on ?? null,
      contacted_at: clock.now(),
    })
    .execute();
  const status = open.status === "attended" ? ("attended" as const) : ("contacted" as const);
  await changeWhere(tx, {
    noun: "assignment",
    action: "contact",
    where: sql`id = ${open.id}`,
    actor: actorOf(context),
  });
  await changeRows(tx, "assignments", open.id, { contacted_at: open.contacted_at ?? clock.now() });
  await recordAudit(tx, context, "person_contacted", ["user", user_id], {
    after: { channel, outcome, promised_on, promised_kobo, call_again_on },
    reason: note ?? null,
  });
  return { user_id, status };
}

export const handlers: Handlers<typeof calls> = {
  assignedToMe: ({ session }, { query }) =>
    ownCases.scoped(sql`${openCases(query.status)} and a.admin_id = ${session.user_id}`),
  assigned: (_, { query }) => assignedCases.scoped(openCases(query.status)),
  ofAdmin: (_, { params }) => casesOfAdmin.scoped(sql`${openCases()} and a.admin_id = ${params.id}`),
  statistics: ({ db }, { query }) => assignmentStatistics(db, query),
  pool: ({ db }) => findPool(db),

  addMembers: (context, { body }) =>
    context.db.transaction().execute((tx) => addMembers(tx, context, body.admin_ids, body.capacity)),
  removeMembers: (context, { body }) =>
    context.db.transaction().execute((tx) => removeMembers(tx, context, body.admin_ids, body.give_on ?? false)),

  async assign(context, { body }) {
    const { admin_id, user_ids } = body;
    if (admin_id) await requireStaff(context.db, [admin_id], "admin_id");
    return eachCase(context, user_ids, async (tx, user_id, had) => {
      const actor = actorOf(context);
      if (admin_id && had === admin_id)
        throw new Conflict("This colleague handles the case already.", "already_decided");
      if (admin_id) await giveCase(tx, user_id, admin_id, actor, false);
      const given = admin_id ?? (await giveInTurn(tx, user_id, actor));
      if (!given) throw new Conflict("Nobody in the pool has room for another case.", "pool_full");
      return given;
    });
  },

  unassign: (context, { body }) =>
    eachCase(context, body.user_ids, async (tx, user_id) => {
      if (!(await endAssignment(tx, user_id, actorOf(context), body.reason ?? null)))
        throw new Conflict("Nobody handles this case.", "already_decided");
      return undefined;
    }),

  giveBack(context, { body }) {
    const cases = new Map(body.cases.map((one) => [one.user_id, one]));
    return eachCase(context, [...cases.keys()], async (tx, user_id, had) => {
      const { from = null, to = null } = cases.get(user_id) ?? {};
      if ((had ?? null) !== from)
        throw new Conflict("This case has gone on to somebody else since.", "already_decided");
      if (to && !(await areStaff(tx, [to])))
        throw new Conflict("Who had this case cannot be given cases any more.", "not_ready");
      if (to) await reopenCase(tx, user_id, to, actorOf(context));
      else await endAssignment(tx, user_id, actorOf(context), "Taken back");
      return to ?? undefined;
    });
  },

  markAsContacted: (context, { body }) => context.db.transaction().execute((tx) => logContact(tx, context, body)),
  markAsAttended: (context, { body }) =>
    context.db.transaction().execute(async (tx) => {
      await lockOpen(tx, context, body.user_id);
      if (!(await attendCase(tx, body.user_id)))
        throw new Conflict("This case is dealt with already.", "already_decided");
      await recordAudit(tx, context, "case_attended", ["user", body.user_id]);
      return { user_id: body.user_id, status: "attended" as const };
    }),

  async contacts({ db }, { params }) {
    await requireCustomer(db, params.id);
    return { contacts: await contactsOf(db, params.id) };
  },
};
