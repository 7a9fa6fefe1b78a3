/** Pending requests are looked after: approvers who are gone are replaced, and after the days of its step others may decide a request too. */
import { daysIn } from "@manilla/contract/nigeria/holidays";
import { type RawBuilder, sql } from "kysely";
import type { App, Progress, Step } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { BUSINESS_DATE } from "../../platform/states/index.ts";
import { decidersOf, readSteps } from "./chains.ts";
import { type Approval, agreedIn, ask, askedIn, recordEvent, subjectOf, tellEach } from "./engine.ts";
import { escalatedToYou, waitsForYou } from "./messages.ts";
import { type Asked, STAND_IN_ROLE, aloneOf, inPlaceOf, isOverdue, meantBy } from "./rules.ts";

const A_BATCH = 200;

/** Those who are asked in a request's step and have not agreed: who may still decide, and who may not. */
async function stillThere(tx: Tx, { id, position }: Approval): Promise<{ there: string[]; gone: string[] }> {
  const { rows } = await sql<{ approver_id: string; is_there: boolean }>`
    select p.approver_id, may_decide_still(a.company_id, p.approver_id, p.because, a.steps -> a.position) as is_there
    from company_approvers p join company_approvals a on a.id = p.approval_id
    where p.approval_id = ${id} and p.position = ${position} and p.removed_at is null and p.agreed_at is null
    for update of p
  `.execute(tx);
  const those = (isThere: boolean) => rows.filter((row) => row.is_there === isThere).map((row) => row.approver_id);
  return { there: those(true), gone: those(false) };
}

/** Nobody is left who could be asked: those who agreed are asked once more, who know by then that somebody is gone. @returns them */
async function askAgreedAgain(tx: Tx, { id, position }: Approval): Promise<string[]> {
  const { rows } = await sql<{ approver_id: string }>`
    update company_approvers set agreed_at = null, agreed_by = null
    where approval_id = ${id} and position = ${position} and agreed_at is not null and removed_at is null
    returning approver_id
  `.execute(tx);
  return rows.map(({ approver_id }) => approver_id);
}

/** Takes those who are gone off a request's step; where nobody is left, the chain names others, else an administrator. @returns whether anybody was gone */
export async function replaceGone(tx: Tx, approval: Approval): Promise<boolean> {
  const { there, gone } = await stillThere(tx, approval);
  if (gone.length === 0) return false;
  await sql`
    update company_approvers set removed_at = ${clock.now()}
    where approval_id = ${approval.id} and position = ${approval.position} and approver_id = any(${gone}::uuid[])
  `.execute(tx);
  const steps = readSteps(approval.steps);
  const subject = await subjectOf(tx, approval);
  const people = await decidersOf(tx, approval.company_id, steps, approval);
  const step = steps[approval.position];
  const agreed = (await askedIn(tx, approval)).filter((each) => each.has_agreed && !each.is_removed);
  const agreed_ids = agreed.map(({ approver_id }) => approver_id);
  const inPlace = (but: readonly string[]) =>
    inPlaceOf(step, subject, people, but).filter(({ user_id }) => !there.includes(user_id));
  // Who has agreed to an earlier step only where nobody else is left.
  const { own, spent } = await agreedIn(tx, approval.id);
  const others = inPlace([...agreed_ids, ...own, ...spent]);
  const fresh = others.length > 0 ? others : inPlace(agreed_ids);
  let asked = fresh.map(({ user_id }) => user_id);
  // A step that needs all of them needs somebody for each who is gone; one of several others is enough otherwise.
  if (there.length === 0 || step?.need === "all") {
    await ask(tx, approval, approval.position, fresh);
    if (there.length === 0 && fresh.length === 0) asked = await askAgreedAgain(tx, approval);
    await tellEach(tx, approval.company_id, asked, (isOne) => waitsForYou(approval, isOne));
  }
  for (const _ of gone) await recordEvent(tx, approval, "gone", { for_id: asked[0] ?? null });
  await sql`update company_approvals set version = version + 1 where id = ${approval.id}`.execute(tx);
  return true;
}

interface Waiting {
  approver_id: string;
  because: Asked["because"];
  is_alone: boolean;
}

/**
 * Those who are asked in a request's step and have not agreed: is_alone where they are away and nobody is left to decide for them, because their delegates asked
 * for it, are paid by it, or have agreed to it in another place.
 */
async function waitingIn(tx: Tx, approval: Approval, today: RawBuilder<unknown>): Promise<Waiting[]> {
  const { id, position, requester_id, payee_id } = approval;
  const { rows } = await sql<Waiting>`
    select p.approver_id, p.because, d.is_away and not d.has_free as is_alone
    from company_approvers p
    cross join lateral (
      select count(*) > 0 as is_away, coalesce(bool_or(
          g.delegate_id not in (${requester_id}, ${payee_id ?? requester_id})
          and (g.created_by = g.absent_id or g.created_by not in (${requester_id}, ${payee_id ?? requester_id}))
          and may_decide_still(g.company_id, g.delegate_id, 'rerouted', null)
          and not exists (
            select 1
            from company_approvers q
            where q.approval_id = p.approval_id and q.agreed_by = g.delegate_id and q.approver_id <> p.approver_id
          )
        ), false) as has_free
      from delegations g
      where g.absent_id = p.approver_id and g.company_id = p.company_id and g.ended_at is null
        and ${today} between g.from_on and g.until_on
    ) d
    where p.approval_id = ${id} and p.position = ${position} and p.agreed_at is null and p.removed_at is null
    for update of p
  `.execute(tx);
  return rows;
}

/**
 * One person counts once in a request: where who decides for somebody away has agreed in another place and nobody else may, an administrator who has not agreed is
 * asked instead, where everybody sees it. Without one it waits for the absent approver.
 * @returns whether anybody was asked instead
 */
export async function handOnAbsent(tx: Tx, id: string, today: RawBuilder<unknown> = BUSINESS_DATE): Promise<boolean> {
  const { rows } = await sql<Approval>`
    select * from company_approvals where id = ${id} and status = 'pending' for update
  `.execute(tx);
  const [approval] = rows;
  if (!approval) return false;
  const steps = readSteps(approval.steps);
  const waiting = await waitingIn(tx, approval, today);
  const gone = aloneOf(steps[approval.position]?.need, waiting);
  if (gone.length === 0) return false;
  const { rows: agreed } = await sql<{ agreed_by: string }>`
    select distinct agreed_by from company_approvers where approval_id = ${id} and agreed_by is not null
  `.execute(tx);
  const known = new Set([...waiting.map((each) => each.approver_id), ...agreed.map((each) => each.agreed_by)]);
  const people = await decidersOf(tx, approval.company_id, steps, approval);
  const administrators = meantBy([{ who: "role", role: STAND_IN_ROLE }], await subjectOf(tx, approval), people);
  const others = administrators.filter((each) => !known.has(each));
  if (others.length === 0) return false;
  await sql`
    update company_approvers set removed_at = ${clock.now()}
    where approval_id = ${id} and position = ${approval.position} and approver_id = any(${gone}::uuid[])
  `.execute(tx);
  const asked = others.map((user_id) => ({ user_id, because: "stand_in" as const }));
  await ask(tx, approval, approval.position, asked);
  await tellEach(tx, approval.company_id, others, (isOne) => waitsForYou(approval, isOne));
  const reason = "The delegate has agreed already: one person counts once.";
  for (const _ of gone) await recordEvent(tx, approval, "rerouted", { for_id: others[0]!, reason });
  await sql`update company_approvals set version = version + 1 where id = ${id}`.execute(tx);
  return true;
}

/** Those to whom the chain escalates may decide too, once. */
async function escalate(
  tx: Tx,
  approval: Approval & { waits_since: string },
  today: string,
  declared: readonly string[],
): Promise<boolean> {
  const steps = readSteps(approval.steps);
  const step = steps[approval.position];
  if (!step?.escalate_to || !isOverdue(step, approval.waits_since, today, declared)) return false;
  const asked = await askedIn(tx, approval);
  if (asked.some(({ because }) => because === "escalated")) return false;
  const people = await decidersOf(tx, approval.company_id, steps, approval);
  // Who has agreed to an earlier step is not asked again: another must.
  const { own, spent } = await agreedIn(tx, approval.id);
  const known = new Set([...asked.map(({ approver_id }) => approver_id), ...own, ...spent]);
  const others = meantBy([step.escalate_to], await subjectOf(tx, approval), people).filter((id) => !known.has(id));
  if (others.length === 0) return false;
  await ask(
    tx,
    approval,
    approval.position,
    others.map((user_id) => ({ user_id, because: "escalated" as const })),
  );
  await tellEach(tx, approval.company_id, others, (isOne) => escalatedToYou(approval, isOne));
  await recordEvent(tx, approval, "escalated", { for_id: others[0] ?? null });
  return true;
}

/** The days that were declared as holidays, as administrators wrote them. Read here: the configuration's own room would be an eleventh floor. */
async function declaredIn(tx: Tx): Promise<string> {
  const { rows } = await sql<{ days: string }>`
    select coalesce(max(value #>> '{}'), '') as days from configuration where key = 'declared_holidays'
  `.execute(tx);
  return rows[0]!.days;
}

/** Step of the close: by the business calendar, so that a Friday's request is not late on Monday. */
export const escalateWaiting: Step = {
  name: "escalate",
  at: 85,
  async batch(_: App, tx: Tx, { opening }, cursor): Promise<Progress> {
    const { rows } = await sql<Approval & { waits_since: string; has_absent: boolean }>`
      select *, exists (
        select 1
        from delegations g
        where g.company_id = company_approvals.company_id and g.ended_at is null
          and ${opening}::date between g.from_on and g.until_on
      ) as has_absent
      from company_approvals
      where status = 'pending' and (${cursor}::uuid is null or id > ${cursor}::uuid)
      order by id
      limit ${A_BATCH}
      for update
    `.execute(tx);
    const declared = daysIn(await declaredIn(tx));
    let [escalated, replaced] = [0, 0];
    for (const approval of rows) {
      if (await replaceGone(tx, approval)) replaced += 1;
      if (approval.has_absent && (await handOnAbsent(tx, approval.id, sql`${opening}::date`))) replaced += 1;
      if (await escalate(tx, approval, opening, declared)) escalated += 1;
    }
    return { cursor: rows.length < A_BATCH ? null : (rows.at(-1)?.id ?? null), counts: { escalated, replaced } };
  },
};

/** Somebody leaves the company, is suspended or has another role: what they may not decide any more is handed on at once, and their delegations end with the last power. @returns how many requests they were asked about */
export async function handOnFrom(tx: Tx, user_id: string): Promise<number> {
  await sql`
    update delegations set ended_at = ${clock.now()}
    where ${user_id}::uuid in (absent_id, delegate_id) and ended_at is null
      and not may_decide_still(company_id, ${user_id}, 'rerouted', null)
  `.execute(tx);
  const { rows } = await sql<Approval>`
    select a.*
    from company_approvals a
    where a.status = 'pending'
      and exists (
        select 1 from company_approvers p
        where p.approval_id = a.id and p.position = a.position and p.approver_id = ${user_id}
          and p.agreed_at is null and p.removed_at is null
      )
    order by a.id
    for update of a
  `.execute(tx);
  for (const approval of rows) await replaceGone(tx, approval);
  return rows.length;
}
