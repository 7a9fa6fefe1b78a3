/** What a posting booked, for tests of T-accounts. */
import { sql } from "kysely";
import type { Database } from "../apps/api/src/db/database.ts";

/** The T-accounts of the posting with a key, in kobo, debits positive: accounts of one person or company by their account of the chart. */
export async function bookedUnder(db: Database, key: string): Promise<Record<string, bigint>> {
  const { rows } = await sql<{ account: string; kobo: bigint }>`
    select coalesce(a.chart_code, a.code) as account, p.amount_kobo as kobo
    from ledger.transactions t
    join ledger.postings p on p.transaction_id = t.id
    join ledger.accounts a on a.id = p.account_id
    where t.key = ${key}
  `.execute(db);
  return Object.fromEntries(rows.map(({ account, kobo }) => [account, kobo]));
}
