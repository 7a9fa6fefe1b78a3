import * as calls from "@manilla/contract/people/employment-claims";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Context, Handlers } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { Conflict } from "../../../errors.ts";
import { type Change, abilitiesIn, actionsOn } from "../../platform/states/index.ts";
import * as messages from "./messages.ts";
import { type ClaimFacts, claimRules } from "./rules.ts";

type Claim = z.output<typeof calls.confirm.response>["claim"];
const COLUMNS = ["id", "status", "decision_reason", "created_at", "decided_at"] as const;

const claimList = defineList<typeof calls.listAll, z.output<typeof calls.listAll.row> & ClaimFacts>(calls.listAll, {
  from: "employment_claims e join users u on u.id = e.user_id left join users d on d.id = e.decided_by",
  rows_of: "employment_claims e",
  select: `
      e.id, e.status, e.decision_reason, e.created_at, e.decided_at, e.user_id, u.name, u.last_name, u.email,
      right(u.phone, 4) as phone_end, d.full_name as decided_by
    `,
  facts: "u.company_id as employer_id",
  id: "e.id",
  search: "u.search_text",
});

type LockedClaim = ClaimFacts & { id: string; user_id: string; company_id: string; company: string };

/** Holds one claim until the end, with what decides about it. Claims of other companies are not told apart from those that do not exist. */
async function lockClaim(tx: Tx, scope: RawBuilder<unknown>): Promise<LockedClaim | undefined> {
  const { rows } = await sql<LockedClaim>`
    select e.id, e.status, e.user_id, e.company_id, u.company_id as employer_id, company_name(e.company_id) as company
    from employment_claims e
    -- Of who has withdrawn, the company does not even find the name.
    left join users u on u.id = e.user_id
    where ${scope}
    order by e.created_at desc
    limit 1
    for update of e
  `.execute(tx);
  return rows[0];
}

/** The person becomes an employee. @throws Conflict when another company was quicker, or the plan has no place */
async function employ(tx: Tx, { house, session }: Context, { user_id, company_id }: LockedClaim): Promise<Change> {
  await house.company_admins.requireSeat(tx, company_id);
  const { numUpdatedRows } = await tx
    .updateTable("users")
    .set({ company_id })
    .where("id", "=", user_id)
    .where("company_id", "is", null)
    .where("erased_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Conflict(calls.confirm.action.refuses.has_company.words, "has_company");
  await sql`
    insert into user_roles (user_id, role, granted_by)
    values (${user_id}, 'company_staff', ${session.user_id})
    on conflict do nothing
  `.execute(tx);
  return { before: { company_id: null }, after: { company_id } };
}

const subject = {
  calls,
  rules: claimRules,
  noun: "employmentClaim",
  name: "request",
  audits: ({ user_id }: LockedClaim) => ({ subject_type: "user", subject_id: user_id }),
  keeps_decision: true,
  answer: async (tx: Tx, _: Context, id: string) => ({
    claim: await tx.selectFrom("employment_claims").select(COLUMNS).where("id", "=", id).executeTakeFirstOrThrow(),
  }),
} as const;
const decide = actionsOn({
  ...subject,
  lock: (tx: Tx, { session }: Context, id: string) =>
    lockClaim(tx, sql`e.id = ${id} and e.company_id = ${session.company_id}`),
});
const decideOwn = actionsOn({
  ...subject,
  lock: (tx: Tx, { session }: Context) => lockClaim(tx, sql`e.user_id = ${session.user_id}`),
});

export const handlers: Handlers<typeof calls> = {
  listAll: (context) =>
    claimList.scoped(
      sql`e.company_id = ${context.session.company_id} and e.status <> 'withdrawn'`,
      undefined,
      abilitiesIn(context, calls, claimRules),
    ),
  confirm: decide(calls.confirm, { audit: "employment_claim_confirmed", does: employ, tells: messages.confirmed }),
  refuse: decide(calls.refuse, {
    audit: "employment_claim_refused",
    tells: (claim, { body }) => messages.refused(claim, body),
  }),

  async findOwn({ db, session }) {
    const { rows } = await sql<Claim & { company: string }>`
      select e.id, e.status, e.decision_reason, e.created_at, e.decided_at, company_name(e.company_id) as company
      from employment_claims e
      where e.user_id = ${session.user_id}
      order by e.created_at desc
      limit 1
    `.execute(db);
    return { claim: rows[0] ?? null };
  },
  withdrawOwn: decideOwn(calls.withdrawOwn, { audit: "employment_claim_withdrawn" }),
};
