import * as calls from "@manilla/contract/payments/bill-desk";
import { badge } from "@manilla/contract/badges";
import { type BillProvider, hiddenPin } from "@manilla/contract/payments/bill-kinds";
import { sql } from "kysely";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import type { Database } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { NotFound } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import { billerFloats } from "../../money/books/index.ts";
import { abilitiesIn } from "../../platform/states/index.ts";
import { type DeskFacts, deskRules } from "./rules.ts";

const ROW = `
  b.id, b.reference, b.kind, b.service_name, b.item_name, b.customer_no, b.customer_name, b.amount_kobo, b.fee_kobo,
  b.vat_kobo, b.total_kobo, b.paid_from, b.status, b.created_at, b.ended_at, b.user_id, u.full_name as person, b.provider,
  b.needs_review_at is not null as needs_review, b.failure, b.version
`;
type Listed = z.output<typeof calls.listAll.row> & DeskFacts;
export const billList = defineList<typeof calls.listAll, Listed>(calls.listAll, {
  from: "bills b join users u on u.id = b.user_id",
  rows_of: ["bills b", "bills b join users u on u.id = b.user_id"],
  select: ROW,
  facts: "b.approval_id",
  id: "b.id",
  search: ["folded(b.reference)", "folded(u.full_name)", "folded(b.customer_no)"],
});

type ListedClaim = z.output<typeof calls.listClaims.row> & Omit<DeskFacts, "user_id">;
export const claimList = defineList<typeof calls.listClaims, ListedClaim>(calls.listClaims, {
  from: `
    bill_claims c
    left join bills b on b.id = c.bill_id
    left join transfers t on t.id = c.transfer_id
    join users u on u.id = coalesce(b.user_id, t.user_id)
  `,
  select: `
    c.id, c.bill_id, c.transfer_id, coalesce(b.reference, t.reference) as reference, u.full_name as person, c.provider,
    c.cause, c.amount_kobo, c.status,
    c.approval_id is not null and c.status = 'open' as is_waiting, c.decision_reason, c.created_at, c.version
  `,
  facts: "c.approval_id",
  id: "c.id",
  search: ["folded(coalesce(b.reference, t.reference))", "folded(u.full_name)"],
});

type Detail = z.output<typeof calls.find.response>;

/** A bill with all that happened to it and all that was booked for it. @throws NotFound */
export async function billOnDesk(context: Context, id: string): Promise<Detail> {
  const { db } = context;
  const { rows } = await sql<Omit<Detail, "timeline" | "postings" | "abilities"> & DeskFacts>`
    select ${sql.raw(ROW)}, b.tokens, b.units, b.provider_reference, b.commission_kobo, b.asked_times, b.refused_by,
      b.approval_id, case when b.status in ('sent', 'unknown') then b.next_question_at end as next_question_at
    from bills b
    join users u on u.id = b.user_id
    where b.id = ${id}
  `.execute(db);
  const found = rows[0];
  if (!found) throw new NotFound("This bill");
  const { approval_id, ...bill } = found;
  const abilities = abilitiesIn(context, calls, deskRules)({ ...bill, approval_id });
  const [timeline, postings] = await Promise.all([timelineOf(db, id), postingsOf(db, id)]);
  // A meter's token is of use to nobody else; an examination's PIN is to anybody who reads it.
  const tokens = bill.kind === "education" ? bill.tokens.map(hiddenPin) : bill.tokens;
  return { ...bill, tokens, abilities, timeline, postings };
}

async function timelineOf(db: Database, id: string): Promise<Detail["timeline"]> {
  const { rows } = await sql<{ id: string; to_state: string; reason: string | null; who: string; happened_at: Date }>`
    select id::text, to_state, reason, actor_name as who, happened_at
    from transitions
    where noun = 'bill' and subject_id = ${id}
    order by happened_at desc, id desc
  `.execute(db);
  return rows.map(({ to_state, reason, ...entry }) => ({
    ...entry,
    kind: "changes",
    words: badge("bill", to_state).label,
    detail: reason,
  }));
}

async function postingsOf(db: Database, id: string): Promise<Detail["postings"]> {
  const { rows } = await sql<Detail["postings"][number]>`
    select p.transaction_id || '-' || p.number as id, t.description, coalesce(a.name, a.code) as account, p.amount_kobo, t.recorded_at as booked_at
    from ledger.transactions t
    join ledger.postings p on p.transaction_id = t.id
    join ledger.accounts a on a.id = p.account_id
    where t.metadata ->> 'bill_id' = ${id} and t.kind like any (array['bill_%', 'claim_%'])
    order by t.recorded_at, p.amount_kobo desc
  `.execute(db);
  return rows;
}

const DAY = 86_400_000;
type Row = z.output<typeof calls.providers.response>["providers"][number];

/** The providers: switched on, floats beside the books, and how their bills do today. */
export async function providersShown({ db, outside }: Pick<Context, "db" | "outside">): Promise<{ providers: Row[] }> {
  const since = new Date(clock.milliseconds() - DAY);
  const [floats, { rows }] = await Promise.all([
    billerFloats(db),
    sql<Omit<Row, "is_configured" | "books_kobo" | "difference_kobo"> & { provider: BillProvider }>`
      select s.provider, s.is_on, s.notice, s.priority, s.balance_kobo, s.balance_at, s.is_low, s.synced_at,
        (select count(*)::int from bill_products p where p.provider = s.provider) as items,
        count(b.id) filter (where b.status = 'unknown')::int as unknown_now,
        count(b.id) filter (where b.status = 'delivered' and b.ended_at > ${since})::int as delivered_today,
        count(b.id) filter (where b.status = 'failed' and b.ended_at > ${since})::int as failed_today,
        coalesce(sum(b.amount_kobo - b.amount_kobo * b.commission_bps / 10000)
          filter (where b.status in ('sent', 'unknown')), 0)::bigint as in_flight_kobo
      from bill_providers s
      left join bills b
        on b.provider = s.provider
        and (b.status in ('accepted', 'sent', 'unknown') or b.ended_at > ${since})
      group by s.provider
      order by s.priority, s.provider
    `.execute(db),
  ]);
  return {
    providers: rows.map((row) => ({
      ...row,
      is_configured: outside.billers[row.provider].is_there,
      books_kobo: floats[row.provider],
      difference_kobo: row.balance_kobo === null ? null : floats[row.provider] - row.balance_kobo,
    })),
  };
}
