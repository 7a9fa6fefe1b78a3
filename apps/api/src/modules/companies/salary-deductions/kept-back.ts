/** What employers keep back from the pay and have not paid yet: their delay costs their people no penalty. */
import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";

/**
 * Writes on the loans of a file what is kept back for each, in kobo: what was confirmed, until the loan has it, and what is asked, until it is answered.
 * Where the file before brought less, or no answer, nothing is believed to be kept back before it is confirmed.
 */
export async function renewKeptBack(tx: Tx, file_id: string): Promise<void> {
  await sql`
    update loans l
    set kept_back_kobo = kept.kobo
    from (
      select o.loan_id, coalesce(sum(x.deducted_kobo) filter (where x.receipt_id is null and (
        f.status in ('confirmed', 'paid') or f.status = 'open' and x.carried_because is null
      )), 0)::bigint as kobo
      from deduction_lines o
      join deduction_lines x on x.loan_id = o.loan_id
      join deduction_files f on f.id = x.file_id
      where o.file_id = ${file_id}
      group by o.loan_id
    ) kept
    where l.id = kept.loan_id and l.kept_back_kobo <> kept.kobo
  `.execute(tx);
}
