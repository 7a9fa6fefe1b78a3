/** A request on its chain: decided step by step, ended (opened: opening.ts); each step with what everybody sees of it. */
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Context } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { later } from "../../../db/pipelined-database.ts";
import { Conflict } from "../../../errors.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { type Message, note } from "../../platform/notifications/index.ts";
import { BUSINESS_DATE, changeState } from "../../platform/states/index.ts";
import { decidersOf, readSteps } from "./chains.ts";
import * as messages from "./messages.ts";
import { type ApprovalFacts, type Asked, type Decider, type Subject, agreesFor, isAgreed, nextStep } from "./rules.ts";

/** What is read of a request to ask its next step. */
export interface Approval {
  id: string;
  company_id: string;
  kind: string;
  subject_id: string;
  title: string;
  status: string;
  version: number;
  position: number;
  steps: unknown;
  amount_kobo: bigint | null;
  requester_id: string;
  payee_id: string | null;
  department_id: string | null;
  category_id: string | null;
}

export type What =
  | "requested"
  | "agreed"
  | "approved"
  | "declined"
  | "returned"
  | "withdrawn"
  | "rerouted"
  | "escalated"
  | "gone";

/** Keeps what happened to a request, for whom. */
export const recordEvent = (
  tx: Tx,
  { id, company_id }: Pick<Approval, "id" | "company_id">,
  what: What,
  {
    actor_id = null,
    for_id = null,
    reason = null,
  }: { actor_id?: string | null; for_id?: string | null; reason?: string | null } = {},
): Promise<void> =>
  later(
    tx,
    tx
      .insertInto("company_approval_events")
      .values({ id: uuidv7(), approval_id: id, company_id, what, actor_id, for_id, reason, at: clock.now() }),
  );

/** Administrators read at another address than the heads of departments. */
const isAdministrator = ({ roles }: Pick<Decider, "roles">): boolean =>
  roles.some((role) =>
    ["company_super_admin", "company_finance_manager", "company_hr", "company_audit"].includes(role),
  );

/** Tells each of these people about a request, at their own address. */
export async function tellEach(
  tx: Tx,
  company_id: string,
  user_ids: readonly string[],
  messageFor: (is_administrator: boolean) => Message,
): Promise<void> {
  const { rows } = await sql<{ user_id: string; roles: string[] }>`
    select user_id, roles from roles_in_company(${company_id}, ${[...user_ids]}::uuid[])
  `.execute(tx);
  for (const row of rows) await note(tx, row.user_id, messageFor(isAdministrator(row)));
}

/** The subject of a request, with the department above its own. */
export async function subjectOf(
  tx: Tx,
  approval: Pick<Approval, "amount_kobo" | "requester_id" | "payee_id" | "department_id" | "category_id">,
): Promise<Subject> {
  const { department_id } = approval;
  const { rows } = department_id
    ? await sql<{ id: string; parent_id: string | null }>`
        select id, parent_id from departments where id = ${department_id}::uuid
      `.execute(tx)
    : { rows: [] };
  return {
    amount_kobo: approval.amount_kobo,
    requester_id: approval.requester_id,
    payee_id: approval.payee_id,
    department_ids: rows.flatMap(({ id, parent_id }) => [id, ...(parent_id ? [parent_id] : [])]),
    category_ids: approval.category_id ? [approval.category_id] : [],
  };
}

/** Who has agreed to a request so far: where its chain names them, themselves or by who decides for them, and in place of somebody else. */
export async function agreedIn(tx: Tx, id: string): Promise<{ own: string[]; spent: string[] }> {
  const { rows } = await sql<{ approver_id: string; agreed_by: string; is_own: boolean }>`
    select approver_id, agreed_by, because = 'chain' as is_own
    from company_approvers
    where approval_id = ${id} and agreed_at is not null and removed_at is null
  `.execute(tx);
  const own = rows.filter(({ is_own }) => is_own).map(({ approver_id }) => approver_id);
  return { own, spent: rows.map(({ agreed_by }) => agreed_by).filter((by) => !own.includes(by)) };
}

/** The step after the present one. @param known whom its steps mean, where that was asked already @throws Conflict where nobody is left */
export async function stepAfter(tx: Tx, approval: Approval, subject: Subject, known?: readonly Decider[]) {
  const steps = readSteps(approval.steps);
  if (!steps[approval.position + 1]) return "agreed";
  const people = known ?? (await decidersOf(tx, approval.company_id, steps, approval));
  const before = approval.position < 0 ? undefined : await agreedIn(tx, approval.id);
  const next = nextStep(steps, approval.position, subject, people, before);
  if (next === "nobody")
    throw new Conflict(
      "Nobody else of the company may decide about this. Invite another administrator, or name somebody in the chain.",
      "nobody_decides",
    );
  if (next === "agreed") return next;
  const rolesOf = new Map(people.map((person) => [person.user_id, person]));
  return { ...next, people: next.asked.map(({ user_id }) => rolesOf.get(user_id)!) };
}
type Step = Exclude<Awaited<ReturnType<typeof stepAfter>>, "agreed">;

/** Asks those of a step, and tells them. */
export async function askStep(tx: Tx, approval: Approval, { position, asked, people }: Step): Promise<void> {
  if (asked.length > 0) await ask(tx, approval, position, asked);
  for (const one of people) await note(tx, one.user_id, messages.waitsForYou(approval, isAdministrator(one)));
}

/** Asks the step after the present one, or ends the request. */
async function advance(tx: Tx, context: Context, approval: Approval): Promise<void> {
  const next = await stepAfter(tx, approval, await subjectOf(tx, approval));
  if (next === "agreed") return end(tx, context, approval, "approve");
  await sql`
    update company_approvals
    set position = ${next.position}, waits_since = ${BUSINESS_DATE}, version = version + 1
    where id = ${approval.id}
  `.execute(tx);
  await askStep(tx, approval, next);
  if (next.counted.length > 0) await countHere(tx, approval, next);
  // Nobody else is asked there: what was agreed to in an earlier step is enough.
  if (next.asked.length === 0) await advance(tx, context, { ...approval, position: next.position });
}

/** Who has agreed in an earlier step has agreed in this one as well, where everybody sees it. */
async function countHere(tx: Tx, { id, company_id }: Approval, { position, counted }: Step): Promise<void> {
  const { rows } = await sql<{ agreed_by: string; approver_id: string }>`
    insert into company_approvers (approval_id, position, approver_id, company_id, because, agreed_by, agreed_at)
    select distinct on (p.approver_id) p.approval_id, ${position}::int, p.approver_id, p.company_id, p.because, p.agreed_by, p.agreed_at
    from company_approvers p
    where p.approval_id = ${id} and p.approver_id = any(${counted.map(({ user_id }) => user_id)}::uuid[])
      and p.because = 'chain' and p.agreed_at is not null and p.removed_at is null
    order by p.approver_id, p.position desc
    returning agreed_by, approver_id
  `.execute(tx);
  for (const { agreed_by, approver_id } of rows)
    await recordEvent(tx, { id, company_id }, "agreed", {
      actor_id: agreed_by,
      for_id: agreed_by === approver_id ? null : approver_id,
      reason: "Agreed in an earlier step, and nobody else is asked in their place: one person counts once.",
    });
}

/** Asks these people too; those asked before are asked again. */
export const ask = (
  tx: Tx,
  { id, company_id }: Pick<Approval, "id" | "company_id">,
  position: number,
  asked: readonly { user_id: string; because: Asked["because"] }[],
): Promise<void> =>
  later(
    tx,
    sql`
      insert into company_approvers (approval_id, position, approver_id, company_id, because)
      select ${id}::uuid, ${position}::int, a.user_id, ${company_id}::uuid, a.because
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a (user_id uuid, because text)
      on conflict (approval_id, position, approver_id) do update set removed_at = null, because = excluded.because
    `,
  );

const ENDS = { approve: "approved", decline: "declined", send_back: "returned", withdraw: "withdrawn" } as const;

/** Ends a request, which is locked: its noun is called in the same transaction, and the requester is notified. @param is_changed its state has been changed already */
export async function end(
  tx: Tx,
  context: Context,
  approval: Approval,
  how: keyof typeof ENDS,
  {
    reason = null,
    is_changed = false,
    for_id = null,
  }: { reason?: string | null; is_changed?: boolean; for_id?: string | null } = {},
): Promise<void> {
  const outcome = ENDS[how];
  const { user_id } = context.session;
  const decided = { decided_at: clock.now(), decision_reason: reason };
  if (!is_changed)
    await changeState(tx, {
      noun: "companyApproval",
      id: approval.id,
      from: "pending",
      action: how,
      actor: actorOf(context),
      reason,
      is_locked: true,
      set: decided,
    });
  else await later(tx, tx.updateTable("company_approvals").set(decided).where("id", "=", approval.id));
  await recordEvent(tx, approval, outcome, { actor_id: user_id, for_id, reason });
  const kind = context.house.chains.get(approval.kind);
  if (!kind) throw new Error(`No noun registers the chain ${approval.kind}.`);
  await kind.decided(tx, context, { approval_id: approval.id, subject_id: approval.subject_id, outcome, reason });
  if (outcome !== "withdrawn" && approval.requester_id !== user_id)
    await tellEach(tx, approval.company_id, [approval.requester_id], (isOne) =>
      messages.decided(approval, isOne, outcome, reason),
    );
}

const AS_ASKED = sql.raw(
  "approver_id, because, agreed_at is not null as has_agreed, removed_at is not null as is_removed",
);

/** The people of the present step. */
export async function askedIn(tx: Tx, { id, position }: Pick<Approval, "id" | "position">): Promise<Asked[]> {
  const { rows } = await sql<Asked>`
    select ${AS_ASKED}
    from company_approvers
    where approval_id = ${id} and position = ${position}
    for update
  `.execute(tx);
  return rows;
}

/** Keeps who agreed for one of the present step, whose request is locked. @returns the people of the step after it */
async function agreeAs(tx: Tx, { id, position }: Approval, approver_id: string, agreed_by: string): Promise<Asked[]> {
  const { rows } = await sql<Asked>`
    with agreed as (
      update company_approvers
      set agreed_by = ${agreed_by}, agreed_at = ${clock.now()}
      where approval_id = ${id} and position = ${position} and approver_id = ${approver_id}
      returning ${AS_ASKED}
    )
    select approver_id, because, has_agreed, is_removed
    from agreed
    union all
    select ${AS_ASKED}
    from company_approvers
    where approval_id = ${id} and position = ${position} and approver_id <> ${approver_id}
  `.execute(tx);
  return rows;
}

/** Somebody agrees: for themselves, else for one of those for whom they decide. The chain goes on when its step has agreed. */
export async function agree(
  tx: Tx,
  context: Context,
  approval: Approval & Pick<ApprovalFacts, "asked_for" | "stood_for">,
  reason: string | null,
): Promise<void> {
  const { user_id } = context.session;
  const approver_id = agreesFor(approval, user_id)!;
  const for_id = approver_id === user_id ? null : approver_id;
  await recordEvent(tx, approval, "agreed", { actor_id: user_id, for_id, reason });
  const step = readSteps(approval.steps)[approval.position];
  if (step && isAgreed(step.need, await agreeAs(tx, approval, approver_id, user_id)))
    return advance(tx, context, approval);
  await later(tx, sql`update company_approvals set version = version + 1 where id = ${approval.id}`);
}

/** What a request was opened for is gone: it ends as withdrawn, where it is still before anybody. */
export async function withdrawOpened(tx: Tx, context: Context, id: string): Promise<void> {
  const approval = await tx
    .selectFrom("company_approvals")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (approval?.status === "pending") await end(tx, context, approval, "withdraw");
}
