/** Which partner funds a card, and what is drawn beside what it has paid for. */
import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import { NotFound } from "../../../errors.ts";
import type { CardHooks } from "../../../house/cards.ts";
import { businessDate } from "../../platform/states/index.ts";

export interface Partner {
  id: string;
  slug: string;
  name: string;
}

/** The partner of an address, locked where its cards' money is about to be requested or passed on. @throws NotFound for one that is not configured */
export async function requirePartner(db: Database | Tx, slug: string, lock = false): Promise<Partner> {
  const partner = await findRow(db, "card_partners", { slug }, ["id", "slug", "name"], { lock });
  if (!partner) throw new NotFound("This partner");
  return partner;
}

/** The partner that takes new cards on a day: of several the first. */
async function partnerOfNew(tx: Tx, on: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select p.id
    from card_partners p
    join lateral (
      select takes_new
      from card_partner_terms t
      where t.partner_id = p.id and t.valid_from <= ${on}::date
      order by valid_from desc
      limit 1
    ) t on t.takes_new
    order by p.created_at, p.id
    limit 1
  `.execute(tx);
  return rows[0]?.id;
}

/** A person's new credit card is funded by the partner that takes new ones, one in the place of another by the same. */
export const partnerHooks: CardHooks = {
  async issued(tx, _app, { id: card_id, kind, company_id, user_id, replacement_for }) {
    if (kind !== "personal_credit" || company_id !== null) return;
    const since = await businessDate(tx);
    const before =
      replacement_for && (await findRow(tx, "partner_cards", { card_id: replacement_for }, ["partner_id"]));
    const partner_id = replacement_for ? before && before.partner_id : await partnerOfNew(tx, since);
    if (!partner_id) return;
    const row = { card_id, user_id, partner_id, since };
    await tx
      .insertInto("partner_cards")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },
};

const balance = (line: string, sign: "" | "-") => `
  coalesce((
    select ${sign}b.balance_kobo
    from ledger.accounts a
    join ledger.balances b on b.account_id = a.id
    where a.tenant = '' and a.code = '${line}:' || pc.card_id
  ), 0)
`;
/** Interest that holders paid, of which the partner has its share by the terms of the day; rounded down once for a card. */
const INTEREST = `
  floor(coalesce((
    select sum(y.interest_kobo * (
      select t.interest_share_percent
      from card_partner_terms t
      where t.partner_id = pc.partner_id and t.valid_from <= y.paid_on
      order by t.valid_from desc
      limit 1
    ) / 100)
    from card_payments y
    where y.card_id = pc.card_id and y.taken_back_on is null
  ), 0))
`;
const passed = (column: string, states: string) => `
  coalesce((
    select sum(l.${column})
    from partner_payment_lines l
    join partner_payments p on p.id = l.payment_id
    where l.card_id = pc.card_id and p.status in (${states})
  ), 0)
`;

/** For each row of `partner_cards pc`: what is drawn, funded, requested and due, in kobo. As text of SQL, because lists are made of it. */
export const BOOKS = `
  lateral (
    select drawn_kobo::bigint as drawn_kobo, funded_kobo::bigint as funded_kobo, asked_kobo::bigint as asked_kobo,
      greatest(0, drawn_kobo - funded_kobo - asked_kobo)::bigint as to_fund_kobo,
      greatest(0, funded_kobo - drawn_kobo - waits_principal_kobo)::bigint as principal_kobo,
      greatest(0, interest_kobo)::bigint as interest_kobo, waiting_kobo::bigint as waiting_kobo,
      (greatest(0, funded_kobo - drawn_kobo - waits_principal_kobo) + greatest(0, interest_kobo))::bigint as due_kobo
    from (
      select ${balance("card_receivable", "")} as drawn_kobo, ${balance("partner_funding", "-")} as funded_kobo,
        coalesce((
          select sum(l.amount_kobo)
          from partner_funding_lines l
          join partner_fundings f on f.id = l.funding_id
          where l.card_id = pc.card_id and f.status = 'asked'
        ), 0) as asked_kobo,
        ${passed("principal_kobo", "'awaiting_approval'")} as waits_principal_kobo,
        ${passed("principal_kobo", "'awaiting_approval', 'sent'")}
          + ${passed("interest_kobo", "'awaiting_approval', 'sent'")} as waiting_kobo,
        ${INTEREST} - ${passed("interest_kobo", "'awaiting_approval', 'sent', 'paid'")} as interest_kobo
    ) money
  ) k
`;

export interface CardBooks {
  card_id: string;
  to_fund_kobo: bigint;
  principal_kobo: bigint;
  interest_kobo: bigint;
  due_kobo: bigint;
}

/** What is to be funded and due of a partner's cards. @param condition on `k` */
export async function booksOf(
  tx: Tx,
  partner: Partner,
  card_ids: readonly string[] | undefined,
  condition: RawBuilder<unknown>,
): Promise<CardBooks[]> {
  const chosen = card_ids ? sql`and pc.card_id = any(${[...card_ids]}::uuid[])` : sql``;
  const { rows } = await sql<CardBooks>`
    select pc.card_id, k.to_fund_kobo, k.principal_kobo, k.interest_kobo, k.due_kobo
    from partner_cards pc, ${sql.raw(BOOKS)}
    where pc.partner_id = ${partner.id} ${chosen} and ${condition}
    order by pc.card_id
  `.execute(tx);
  return rows;
}

/** Cards that somebody named have to be the partner's. @throws NotFound */
export async function requireCards(tx: Tx, partner: Partner, card_ids: readonly string[] | undefined): Promise<void> {
  if (!card_ids) return;
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n
    from partner_cards
    where partner_id = ${partner.id} and card_id = any(${[...card_ids]}::uuid[])
  `.execute(tx);
  if (rows[0]!.n !== new Set(card_ids).size) throw new NotFound("This card");
}
