/** Who leaves is paid back before: afterwards their account is the company's to see no longer. */
import { naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { CompanyHooks } from "../../../house/companies.ts";

export const unpaidOfLeavers: CompanyHooks = {
  async leaving(db, { company_id, user_id }) {
    const { rows } = await sql<{ approved_kobo: bigint; pending_kobo: bigint }>`
      select coalesce(sum(amount_kobo) filter (where status = 'approved'), 0)::bigint as approved_kobo,
        coalesce(sum(amount_kobo) filter (where status = 'pending'), 0)::bigint as pending_kobo
      from expense_requests
      where user_id = ${user_id} and company_id = ${company_id} and kind in ('reimbursement', 'mileage', 'per_diem')
    `.execute(db);
    const { approved_kobo, pending_kobo } = rows[0]!;
    return [
      ...(approved_kobo > 0n
        ? [`${naira(approved_kobo)} was approved for them and is not paid: pay it first, it cannot be paid afterwards.`]
        : []),
      ...(pending_kobo > 0n
        ? [`${naira(pending_kobo)} that they spent themselves is not decided: it cannot be paid afterwards.`]
        : []),
    ];
  },
};
