/** Cards and what was paid with them in the global search: one's own, those of the company, or all for the provider's staff. */
import { badge } from "@manilla/contract/badges";
import { cardKindWords, type CardKind } from "@manilla/contract/cards/card-states";
import { money } from "@manilla/contract/formats";
import { type RawBuilder, sql } from "kysely";
import { likePattern } from "../../../db/list-conditions.ts";
import type { Context, Found, SearchSource } from "../../../house/app.ts";
import { MAX_FOUND, hasOperators } from "../../platform/search/index.ts";
import { seenBy } from "./queries.ts";

const SEES = ["personal:can_view_cards", "company:can_view_cards", "provider:can_view_card_requests"] as const;
const STAFF = "provider:can_view_card_requests";
/** Of payments (CP), captures (CC), refunds (CR) and what was won (CW). */
const REFERENCE = /^c[pcrw]\d{6}[0-9a-z]+$/i;

const sees = ({ session }: Context): boolean => SEES.some((one) => session.permissions.has(one));

/** Where somebody looks at a card or a payment. */
function addressOf({ session }: Context, path: string, company_id: string | null): string {
  if (session.permissions.has(STAFF)) return `/admin/${path}`;
  const isCompanys = session.permissions.has("company:can_view_cards") && company_id === session.company_id;
  return isCompanys ? `/corporate/${path}` : `/customer/${path}`;
}

/** By id or last four digits; the provider's staff find the cards of a person by the person, others by the name of holder or card. */
export const cardSearch: SearchSource = {
  heading: "Cards",
  at: 33,
  async find(context, typed): Promise<Found[]> {
    const { words, id, last_four } = typed;
    if (!sees(context) || hasOperators(typed)) return [];
    const named = context.session.permissions.has(STAFF)
      ? []
      : words.map((word) => sql`folded(u.full_name || ' ' || coalesce(c.label, '')) like ${likePattern(word)}`);
    const which: RawBuilder<unknown>[] = id
      ? [sql`c.id = ${id}::uuid`]
      : last_four
        ? [sql`c.last4 = ${last_four}`]
        : named;
    if (which.length === 0) return [];
    const { rows } = await sql<{
      id: string;
      kind: CardKind;
      last4: string | null;
      status: string;
      company_id: string | null;
      name: string;
    }>`
      select c.id, c.kind, c.last4, c.status, c.company_id, coalesce(u.full_name, 'Somebody') as name
      from cards c
      left join users u on u.id = c.user_id
      where ${sql.join([...which, seenBy(context, "c")], sql` and `)}
      order by c.created_at desc, c.id desc
      limit ${MAX_FOUND}
    `.execute(context.db);
    return rows.map((card) => ({
      id: card.id,
      label: `${cardKindWords[card.kind]} card${card.last4 ? ` ending ${card.last4}` : ""}`,
      detail: `${card.name} · ${badge("card", card.status).label}`,
      link: addressOf(context, `cards/${card.id}`, card.company_id),
    }));
  },
};

/** By id or by the reference of the payment or of money that moved with it; one's own also by the shop. */
export const cardPaymentSearch: SearchSource = {
  heading: "Card payments",
  at: 34,
  async find(context, typed): Promise<Found[]> {
    const { words, id } = typed;
    const [word = ""] = words;
    if (!sees(context) || hasOperators(typed) || (!id && words.length === 0)) return [];
    const isReference = words.length === 1 && REFERENCE.test(word);
    const isOwn = sql`p.user_id = ${context.session.user_id}`;
    const which = id
      ? [sql`p.id = ${id}::uuid`]
      : isReference
        ? [
            sql`(
              p.reference = upper(${word})
              or p.id = (select m.authorisation_id from card_captures m where m.reference = upper(${word}))
            )`,
          ]
        : [isOwn, ...words.map((each) => sql`folded(p.merchant) like ${likePattern(each)}`)];
    const { rows } = await sql<{
      id: string;
      reference: string;
      merchant: string;
      amount_kobo: bigint;
      currency: string;
      status: string;
      company_id: string | null;
      name: string;
    }>`
      select p.id, p.reference, p.merchant, p.amount_kobo, coalesce(p.asked_currency, c.currency) as currency, p.status, p.company_id, coalesce(u.full_name, 'Somebody') as name
      from card_authorisations p
      join cards c on c.id = p.card_id
      left join users u on u.id = p.user_id
      where ${sql.join([...which, seenBy(context)], sql` and `)}
      order by p.created_at desc, p.id desc
      limit ${MAX_FOUND}
    `.execute(context.db);
    return rows.map((payment) => ({
      id: payment.id,
      label: `${payment.reference} at ${payment.merchant}`,
      detail: `${payment.name} · ${money(payment.amount_kobo, payment.currency)} · ${badge("card_payment", payment.status).label}`,
      link: addressOf(context, `cards/transaction/${payment.id}`, payment.company_id),
    }));
  },
};
