import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { bandOf } from "../approval-chains/index.ts";
import { isDirect } from "./rules.ts";

/** What an employee was given of the company's money and of its line on a business day, in kobo. What was taken back makes no room again. */
async function givenOn(db: Database | Tx, user_id: string, on: string): Promise<bigint> {
  const { rows } = await sql<{ kobo: bigint }>`
    select coalesce(-sum(p.amount_kobo), 0)::bigint as kobo
    from ledger.accounts a
    join ledger.postings p on p.account_id = a.id and p.effective_on = ${on}::date and p.amount_kobo < 0
    join ledger.transactions t on t.id = p.transaction_id and t.kind in ('assign', 'assign_line')
    where a.tenant = '' and a.code in (${`purse:${user_id}`}, ${`undrawn_line:${user_id}`})
  `.execute(db);
  return rows[0]!.kobo;
}

/** What somebody gave of the wallet on a business day, and what anybody gave of the company's line, in kobo: the line's parts name no giver. */
async function givenBy(tx: Tx, giver_id: string, company_id: string, on: string): Promise<bigint> {
  const { rows } = await sql<{ kobo: bigint }>`
    select (
      select coalesce(-sum(m.amount_kobo), 0)
      from wallet_movements m
      where m.company_id = ${company_id} and m.kind = 'assigned' and m.moved_by = ${giver_id}
        and m.business_date = ${on}::date and m.amount_kobo < 0
    )::bigint + (
      select coalesce(sum(p.amount_kobo), 0)
      from ledger.accounts a
      join ledger.postings p on p.account_id = a.id and p.effective_on = ${on}::date and p.amount_kobo > 0
      join ledger.transactions t on t.id = p.transaction_id and t.kind = 'assign_line'
      where a.tenant = '' and a.code = ${`undrawn_line:${company_id}`}
    )::bigint as kobo
  `.execute(tx);
  return rows[0]!.kobo;
}

/** From which amount a second person agrees: the company's band, or ours where it has said nothing. A higher one than ours that one person said alone waits as their other powers do. */
async function alonesLimit(tx: Tx, company_id: string): Promise<bigint> {
  const direct_kobo = readSetting(tx, "direct_assignment_kobo");
  const own = await bandOf(tx, company_id, "purse_assignment");
  const ours = BigInt(await direct_kobo);
  if (own === undefined || own <= ours) return own ?? ours;
  const hours = await readSetting(tx, "alone_power_hours");
  const { rows } = await sql<{ begins_at: Date | null }>`
    select chain_begins_at(${company_id}, 'purse_assignment', ${hours}) as begins_at
  `.execute(tx);
  return (rows[0]?.begins_at ?? clock.now()) > clock.now() ? ours : own;
}

/** Whether the caller gives this much alone: less than the limit in the day and to this person, and five times that to all. */
export async function givesAlone(
  tx: Tx,
  giver_id: string,
  asked: { company_id: string; user_id: string; amount_kobo: bigint; on: string },
): Promise<boolean> {
  const [limit_kobo, given_kobo, by_giver_kobo] = await Promise.all([
    alonesLimit(tx, asked.company_id),
    givenOn(tx, asked.user_id, asked.on),
    givenBy(tx, giver_id, asked.company_id, asked.on),
  ]);
  return isDirect(asked.amount_kobo, given_kobo, limit_kobo, by_giver_kobo);
}
