/** What was paid back into a purse is its employee's own, though it lies beside the company's money and the same card spends it. */
import { sql } from "kysely";
import type { Database, Tx } from "../../../db/database.ts";

interface Of {
  company_id: string;
  user_id: string;
}

/** Whether a request `r` paid somebody back into their purse. */
export const PAID_BACK =
  "r.kind in ('reimbursement', 'mileage', 'per_diem') and r.status = 'paid' and r.paid_into = 'purse'";

/** What somebody was paid back into the purse that they have now, less what they said that they have bought with it; and what of their purchases is flagged, in kobo. */
export async function paidBackLeft(
  db: Database | Tx,
  { company_id, user_id }: Of,
): Promise<{ left_kobo: bigint; flagged_kobo: bigint }> {
  const { rows } = await sql<{ left_kobo: bigint; flagged_kobo: bigint }>`
    select (coalesce((
        select sum(r.amount_kobo)
        from expense_requests r
        where r.user_id = p.user_id and r.company_id = p.company_id and ${sql.raw(PAID_BACK)} and r.paid_at >= p.opened_at
      ), 0) - coalesce(sum(e.amount_kobo) filter (where e.is_own), 0))::bigint as left_kobo,
      coalesce(sum(e.amount_kobo) filter (where e.status = 'flagged' and e.is_from_purse), 0)::bigint as flagged_kobo
    from purses p
    left join expenses e on e.user_id = p.user_id and e.company_id = p.company_id and e.created_at >= p.opened_at
    where p.user_id = ${user_id} and p.company_id = ${company_id}
    group by p.user_id
  `.execute(db);
  return rows[0] ?? { left_kobo: 0n, flagged_kobo: 0n };
}

/** What of a purse the company does not take back: its employee's own, less what the company says was not spent for it. */
export async function ownInPurse(db: Database | Tx, of: Of, purse_kobo: bigint): Promise<bigint> {
  if (purse_kobo <= 0n) return 0n;
  const { left_kobo, flagged_kobo } = await paidBackLeft(db, of);
  const own_kobo = left_kobo - flagged_kobo;
  return own_kobo <= 0n ? 0n : own_kobo < purse_kobo ? own_kobo : purse_kobo;
}
