/** What employers keep back from the pay and have not paid yet: for some days their delay costs their people no penalty and no debit. */
import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";

/**
 * Writes on the loans of a file what is kept back for each, in kobo: what was confirmed, until the loan has it, and what is asked, until it is answered.
 * Where the file before brought less, or no answer, nothing is believed to be kept back before it is confirmed. What the employer has not paid when its
 * days are over shields nobody any more; what it has paid is ours to give to the loan.
 */
export async function renewKeptBack(tx: Tx, file_id: string): Promise<void> {
  await sql`
    update loans l
    set kept_back_kobo = kept.kobo, kept_back_confirmed_kobo = kept.confirmed_kobo
    from (
      select o.loan_id, coalesce(sum(x.deducted_kobo), 0)::bigint as kobo,
        coalesce(sum(x.deducted_kobo) filter (where x.is_confirmed), 0)::bigint as confirmed_kobo
      from deduction_lines o
      left join lateral (
        select x.deducted_kobo, f.status in ('confirmed', 'paid') as is_confirmed
        from deduction_lines x
        join deduction_files f on f.id = x.file_id
        where x.loan_id = o.loan_id
          and x.receipt_id is null
          and (f.status = 'paid' or f.shield_ended_on is null)
          and (f.status in ('confirmed', 'paid') or f.status = 'open' and x.carried_because is null)
          -- Not before an earlier file, whose days have ended, is paid: else each month would shield the same instalment anew.
          and (f.status = 'paid' or not exists (
            select 1
            from deduction_lines y
            join deduction_files g on g.id = y.file_id
            where y.loan_id = o.loan_id and g.status = 'confirmed' and g.shield_ended_on is not null and g.pay_day < f.pay_day
          ))
      ) x on true
      where o.file_id = ${file_id}
      group by o.loan_id
    ) kept
    where l.id = kept.loan_id
      and (l.kept_back_kobo, l.kept_back_confirmed_kobo) is distinct from (kept.kobo, kept.confirmed_kobo)
  `.execute(tx);
}
