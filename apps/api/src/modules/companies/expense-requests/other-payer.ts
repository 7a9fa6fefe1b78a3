/** Who may not pay a request: its approvers, and those who appointed its requester and approvers, as long as the company has somebody else who may. */
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { NotAllowed } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import { requireNobodyEnded } from "../approval-chains/index.ts";
import { peopleWith } from "../wallet-movements/index.ts";

interface Asked {
  id: string;
  user_id: string;
}

/** The approvers of a request, and those who brought them or the requester into the company or gave them their roles. */
async function behind(tx: Tx, company_id: string, { id, user_id }: Asked) {
  const { rows } = await sql<{ agreed: string[]; makers: string[] }>`
    with agreed as (
      select v.actor_id, v.for_id
      from company_approval_events v
      join company_approvals a on a.id = v.approval_id
      where a.kind = 'expense_request' and a.subject_id = ${id} and v.what in ('agreed', 'approved')
        and v.actor_id is not null
    ),
    approvers as (
      select actor_id as id from agreed
      union
      select for_id from agreed where for_id is not null
    )
    select array(select distinct actor_id from agreed) as agreed,
      array(select * from makers_of(${company_id}, ${user_id}, array(select id from approvers))) as makers
  `.execute(tx);
  return { agreed: new Set(rows[0]!.agreed), makers: new Set(rows[0]!.makers) };
}

/** Those of a company who may pay today: at work, and with a power that has begun. */
async function payersOf(tx: Tx, company_id: string) {
  const holders = await peopleWith(tx, company_id, "company:can_fund_debit_wallet");
  const { rows } = await sql<{ user_id: string }>`
    select user_id
    from employments
    where company_id = ${company_id} and status = 'active' and user_id = any(${holders.map(({ id }) => id)}::uuid[])
      and coalesce(power_begins_at(company_id, user_id) <= ${clock.now()}, true)
  `.execute(tx);
  return holders.filter(({ id }) => rows.some(({ user_id }) => user_id === id));
}

/**
 * Refuses who agreed to a request, or made who asked or agreed, while somebody else of the company may pay it.
 * A payer left without such a second person by the end of a colleague's rights waits, as for everything that takes two.
 * @throws NotAllowed, Conflict
 */
export async function requireOther(tx: Tx, context: Context, company_id: string, request: Asked): Promise<void> {
  const { user_id } = context.session;
  const { agreed, makers } = await behind(tx, company_id, request);
  const hasAgreed = agreed.has(user_id);
  if (!hasAgreed && !makers.has(user_id)) return;
  const payers = await payersOf(tx, company_id);
  const other = payers.find(
    ({ id }) => id !== user_id && id !== request.user_id && !agreed.has(id) && (hasAgreed || !makers.has(id)),
  );
  // A payer who agreed does not end the wait: the present payer may have brought them in for that.
  if (!other) return requireNobodyEnded(tx, context);
  if (hasAgreed)
    throw new NotAllowed(`You agreed to this request: ${other.name} or somebody else who may pays it.`, "own_approval");
  throw new NotAllowed(
    `You invited the requester or an approver, or gave them their role: ${other.name} or another payer pays it.`,
    "own_people",
  );
}
