/** The dollars behind a person's dollar cards, and the terms under which they are offered. */
import { type RawBuilder, sql } from "kysely";
import { type Database, type Tx, queryable } from "../../../db/database.ts";
import { accountOf, balancesOf } from "../../money/books/index.ts";
import { businessDate } from "../../platform/states/index.ts";

export interface DollarTerms {
  valid_from: string;
  is_offered: boolean;
  /** Hundredths of a percent on either side of the middle rate. */
  margin_bp: number;
  quote_seconds: number;
  rate_days: number;
  /** Whole naira for a dollar. */
  rate_from: number;
  rate_to: number;
  least_cents: bigint;
  month_cents: bigint;
}

export const DOLLAR_TERMS = sql.raw(`
  t.valid_from::text as valid_from, t.is_offered, t.margin_bp, t.quote_seconds, t.rate_days, t.rate_from, t.rate_to,
  t.least_cents, t.month_cents
`);

/** What holds on a business day. */
export async function termsOn(db: Database | Tx, on: string): Promise<DollarTerms> {
  const { rows } = await sql<DollarTerms>`
    select ${DOLLAR_TERMS} from dollar_terms t where t.valid_from <= ${on}::date order by t.valid_from desc limit 1
  `.execute(db);
  return rows[0]!;
}

/** Whether dollar cards are offered today. */
export const isOffered = async (db: Database | Tx): Promise<boolean> =>
  (await termsOn(db, await businessDate(db))).is_offered;

/** A person's dollars, in cents: all, what no payment holds, and what their cards took beyond them. */
export async function pursesOf(
  db: Database | Tx,
  user_id: string,
): Promise<{ balance: bigint; free: bigint; owed: bigint }> {
  const [found] = await balancesOf(queryable(db), [accountOf("dollar_purse", user_id)]);
  const { rows } = await sql<{ owed: bigint }>`
    select coalesce(sum(b.balance_kobo), 0)::bigint as owed
    from cards c
    join ledger.accounts a on a.chart_code = 'dollar_overdrawn' and a.owner_type = 'card' and a.owner_id = c.id::text
    join ledger.balances b on b.account_id = a.id
    where c.user_id = ${user_id} and c.currency = 'USD'
  `.execute(db);
  const { owed } = rows[0]!;
  return { balance: found?.natural_kobo ?? 0n, free: found ? found.natural_kobo - found.held_kobo : 0n, owed };
}

const OPEN = sql.raw("'approved', 'issued', 'active', 'frozen'");
/** A card that has dollars to pay with. */
export const dollarCardOf = (user_id: RawBuilder<unknown>): RawBuilder<boolean> => sql`exists (
  select 1 from cards c
  where c.user_id = ${user_id} and c.currency = 'USD' and c.status in (${OPEN})
)`;

/** The dollars that closing a card leaves without one; null where another card spends them, or there are none. */
export async function dollarsLeftBy(
  db: Database | Tx,
  { id, user_id, currency }: { id: string; user_id: string; currency: string },
): Promise<bigint | null> {
  if (currency !== "USD") return null;
  const { rows } = await sql`
    select 1 from cards c
    where c.user_id = ${user_id} and c.id <> ${id} and c.currency = 'USD' and c.status in (${OPEN})
    limit 1
  `.execute(db);
  const { balance } = await pursesOf(db, user_id);
  return rows.length > 0 || balance === 0n ? null : balance;
}
