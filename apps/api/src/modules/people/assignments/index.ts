/** The door of assignments: a case that becomes ready goes to the colleague with the least to do; a decision ends what was to do. */
import { fullName } from "@manilla/contract/formats";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { App } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import { type Actor, SYSTEM, recordAudit } from "../../platform/audit/index.ts";
import { changeWhere } from "../../platform/states/index.ts";
import { note } from "../../platform/notifications/index.ts";
import { caseGiven } from "./messages.ts";
import { queueScope } from "../people/profiles/index.ts";

export { isBroken, lastPromise, promisersFor } from "./promises.ts";

const LOCK = "assignment in turn";

/** The member of the pool with the smallest share of their capacity in use; who got a case last comes last. Undefined when the pool is empty or full. */
async function nextInTurn(tx: Tx, except?: string): Promise<string | undefined> {
  // One at a time: two cases at once must not both go to the member who had the fewest.
  await sql`select pg_advisory_xact_lock(hashtext(${LOCK}))`.execute(tx);
  const { rows } = await sql<{ admin_id: string }>`
    select p.admin_id
    from assignment_pool p
    join users u on u.id = p.admin_id and not u.is_blacklisted and u.erased_at is null
    left join lateral (
      select count(*) filter (where a.status <> 'attended') as open, max(a.assigned_at) as last_at
      from assignments a
      where a.admin_id = p.admin_id and a.ended_at is null
    ) l on true
    where l.open < p.capacity and p.admin_id is distinct from ${except ?? null}::uuid
    order by l.open::numeric / p.capacity, l.last_at nulls first, p.admin_id
    limit 1
  `.execute(tx);
  return rows[0]?.admin_id;
}

/** Ends the open assignment of a person, if there is one. @returns who had it */
export async function endAssignment(
  tx: Tx,
  user_id: string,
  actor: Actor,
  reason: string | null,
): Promise<string | undefined> {
  const ended = await tx
    .updateTable("assignments")
    .set({ ended_at: clock.now(), ended_by: actor.user_id, end_reason: reason })
    .where("user_id", "=", user_id)
    .where("ended_at", "is", null)
    .returning("admin_id")
    .executeTakeFirst();
  if (!ended) return undefined;
  await tx.updateTable("users").set({ assigned_to: null }).where("id", "=", user_id).execute();
  await recordAudit(tx, actor, "case_unassigned", ["user", user_id], { before: { admin_id: ended.admin_id }, reason });
  return ended.admin_id;
}

/** Takes a colleague out of the pool and ends their open assignments. @returns how many cases are nobody's now */
export async function releaseColleague(tx: Tx, admin_id: string, actor: Actor, reason: string): Promise<number> {
  await tx.deleteFrom("assignment_pool").where("admin_id", "=", admin_id).execute();
  const open = await tx
    .selectFrom("assignments")
    .select("user_id")
    .where("admin_id", "=", admin_id)
    .where("ended_at", "is", null)
    .execute();
  for (const { user_id } of open) await endAssignment(tx, user_id, actor, reason);
  return open.length;
}

/** Assigns a case and releases the previous assignee. The person's row is locked by the caller or here. */
export async function giveCase(
  tx: Tx,
  user_id: string,
  admin_id: string,
  actor: Actor,
  is_automatic: boolean,
): Promise<void> {
  const { name, last_name } = await getRow(tx, "users", user_id, ["name", "last_name"], { lock: true });
  await endAssignment(tx, user_id, actor, "Given to somebody else");
  await tx
    .insertInto("assignments")
    .values({ id: uuidv7(), user_id, admin_id, is_automatic, assigned_by: actor.user_id })
    .execute();
  await tx.updateTable("users").set({ assigned_to: admin_id }).where("id", "=", user_id).execute();
  await recordAudit(tx, actor, "case_assigned", ["user", user_id], { after: { admin_id, is_automatic } });
  if (admin_id !== actor.user_id) await note(tx, admin_id, caseGiven({ user_id, name: fullName({ name, last_name }) }));
}

/** Gives a case back to who had it before: it goes on as they left it, talked to or dealt with. */
export async function reopenCase(tx: Tx, user_id: string, admin_id: string, actor: Actor): Promise<void> {
  await getRow(tx, "users", user_id, ["id"], { lock: true });
  const before = await tx
    .selectFrom("assignments")
    .select(["id", "is_automatic"])
    .where("user_id", "=", user_id)
    .where("admin_id", "=", admin_id)
    .where("ended_at", "is not", null)
    .orderBy("ended_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!before) return giveCase(tx, user_id, admin_id, actor, false);
  await endAssignment(tx, user_id, actor, "Taken back");
  await changeRows(tx, "assignments", before.id, { ended_at: null, ended_by: null, end_reason: null });
  await changeRows(tx, "users", user_id, { assigned_to: admin_id });
  const { is_automatic } = before;
  await recordAudit(tx, actor, "case_assigned", ["user", user_id], {
    after: { admin_id, is_automatic },
    reason: "Taken back",
  });
}

/** Gives a case to the pool in turn. @returns who got it; undefined when nobody can take it */
export async function giveInTurn(tx: Tx, user_id: string, actor: Actor): Promise<string | undefined> {
  const open = await tx
    .selectFrom("assignments")
    .select("admin_id")
    .where("user_id", "=", user_id)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  const admin_id = await nextInTurn(tx, open?.admin_id);
  if (admin_id) await giveCase(tx, user_id, admin_id, actor, true);
  return admin_id;
}

const CASES_AT_ONCE = 50;

/** Assigns newly ready cases to the pool; run by the worker, since a customer's request may not read colleagues. A case taken back waits for its next readiness. */
export async function giveReadyCases({ db }: Pick<App, "db">): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select u.id
    from users u
    where ${queueScope("processing")}
      and u.assigned_to is null
      and exists (select 1 from assignment_pool)
      and not exists (select 1 from assignments a where a.user_id = u.id and a.assigned_at >= u.ready_at)
    order by u.created_at
    limit ${CASES_AT_ONCE}
  `.execute(db);
  let given = 0;
  for (const { id } of rows) if (await db.transaction().execute((tx) => giveInTurn(tx, id, SYSTEM))) given += 1;
  return given;
}

/** A decision was made: the case is dealt with. @returns the assignment that was open, or null */
export async function attendCase(tx: Tx, user_id: string): Promise<string | null> {
  const attended = await changeWhere(tx, {
    noun: "assignment",
    action: "attend",
    where: sql`user_id = ${user_id} and ended_at is null`,
    set: { attended_at: clock.now() },
    actor: SYSTEM,
  });
  return attended[0] ?? null;
}

/** The decision that ended what was to do was taken back: the assignment that it ended goes on, unless the case has gone to somebody else. */
export async function resumeCase(tx: Tx, id: string): Promise<void> {
  for (const [action, was] of [
    ["resume_contacted", sql`contacted_at is not null`],
    ["resume_pending", sql`contacted_at is null`],
  ] as const)
    await changeWhere(tx, {
      noun: "assignment",
      action,
      where: sql`id = ${id} and ended_at is null and ${was}`,
      set: { attended_at: null },
      actor: SYSTEM,
    });
}
