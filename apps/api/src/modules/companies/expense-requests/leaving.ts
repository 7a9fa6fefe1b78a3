/** A leaver is owed what they spent themselves: listed beforehand, and decided and paid afterwards too. Money beforehand that they do not have yet lapses. */
import { paidBack } from "@manilla/contract/companies/expense-lines";
import { naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { Database, Tx } from "../../../db/database.ts";
import type { CompanyHooks, Employed } from "../../../house/companies.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { tell } from "../../platform/notifications/index.ts";
import { changeState } from "../../platform/states/index.ts";
import { withdrawOpened } from "../approval-chains/index.ts";
import { owedToLeaver } from "./messages.ts";

interface Open {
  approved_kobo: bigint;
  pending_kobo: bigint;
  advance_kobo: bigint;
  has_account: boolean;
}

async function openOf(db: Database | Tx, { company_id, user_id }: Employed): Promise<Open> {
  const { rows } = await sql<Open>`
    select coalesce(sum(amount_kobo) filter (where is_spent and status = 'approved'), 0)::bigint as approved_kobo,
      coalesce(sum(amount_kobo) filter (where is_spent and status = 'pending'), 0)::bigint as pending_kobo,
      coalesce(sum(amount_kobo) filter (where kind = 'advance'), 0)::bigint as advance_kobo, exists (
        select 1 from profiles p where p.user_id = ${user_id} and p.bank_account_status = 'verified'
      ) as has_account
    from (
      select kind, status, amount_kobo, kind = any(${[...paidBack]}::text[]) as is_spent
      from expense_requests
      where user_id = ${user_id} and company_id = ${company_id} and status in ('pending', 'approved')
    ) r
  `.execute(db);
  return rows[0]!;
}

export const unpaidOfLeavers: CompanyHooks = {
  async leaving(db, who) {
    const { approved_kobo, pending_kobo, advance_kobo, has_account } = await openOf(db, who);
    const owed = approved_kobo + pending_kobo;
    return [
      ...(approved_kobo > 0n
        ? [
            `${naira(approved_kobo)} was approved for them and is not paid: afterwards it goes to their bank account only.`,
          ]
        : []),
      ...(pending_kobo > 0n
        ? [`${naira(pending_kobo)} that they spent themselves is not decided: it can be decided and paid afterwards.`]
        : []),
      ...(owed > 0n && !has_account
        ? ["They have no verified bank account with us: pay into their purse first, or say later how you paid them."]
        : []),
      ...(advance_kobo > 0n ? [`${naira(advance_kobo)} beforehand that they do not have yet lapses.`] : []),
    ];
  },
  async left(tx, context, who) {
    const { approved_kobo, pending_kobo, advance_kobo, has_account } = await openOf(tx, who);
    const owed = approved_kobo + pending_kobo;
    if (owed > 0n) await tell(tx, context, who.user_id, owedToLeaver(who.user_id, owed, has_account));
    if (advance_kobo === 0n) return;
    const { rows } = await sql<{ id: string; status: string; approval_id: string | null }>`
      select r.id, r.status, (
          select a.id
          from company_approvals a
          where a.kind = 'expense_request' and a.subject_id = r.id and a.status = 'pending'
        ) as approval_id
      from expense_requests r
      where r.user_id = ${who.user_id} and r.company_id = ${who.company_id} and r.kind = 'advance'
        and r.status in ('pending', 'approved')
      order by r.id
    `.execute(tx);
    const reason = "The requester has left: this advance is not paid.";
    for (const { id, status: from, approval_id } of rows)
      if (approval_id) await withdrawOpened(tx, context, approval_id);
      else if (from === "approved")
        await changeState(tx, { noun: "expenseRequest", id, from, action: "lapse", actor: SYSTEM, reason });
  },
};
