import type * as calls from "@manilla/contract/money/remittances";
import { stringify } from "csv-stringify/sync";
import { sql } from "kysely";
import type { z } from "zod";
import type { Database, Tx } from "../../../db/database.ts";
import { decimalOf, neutralise } from "../../../db/list-export.ts";

type Month = z.output<typeof calls.months.response>["months"][number];

/** Each month of the books, the newest first. A remittance belongs to the month that it names. */
export async function vatMonths(db: Database | Tx): Promise<Month[]> {
  const { rows } = await sql<Month>`
    with days as (
      select p.effective_on, -sum(p.amount_kobo) filter (where p.amount_kobo < 0) as collected,
        sum(p.amount_kobo) filter (where p.amount_kobo > 0) as reversed
      from ledger.postings p
      where p.account_id = (select id from ledger.accounts where code = 'vat_payable')
        and not exists (select 1 from vat_remittances r where r.ledger_transaction_id = p.transaction_id)
      group by p.effective_on
    ),
    moved as (
      select to_char(effective_on, 'YYYY-MM') as month, collected, reversed, null::numeric as remitted
      from days
      union all
      select month, null, null, amount_kobo
      from vat_remittances
    ),
    sums as (
      select month, coalesce(sum(collected), 0)::bigint as collected_kobo,
        coalesce(sum(reversed), 0)::bigint as reversed_kobo, coalesce(sum(remitted), 0)::bigint as remitted_kobo
      from moved
      group by month
    )
    select *, collected_kobo - reversed_kobo as owed_kobo, collected_kobo - reversed_kobo - remitted_kobo as open_kobo,
      (sum(collected_kobo - reversed_kobo - remitted_kobo) over (order by month))::bigint as still_owed_kobo,
      month < to_char((select business_date from business_calendar), 'YYYY-MM') as is_over
    from sums
    order by month desc
  `.execute(db);
  return rows;
}

interface Line {
  on: string;
  customer: string | null;
  loan: string | null;
  what: string;
  net_kobo: bigint;
  vat_kobo: bigint;
}

/**
 * A month's postings to VAT payable with the fee that each belongs to; what was taken back is negative. Adds up to what the month owes. What was remitted
 * for the month follows, and each line has what is still owed after it, earlier months included.
 */
export async function vatFile(db: Database, month: string): Promise<string> {
  const { rows } = await sql<Line>`
    select t.effective_on as "on", u.full_name as customer, l.reference as loan, t.description as what,
      (
        select coalesce(-sum(f.amount_kobo), 0)
        from ledger.postings f
        join ledger.accounts b on b.id = f.account_id
        where f.transaction_id = t.id and b.code = 'fee_income'
      )::bigint as net_kobo, -sum(p.amount_kobo)::bigint as vat_kobo
    from ledger.postings p
    join ledger.accounts a on a.id = p.account_id
    join ledger.transactions t on t.id = p.transaction_id
    left join loans l on l.id::text = coalesce(
      t.metadata ->> 'loan_id',
      (
        select o.owner_id
        from ledger.postings x
        join ledger.accounts o on o.id = x.account_id
        where x.transaction_id = t.id and o.owner_type = 'loan'
        limit 1
      )
    )
    left join users u on u.id = l.user_id
    where a.code = 'vat_payable' and t.kind <> 'remit_vat' and to_char(p.effective_on, 'YYYY-MM') = ${month}
    group by t.id, t.effective_on, u.full_name, l.reference, t.description
    order by t.effective_on, t.id
  `.execute(db);
  const remitted = await db
    .selectFrom("vat_remittances")
    .select(["paid_on", "reference", "amount_kobo"])
    .where("month", "=", month)
    .orderBy("paid_on")
    .orderBy("id")
    .execute();
  let owed_kobo = (await vatMonths(db)).find((earlier) => earlier.month < month)?.still_owed_kobo ?? 0n;
  const after = (kobo: bigint): string => decimalOf((owed_kobo += kobo));
  const head = [
    "Date",
    "Customer",
    "Loan",
    "What",
    "Fee without VAT (NGN)",
    "VAT (NGN)",
    "Remitted (NGN)",
    "Still owed (NGN)",
  ];
  return stringify([
    head,
    ["", "", "", "Owed from earlier months", "", "", "", after(0n)],
    ...rows.map(({ on, customer, loan, what, net_kobo, vat_kobo }) => [
      on,
      neutralise(customer ?? ""),
      loan ?? "",
      neutralise(what),
      decimalOf(net_kobo),
      decimalOf(vat_kobo),
      "",
      after(vat_kobo),
    ]),
    ...remitted.map(({ paid_on, reference, amount_kobo }) => [
      paid_on,
      "",
      "",
      neutralise(`Remitted: receipt ${reference}`),
      "",
      "",
      decimalOf(amount_kobo),
      after(-amount_kobo),
    ]),
  ]);
}
