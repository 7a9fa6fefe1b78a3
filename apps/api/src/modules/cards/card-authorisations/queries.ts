import * as calls from "@manilla/contract/cards/card-authorisations";
import { type DeclineReason, type Found, declineWords } from "@manilla/contract/cards/decline-reasons";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { nameOf } from "../../../db/names.ts";
import type { Context } from "../../../house/app.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { NotFound } from "../../../errors.ts";
import type { Check } from "./rules.ts";
import { MERCHANT_ID } from "./spend.ts";

type Row = z.output<typeof calls.listAll.row>;
type Detail = z.output<typeof calls.find.response>;
interface Raw extends Omit<Row, "says"> {
  reason: DeclineReason | null;
  found: Found | null;
  is_company: boolean;
}

const CARD = "json_build_object('id', c.id, 'label', c.label, 'last4', c.last4) as card";
const personOf = (row: string): string =>
  `json_build_object('id', ${row}.user_id, 'name', ${nameOf("u", row)}) as person`;
const FROM = `card_authorisations p
  join cards c on c.id = p.card_id
  left join users u on u.id = p.user_id
  left join companies o on o.id = p.company_id`;
const SELECT = `
  p.id, p.reference, ${CARD}, ${personOf("p")},
  case when o.id is not null then json_build_object('id', o.id, 'name', o.name) end as company,
  p.kind, p.merchant, p.category, p.channel, coalesce(p.asked_currency, c.currency) as card_currency, p.amount_kobo, p.captured_kobo, p.status, p.created_at,
  p.reason, p.found, p.company_id is not null as is_company
`;
const shown = ({ reason, found, is_company, ...row }: Raw): Row => ({
  ...row,
  says: reason && declineWords(reason, found ?? {}, is_company).says,
});

const definition = {
  from: FROM,
  rows_of: ["card_authorisations p", "card_authorisations p join cards c on c.id = p.card_id"],
  select: SELECT,
  id: "p.id",
  columns: { form: "c.form", reason: "p.reason", card_id: "p.card_id" },
  search: ["folded(p.merchant)", "folded(p.reference)"],
};
const lists = {
  all: defineList<typeof calls.listAll, Raw>(calls.listAll, definition),
  ofCard: defineList<typeof calls.ofCard, Raw>(calls.ofCard, definition),
  ofVirtual: defineList<typeof calls.ofVirtual, Raw>(calls.ofVirtual, definition),
};

/** Whose payments the caller sees: their own, those of the company that they look after, or all for the provider's staff. */
export function seenBy({ session }: Pick<Context, "session">, of = "p"): RawBuilder<boolean> {
  const { permissions, user_id, company_id } = session;
  const [owner, company] = [sql.ref(`${of}.user_id`), sql.ref(`${of}.company_id`)];
  if (permissions.has("provider:can_view_card_requests")) return sql`true`;
  if (!permissions.has("company:can_view_cards")) return sql`${owner} = ${user_id}`;
  return sql`(${owner} = ${user_id} or ${company} = ${company_id})`;
}

export const listAll = (context: Context) => lists.all.scoped(seenBy(context), shown);
export const ofVirtual = () => lists.ofVirtual.scoped(sql`c.form = 'virtual'`, shown);

/** @throws NotFound for a card that the caller does not see */
export async function ofCard(
  context: Context,
  { params, query }: { params: { id: string }; query: { month?: string | undefined } },
) {
  const { rows } = await sql`select 1 from cards c where c.id = ${params.id} and ${seenBy(context, "c")}`.execute(
    context.db,
  );
  if (rows.length === 0) throw new NotFound("This card");
  const first = query.month && `${query.month}-01`;
  const ofMonth = first
    ? sql`p.day >= ${first}::date and p.day < (${first}::date + interval '1 month')::date`
    : sql`true`;
  return lists.ofCard.scoped(sql`p.card_id = ${params.id} and ${ofMonth}`, shown);
}

const CAPTURED = `
  m.id, m.reference, m.kind, m.merchant, m.category, c.currency as card_currency, m.amount_kobo, m.overdrawn_kobo, m.authorisation_id as payment_id,
  m.expense_id, m.happened_at
`;
const captured = {
  from: "card_captures m join cards c on c.id = m.card_id left join users u on u.id = m.user_id",
  rows_of: ["card_captures m", "card_captures m join cards c on c.id = m.card_id"],
  select: `${CAPTURED}, ${CARD}, ${personOf("m")}`,
  id: "m.id",
  columns: { is_matched: "(m.authorisation_id is not null)", merchant_id: MERCHANT_ID, currency: "c.currency" },
  search: ["folded(m.merchant)", "folded(m.reference)"],
};
const captureList = defineList(calls.captures, captured);
const virtualCaptureList = defineList(calls.virtualCaptures, captured);
export const captures = captureList;
export const virtualCaptures = () => virtualCaptureList.scoped(sql`c.form = 'virtual'`);

interface RawDetail
  extends
    Raw,
    Pick<
      Detail,
      | "approved_kobo"
      | "reversed_kobo"
      | "city"
      | "country"
      | "mcc"
      | "shop_currency"
      | "shop_amount"
      | "is_stand_in"
      | "response_code"
      | "asked_company_at"
    > {
  checks: Check[];
  asks_was_me: boolean;
}

/** One payment with what every rule said. @throws NotFound */
export async function findPayment(db: Database | Tx, context: Context, id: string): Promise<Detail> {
  const { rows } = await sql<RawDetail>`
    select ${sql.raw(SELECT)}, p.approved_kobo, p.reversed_kobo, p.city, p.country, p.mcc, p.shop_currency, p.shop_amount,
      p.is_stand_in, p.response_code, p.asked_company_at, p.checks,
      p.status = 'declined' and p.was_me is null and exists (
        select 1 from card_freezes f
        where f.card_id = p.card_id and f."by" = 'system' and f.reason = 'three_declines' and f.lifted_at is null
      ) as asks_was_me
    from ${sql.raw(FROM)}
    where p.id = ${id} and ${seenBy(context)}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new NotFound("This payment");
  const { checks, reason, found, is_company, ...rest } = row;
  const words = reason && declineWords(reason, found ?? {}, is_company);
  const moved = await sql<Detail["captures"][number]>`
    select ${sql.raw(CAPTURED)} from card_captures m join cards c on c.id = m.card_id where m.authorisation_id = ${id} order by m.happened_at, m.id
  `.execute(db);
  const is_own = row.person.id === context.session.user_id;
  return {
    ...rest,
    reason,
    says: words?.says ?? null,
    next: words?.next ?? null,
    period: found?.period ?? null,
    is_own,
    is_company,
    asks_was_me: row.asks_was_me && is_own,
    checks: checks.map(({ reason: rule, is_met, ...its }) => ({
      reason: rule,
      is_met,
      by: its.by ?? null,
      says: is_met ? null : declineWords(rule, its, is_company).says,
    })),
    captures: moved.rows,
  };
}

/** What is still open on a card that is to be closed: payments that a shop may still capture. */
export async function openOn(
  db: Database | Tx,
  card_id: string,
): Promise<{ label: string; amount_kobo: bigint | null }[]> {
  const { rows } = await sql<{ label: string; amount_kobo: bigint }>`
    select 'A payment at ' || merchant || ' that is not taken yet' as label, held_kobo as amount_kobo
    from card_authorisations
    where card_id = ${card_id} and not is_over and held_kobo > 0
    order by created_at
    limit 50
  `.execute(db);
  return rows;
}
