/** What came back of an expense after a journal took it, or was paid again: the next journal has the difference, so that all of them together are what was spent. */
import { sql } from "kysely";
import { nameOf } from "../../../db/names.ts";
import type { Tx } from "../../../db/database.ts";
import { SPLIT } from "../expenses/index.ts";
import type { Part } from "./rules.ts";

/** The company's money has moved for it out of the wallet, and is not on its way. */
export const PAID =
  "(e.money_reference is not null and (r.id is null or r.status = 'paid' and r.paid_into is distinct from 'otherwise'))";

/**
 * The parts by which earlier journals differ from what their expenses are now; negative where money came back. Each goes to the ledger code that it was booked
 * under. Of a journal from before parts were numbered what is left is shared as its lines are, to the kobo. What comes back in the meantime is the next journal's.
 * @param until_on the last day of the journal, which is theirs; journals that end later are corrected by later ones
 */
export async function takeCorrections(tx: Tx, company_id: string, until_on: string): Promise<Part[]> {
  const { rows } = await sql<Part>`
    with taken as (
      select e.id, e.journal_id, e.user_id, e.company_id, e.merchant, e.money_reference, e.category_id, e.department_id, e.splits,
        case when ${sql.raw(PAID)} and e.status <> 'deleted' then e.amount_kobo else 0 end as amount_kobo
      from expenses e
      join expense_journals j on j.id = e.journal_id and j.until_on <= ${until_on}::date
      left join expense_requests r on r.id = e.request_id
      where e.company_id = ${company_id}
    ),
    booked as (
      select t.id, t.amount_kobo as kobo, l.part, l.ledger_code, l.account, l.description, l.department, l.reference,
        coalesce(sum(l.amount_kobo) filter (where l.journal_id = t.journal_id), 0) as first_kobo,
        sum(l.amount_kobo) as kobo_now
      from taken t
      join expense_journal_lines l on l.expense_id = t.id
      group by t.id, t.amount_kobo, l.part, l.ledger_code, l.account, l.description, l.department, l.reference
    ),
    shared as (
      select b.*, sum(b.first_kobo) over (partition by b.id) as whole_kobo, sum(b.first_kobo) over (
          partition by b.id order by b.ledger_code, b.account, b.department, b.description, b.reference
        ) as upto_kobo
      from booked b
      where b.part is null
    ),
    differing as (
      select id, part, ledger_code, account, description, department, reference,
        div(upto_kobo * kobo, whole_kobo) - div((upto_kobo - first_kobo) * kobo, whole_kobo) - kobo_now as amount_kobo
      from shared
      union all
      -- A part that came to nothing when its expense was booked has no line yet.
      select e.id, s.part, coalesce(b.ledger_code, c.ledger_code), coalesce(b.account, c.name),
        coalesce(b.description, e.merchant || ', ' || ${sql.raw(nameOf("u", "e"))}), case when b.id is null then d.name else b.department end,
        coalesce(b.reference, e.money_reference), s.amount_kobo - coalesce(b.kobo_now, 0)
      from taken e
      left join users u on u.id = e.user_id
      ${sql.raw(SPLIT)}
      left join expense_categories c on c.id = s.category_id
      left join departments d on d.id = s.department_id
      left join booked b on b.id = e.id and b.part = s.part
      where not exists (select 1 from shared x where x.id = e.id)
    )
    select id as expense_id, part, ${until_on}::text as spent_on, ledger_code, account, description, department, reference,
      amount_kobo::bigint
    from differing
    where amount_kobo <> 0
    order by ledger_code, id, account, part
  `.execute(tx);
  return rows;
}
