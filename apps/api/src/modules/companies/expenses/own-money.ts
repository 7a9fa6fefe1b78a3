/** What was paid back into a purse is the person's own, though it lies beside the company's money and the same card spends it. */
import { naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { Context } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";

/** Whether a request `r` paid somebody back into their purse. */
export const PAID_BACK =
  "r.kind in ('reimbursement', 'mileage', 'per_diem') and r.status = 'paid' and r.paid_into = 'purse'";

/** What somebody was paid back into the purse that they have now, less what they have bought with it, in kobo. */
async function ownLeft(tx: Tx, { session }: Context): Promise<bigint> {
  const { user_id, company_id } = session;
  // Two expenses at once do not both fit into what is left.
  await sql`select pg_advisory_xact_lock(hashtext(${`own money in the purse of ${user_id}`}))`.execute(tx);
  const { rows } = await sql<{ left_kobo: bigint }>`
    select (coalesce((
        select sum(r.amount_kobo)
        from expense_requests r
        where r.user_id = p.user_id and r.company_id = p.company_id and ${sql.raw(PAID_BACK)} and r.paid_at >= p.opened_at
      ), 0) - coalesce((
        select sum(e.amount_kobo)
        from expenses e
        where e.user_id = p.user_id and e.company_id = p.company_id and e.is_own and e.created_at >= p.opened_at
      ), 0))::bigint as left_kobo
    from purses p
    where p.user_id = ${user_id} and p.company_id = ${company_id}
  `.execute(tx);
  return rows[0]?.left_kobo ?? 0n;
}

/** Takes an expense, which is locked, out of what the company spent. @throws Conflict where less of one's own money is left */
export async function requireOwnMoney(
  tx: Tx,
  context: Context,
  { id, amount_kobo }: { id: string; amount_kobo: bigint },
): Promise<void> {
  const left_kobo = await ownLeft(tx, context);
  if (amount_kobo > left_kobo)
    throw new Conflict(
      `Only ${naira(left_kobo)} of the money you were paid back into your purse is left.`,
      "not_own_money",
    );
  await changeRows(tx, "expenses", id, { is_own: true });
}
