/** What came back of an expense after a journal took it, or was paid again: the next journal has the difference, so that all of them together are what was spent. */
import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import type { Part } from "./rules.ts";

/** The company's money has moved for it and is not on its way. */
export const PAID = "(e.money_reference is not null and (r.id is null or r.status = 'paid'))";

/**
 * The parts by which earlier journals differ from what their expenses are now; negative where money came back. Each goes to the ledger code that it was booked
 * under; what is left of an expense with several parts is shared as the parts are, to the kobo. What comes back meanwhile is the next journal's.
 * @param until_on the last day of the journal, which is theirs; journals that end later are corrected by later ones
 */
export async function takeCorrections(tx: Tx, company_id: string, until_on: string): Promise<Part[]> {
  const { rows } = await sql<Part>`
    with taken as (
      select e.id, e.journal_id, case when ${sql.raw(PAID)} then e.amount_kobo else 0 end as kobo
      from expenses e
      join expense_journals j on j.id = e.journal_id and j.until_on <= ${until_on}::date
      left join expense_requests r on r.id = e.request_id
      where e.company_id = ${company_id}
    ),
    booked as (
      select t.id, t.kobo, l.ledger_code, l.account, l.description, l.department, l.reference,
        coalesce(sum(l.amount_kobo) filter (where l.journal_id = t.journal_id), 0) as first_kobo,
        sum(l.amount_kobo) as kobo_now
      from taken t
      join expense_journal_lines l on l.expense_id = t.id
      group by t.id, t.kobo, l.ledger_code, l.account, l.description, l.department, l.reference
    ),
    shared as (
      select b.*, sum(b.first_kobo) over (partition by b.id) as whole_kobo, sum(b.first_kobo) over (
          partition by b.id order by b.ledger_code, b.account, b.department, b.description, b.reference
        ) as upto_kobo
      from booked b
    )
    select id as expense_id, ${until_on}::text as spent_on, ledger_code, account, description, department, reference,
      (
        div(upto_kobo * kobo, whole_kobo) - div((upto_kobo - first_kobo) * kobo, whole_kobo) - kobo_now
      )::bigint as amount_kobo
    from shared
    where div(upto_kobo * kobo, whole_kobo) - div((upto_kobo - first_kobo) * kobo, whole_kobo) <> kobo_now
    order by ledger_code, id, account
  `.execute(tx);
  return rows;
}
