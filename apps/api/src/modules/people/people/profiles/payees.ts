/** Who a payout pays and to which account, as the second person sees it. */
import type { Effect } from "@manilla/contract/platform/approvals";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../../../db/database.ts";
import { masked } from "../../../../field-encryption.ts";
import { isSameName } from "./names.ts";

type Payee = Effect["payees"][number];
type Raw = Omit<Payee, "account_no" | "is_same_name"> & { account_no_last4: string | null };

/** The payouts of a condition on `o` (payouts), by reference, amounts in kobo. */
export async function payeesOf(db: Database, which: RawBuilder<unknown>): Promise<Payee[]> {
  const { rows } = await sql<Raw>`
    select o.id as payout_id, json_build_object('id', u.id, 'name', u.full_name) as person, l.id as loan_id,
      coalesce(l.reference, o.reference) as reference, o.amount_kobo, coalesce(l.upfront_fees_kobo, 0)::bigint as fees_kobo,
      o.bank_name, o.account_no_last4, o.account_name, p.bank_account_changed_at as account_changed_at, o.status, o.failure
    from payouts o
    join users u on u.id = o.user_id
    join profiles p on p.user_id = o.user_id
    left join loans l on l.id = o.subject_id
    where ${which}
    order by reference
  `.execute(db);
  return rows.map(({ account_no_last4, ...row }) => ({
    ...row,
    account_no: masked(account_no_last4) ?? "",
    is_same_name: isSameName(row.person.name, row.account_name),
  }));
}
