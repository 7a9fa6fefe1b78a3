/** The issuer's files: each closed day is read once, beside what our books say that shops took on their cards. */
import { addDays } from "@manilla/credit";
import { type RawBuilder, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Database, Tx } from "../../../db/database.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import type { App } from "../../../house/app.ts";
import { rolesWith } from "../../../house/roles.ts";
import type { SettledPayment } from "../../../outside/issuer/port.ts";
import { postCardsSettled } from "../../money/books/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { withdrawRequest } from "../../platform/approvals/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { notifyRoles } from "../../platform/notifications/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";
import { differencesFound } from "./messages.ts";
import { signed, totalsOf } from "./rules.ts";

const DAYS_AT_ONCE = 40;
const LINES_AT_ONCE = 500;

/** The oldest closed day whose file was not read; undefined where all were, or no card was used yet (a capture may be one that we never heard of). */
async function nextDay(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    select d.day::text as day
    from (
      select coalesce(
        (select max(day) + 1 from card_settlements),
        least(
          (select business_date from card_captures order by happened_at, id limit 1),
          (select business_date from card_authorisations order by created_at, id limit 1)
        )
      ) as day
    ) d
    where d.day < (select business_date from business_calendar)
  `.execute(db);
  return rows[0]?.day;
}

const SIGNED = sql.raw("case when c.kind in ('refund', 'dispute_won') then -c.amount_kobo else c.amount_kobo end");

/** The lines of a file as rows `s`. */
const said = (lines: readonly SettledPayment[]): RawBuilder<unknown> => sql`
  unnest(
    ${lines.map(() => uuidv7())}::uuid[], ${lines.map(({ transaction_id }) => transaction_id)}::text[],
    ${lines.map(({ kind }) => kind)}::text[], ${lines.map(signed)}::bigint[],
    ${lines.map(({ interchange_kobo }) => interchange_kobo)}::bigint[],
    ${lines.map(({ charge_kobo }) => charge_kobo)}::bigint[]
  ) with ordinality as s (id, transaction_id, kind, issuer_kobo, interchange_kobo, charge_kobo, number)
`;

/** Sets what the issuer says beside our payments. A payment that it names again, in this file or after another, is nobody's. */
async function keepLines(
  tx: Tx,
  settlement_id: string,
  day: string,
  currency: string,
  lines: readonly SettledPayment[],
): Promise<void> {
  const SAID = said(lines);
  // What was looked at because the issuer had not settled it: here it is.
  const { rows: late } = await sql<{ id: string; is_same: boolean; number: number }>`
    update card_settlement_lines l
    set settlement_id = ${settlement_id}, day = ${day}, issuer_kobo = s.issuer_kobo, currency = ${currency},
      interchange_kobo = s.interchange_kobo, charge_kobo = s.charge_kobo,
      reason = case
        when l.our_kobo is null then 'unknown_here'
        when s.issuer_kobo = l.our_kobo then l.reason
        else 'other_amount'
      end, version = l.version + 1
    from (select distinct on (transaction_id) * from ${SAID} order by transaction_id, number) s
    where l.issuer_transaction_id = s.transaction_id and l.settlement_id is null and l.status = 'open'
      and coalesce(l.currency, ${currency}) = ${currency}
    returning l.id, coalesce(l.issuer_kobo = l.our_kobo, false) as is_same, s.number::int as number
  `.execute(tx);
  await sql`
    insert into card_settlement_lines (
      id, settlement_id, day, currency, issuer_transaction_id, capture_id, kind, issuer_kobo, our_kobo,
      interchange_kobo, charge_kobo, status, reason
    )
    select s.id, ${settlement_id}, ${day}, ${currency}, s.transaction_id, c.id, s.kind, s.issuer_kobo, ${SIGNED},
      s.interchange_kobo, s.charge_kobo, case when ${SIGNED} = s.issuer_kobo then 'matched' else 'open' end,
      case
        when s.is_again then 'again'
        when c.id is null then 'unknown_here'
        when ${SIGNED} <> s.issuer_kobo then 'other_amount'
      end
    from (
      select s.*, row_number() over (partition by s.transaction_id order by s.number) > 1
        or exists (select 1 from card_settlement_lines l where l.issuer_transaction_id = s.transaction_id) as is_again
      from ${SAID}
      where s.number <> all (${late.map(({ number }) => number)}::bigint[])
    ) s
    left join card_captures c on c.issuer_transaction_id = s.transaction_id and not s.is_again
      and (select k.currency from cards k where k.id = c.card_id) = ${currency}
  `.execute(tx);
  for (const { id, is_same } of late) {
    await endAsked(tx, id);
    if (is_same) await agree(tx, id);
  }
}

/** Another sum is written off, or none: what was put before a second person of a line that has changed is over. */
async function endAsked(tx: Tx, id: string): Promise<void> {
  const { approval_id } = await getRow(tx, "card_settlement_lines", id, ["approval_id"]);
  if (approval_id && (await withdrawRequest(tx, approval_id, "The line has changed since.")))
    await changeRows(tx, "card_settlement_lines", id, { approval_id: null });
}

/** A line that waited agrees now. */
async function agree(tx: Tx, id: string): Promise<void> {
  await changeRows(tx, "card_settlement_lines", id, { reason: null });
  await changeState(tx, { noun: "cardSettlement", id, action: "match", from: "open", actor: SYSTEM });
}

/** Books one currency of a day's file. @returns the lines to look at; undefined where it was booked before */
async function keepCurrency(
  tx: Tx,
  day: string,
  currency: string,
  lines: readonly SettledPayment[],
): Promise<number | undefined> {
  const id = uuidv7();
  const totals = totalsOf(lines);
  const { rows } = await sql`
    insert into card_settlements (
      id, day, currency, lines, settled_kobo, interchange_kobo, charges_kobo, ledger_transaction_id
    )
    values (
      ${id}, ${day}, ${currency}, ${lines.length}, ${totals.settled_kobo}, ${totals.interchange_kobo},
      ${totals.charges_kobo}, ${lines.length > 0 ? id : null}
    )
    on conflict (day, currency) do nothing
    returning id
  `.execute(tx);
  if (rows.length === 0) return undefined;
  if (lines.length === 0) return 0;
  await postCardsSettled(tx, { id, day, currency, ...totals, on: await businessDate(tx) });
  await keepLines(tx, id, day, currency, lines);
  const { rows: found } = await sql<{ open: number }>`
    select count(*)::int as open from card_settlement_lines where settlement_id = ${id} and status = 'open'
  `.execute(tx);
  return found[0]?.open ?? 0;
}

/** What of a file has no currency and is not of a card in naira: of one in dollars, or of a payment that we do not know. */
async function unsaidOf(tx: Tx, lines: readonly SettledPayment[]): Promise<Set<SettledPayment>> {
  const unsaid = lines.filter(({ currency }) => currency === null);
  if (unsaid.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select c.issuer_transaction_id as id
    from card_captures c
    join cards k on k.id = c.card_id
    where c.issuer_transaction_id = any(${unsaid.map(({ transaction_id }) => transaction_id)}::text[]) and k.currency = 'NGN'
  `.execute(tx);
  const naira = new Set(rows.map(({ id }) => id));
  return new Set(unsaid.filter(({ transaction_id }) => !naira.has(transaction_id)));
}

/** They are booked in no currency: each is looked at, and agrees when a later file, or somebody, says it. @returns how many */
async function keepUnsaid(tx: Tx, day: string, lines: readonly SettledPayment[]): Promise<number> {
  if (lines.length === 0) return 0;
  const { numAffectedRows = 0n } = await sql`
    insert into card_settlement_lines (
      id, day, currency, issuer_transaction_id, capture_id, kind, our_kobo, unsaid_kobo, unsaid_interchange_kobo, unsaid_charge_kobo,
      status, reason
    )
    select s.id, ${day}, k.currency, s.transaction_id, c.id, s.kind, ${SIGNED}, s.issuer_kobo, s.interchange_kobo, s.charge_kobo, 'open',
      'no_currency'
    from ${said(lines)}
    left join card_captures c on c.issuer_transaction_id = s.transaction_id
    left join cards k on k.id = c.card_id
    on conflict do nothing
  `.execute(tx);
  return Number(numAffectedRows);
}

/** Books a day's file, once however often it is read: the naira, which every day has, and dollars where there were some. @returns whether it was booked now */
async function keepDay(tx: Tx, day: string, lines: readonly SettledPayment[]): Promise<boolean> {
  const unsaid = await unsaidOf(tx, lines);
  // Payments of naira cards are naira where the file says nothing.
  const of = (currency: string) => lines.filter((line) => !unsaid.has(line) && (line.currency ?? "NGN") === currency);
  const naira = await keepCurrency(tx, day, "NGN", of("NGN"));
  if (naira === undefined) return false;
  const dollars = of("USD").length > 0 ? await keepCurrency(tx, day, "USD", of("USD")) : 0;
  const open = naira + (dollars ?? 0) + (await keepUnsaid(tx, day, [...unsaid]));
  if (open > 0) await notifyRoles(tx, await rolesWith(tx, "provider:can_reconcile"), differencesFound(day, open));
  return true;
}

/** A payment whose message from the issuer came after its settlement. */
async function findLate(tx: Tx): Promise<void> {
  const { rows } = await sql<{ id: string; is_same: boolean }>`
    update card_settlement_lines l
    set capture_id = c.id, our_kobo = ${SIGNED}, version = l.version + 1, reason = 'other_amount'
    from card_captures c
    where l.status = 'open' and l.reason = 'unknown_here' and c.issuer_transaction_id = l.issuer_transaction_id
      and (select k.currency from cards k where k.id = c.card_id) = l.currency
    returning l.id, l.issuer_kobo = ${SIGNED} as is_same
  `.execute(tx);
  for (const { id, is_same } of rows) {
    await endAsked(tx, id);
    if (is_same) await agree(tx, id);
  }
  // Whose card it is is known now; in which currency it was settled is not.
  await sql`
    update card_settlement_lines l
    set capture_id = c.id, our_kobo = ${SIGNED}, currency = k.currency, version = l.version + 1
    from card_captures c
    join cards k on k.id = c.card_id
    where l.status = 'open' and l.reason = 'no_currency' and l.capture_id is null and c.issuer_transaction_id = l.issuer_transaction_id
  `.execute(tx);
}

/** Payments of ours that no file has named after some days; also those whose settlement was written off before we knew them. */
async function findUnsettled(tx: Tx): Promise<void> {
  const until = addDays(await businessDate(tx), -(await readSetting(tx, "card_settlement_days")));
  await sql`
    insert into card_settlement_lines (
      id, day, currency, issuer_transaction_id, capture_id, kind, our_kobo, status, reason
    )
    select gen_random_uuid(), c.business_date, k.currency, c.issuer_transaction_id, c.id, c.kind, ${SIGNED}, 'open', 'not_settled'
    from card_captures c
    join cards k on k.id = c.card_id
    where c.business_date <= ${until}
      and not exists (
        select 1
        from card_settlement_lines l
        where l.issuer_transaction_id = c.issuer_transaction_id
          and (l.capture_id = c.id or (l.status <> 'written_off' and l.reason is distinct from 'again'))
      )
    order by c.happened_at
    limit ${LINES_AT_ONCE}
    on conflict do nothing
  `.execute(tx);
}

/** Reads the files of all days that are over; one that is not final, or an issuer that does not answer, is asked again later. @returns files that were booked now */
export async function readSettlements(app: Pick<App, "db" | "outside" | "log">): Promise<number> {
  const { db, outside, log } = app;
  if (!outside.issuer.is_there) return 0;
  let booked = 0;
  try {
    for (let times = 0; times < DAYS_AT_ONCE; times += 1) {
      const day = await nextDay(db);
      const lines = day && (await outside.issuer.settlement(day));
      if (!day || !lines) break;
      if (await db.transaction().execute((tx) => keepDay(tx, day, lines))) booked += 1;
    }
  } catch (error) {
    log.warn({ error }, "the issuer's settlement was not read");
  }
  await db.transaction().execute(async (tx) => {
    await findLate(tx);
    await findUnsettled(tx);
  });
  return booked;
}
