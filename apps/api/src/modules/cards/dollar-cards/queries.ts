import * as calls from "@manilla/contract/cards/dollar-cards";
import { sql } from "kysely";
import type { z } from "zod";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { freeCash } from "../../money/books/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { dollarCardOf, pursesOf, termsOn } from "../card-records/index.ts";

type Purse = z.output<typeof calls.find.response>;

const RATE = (column: string): string => `round(${column} / 10000.0, 4)::text`;
const EXCHANGE = `
  q.id, q.reference, q.kind, q.amount_cents, q.amount_kobo, ${RATE("q.rate_e4")} as rate, q.rated_on::text as rated_on, q.used_at
`;

/** What a person has bought in the calendar month of a business day, in cents. */
export async function boughtInMonth(db: Database | Tx, user_id: string, on: string): Promise<bigint> {
  const { rows } = await sql<{ cents: bigint }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents
    from dollar_quotes
    where user_id = ${user_id} and kind = 'buy' and used_at is not null
      and business_date >= date_trunc('month', ${on}::date)::date
      and business_date < (date_trunc('month', ${on}::date) + interval '1 month')::date
  `.execute(db);
  return rows[0]!.cents;
}

/** The dollars of a person as their page shows them. */
export async function purseOf(db: Database | Tx, user_id: string): Promise<Purse> {
  const on = await businessDate(db);
  const terms = await termsOn(db, on);
  const { balance, free, owed } = await pursesOf(db, user_id);
  const left = terms.month_cents - (await boughtInMonth(db, user_id, on));
  const { rows: cards } = await sql<{ has_card: boolean }>`
    select ${dollarCardOf(sql`${user_id}::uuid`)} as has_card
  `.execute(db);
  const { rows: exchanges } = await sql<Purse["exchanges"][number]>`
    select ${sql.raw(EXCHANGE)}
    from dollar_quotes q
    where q.user_id = ${user_id} and q.used_at is not null
    order by q.used_at desc, q.id desc
    limit 10
  `.execute(db);
  return {
    is_offered: terms.is_offered,
    has_card: cards[0]!.has_card,
    balance_cents: balance,
    free_cents: free,
    owed_cents: owed,
    least_cents: terms.least_cents,
    month_left_cents: left > 0n ? left : 0n,
    cash_kobo: await freeCash(db, user_id),
    exchanges,
  };
}

export const exchanges = defineList(calls.exchanges, {
  from: "dollar_quotes q join users u on u.id = q.user_id",
  rows_of: "dollar_quotes q",
  select: `
    ${EXCHANGE}, json_build_object('id', u.id, 'name', u.full_name) as person, q.margin_kobo, ${RATE("q.mid_e4")} as mid_rate
  `,
  id: "q.id",
  columns: { user_id: "q.user_id" },
  search: ["u.search_text", "folded(q.reference)"],
}).scoped(sql`q.used_at is not null`);
