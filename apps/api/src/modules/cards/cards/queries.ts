import * as calls from "@manilla/contract/cards/cards";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../../../house/app.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import type { Searched } from "../../../db/list-conditions.ts";
import { NotFound } from "../../../errors.ts";
import { balancesOf } from "../../money/books/index.ts";
import { queryable } from "../../../db/database.ts";
import { abilitiesIn } from "../../platform/states/index.ts";
import { moneyBehind } from "../card-records/index.ts";
import { type CardFacts, cardRules } from "./rules.ts";

type Row = Omit<z.output<typeof calls.cardRow>, "abilities">;
type Detail = z.output<typeof calls.cardDetail>;
/** A card with everything that its actions ask for. */
export type FoundCard = Row & Omit<CardFacts, "frozen_by">;

const FROM = `
  cards c
  left join users u on u.id = c.user_id
  left join companies o on o.id = c.company_id
  left join employments e on e.user_id = c.user_id and e.company_id = c.company_id
`;
/** Former employees are hidden from the company; their names stay with their employment. */
const NAME = "coalesce(u.full_name, e.kept_name, 'Somebody')";
const SELECT = `
  c.id, c.status, c.kind, c.form, c.currency, json_build_object('id', c.user_id, 'name', ${NAME}) as person,
  case when o.id is not null then json_build_object('id', o.id, 'name', o.name) end as company, c.label, c.limit_kobo,
  c.is_single_use, c.merchant_lock, c.brand, c.last4, c.expires_on,
  array(
    select f."by" from card_freezes f where f.card_id = c.id and f.lifted_at is null order by f.since, f.id
  ) as frozen_by,
  c.version, c.created_at
`;
const WAITS = `
  case
    when c.status <> 'requested' then null
    when c.chain_id is not null then 'company'
    when exists (
      select 1 from approvals a where a.kind = 'approve_card' and a.status = 'pending' and a.payload ->> 'card_id' = c.id::text
    ) then 'second_person'
  end
`;
/** A scalar subquery: for an `exists` the planner may read all cards once. */
const IS_REPLACED = `
  coalesce((select true from cards n where n.replacement_for = c.id and n.status <> 'declined'), false)
`;
const FACTS = `
  c.user_id, c.company_id, c.requested_by, ${WAITS} as waits_for,
  ${IS_REPLACED} as is_replaced,
  (
    u.id is not null and u.erased_at is null and (c.company_id is null or (o.status = 'approved' and u.company_id = c.company_id))
  ) as is_held,
  exists (
    select 1 from card_freezes f
    where f.card_id = c.id and f."by" = 'system' and f.reason = 'three_declines' and f.lifted_at is null
  ) as is_suspected,
  coalesce(c.company_id is not null and e.status = 'inactive', false) as is_paused,
  c.shipped_at, c.delivered_at,
  c.is_unknown
`;
const COLUMNS = {
  frozen_by: `(select f."by" from card_freezes f where f.card_id = c.id and f.lifted_at is null order by f.since limit 1)`,
};
const definition = { from: FROM, rows_of: "cards c", select: SELECT, facts: FACTS, id: "c.id" };
const HOLDER: readonly Searched[] = [
  { column: "c.user_id", table: "users", text: "search_text" },
  { column: "c.user_id", table: "employments", key: "user_id", text: "folded(kept_name)" },
];
const COMPANY: Searched = { column: "c.company_id", table: "companies", text: "folded(name)" };
const ofPerson: readonly Searched[] = [...HOLDER, "c.last4"];
const ofAll: readonly Searched[] = [...ofPerson, COMPANY];

const mine = (context: Pick<Context, "session">) => abilitiesIn(context as Context, calls, cardRules);
type ListOf = typeof calls.listOwn;
const defined = (call: ListOf, search: readonly Searched[] = ofPerson) =>
  defineList<ListOf, FoundCard>(call, { ...definition, columns: COLUMNS, search });

const lists = {
  ofCompanies: defined(calls.ofCompanies as ListOf, ofAll),
  inUse: defined(calls.inUse as ListOf),
  ofPeople: defined(calls.ofPeople as ListOf),
  listOwn: defined(calls.listOwn),
  listAll: defined(calls.listAll as unknown as ListOf),
  ofEmployee: defined(calls.ofEmployee as unknown as ListOf),
  ofHolder: defined(calls.ofHolder as unknown as ListOf),
  listVirtual: defined(calls.listVirtual as ListOf, ofAll),
};
const requestList = defineList<typeof calls.requests, FoundCard>(calls.requests, {
  ...definition,
  columns: { is_company: "(c.company_id is not null)" },
  search: [...HOLDER, COMPANY],
});

const scoped = (name: keyof typeof lists, context: Context, scope = sql`true`) =>
  lists[name].scoped(scope, undefined, mine(context));

export const ofCompanies = (context: Context) => scoped("ofCompanies", context, sql`c.company_id is not null`);
export const inUse = (context: Context) =>
  scoped("inUse", context, sql`c.company_id is null and c.status in ('issued', 'active', 'frozen')`);
export const ofPeople = (context: Context) => scoped("ofPeople", context, sql`c.company_id is null`);
export const listVirtual = (context: Context) => scoped("listVirtual", context, sql`c.form = 'virtual'`);
export const listOwn = (context: Context) =>
  scoped("listOwn", context, sql`c.company_id = ${context.session.company_id}`);
export const requests = (context: Context) =>
  requestList.scoped(sql`c.status = 'requested' and c.chain_id is null`, undefined, mine(context));

/** Of a company that the caller sees. @throws NotFound */
export function listAll(context: Context, { params }: { params: { companyId: string } }) {
  const { session } = context;
  if (session.company_id !== params.companyId && !session.permissions.has("provider:can_view_card_requests"))
    throw new NotFound("This company");
  return scoped("listAll", context, sql`c.company_id = ${params.companyId}`);
}

/** Of somebody of the caller's company. @throws NotFound */
export async function ofEmployee(context: Context, { params }: { params: { userId: string } }) {
  const { company_id } = context.session;
  const { rows } = await sql`
    select 1 from users where id = ${params.userId} and company_id = ${company_id}
    union all select 1 from cards where user_id = ${params.userId} and company_id = ${company_id}
    limit 1
  `.execute(context.db);
  if (rows.length === 0) throw new NotFound("This employee");
  return scoped("ofEmployee", context, sql`c.company_id = ${company_id} and c.user_id = ${params.userId}`);
}

/** One's own. @throws NotFound for another person's */
export function ofHolder(context: Context, { params }: { params: { userId: string } }) {
  if (params.userId !== context.session.user_id) throw new NotFound("This person");
  return scoped("ofHolder", context, sql`c.user_id = ${params.userId}`);
}

/** Whose cards the caller sees: their own, those of the company that they look after, or all for the provider's staff. */
const scopeOf = ({ session }: Pick<Context, "session">) => {
  const { permissions, user_id, company_id } = session;
  if (permissions.has("provider:can_view_card_requests")) return sql`true`;
  const isManager = permissions.has("company:can_view_cards") || permissions.has("company:can_request_cards");
  return isManager ? sql`(c.user_id = ${user_id} or c.company_id = ${company_id})` : sql`c.user_id = ${user_id}`;
};

/** A card that the caller may see; undefined where there is none. */
export async function readCard(
  db: Database | Tx,
  context: Pick<Context, "session">,
  id: string,
): Promise<FoundCard | undefined> {
  const { rows } = await sql<FoundCard>`
    select ${sql.raw(SELECT)}, ${sql.raw(FACTS)} from ${sql.raw(FROM)} where c.id = ${id} and ${scopeOf(context)}
  `.execute(db);
  return rows[0];
}

/** The same, locked. */
export async function lockFound(tx: Tx, context: Context, id: string): Promise<FoundCard | undefined> {
  await sql`select 1 from cards where id = ${id} for no key update`.execute(tx);
  return readCard(tx, context, id);
}

/** The row of a card as its lists show it. */
export function rowOf(context: Pick<Context, "session">, card: FoundCard): z.output<typeof calls.cardRow> {
  const {
    user_id: _user,
    company_id: _company,
    requested_by: _asked,
    waits_for: _waits,
    is_replaced: _new,
    ...row
  } = card;
  const { is_held: _held, shipped_at: _sent, delivered_at: _there, is_unknown: _since, ...shown } = row;
  return { ...shown, abilities: mine(context)(card) };
}

type More = Pick<
  Detail,
  | "requested_by"
  | "decided_by"
  | "decision_reason"
  | "unknown_since"
  | "replaces"
  | "replaced_by"
  | "delivery_address"
  | "delivery_state"
  | "shipped_at"
  | "carrier_reference"
  | "delivered_at"
  | "activated_at"
  | "closed_at"
  | "closed_because"
>;

const NAMED = (alias: string, more = "") =>
  `json_build_object('id', ${alias}.id, 'last4', ${alias}.last4, 'status', ${alias}.status${more})`;

/** What may be spent from the account behind a card; null for callers who may not see the holder's money. */
async function availableOf(db: Database | Tx, { session }: Pick<Context, "session">, card: FoundCard) {
  const isOwn = card.user_id === session.user_id;
  const sees = card.company_id ? isOwn || session.company_id === card.company_id : isOwn;
  if (!sees || !["issued", "active", "frozen"].includes(card.status)) return null;
  const { account } = moneyBehind(card);
  const [found] = await balancesOf(queryable(db), [account]);
  return found ? found.natural_kobo - found.held_kobo : 0n;
}

/** A card with what its page shows beside the row. @throws NotFound */
export async function detailsOf(db: Database | Tx, context: Pick<Context, "session">, id: string): Promise<Detail> {
  const card = await readCard(db, context, id);
  if (!card) throw new NotFound("This card");
  const { rows } = await sql<More>`
    select a.full_name as requested_by, d.full_name as decided_by, c.decision_reason,
      case when c.status = 'approved' then c.asked_issuer_at end as unknown_since,
      case when p.id is not null then ${sql.raw(NAMED("p", ", 'reason', c.replacement_reason"))} end as replaces,
      case when n.id is not null then ${sql.raw(NAMED("n"))} end as replaced_by,
      c.delivery_address, c.delivery_state, c.shipped_at, c.carrier_reference, c.delivered_at, c.activated_at,
      c.closed_at, c.closed_because
    from cards c
    left join users a on a.id = c.requested_by
    left join users d on d.id = c.decided_by
    left join cards p on p.id = c.replacement_for
    left join cards n on n.replacement_for = c.id and n.status <> 'declined'
    where c.id = ${id}
  `.execute(db);
  const { rows: freezes } = await sql<Detail["freezes"][number]>`
    select f."by", w.full_name as name, f.reason, f.since, f.lifted_at
    from card_freezes f
    left join users w on w.id = f.frozen_by
    where f.card_id = ${id}
    order by f.since desc, f.id desc
  `.execute(db);
  const { rows: history } = await sql<Detail["history"][number]>`
    select id, to_state as title, actor_name as by, reason, happened_at as at
    from transitions
    where subject_id = ${id} and noun = 'card'
    order by happened_at desc, id desc
  `.execute(db);
  return {
    ...rowOf(context, card),
    ...rows[0]!,
    waits_for: card.waits_for as Detail["waits_for"],
    available_kobo: await availableOf(db, context, card),
    freezes,
    is_own: card.user_id === context.session.user_id,
    history,
  };
}

const holderList = defineList<typeof calls.holders, FoundCard & { cards: number; in_use: number; waiting: number }>(
  calls.holders,
  {
    from: `${FROM} cross join lateral (
      select count(*)::int as cards, (count(*) filter (where v.status in ('issued', 'active', 'frozen')))::int as in_use,
        (count(*) filter (where v.status = 'requested'))::int as waiting
      from cards v
      where v.user_id = c.user_id and v.form = 'virtual'
    ) h`,
    rows_of: "cards c",
    select: `
      c.id, c.status, json_build_object('id', c.user_id, 'name', ${NAME}) as person, h.cards, h.in_use, h.waiting,
      c.created_at, c.version
    `,
    facts: `c.kind, c.form, array[]::text[] as frozen_by, ${FACTS}`,
    id: "c.id",
    columns: { is_waiting: "(c.status = 'requested')" },
    search: HOLDER,
  },
);

/** One row for each holder of virtual cards: their request that waits, or else their newest card. */
export const holders = (context: Context) =>
  holderList.scoped(
    sql`c.form = 'virtual' and c.id = (
      select v.id
      from cards v
      where v.user_id = c.user_id and v.form = 'virtual'
      order by v.status <> 'requested', v.created_at desc, v.id desc
      limit 1
    )`,
    undefined,
    mine(context),
  );
