import { abilitiesOf } from "@manilla/contract/abilities";
import * as calls from "@manilla/contract/companies/approval-chains";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { Conflict, NotFound } from "../../../errors.ts";
import { BUSINESS_DATE, callerOf } from "../../platform/states/index.ts";
import { readSteps } from "./chains.ts";
import type { Approval } from "./engine.ts";
import { type ApprovalFacts, agreesFor, approvalRules } from "./rules.ts";

export type Row = Omit<z.output<typeof calls.listAll.row>, "abilities">;
type Found = z.output<typeof calls.find.response>;
export type Facts = Pick<ApprovalFacts, "requester_id" | "payee_id">;

export const FROM = "company_approvals a left join departments d on d.id = a.department_id";
/** Most who see a request may read those rows themselves; the function is for those who may not. */
const nameOf = (id: string): string =>
  `coalesce((select u.full_name from users u where u.id = ${id}), colleague_name(a.company_id, ${id}))`;
export const SELECT = `
  a.id, a.kind, a.title, a.status, a.amount_kobo, 
  json_build_object('id', a.requester_id, 'name', ${nameOf("a.requester_id")}) as requester, d.name as department,
  case when a.status = 'pending' then
    (a.position + 1) || ' of ' || jsonb_array_length(a.steps) || ': ' || (a.steps -> a.position ->> 'name')
  end as step,
  case when a.status = 'pending' then (
    select string_agg(${nameOf("p.approver_id")}, ', ' order by p.approver_id)
    from company_approvers p
    where p.approval_id = a.id and p.position = a.position and p.agreed_at is null and p.removed_at is null
  ) end as waits_for,
  cardinality(a.split_beside) > 0 as is_split, a.version, a.created_at, a.decided_at
`;

/**
 * The caller, and those for whom they decide today about the request `a`. Who names a delegate for somebody else chooses nobody for what they ask for or are
 * paid by: these that delegate does not decide.
 */
export const actsFor = ({ session }: Pick<Context, "session">): RawBuilder<unknown> => sql`(
  select ${session.user_id}::uuid
  union
  select g.absent_id
  from delegations g
  where g.delegate_id = ${session.user_id} and g.company_id = ${session.company_id} and g.ended_at is null
    and ${BUSINESS_DATE} between g.from_on and g.until_on
    and (g.created_by = g.absent_id or g.created_by not in (a.requester_id, coalesce(a.payee_id, a.requester_id)))
    and may_decide_still(g.company_id, g.delegate_id, 'rerouted', null)
)`;

/** For whom of them the caller is asked in the present step of the request `a`. */
const askedFor = (context: Pick<Context, "session">): RawBuilder<string[]> => sql<string[]>`array(
  select p.approver_id
  from company_approvers p
  where p.approval_id = a.id and p.position = a.position and p.agreed_at is null and p.removed_at is null
    and p.approver_id in ${actsFor(context)} and may_decide_still(a.company_id, p.approver_id, p.because, a.steps -> a.position)
)`;

/** In whose places the caller has agreed to the request `a`. */
const stoodFor = ({ session }: Pick<Context, "session">): RawBuilder<string[]> => sql<string[]>`array(
  select p.approver_id
  from company_approvers p
  where p.approval_id = a.id and p.agreed_by = ${session.user_id}
)`;

/** Whether one of those who would agree has power that has not begun; beside `asked`, which is found once for all that is made of it. */
const tooEarly = (context: Pick<Context, "session">): RawBuilder<boolean> => sql<boolean>`exists (
  select 1
  from unnest(asked.asked_for || ${context.session.user_id}::uuid) w (id)
  where power_begins_at(a.company_id, w.id) > ${clock.now()}
)`;

/** What somebody sees: all of the company with the permission; else what they requested, are or were asked about. */
export function seenBy(context: Context): RawBuilder<unknown> {
  const { session } = context;
  const own = sql`a.company_id = ${session.company_id}`;
  if (session.permissions.has("company:can_view_approvals")) return own;
  return sql`${own} and (
    a.requester_id = ${session.user_id}
    or exists (select 1 from company_approvers p where p.approval_id = a.id and p.approver_id in ${actsFor(context)})
    or exists (select 1 from company_approval_events e where e.approval_id = a.id and e.actor_id = ${session.user_id})
  )`;
}

/** Whether the caller sees what is decided about a subject: by permission, or because they asked, are or were asked. */
export async function seesApprovalOf(context: Context, kind: string, subject_id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1
    from company_approvals a
    where a.kind = ${kind} and a.subject_id = ${subject_id} and ${seenBy(context)}
    limit 1
  `.execute(context.db);
  return rows.length > 0;
}

/** Whether anybody of the company is stood in for today. */
const hasAbsent = sql<boolean>`exists (
  select 1
  from delegations g
  where g.company_id = a.company_id and g.ended_at is null and ${BUSINESS_DATE} between g.from_on and g.until_on
)`;

export type Locked = Approval & ApprovalFacts & { has_absent: boolean };
/** Named, so that the statement can stay prepared. */
const LOCKED = sql.join(
  (
    [
      "id",
      "company_id",
      "kind",
      "subject_id",
      "title",
      "status",
      "version",
      "position",
      "steps",
      "amount_kobo",
      "requester_id",
      "payee_id",
      "department_id",
      "category_id",
    ] satisfies (keyof Approval)[]
  ).map((name) => sql.ref(`a.${name}`)),
);

/** A request that the caller may see, locked. @throws Conflict while its company is suspended: heads of departments have accounts of their own, which that leaves as they are */
export async function lockApproval(tx: Tx, context: Context, id: string): Promise<Locked | undefined> {
  const { rows } = await sql<Locked & { is_suspended: boolean }>`
    select ${LOCKED},
      exists (select 1 from companies c where c.id = a.company_id and c.status = 'deactivated') as is_suspended,
      asked.asked_for, ${stoodFor(context)} as stood_for, ${tooEarly(context)} as is_too_early,
      ${hasAbsent} as has_absent
    from company_approvals a cross join lateral (select ${askedFor(context)} as asked_for offset 0) asked
    where a.id = ${id} and ${seenBy(context)}
    for update of a
  `.execute(tx);
  if (rows[0]?.is_suspended)
    throw new Conflict("Your company is suspended: its requests wait until it is let back.", "not_approved");
  return rows[0];
}

/** A row with what the caller may do to it. @throws NotFound */
export async function findRowOf(db: Database | Tx, context: Context, id: string) {
  const { rows } = await sql<Row & ApprovalFacts>`
    select ${sql.raw(SELECT)}, a.requester_id, a.payee_id, asked.asked_for, ${stoodFor(context)} as stood_for,
      ${tooEarly(context)} as is_too_early
    from ${sql.raw(FROM)} cross join lateral (select ${askedFor(context)} as asked_for offset 0) asked
    where a.id = ${id} and ${seenBy(context)}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new NotFound("This request");
  return { ...row, abilities: abilitiesOf(calls, approvalRules, row, callerOf(context)) };
}

const TITLES = {
  requested: "Requested",
  agreed: "Agreed",
  approved: "Approved",
  declined: "Declined",
  returned: "Returned",
  withdrawn: "Withdrawn",
  rerouted: "Handed on",
  escalated: "Escalated: it has waited long",
  gone: "Handed on: who was asked is gone",
} as const;

interface Told {
  id: string;
  at: Date;
  what: keyof typeof TITLES;
  actor: string | null;
  whom: string | null;
  reason: string | null;
}
const happened = ({ id, at, what, actor, whom, reason }: Told): Found["history"][number] => ({
  id,
  at,
  by: actor ?? "System",
  title: !whom
    ? TITLES[what]
    : what === "rerouted" || what === "gone"
      ? `${TITLES[what]} to ${whom}`
      : `${TITLES[what]} for ${whom}`,
  reason,
});

interface ApproverRow {
  position: number;
  id: string;
  name: string;
  because: "chain" | "escalated" | "rerouted" | "stand_in";
  has_agreed: boolean;
  is_gone: boolean;
}

/** What the page shows beside the row. */
export async function detailsOf(
  context: Context,
  id: string,
): Promise<Omit<Found, keyof z.output<typeof calls.listAll.row>>> {
  const { db, session } = context;
  const approval = await db.selectFrom("company_approvals").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const { rows: approvers } = await sql<ApproverRow>`
    select position, approver_id as id, colleague_name(company_id, approver_id) as name, because,
      agreed_at is not null as has_agreed, removed_at is not null as is_gone
    from company_approvers
    where approval_id = ${id}
    order by position, removed_at nulls first, because, name
  `.execute(db);
  const { rows: told } = await sql<Told>`
    select id, at, what, reason, colleague_name(company_id, actor_id) as actor, colleague_name(company_id, for_id) as whom
    from company_approval_events
    where approval_id = ${id}
    order by at desc, id desc
  `.execute(db);
  const { rows: beside } = await sql<Found["beside"][number]>`
    select id, title, amount_kobo, created_at
    from company_approvals
    where id = any(${approval.split_beside}::uuid[]) and company_id = ${session.company_id}
    order by created_at
  `.execute(db);
  const chain = approval.chain_id
    ? await db.selectFrom("approval_chains").select("number").where("id", "=", approval.chain_id).executeTakeFirst()
    : undefined;
  const facts = await findFacts(context, id);
  const steps = readSteps(approval.steps);
  const place = agreesFor(facts, session.user_id);
  const acts_for = steps[approval.position]?.need === "all" && place !== undefined ? [place] : facts.asked_for;
  const kind = context.house.chains.get(approval.kind);
  const isPending = approval.status === "pending";
  return {
    subject_id: approval.subject_id,
    reason: approval.decision_reason,
    chain_number: chain?.number ?? null,
    facts: (await kind?.shows(db, context, approval.subject_id)) ?? [],
    steps: steps.map(({ name, need }, position) => ({
      name,
      need,
      state:
        position < approval.position || approval.status === "approved"
          ? "done"
          : isPending && position === approval.position
            ? "now"
            : "later",
      approvers: approvers.filter((each) => each.position === position).map(({ position: _, ...each }) => each),
    })),
    history: told.map(happened),
    beside,
    acts_for: await namesOf(db, session.company_id, acts_for),
    others: await colleaguesOf(context),
  };
}

async function findFacts(context: Context, id: string): Promise<Pick<ApprovalFacts, "asked_for" | "stood_for">> {
  const { rows } = await sql<Pick<ApprovalFacts, "asked_for" | "stood_for">>`
    select ${askedFor(context)} as asked_for, ${stoodFor(context)} as stood_for
    from company_approvals a
    where a.id = ${id}
  `.execute(context.db);
  return rows[0]!;
}

/** The names of people of a company, also of those who are gone. */
export async function namesOf(db: Database, company_id: string | null, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, colleague_name(${company_id}::uuid, id) as name from unnest(${[...ids]}::uuid[]) as id
  `.execute(db);
  return rows;
}

/** The company's people who may be asked at all, without the caller; nobody for a suspended caller. */
export async function colleaguesOf({ db, session }: Context): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name
    from company_approvers_of(${session.company_id}::uuid)
    where id <> ${session.user_id} and not exists (
      select 1 from employments s
      where s.user_id = ${session.user_id} and s.company_id = ${session.company_id} and s.status = 'inactive'
    )
  `.execute(db);
  return rows;
}
