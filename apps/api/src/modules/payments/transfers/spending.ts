/** What a company's wallet sends to a beneficiary is spent, once it has arrived; salaries are not, for each would be read by who sees expenses. */
import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { keepReturned, recordSpent } from "../../companies/expenses/index.ts";
import type { Transfer } from "./recording.ts";

/** The category of what was last sent to this account, for the company has put it there; and the day on which a batch left the wallet as a whole. */
async function knownOf(tx: Tx, { company_id, account_no_hash, batch_id }: Transfer) {
  const { rows } = await sql<{ category_id: string | null; left_on: string | null }>`
    select (
        select e.category_id
        from transfers t
        join expenses e on e.id = t.expense_id
        where t.company_id = ${company_id} and t.account_no_hash = ${account_no_hash} and e.category_id is not null
        order by t.created_at desc
        limit 1
      ) as category_id, (select b.business_date::text from transfer_batches b where b.id = ${batch_id}::uuid) as left_on
  `.execute(tx);
  return rows[0]!;
}

/**
 * It has arrived: an expense of who asked for it, charges included, on the day on which it left the wallet. The company's chain has agreed to it.
 * @returns its id; null for salaries and a person's own money
 */
export async function spendOn(tx: Tx, transfer: Transfer): Promise<string | null> {
  const {
    company_id,
    user_id,
    payee: merchant,
    total_kobo,
    amount_kobo: to_payee_kobo,
    reference: money_reference,
  } = transfer;
  if (!company_id || transfer.is_confidential) return null;
  const { category_id, left_on } = await knownOf(tx, transfer);
  const paid = { amount_kobo: total_kobo!, money_reference, on: left_on ?? transfer.business_date };
  const spent = {
    company_id,
    user_id,
    merchant,
    mcc: null,
    category_id,
    is_from_purse: false,
    is_from_wallet: true,
    to_payee_kobo,
  };
  return recordSpent(tx, { ...spent, ...paid }, { has_none: true, is_decided: true });
}

/** So much of it has come back since it arrived. */
export async function returnSpent(tx: Tx, { expense_id }: Transfer, back_kobo: bigint): Promise<void> {
  if (expense_id) await keepReturned(tx, [expense_id], back_kobo);
}
