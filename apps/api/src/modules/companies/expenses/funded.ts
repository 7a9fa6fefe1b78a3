/** A purchase whose money went into the purse is an expense once the purse pays it, under the line of the request that allowed it. */
import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { changeState } from "../../platform/states/index.ts";
import { type Line, isForPlace, putUnder } from "./under-line.ts";

interface Bought {
  id: string;
  company_id: string;
  user_id: string;
  merchant: string;
  amount_kobo: bigint;
}
/**
 * The oldest line of a purchase for this merchant of which something is left, locked. One that was an expense before the purse paid is not bought again;
 * one that another purchase is being put under at this moment is passed over.
 */
async function lineFor(tx: Tx, { company_id, user_id, merchant }: Bought): Promise<Line | undefined> {
  const { rows } = await sql<Line>`
    select l.request_id, l.number, l.category_id, r.department_id, l.splits, (l.amount_kobo - b.bought_kobo)::bigint as left_kobo
    from expense_request_lines l
    join expense_requests r on r.id = l.request_id
    -- The purse of who left went back with its money: one that was opened since has other money.
    join purses p on p.user_id = r.user_id and p.company_id = r.company_id
    cross join lateral (
      select coalesce(sum(e.amount_kobo), 0) as bought_kobo, coalesce(bool_or(e.line_number is null), false) as is_expense
      from expenses e
      where e.request_id = r.id and e.status <> 'deleted' and (e.line_number is null or e.line_number = l.number)
    ) b
    where r.user_id = ${user_id} and r.company_id = ${company_id} and r.kind = 'purchase' and r.status = 'paid'
      and r.paid_into = 'purse' and r.paid_at >= p.opened_at and not l.is_refused and not b.is_expense and b.bought_kobo < l.amount_kobo
      and ${isForPlace(merchant)}
    order by r.paid_at, l.request_id, l.number
    limit 1
    for update of l skip locked
  `.execute(tx);
  return rows[0];
}

/** Puts what the purse paid under the line that allowed it; approved with that as far as the line goes. Nothing where no line is for this merchant. */
export async function putUnderLine(tx: Tx, bought: Bought): Promise<void> {
  const line = await lineFor(tx, bought);
  if (!line) return;
  const { id, amount_kobo } = bought;
  const { left_kobo } = line;
  await putUnder(tx, bought, line);
  if (amount_kobo <= left_kobo)
    await changeState(tx, { noun: "expense", id, from: "recorded", action: "approve", actor: SYSTEM });
}
