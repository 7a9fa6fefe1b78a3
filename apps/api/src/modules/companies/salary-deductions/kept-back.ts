/** What employers keep back from the pay and have not paid yet: for some days their delay costs their people no penalty and no debit. */
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../db/database.ts";

/**
 * Because of which file `g` a later one of the same employer is doubted: it has shielded, its days are over, and it is not paid; one that was sent back
 * after it was confirmed, that nobody has answered, or that gave way to the next, until a later one is paid. Else each month would shield the same people again.
 */
const doubted = (later: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  g.company_id = ${later}.company_id and g.pay_day < ${later}.pay_day
    and (g.shield_ended_on is not null or g.status = 'lapsed')
    and (g.status = 'confirmed' or g.status in ('open', 'lapsed') and not exists (
      select 1
      from deduction_files p
      where p.company_id = g.company_id and p.pay_day > g.pay_day and p.status in ('paid', 'allocated') and p.deducted_kobo > 0
    ))
`;

/**
 * Writes on the loans of a file what is kept back for each, in kobo: what was confirmed, until the loan has it, and what is asked, until it is answered.
 * Where the file before brought less, or no answer, or its employer is doubted, nothing is believed to be kept back before it is confirmed. What the employer has not paid when its
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
          and (f.status = 'paid' or not exists (
            select 1
            from deduction_files g
            where ${doubted(sql`f`)}
              -- Whom that file has not shielded is believed once it is confirmed, or asked where it was never answered: it is their first shield.
              and (f.status = 'open' and g.was_confirmed or exists (
                select 1
                from deduction_lines y
                where y.file_id = g.id and y.user_id = x.user_id and (g.was_confirmed or y.carried_because is null)
              ))
          ))
      ) x on true
      where o.file_id = ${file_id}
      group by o.loan_id
    ) kept
    where l.id = kept.loan_id
      and (l.kept_back_kobo, l.kept_back_confirmed_kobo) is distinct from (kept.kobo, kept.confirmed_kobo)
  `.execute(tx);
}

/** The same where a file ends its days, or is paid: the later ones of its employer, which may be open at the same time, are believed less, or again. */
export async function renewWithLater(tx: Tx, file_id: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select l.id
    from deduction_files f
    join deduction_files l on l.company_id = f.company_id and l.pay_day >= f.pay_day and l.status in ('open', 'confirmed', 'paid')
    where f.id = ${file_id} and (l.id = f.id or l.status <> 'paid')
    order by l.pay_day
  `.execute(tx);
  for (const { id } of rows) await renewKeptBack(tx, id);
}
