import * as calls from "@manilla/contract/companies/departments";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Context, Handlers } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { InvalidFields, NotAllowed, NotFound, StaleVersion } from "../../../errors.ts";
import { peopleWith } from "../wallet-movements/index.ts";
import { recordActivity } from "../../people/people/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { abilitiesIn, actionsOn, recordBeginning } from "../../platform/states/index.ts";
import { type Department, detailsOf, findDepartment, listAll, lockDepartment, readDepartment } from "./queries.ts";
import { departmentRules } from "./rules.ts";

const withAbilities = (context: Context, department: Department) => ({
  ...department,
  abilities: abilitiesIn(context, calls, departmentRules)(department),
});

const act = actionsOn({
  calls,
  rules: departmentRules,
  noun: "department",
  name: "department",
  lock: lockDepartment,
  answer: async (tx, context, id) => ({ department: withAbilities(context, await findDepartment(tx, context, id)) }),
});

/** Names that differ in capitals only are the same. @throws InvalidFields */
function refuseTaken(error: { code?: string }): never {
  if (error.code !== "23505") throw error;
  throw new InvalidFields({ name: ["there is one with this name already"] });
}

/** Units belong to a department of the same company, and have no units themselves. @throws InvalidFields */
async function requireParent(tx: Tx, context: Context, parent_id: string, of?: Department): Promise<void> {
  const parent = await readDepartment(tx, context, parent_id);
  const wrong = !parent || parent.status !== "active" || parent.parent_id !== null || parent.id === of?.id;
  if (wrong) throw new InvalidFields({ parent_id: ["choose a department"] });
  if (of && of.unit_count > 0)
    throw new InvalidFields({ parent_id: ["it has units itself: a unit belongs to a department"] });
}

/** The head is one of its people; nobody makes themselves the head. @throws InvalidFields, NotAllowed */
async function requireHead(tx: Tx, { session }: Context, { id }: Department, head_id: string): Promise<void> {
  if (head_id === session.user_id) throw new NotAllowed("Nobody makes themselves the head.", "own_request");
  if (!(await findRow(tx, "department_members", { user_id: head_id, department_id: id }, ["user_id"])))
    throw new InvalidFields({ head_id: ["choose one of its people"] });
}

/** Nobody chooses who decides about their own requests, as long as somebody else may say it. @throws NotAllowed */
async function requireOthersMove(tx: Tx, { session }: Context, id: string, user_ids: readonly string[]): Promise<void> {
  const { user_id } = session;
  if (!user_ids.includes(user_id)) return;
  const belongs = await findRow(tx, "department_members", { user_id }, ["department_id"]);
  if (belongs?.department_id !== id) await requireAlone(tx, session, "sets your department");
}

/** @throws NotAllowed where somebody else may */
async function requireAlone(tx: Tx, { user_id, company_id }: Context["session"], does: string): Promise<void> {
  const others = await peopleWith(tx, company_id!, "company:can_update_departments");
  if (others.some((one) => one.id !== user_id))
    throw new NotAllowed(`Somebody else of your company ${does}.`, "own_employment");
}

/** Whether the caller belongs to a department or to a unit of it: who leads it decides about their own requests. */
async function isOfIt(tx: Tx, { session }: Context, id: string): Promise<boolean> {
  const belongs = await findRow(tx, "department_members", { user_id: session.user_id }, ["department_id"]);
  const own = belongs && (await findRow(tx, "departments", belongs.department_id, ["id", "parent_id"]));
  return own?.id === id || own?.parent_id === id;
}

/** Who leads a department has the role of its head, and loses it with the last one that they lead. */
async function giveRole(tx: Tx, { session }: Context, user_ids: readonly (string | null | undefined)[]): Promise<void> {
  const ids = user_ids.filter((id) => id !== null && id !== undefined);
  await sql`
    with leads as (
      select head_id as user_id,
        case when parent_id is null then 'company_department_head' else 'company_unit_head' end as role
      from departments
      where head_id = any(${ids}::uuid[]) and status = 'active'
    ),
    gone as (
      delete from user_roles g
      where g.user_id = any(${ids}::uuid[])
        and g.role in ('company_department_head', 'company_unit_head')
        and not exists (select 1 from leads l where l.user_id = g.user_id and l.role = g.role)
    )
    insert into user_roles (user_id, role, granted_by)
    select distinct user_id, role, ${session.user_id}::uuid from leads
    on conflict do nothing
  `.execute(tx);
}

/** Moves people of the company into a department; who led the one that they leave leads it no more. @returns how many */
async function moveInto(
  tx: Tx,
  context: Context,
  { id }: { id: string },
  user_ids: readonly string[],
): Promise<number> {
  const { session } = context;
  const { rows: left } = await sql<{ head_id: string }>`
    update departments d
    set head_id = null, version = version + 1
    from (select id, head_id from departments) before
    where before.id = d.id and d.company_id = ${session.company_id} and d.head_id = any(${[...user_ids]}::uuid[]) and d.id <> ${id}
    returning before.head_id
  `.execute(tx);
  const { numAffectedRows } = await sql`
    insert into department_members (user_id, company_id, department_id, since)
    select u.id, u.company_id, ${id}::uuid, ${clock.now()}
    from users u
    where u.id = any(${[...user_ids]}::uuid[]) and u.company_id = ${session.company_id} and u.erased_at is null
    on conflict (user_id) do update set department_id = excluded.department_id, company_id = excluded.company_id, since = excluded.since
  `.execute(tx);
  await giveRole(
    tx,
    context,
    left.map(({ head_id }) => head_id),
  );
  return Number(numAffectedRows ?? 0n);
}

const made = (tx: Tx, { session }: Context, type: "group_created" | "group_deleted", name: string) =>
  recordActivity(tx, { type, creator_id: session.user_id, target_id: null, data: { target: name } });

const mergeInto = act(calls.merge, {
  audit: "department_merged",
  async does(tx, context, { id, name, head_id, parent_id }, { body: { into_id } }) {
    const into = await findDepartment(tx, context, into_id);
    if (into.id === id || into.status !== "active" || into.parent_id === id)
      throw new InvalidFields({ into_id: ["choose another department"] });
    // Also of a unit of it: the head of the other department decides about what a unit without a head asks for.
    if (await isOfIt(tx, context, id)) await requireAlone(tx, context.session, "says who leads your department");
    const { rows: members } = await sql<{ user_id: string }>`
      select user_id from department_members where department_id = ${id}
    `.execute(tx);
    await moveInto(
      tx,
      context,
      into,
      members.map(({ user_id }) => user_id),
    );
    // Units of a department become units of the other one; where that is a unit itself, of its department.
    if (parent_id === null)
      await sql`
        update departments set parent_id = ${into.parent_id ?? into.id}, version = version + 1
        where parent_id = ${id} and status = 'active'
      `.execute(tx);
    await changeRows(tx, "departments", id, { head_id: null });
    await giveRole(tx, context, [head_id]);
    await made(tx, context, "group_deleted", name);
    return { before: { people: members.length }, after: { into: into.name } };
  },
});

export const handlers: Handlers<typeof calls> = {
  listAll,
  async find(context, { params }) {
    const department = await findDepartment(context.db, context, params.id);
    return { ...withAbilities(context, department), ...(await detailsOf(context.db, context, department)) };
  },

  create: (context, { body: { name, parent_id = null, monthly_budget_kobo = null } }) =>
    context
      .once(async (tx) => {
        if (parent_id) await requireParent(tx, context, parent_id);
        const id = uuidv7();
        const row = { id, company_id: context.session.company_id!, name: name.trim(), parent_id, monthly_budget_kobo };
        await tx.insertInto("departments").values(row).execute();
        await recordBeginning(tx, "department", id, "active", actorOf(context));
        await recordAudit(tx, context, "department_created", ["department", id], { after: { name: row.name } });
        await made(tx, context, "group_created", row.name);
        return { department: withAbilities(context, await findDepartment(tx, context, id)) };
      })
      .catch(refuseTaken),

  update: (context, { params, body: { version, ...body } }) =>
    context
      .once(async (tx) => {
        const before = await lockDepartment(tx, context, params.id);
        if (before.status !== "active") throw new NotFound("This department");
        if (body.parent_id && body.parent_id !== before.parent_id)
          await requireParent(tx, context, body.parent_id, before);
        if (body.head_id && body.head_id !== before.head_id) await requireHead(tx, context, before, body.head_id);
        if (before.version !== version)
          throw new StaleVersion("This department has changed since you opened it. Please look again.");
        const after = {
          name: body.name.trim(),
          parent_id: body.parent_id ?? null,
          head_id: body.head_id ?? null,
          monthly_budget_kobo: body.monthly_budget_kobo ?? null,
        };
        const isLedAnew = after.head_id !== before.head_id || after.parent_id !== before.parent_id;
        if (isLedAnew && (await isOfIt(tx, context, before.id)))
          await requireAlone(tx, context.session, "says who leads your department");
        await changeRows(tx, "departments", before.id, { ...after, version: version + 1 });
        await giveRole(tx, context, [before.head_id, after.head_id]);
        await recordAudit(tx, context, "department_changed", ["department", before.id], {
          before: pick(before),
          after,
        });
        return { department: withAbilities(context, await findDepartment(tx, context, before.id)) };
      })
      .catch(refuseTaken),

  move: (context, { params, body: { user_ids } }) =>
    context.once(async (tx) => {
      const department = await lockDepartment(tx, context, params.id);
      if (department.status !== "active") throw new NotFound("This department");
      await requireOthersMove(tx, context, department.id, user_ids);
      const moved = await moveInto(tx, context, department, user_ids);
      if (moved !== new Set(user_ids).size) throw new NotFound("One of these people");
      await recordAudit(tx, context, "department_people_moved", ["department", department.id], { after: { moved } });
      return { moved };
    }),

  merge: (context, input) =>
    Promise.resolve(mergeInto(context, input)).catch((error: { code?: string }) => {
      if (error.code !== "23505") throw error;
      throw new InvalidFields({ into_id: ["both have a unit with the same name: change one of them first"] });
    }),
  close: act(calls.close, {
    audit: "department_closed",
    async does(tx, context, { id, name, head_id }) {
      await changeRows(tx, "departments", id, { head_id: null });
      await giveRole(tx, context, [head_id]);
      await made(tx, context, "group_deleted", name);
    },
  }),
};

/** What its form changes, for the audit record. */
const pick = ({ name, parent_id, head_id, monthly_budget_kobo }: Department) => ({
  name,
  parent_id,
  head_id,
  monthly_budget_kobo,
});
