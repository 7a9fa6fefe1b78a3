/** A request on its chain: opened by its noun, asked step by step, ended; each step with what everybody sees of it. */
import { type ChainKind, type ChainStep, defaultSteps } from "@manilla/contract/companies/chain-steps";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Context } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { later } from "../../../db/pipelined-database.ts";
import { Conflict } from "../../../errors.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { type Message, note } from "../../platform/notifications/index.ts";
import { businessDate, changeState, recordBeginning } from "../../platform/states/index.ts";
import { type Chain, decidingChain, decidersOf, readSteps, stepsAsJson } from "./chains.ts";
import * as messages from "./messages.ts";
import {
  type Asked,
  type Decider,
  type Subject,
  SPLIT_DAYS,
  isAgreed,
  nextStep,
  splitBeside,
  stepsFor,
} from "./rules.ts";

/** What a noun opens on its company's chain. */
export interface Opened {
  kind: ChainKind;
  subject_id: string;
  title: string;
  amount_kobo?: bigint | null;
  /** By default the caller. */
  requester_id?: string;
  department_id?: string | null;
  category_id?: string | null;
  /** All that it is for, where that is several: a step for one of them is asked whatever stands beside it. */
  category_ids?: readonly string[];
  /** Whom it pays, where that is somebody of the company. */
  payee_id?: string | null;
  /** Whom it pays, otherwise: what makes two requests pay the same. */
  payee?: string | null;
  /** It has no amount because it has no bound: it is asked as the largest would be. */
  is_unbounded?: boolean;
  /** Where the company has said nothing: by default one of its administrators. */
  otherwise?: readonly ChainStep[];
  /** What was read already: its chain, and whom the steps of `otherwise` mean. */
  known?: { chain: Chain; people: readonly Decider[] | undefined };
}

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
    select user_id, roles
    from company_deciders(${company_id}, ${uuidv7()}, null, '{}', ${[...user_ids]}::uuid[])
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

/** The step after the present one. @param known whom its steps mean, where that was asked already @throws Conflict where nobody is left */
async function stepAfter(tx: Tx, approval: Approval, subject: Subject, known?: readonly Decider[]) {
  const steps = readSteps(approval.steps);
  const people = known ?? (await decidersOf(tx, approval.company_id, steps, approval));
  const next = nextStep(steps, approval.position, subject, people);
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
async function askStep(tx: Tx, approval: Approval, { position, asked, people }: Step): Promise<void> {
  await ask(tx, approval, position, asked);
  for (const one of people) await note(tx, one.user_id, messages.waitsForYou(approval, isAdministrator(one)));
}

/** Asks the step after the present one, or ends the request. */
async function advance(tx: Tx, context: Context, approval: Approval): Promise<void> {
  const next = await stepAfter(tx, approval, await subjectOf(tx, approval));
  if (next === "agreed") return end(tx, context, approval, "approve");
  await sql`
    update company_approvals
    set position = ${next.position}, waits_since = ${await businessDate(tx)}::date
    where id = ${approval.id}
  `.execute(tx);
  await askStep(tx, approval, next);
}

/** Asks these people too; who was asked before is asked again. */
export const ask = (
  tx: Tx,
  { id, company_id }: Pick<Approval, "id" | "company_id">,
  position: number,
  asked: readonly { user_id: string; because: Asked["because"] }[],
): Promise<void> =>
  later(tx, {
    compile: () =>
      sql`
    insert into company_approvers (approval_id, position, approver_id, company_id, because)
    select ${id}::uuid, ${position}::int, a.user_id, ${company_id}::uuid, a.because
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a (user_id uuid, because text)
    on conflict (approval_id, position, approver_id) do update set removed_at = null, because = excluded.because
  `.compile(tx),
  });

const ENDS = { approve: "approved", decline: "declined", send_back: "returned", withdraw: "withdrawn" } as const;

/** Ends a request: its noun hears of it in the same transaction, and so does who asked. @param is_changed its state has been changed already */
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
  if (!is_changed)
    await changeState(tx, {
      noun: "companyApproval",
      id: approval.id,
      from: "pending",
      action: how,
      actor: actorOf(context),
      reason,
    });
  await sql`
    update company_approvals set decided_at = ${clock.now()}, decision_reason = ${reason} where id = ${approval.id}
  `.execute(tx);
  await recordEvent(tx, approval, outcome, { actor_id: user_id, for_id, reason });
  const kind = context.house.chains.get(approval.kind);
  if (!kind) throw new Error(`No noun registers the chain ${approval.kind}.`);
  await kind.decided(tx, context, { approval_id: approval.id, subject_id: approval.subject_id, outcome, reason });
  if (outcome !== "withdrawn" && approval.requester_id !== user_id)
    await tellEach(tx, approval.company_id, [approval.requester_id], (isOne) =>
      messages.decided(approval, isOne, outcome, reason),
    );
}

/** Other requests of the same person, to the same payee or for the same category, of these days. */
async function besideOf(tx: Tx, company_id: string, opened: Opened, requester_id: string) {
  const { rows } = await sql<{ id: string; amount_kobo: bigint }>`
    select id, amount_kobo
    from company_approvals
    where company_id = ${company_id} and kind = ${opened.kind} and requester_id = ${requester_id}
      and status in ('pending', 'approved') and amount_kobo is not null
      and created_at > ${new Date(clock.milliseconds() - SPLIT_DAYS * 86_400_000)}
      and (payee = ${opened.payee ?? null} or payee_id = ${opened.payee_id ?? null}::uuid
        or category_id = ${opened.category_id ?? null}::uuid)
  `.execute(tx);
  return rows;
}

/** Categories, and those above them. */
async function withThoseAbove(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ parent_id: string }>`
    select parent_id from expense_categories where id = any(${[...ids]}::uuid[]) and parent_id is not null
  `.execute(tx);
  return [...ids, ...rows.map(({ parent_id }) => parent_id)];
}

/** More than any band begins with. */
const LARGEST_KOBO = 2n ** 62n;

/**
 * Puts something before the company's own people. One door for every noun; what becomes of it comes back through `chains.decided`.
 * @returns the request
 * @throws Conflict where nobody is left who may decide
 */
export async function openChain(tx: Tx, context: Context, opened: Opened): Promise<{ id: string }> {
  const { session } = context;
  const company_id = session.company_id!;
  const requester_id = opened.requester_id ?? session.user_id;
  const chain = opened.known?.chain ?? (await decidingChain(tx, company_id, opened.kind));
  const about = {
    company_id,
    requester_id,
    amount_kobo: opened.amount_kobo ?? null,
    department_id: opened.department_id ?? null,
    category_id: opened.category_id ?? null,
    payee_id: opened.payee_id ?? null,
  };
  const subject = {
    ...(await subjectOf(tx, { ...about, ...(opened.is_unbounded && { amount_kobo: LARGEST_KOBO }) })),
    category_ids: await withThoseAbove(tx, opened.category_ids ?? (about.category_id ? [about.category_id] : [])),
  };
  const own = chain.id ? stepsFor(chain.steps, subject) : [];
  // What the chain forgot is decided as where the company has said nothing.
  const steps = own.length > 0 ? own : (opened.otherwise ?? defaultSteps);
  const split = splitBeside(chain.steps, about.amount_kobo, await besideOf(tx, company_id, opened, requester_id));
  const id = uuidv7();
  const approval: Approval = {
    id,
    ...about,
    kind: opened.kind,
    subject_id: opened.subject_id,
    title: opened.title,
    status: "pending",
    version: 1,
    position: -1,
    steps: JSON.parse(stepsAsJson(steps)) as unknown,
  };
  const next = await stepAfter(
    tx,
    approval,
    { ...subject, amount_kobo: about.amount_kobo },
    steps === opened.otherwise ? opened.known?.people : undefined,
  );
  const kept = tx
    .insertInto("company_approvals")
    .values({
      id,
      ...about,
      kind: opened.kind,
      subject_id: opened.subject_id,
      chain_id: chain.id,
      steps: stepsAsJson(steps),
      ...(next !== "agreed" && { position: next.position }),
      waits_since: await businessDate(tx),
      title: opened.title,
      payee: opened.payee ?? null,
      split_beside: split,
      created_at: clock.now(),
    });
  await later(tx, kept);
  await recordBeginning(tx, "companyApproval", id, "pending", actorOf(context));
  await recordEvent(tx, approval, "requested", { actor_id: session.user_id });
  await recordAudit(tx, context, "company_approval_requested", ["company_approval", id], {
    after: { kind: opened.kind, title: opened.title, chain: chain.number },
  });
  if (next === "agreed") await end(tx, context, approval, "approve");
  else await askStep(tx, approval, next);
  return { id };
}

/** The people of the present step. */
export async function askedIn(tx: Tx, { id, position }: Pick<Approval, "id" | "position">): Promise<Asked[]> {
  const { rows } = await sql<Asked>`
    select approver_id, because, agreed_at is not null as has_agreed, removed_at is not null as is_removed
    from company_approvers
    where approval_id = ${id} and position = ${position}
    for update
  `.execute(tx);
  return rows;
}

/** Somebody agrees, for themselves and for those for whom they decide. The chain goes on when its step has agreed. */
export async function agree(
  tx: Tx,
  context: Context,
  approval: Approval & { asked_for: readonly string[] },
  reason: string | null,
): Promise<void> {
  const { user_id } = context.session;
  await sql`
    update company_approvers
    set agreed_by = ${user_id}, agreed_at = ${clock.now()}
    where approval_id = ${approval.id} and position = ${approval.position} and approver_id = any(${[...approval.asked_for]}::uuid[])
  `.execute(tx);
  for (const absent of approval.asked_for)
    await recordEvent(tx, approval, "agreed", {
      actor_id: user_id,
      for_id: absent === user_id ? null : absent,
      reason,
    });
  const step = readSteps(approval.steps)[approval.position];
  await sql`update company_approvals set version = version + 1 where id = ${approval.id}`.execute(tx);
  if (step && isAgreed(step.need, await askedIn(tx, approval))) await advance(tx, context, approval);
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
