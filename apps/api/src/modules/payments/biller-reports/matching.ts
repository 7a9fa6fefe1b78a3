/** Lines of a provider's report beside our bills: each agrees to the kobo, or has its reason. */
import type { BillProvider } from "@manilla/contract/payments/bill-kinds";
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import type { ReportedBill } from "../../../outside/billers/port.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";
import { signed } from "./rules.ts";

/** Days in which a bill without a report is looked for: older ones were found when they were due. */
const LOOK_BACK_DAYS = 60;
const LINES_AT_ONCE = 500;

/**
 * What our books have of a line `s` (provider, reference, kind): what its bill `b` took from this provider's float, also where that was heard after the money had
 * gone back; of what is given back, what two persons have seen credited. Null where the books have nothing.
 */
const OURS = sql.raw(`
  case
    when s.kind = 'reversal' then (
      select -sum(c.amount_kobo) from bill_claims c
      where c.bill_id = b.id and c.provider = s.provider and c.status = 'credited'
    )
    when b.provider = s.provider and b.status in ('delivered', 'refunded') then b.amount_kobo - b.commission_kobo
    else (
      select c.amount_kobo from bill_claims c
      where c.bill_id = b.id and c.provider = s.provider and c.cause = 'late_delivery'
    )
  end::bigint
`);
/** Why a line `s` does not agree with ours `o`. */
const WHY = sql.raw(`
  case
    when o.kobo is not null then 'other_amount'
    when s.kind = 'reversal' then 'given_back'
    when o.bill_status in ('accepted', 'sent', 'unknown') then 'late'
    when o.bill_status is not null then 'paid_back'
    else 'unknown_here'
  end
`);

/** Sets a report beside our bills. A line that it names again, in this report or after another, is nobody's. */
export async function keepLines(
  tx: Tx,
  provider: BillProvider,
  { id: report_id, day }: { id: string; day: string },
  bills: readonly ReportedBill[],
): Promise<void> {
  const said = sql`
    (select n.*, ${provider}::text as provider from unnest(
      ${bills.map(() => uuidv7())}::uuid[], ${bills.map(({ reference }) => reference)}::text[],
      ${bills.map(({ provider_reference }) => provider_reference)}::text[], ${bills.map(({ kind }) => kind)}::text[],
      ${bills.map(signed)}::bigint[]
    ) with ordinality as n (id, reference, provider_reference, kind, kobo, number))
  `;
  // What was looked at because nobody had reported it: here it is.
  const { rows: late } = await sql<{ number: number }>`
    update bill_report_lines l
    set report_id = ${report_id}, day = ${day}, provider_kobo = s.kobo, provider_reference = s.provider_reference,
      reason = 'other_amount', version = l.version + 1
    from (select distinct on (reference, kind) * from ${said} x order by reference, kind, number) s
    where l.provider = s.provider and l.reference = s.reference and l.kind = s.kind and l.report_id is null
      and l.status = 'open'
    returning s.number::int as number
  `.execute(tx);
  await sql`
    insert into bill_report_lines (
      id, report_id, provider, day, reference, provider_reference, kind, bill_id, provider_kobo, our_kobo, status,
      reason, created_at
    )
    select s.id, ${report_id}, s.provider, ${day}, s.reference, s.provider_reference, s.kind,
      case when o.kobo is not null then o.bill_id end, s.kobo, o.kobo,
      case when o.kobo = s.kobo then 'matched' else 'open' end,
      case when s.is_again then 'again' when o.kobo is distinct from s.kobo then ${WHY} end, ${clock.now()}
    from (
      select x.*, row_number() over (partition by x.reference, x.kind order by x.number) > 1
        or exists (
          select 1 from bill_report_lines l
          where l.provider = x.provider and l.reference = x.reference and l.kind = x.kind
        ) as is_again
      from ${said} x
      where x.number <> all (${late.map(({ number }) => number)}::bigint[])
    ) s
    left join lateral (
      select b.id as bill_id, b.status as bill_status, ${OURS} as kobo
      from bills b
      where b.reference = s.reference and not s.is_again
    ) o on true
  `.execute(tx);
}

/** Looks again at what does not agree: the other half may have come. @returns lines that agree now */
export async function lookAgain(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with seen as (
      select s.id, o.bill_id, o.kobo, ${WHY} as reason
      from bill_report_lines s
      join lateral (
        select b.id as bill_id, b.status as bill_status, ${OURS} as kobo from bills b where b.reference = s.reference
      ) o on true
      where s.status = 'open' and s.reason <> 'again' and s.report_id is not null
      for update of s
    )
    update bill_report_lines l
    set our_kobo = seen.kobo, bill_id = case when seen.kobo is not null then seen.bill_id end, reason = seen.reason,
      version = l.version + 1
    from seen
    where l.id = seen.id and (
      l.our_kobo is distinct from seen.kobo or l.reason <> seen.reason or l.provider_kobo = seen.kobo
    )
    returning l.id, l.provider_kobo = l.our_kobo as is_same
  `.execute(tx);
  const agreed = (rows as { id: string; is_same: boolean | null }[]).filter(({ is_same }) => is_same);
  for (const { id } of agreed) {
    await sql`update bill_report_lines set reason = null where id = ${id}`.execute(tx);
    await changeState(tx, { noun: "billReportLine", id, action: "match", from: "open", actor: SYSTEM });
  }
  return agreed.length;
}

/** Delivered bills that no report of their provider has named after some days; also those whose line was written off before we knew them. */
export async function findUnreported(tx: Tx): Promise<void> {
  const until = addDays(await businessDate(tx), -(await readSetting(tx, "bill_report_days")));
  await sql`
    insert into bill_report_lines (
      id, provider, day, reference, kind, bill_id, our_kobo, status, reason, created_at
    )
    select gen_random_uuid(), b.provider, b.business_date, b.reference, 'sale', b.id, b.amount_kobo - b.commission_kobo,
      'open', 'unknown_there', ${clock.now()}
    from bills b
    where b.business_date between ${addDays(until, -LOOK_BACK_DAYS)}::date and ${until}::date
      and b.status in ('delivered', 'refunded')
      and exists (select 1 from bill_float_days d where d.provider = b.provider and d.day >= b.business_date)
      and not exists (
        select 1
        from bill_report_lines l
        where l.provider = b.provider and l.reference = b.reference and l.kind = 'sale'
          and (l.bill_id = b.id or (l.status <> 'written_off' and l.reason is distinct from 'again'))
      )
    order by b.business_date, b.id
    limit ${LINES_AT_ONCE}
    on conflict do nothing
  `.execute(tx);
}

/**
 * Claims that two persons have seen credited, and that no report of their provider has named after some days: each is a line of its own, until it is reported
 * after all, or written off.
 */
export async function findUncredited(tx: Tx): Promise<void> {
  const until = addDays(await businessDate(tx), -(await readSetting(tx, "bill_report_days")));
  await sql`
    insert into bill_report_lines (
      id, provider, day, reference, kind, bill_id, our_kobo, status, reason, created_at
    )
    select gen_random_uuid(), s.provider, s.day, s.reference, 'reversal', s.bill_id, s.kobo, 'open', 'not_given_back',
      ${clock.now()}
    from (
      select c.provider, b.reference, b.id as bill_id, max(t.business_date) as day, -sum(c.amount_kobo)::bigint as kobo
      from bill_claims c
      join bills b on b.id = c.bill_id
      join transitions t on t.noun = 'billClaim' and t.subject_id = c.id and t.to_state = 'credited'
      where c.status = 'credited' and c.provider is not null
      group by c.provider, b.reference, b.id
    ) s
    where s.day between ${addDays(until, -LOOK_BACK_DAYS)}::date and ${until}::date
      and exists (select 1 from bill_float_days d where d.provider = s.provider and d.day >= s.day)
      and not exists (
        select 1
        from bill_report_lines l
        where l.provider = s.provider and l.reference = s.reference and l.kind = 'reversal'
          and l.reason is distinct from 'again'
      )
    order by s.day, s.reference
    limit ${LINES_AT_ONCE}
    on conflict do nothing
  `.execute(tx);
}

/**
 * What was written off before our books had all of it, and is booked by now (a claim that was credited, a delivery that was heard late): the same money is
 * booked twice, until what came to our side is written off the other way round.
 */
export async function findBookedTwice(tx: Tx): Promise<void> {
  await sql`
    insert into bill_report_lines (
      id, provider, day, reference, kind, bill_id, our_kobo, status, reason, created_at
    )
    select gen_random_uuid(), s.provider, s.day, s.reference, s.kind, o.bill_id, o.kobo - s.kobo, 'open', 'unknown_there',
      ${clock.now()}
    from (
      select w.provider, w.reference, w.kind, max(l.day) as day, coalesce(sum(l.our_kobo), 0)::bigint as kobo
      from (select distinct provider, reference, kind from bill_report_lines where status = 'written_off') w
      join bill_report_lines l using (provider, reference, kind)
      where l.reason is distinct from 'again'
      group by w.provider, w.reference, w.kind
      having bool_or(l.status = 'written_off') and bool_and(l.status <> 'open')
    ) s
    join lateral (
      select b.id as bill_id, ${OURS} as kobo from bills b where b.reference = s.reference
    ) o on o.kobo <> s.kobo
    limit ${LINES_AT_ONCE}
    on conflict do nothing
  `.execute(tx);
}
