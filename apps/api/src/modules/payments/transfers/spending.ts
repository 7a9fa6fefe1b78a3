/** What a company's wallet sends to a beneficiary is spent, once it has arrived; salaries are not, for each would be read by who sees expenses. */
import { isSameCompany } from "@manilla/contract/companies/company-names";
import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { findRow, getRow } from "../../../db/row.ts";
import { VIRTUAL_FIELD } from "../../../field-encryption.ts";
import type { Means } from "../../../house/purposes.ts";
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

/** Whether it goes into an account of the company itself: its wallet's number, one elsewhere that the bank calls by the company's name, or one that its chain agreed is its own. */
async function isToItself(
  tx: Tx,
  { encryption }: Pick<Means, "encryption">,
  { company_id: id, account_no_hash, payee }: Transfer,
) {
  const company_id = id!;
  const { name } = await getRow(tx, "companies", company_id, ["name"]);
  if (isSameCompany(name, payee)) return true;
  const said = { company_id, account_no_hash: account_no_hash ?? Buffer.alloc(0), is_own: true, status: "active" };
  if (account_no_hash && (await findRow(tx, "beneficiaries", said, ["id"]))) return true;
  const account = await findRow(tx, "virtual_accounts", { company_id }, ["account_no_encrypted"]);
  if (!account || !account_no_hash) return false;
  const { data_key } = await getRow(tx, "wallets", { company_id }, ["data_key"]);
  const account_no = encryption.decrypt(company_id, data_key, VIRTUAL_FIELD, account.account_no_encrypted);
  return encryption.hash("account_no", account_no).equals(account_no_hash);
}

/** Financial institutions (ISO 18245): the category of the company's bank fees has it. */
const CHARGES = "6012";

/**
 * It has arrived: an expense of the requester, charges included, on the day on which it left the wallet. The company's chain has agreed to it. Of what goes
 * into an account of its own only the charges are spent.
 * @returns its id; null for salaries, a person's own money, and what cost nothing
 */
export async function spendOn(tx: Tx, means: Pick<Means, "encryption">, transfer: Transfer): Promise<string | null> {
  const { company_id, user_id, payee, total_kobo, amount_kobo: to_payee_kobo, reference: money_reference } = transfer;
  if (!company_id || transfer.is_confidential) return null;
  const { category_id, left_on } = await knownOf(tx, transfer);
  const paid = { money_reference, on: left_on ?? transfer.business_date, is_from_purse: false, is_from_wallet: true };
  const spent = { ...paid, company_id, user_id };
  if (await isToItself(tx, means, transfer)) {
    const amount_kobo = total_kobo! - to_payee_kobo;
    if (amount_kobo === 0n) return null;
    const charges = { ...spent, merchant: "Charges of a transfer", mcc: CHARGES, amount_kobo };
    return recordSpent(tx, charges, { has_none: true, is_decided: true });
  }
  const whole = { ...spent, merchant: payee, mcc: null, category_id, amount_kobo: total_kobo!, to_payee_kobo };
  return recordSpent(tx, whole, { has_none: true, is_decided: true });
}

/** So much of it has come back since it arrived. What was no expense of it comes back first. */
export async function returnSpent(tx: Tx, { expense_id, total_kobo }: Transfer, back_kobo: bigint): Promise<void> {
  if (!expense_id) return;
  const { amount_kobo, returned_kobo } = await getRow(tx, "expenses", expense_id, ["amount_kobo", "returned_kobo"]);
  await keepReturned(tx, [expense_id], back_kobo - (total_kobo! - amount_kobo - returned_kobo));
}
