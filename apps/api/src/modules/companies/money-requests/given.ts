import { sql } from "kysely";
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

/** Whether the caller gives this much alone: less than the company's band, or ours where it has said nothing, in the day and to this person. */
export async function givesAlone(
  tx: Tx,
  asked: { company_id: string; user_id: string; amount_kobo: bigint; on: string },
): Promise<boolean> {
  const own = await bandOf(tx, asked.company_id, "purse_assignment");
  const from_kobo = own ?? BigInt(await readSetting(tx, "direct_assignment_kobo"));
  return isDirect(asked.amount_kobo, await givenOn(tx, asked.user_id, asked.on), from_kobo);
}
