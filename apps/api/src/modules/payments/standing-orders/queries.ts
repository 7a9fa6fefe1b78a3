import * as calls from "@manilla/contract/payments/standing-orders";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { nameOf } from "../../../db/names.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { NotFound } from "../../../errors.ts";
import { withMaskedAccount } from "../../../field-encryption.ts";
import type { Context } from "../../../house/app.ts";
import { abilitiesIn } from "../../platform/states/index.ts";
import { type Order, declaredDays } from "./orders.ts";
import { type OrderFacts, type Rule, datesFrom, orderRules } from "./rules.ts";

type Row = z.output<typeof calls.listOwn.row>;
type Full = z.output<typeof calls.listAll.row>;
type Detail = z.output<typeof calls.find.response>;

const SELECT = `
  o.id, o.reference, o.kind, o.payee, o.bank_name, o.account_no_last4 as account_no, o.narration, o.amount_kobo,
  o.repeat, o.on_day, o.first_on::text as first_on, o.ends, o.ends_after, o.ends_on::text as ends_on,
  case when o.status = 'active' then o.next_goes_on::text end as next_goes_on,
  (select count(*)::int from standing_order_dates d where d.order_id = o.id and d.transfer_id is not null) as paid_count,
  o.status, o.because, ${nameOf("s", "o")} as asked_by, o.created_at, o.version
`;
/** A change of it is before the chain. */
export const CHANGE_WAITS = `exists (
  select 1 from standing_orders c where c.replaces_id = o.id and c.status = 'awaiting_approval'
) as change_waits`;
const FROM = "standing_orders o left join users s on s.id = o.user_id";
const of = {
  id: "o.id",
  from: FROM,
  rows_of: "standing_orders o",
  select: SELECT,
  facts: `o.user_id, o.company_id, ${CHANGE_WAITS}`,
  search: ["folded(o.reference)", "folded(o.payee)"],
};
const own = defineList<typeof calls.listOwn, Row & OrderFacts>(calls.listOwn, of);
const ofCompany = defineList<typeof calls.listOfCompany, Row & OrderFacts>(calls.listOfCompany, of);
const all = defineList<typeof calls.listAll, Full>(calls.listAll, {
  id: "o.id",
  from: `${FROM} left join companies c on c.id = o.company_id`,
  rows_of: `${FROM} left join companies c on c.id = o.company_id`,
  select: `${SELECT}, o.user_id, o.company_id, coalesce(c.name, s.full_name) as owner`,
  columns: { is_company: "(o.company_id is not null)" },
  search: [...of.search, "folded(coalesce(c.name, s.full_name))"],
});

export const listOwn = (context: Context) =>
  own.scoped(
    sql`o.user_id = ${context.session.user_id} and o.company_id is null`,
    withMaskedAccount,
    abilitiesIn(context, calls, orderRules),
  );
export const listOfCompany = (context: Context) =>
  ofCompany.scoped(
    sql`o.company_id = ${context.session.company_id}`,
    withMaskedAccount,
    abilitiesIn(context, calls, orderRules),
  );
export const listAll = () => all.scoped(sql`true`, withMaskedAccount, () => ({}));

/** What is the caller's to act on: their company's with its permission, and their own. */
const ownScope = ({ session }: Context): RawBuilder<unknown> => {
  const isOfCompany = session.company_id !== null && session.permissions.has("company:can_view_transfers");
  const mine = sql`(o.user_id = ${session.user_id} and o.company_id is null)`;
  return isOfCompany ? sql`(o.company_id = ${session.company_id} or ${mine})` : mine;
};

/** What the caller may see: all with our permission. */
const inScope = (context: Context): RawBuilder<unknown> =>
  context.session.permissions.has("provider:can_view_transactions") ? sql`true` : ownScope(context);

/** One order as lists show it. @throws NotFound for one that the caller has nothing to do with */
export async function findOrder(db: Database | Tx, context: Context, id: string): Promise<Row> {
  const { rows } = await sql<Row & OrderFacts>`
    select ${sql.raw(SELECT)}, ${sql.raw(of.facts)}
    from ${sql.raw(FROM)}
    where o.id = ${id} and ${inScope(context)}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new NotFound("This standing order");
  const { user_id: _, company_id: __, change_waits: ___, ...rest } = row;
  return { ...withMaskedAccount(rest), abilities: abilitiesIn(context, calls, orderRules)(row) };
}

const TITLES: Readonly<Record<string, string>> = {
  awaiting_approval: "Asked for",
  active: "Pays by its rule",
  paused: "Paused",
  ended: "Ended",
  declined: "Declined",
};
/** Dates that its page shows ahead. */
const AHEAD = 6;

/** The next dates of an order that pays, or would if it is agreed to. */
async function aheadOf(db: Database, order: Order) {
  if (!["active", "awaiting_approval"].includes(order.status) || order.next_on === null) return [];
  return datesFrom(order as Rule, order.next_on, order.dates_left, AHEAD, await declaredDays(db));
}

/** What its page shows beside the row. The caller was found to be in its scope. */
export async function detailOf(db: Database, id: string): Promise<Omit<Detail, keyof Row>> {
  const order = (await db
    .selectFrom("standing_orders")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow()) as Order;
  const { rows: past } = await sql<Detail["past"][number]>`
    select d.due_on::text as due_on, d.goes_on::text as goes_on, null as rests_on, d.transfer_id, t.status as transfer_status,
      t.total_kobo, d.skipped_because, case when d.skipped_because is null then d.refused_because end as refused_because, d.attempts
    from standing_order_dates d
    left join transfers t on t.id = d.transfer_id
    where d.order_id = ${id}
    order by d.due_on desc
    limit 60
  `.execute(db);
  const { rows: steps } = await sql<{ to_state: string; by: string | null; reason: string | null; at: Date }>`
    select to_state, case when actor_id is not null then actor_name end as by, reason, happened_at as at
    from transitions
    where noun = 'standingOrder' and subject_id = ${id}
    order by happened_at desc, id desc
    limit 60
  `.execute(db);
  const { rows: after } = await sql<{ id: string }>`
    select id from standing_orders where replaces_id = ${id} and status <> 'declined' order by created_at desc limit 1
  `.execute(db);
  return {
    next: await aheadOf(db, order),
    past,
    replaces_id: order.replaces_id,
    replaced_by: after[0]?.id ?? null,
    history: steps.map(({ to_state, ...step }) => ({ ...step, title: TITLES[to_state] ?? to_state })),
  };
}

/** An order that is the caller's or their company's, found before it is locked: who sees all of them changes none. @throws NotFound */
export async function requireInScope(tx: Tx, context: Context, id: string): Promise<void> {
  const { rows } = await sql`select 1 from standing_orders o where o.id = ${id} and ${ownScope(context)}`.execute(tx);
  if (!rows[0]) throw new NotFound("This standing order");
}
