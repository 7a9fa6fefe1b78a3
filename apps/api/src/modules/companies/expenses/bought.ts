/** What the company itself pays, by a transfer, a bill or its credit card, for a purchase that was agreed to: linked by itself where it is certain. */
import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { type Line, isForPlace, keepBought, putUnder } from "./under-line.ts";

interface Paid {
  id: string;
  company_id: string;
  /** Who used the card, or requested the transfer. */
  user_id: string;
  merchant: string;
  /** What the payee has of it: a line was agreed to without the charges of a transfer. */
  to_payee_kobo: bigint;
  money_reference: string;
  is_from_wallet: boolean;
}

/**
 * The lines that it may be of: for this place, with enough left. Of a request of somebody else it is only what pays a line exactly, out of the wallet.
 * @returns two at most
 */
async function linesFor(tx: Tx, { company_id, user_id, merchant, to_payee_kobo, is_from_wallet }: Paid) {
  const { rows } = await sql<Line>`
    select l.request_id, l.number, l.category_id, r.department_id, l.splits, (l.amount_kobo - b.bought_kobo)::bigint as left_kobo
    from expense_requests r
    join expense_request_lines l on l.request_id = r.id
    cross join lateral (
      select coalesce(sum(e.amount_kobo), 0) as bought_kobo
      from expenses e
      where e.request_id = r.id and e.status <> 'deleted' and e.line_number = l.number
    ) b
    where r.company_id = ${company_id} and r.kind = 'purchase' and not l.is_refused and ${isForPlace(merchant)}
      and (r.status = 'approved' or (r.status = 'paid' and r.paid_into = 'company'))
      and case when r.user_id = ${user_id} then ${to_payee_kobo} <= l.amount_kobo - b.bought_kobo
        else ${is_from_wallet} and ${to_payee_kobo} = l.amount_kobo and b.bought_kobo = 0 end
    order by r.created_at, l.request_id, l.number
    limit 2
  `.execute(tx);
  return rows;
}

/**
 * Puts a payment under the one line that it can be of, and the request is paid. Nothing where there is none or several, or where somebody works on the request
 * at this moment: a colleague links it by hand then.
 * @returns whether a line has agreed to it
 */
export async function linkWhereCertain(tx: Tx, paid: Paid): Promise<boolean> {
  const [line, other] = await linesFor(tx, paid);
  if (!line || other) return false;
  const { request_id } = line;
  const { rows } = await sql<{ status: string }>`
    select status
    from expense_requests r
    where r.id = ${request_id} and (r.status = 'approved' or (r.status = 'paid' and r.paid_into = 'company'))
    for update skip locked
  `.execute(tx);
  // Two payments at once do not both fit into what is left: the second one sees what the first one has bought.
  const [now] = await linesFor(tx, paid);
  if (!rows[0] || now?.request_id !== request_id || now.number !== line.number) return false;
  await putUnder(tx, paid, line);
  const { user_id: paid_by, money_reference: payment_reference } = paid;
  await keepBought(tx, { request_id, status: rows[0].status }, { paid_by, payment_reference }, SYSTEM);
  return true;
}
