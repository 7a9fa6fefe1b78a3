/** The inbox of a company's requests: its list, whose turn it is, and the figures of the menu and of the home. */
import type { Abilities } from "@manilla/contract/action";
import { abilitiesOf, refusalOf } from "@manilla/contract/abilities";
import * as calls from "@manilla/contract/companies/approval-chains";
import { sql } from "kysely";
import type { Context } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import { type BoundList, defineList } from "../../../db/list.ts";
import { BUSINESS_DATE, callerOf } from "../../platform/states/index.ts";
import { FROM, type Facts, type Row, SELECT, seenBy } from "./queries.ts";
import { type ApprovalFacts, approvalRules } from "./rules.ts";

const approvalList = defineList<typeof calls.listAll, Row & Facts>(calls.listAll, {
  from: FROM,
  rows_of: "company_approvals a",
  select: SELECT,
  facts: "a.requester_id, a.payee_id",
  id: "a.id",
  columns: { requester_id: "a.requester_id", for_me: "false", is_split: "(cardinality(a.split_beside) > 0)" },
  search: "folded(a.title)",
});

type Pending = ApprovalFacts & { id: string; amount_kobo: bigint | null; created_at: Date };

/** Why the caller may not decide it; null when they may. Declining, returning and handing on have the same rules. */
const refusedTo = (context: Context, facts: ApprovalFacts): string | null =>
  refusalOf(calls.approve, approvalRules.approve, facts, callerOf(context));

/**
 * The pending requests in which it is the caller's turn, oldest first. For whom they act, and when each power begins, is asked once and not for each request
 * (`actsFor` and `tooEarly` say the same of one). It begins at the pending requests of the company: approvers of ended requests who did not decide, because another did, add up over the years.
 * @param among only of these
 */
async function turnsOf(context: Context, among?: readonly string[]): Promise<Pending[]> {
  const { db, session } = context;
  const { user_id, company_id } = session;
  const some = among ? sql`and a.id = any(${[...among]}::uuid[])` : sql``;
  const { rows } = await sql<Pending>`
    with acting as materialized (
      select w.id, w.created_by, power_begins_at(${company_id}, w.id) > ${clock.now()} as is_too_early
      from (
        select ${user_id}::uuid, null::uuid
        union all
        select g.absent_id, g.created_by
        from delegations g
        where g.delegate_id = ${user_id} and g.company_id = ${company_id} and g.ended_at is null
          and ${BUSINESS_DATE} between g.from_on and g.until_on
          and may_decide_still(g.company_id, g.delegate_id, 'rerouted', null)
      ) w (id, created_by)
    ),
    pending as materialized (
      select a.id, a.status, a.requester_id, a.payee_id, a.amount_kobo, a.created_at, a.position
      from company_approvals a
      where a.company_id = ${company_id} and a.status = 'pending' ${some}
    )
    select a.id, a.status, a.requester_id, a.payee_id, a.amount_kobo, a.created_at, t.asked_for, t.stood_for,
      t.is_too_early or coalesce((select o.is_too_early from acting o where o.created_by is null), false) as is_too_early
    from pending a
    join lateral (
      select array_agg(w.id) filter (where w.id is not null) as asked_for,
        coalesce(array_agg(p.approver_id) filter (where p.agreed_by = ${user_id}), '{}') as stood_for,
        coalesce(bool_or(w.is_too_early), false) as is_too_early
      from company_approvers p
      left join acting w on w.id = p.approver_id and p.position = a.position and p.agreed_at is null and p.removed_at is null
        and (
          w.created_by is null or w.created_by = w.id
          or w.created_by not in (a.requester_id, coalesce(a.payee_id, a.requester_id))
        )
      where p.approval_id = a.id
    ) t on t.asked_for is not null
    order by a.created_at
  `.execute(db);
  return rows;
}
const mayDecide = (context: Context) => (facts: Pending) => refusedTo(context, facts) === null;

/**
 * The list with the caller's abilities, worked out for the rows of the page only: for all pending requests it took longer than the page itself.
 * @param asked the caller's turns, where these were requested already to filter by them
 */
function withAbilities(context: Context, asked?: readonly Pending[]): BoundList {
  const shown = new Map<string, Row & Facts>();
  const note = (row: Row & Facts): Abilities => {
    shown.set(row.id, row);
    return {};
  };
  const mine = asked?.filter(mayDecide(context)).map(({ id }) => `'${id}'`);
  const own = mine && { for_me: `a.id = any(array[${mine.join()}]::uuid[])` };
  const bound = approvalList.scoped(seenBy(context), undefined, note, own);
  return {
    ...bound,
    async page(...asking) {
      shown.clear();
      const page = await bound.page(...asking);
      const pending = [...shown.values()].filter(({ status }) => status === "pending").map(({ id }) => id);
      const turns = asked ?? (pending.length > 0 ? await turnsOf(context, pending) : []);
      const known = new Map(turns.map((turn) => [turn.id, turn]));
      const abilities = (row: Row & Facts): Abilities => {
        const { asked_for = [], stood_for = [], is_too_early = false } = known.get(row.id) ?? {};
        return abilitiesOf(calls, approvalRules, { ...row, asked_for, stood_for, is_too_early }, callerOf(context));
      };
      const items = page.items as Row[];
      return { ...page, items: items.map((row) => ({ ...row, abilities: abilities(shown.get(row.id)!) })) };
    },
  };
}

export async function listAll(context: Context, { query }: { query: { filter?: string | undefined } }) {
  if (!query.filter?.includes('"for_me"')) return withAbilities(context);
  return withAbilities(context, await turnsOf(context));
}

/** The figures of the menu and of the home: by the rule that refuses the decision. */
export async function waitingFor(context: Context) {
  const { db, session } = context;
  const mine = (await turnsOf(context)).filter(mayDecide(context));
  const { rows } = await sql<{ asked: number }>`
    select count(*)::int as asked from company_approvals where requester_id = ${session.user_id} and status = 'pending'
  `.execute(db);
  return {
    to_decide: mine.length,
    amount_kobo: mine.reduce((sum, { amount_kobo }) => sum + (amount_kobo ?? 0n), 0n),
    oldest_at: mine[0]?.created_at ?? null,
    asked: rows[0]?.asked ?? 0,
  };
}
