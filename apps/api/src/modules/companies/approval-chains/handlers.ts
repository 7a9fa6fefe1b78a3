import * as calls from "@manilla/contract/companies/approval-chains";
import { type ChainKind, type ChainStep, chainKinds } from "@manilla/contract/companies/chain-steps";
import type { Input } from "@manilla/contract/endpoint";
import { sql } from "kysely";
import type { Context, Handlers } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { Conflict, InvalidFields } from "../../../errors.ts";
import { changeChain } from "./changing.ts";
import { chainOf, readSteps } from "./chains.ts";
import { endDelegation, listDelegations, makeDelegation } from "./delegations.ts";
import { act, agreeing, ending } from "./deciding.ts";
import { ask, askedIn, recordEvent, tellEach } from "./engine.ts";
import { waitsForYou } from "./messages.ts";
import { listAll, waitingFor } from "./inbox.ts";
import { type Locked, colleaguesOf, detailsOf, findRowOf, namesOf } from "./queries.ts";
import { handsOnFor, mayBeAsked } from "./rules.ts";

/** Reassigns a request: the former approver is out, and everybody sees the new one. @throws Conflict */
async function handOn(tx: Tx, context: Context, approval: Locked, { body }: Input<typeof calls.reroute>) {
  const { to_id, reason } = body;
  const { user_id } = context.session;
  const { rows } = await sql<{ has_agreed: boolean }>`
    select exists (
      select 1 from company_approvers p where p.approval_id = ${approval.id} and p.agreed_by = ${to_id}
    ) as has_agreed
    from company_approvers_of(${approval.company_id})
    where id = ${to_id}
  `.execute(tx);
  if (!rows[0]) throw new InvalidFields({ to_id: ["choose an approver of the company"] });
  if (!mayBeAsked(approval, to_id) || approval.asked_for.includes(to_id))
    throw new Conflict(calls.reroute.action.refuses.not_a_colleague.words, "not_a_colleague");
  // An approver who has agreed could not agree for somebody else, and nobody would be left to decide.
  if ((await askedIn(tx, approval)).some((each) => each.approver_id === to_id && !each.is_removed))
    throw new InvalidFields({ to_id: ["they are asked already"] });
  if (rows[0].has_agreed) throw new InvalidFields({ to_id: ["they have agreed already: one person counts once"] });
  await sql`
    update company_approvers set removed_at = ${clock.now()}
    where approval_id = ${approval.id} and position = ${approval.position}
      and approver_id = any(${[...handsOnFor(readSteps(approval.steps)[approval.position]?.need, approval, user_id)]}::uuid[])
  `.execute(tx);
  await ask(tx, approval, approval.position, [{ user_id: to_id, because: "rerouted" }]);
  await recordEvent(tx, approval, "rerouted", { actor_id: user_id, for_id: to_id, reason });
  await tellEach(tx, approval.company_id, [to_id], (isOne) => waitsForYou(approval, isOne));
  await sql`update company_approvals set version = version + 1 where id = ${approval.id}`.execute(tx);
  return { after: { to: to_id } };
}

interface Kept {
  kind: ChainKind;
  changed_by: string | null;
  changed_at: Date | null;
  older: number;
}
async function allChains(context: Context) {
  const { db, session } = context;
  const company_id = session.company_id!;
  const { rows } = await sql<Kept>`
    select k.kind, u.full_name as changed_by, c.created_at as changed_at,
      (
        select count(*)::int from company_approvals a
        where a.company_id = ${company_id} and a.kind = k.kind and a.status = 'pending' and a.chain_id is distinct from c.id
      ) as older
    from unnest(${[...chainKinds]}::text[]) as k (kind)
    left join lateral (
      select * from approval_chains where company_id = ${company_id} and kind = k.kind order by number desc limit 1
    ) c on true
    left join users u on u.id = c.created_by
  `.execute(db);
  const chains = [];
  for (const row of rows) {
    const { number, steps } = await chainOf(db, company_id, row.kind);
    chains.push({ ...row, number, steps: [...steps] as never });
  }
  const departments = await db
    .selectFrom("departments")
    .select(["id", "name"])
    .where("company_id", "=", company_id)
    .where("status", "=", "active")
    .orderBy("name")
    .limit(500)
    .execute();
  const { name, last_name } = session;
  return {
    chains,
    people: [{ id: session.user_id, name: `${name} ${last_name}` }, ...(await colleaguesOf(context))],
    departments,
    requesters: await namesOf(db, company_id, [
      ...new Set(chains.flatMap(({ steps }) => (steps as ChainStep[]).flatMap(({ requester_ids }) => requester_ids))),
    ]),
  };
}

export const handlers: Handlers<typeof calls> = {
  listAll,
  waiting: waitingFor,
  find: async (context, { params: { id } }) => ({
    ...(await findRowOf(context.db, context, id)),
    ...(await detailsOf(context, id)),
  }),
  approve: act(calls.approve, agreeing),
  decline: act(calls.decline, ending("decline")),
  sendBack: act(calls.sendBack, ending("send_back")),
  withdraw: act(calls.withdraw, ending("withdraw")),
  reroute: act(calls.reroute, { audit: "company_approval_rerouted", does: handOn }),
  chains: allChains,
  changeChain,
  delegations: listDelegations,
  delegate: makeDelegation,
  endDelegation,
};
