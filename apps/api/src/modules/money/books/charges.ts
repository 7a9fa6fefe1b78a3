import { balancesOf } from "@manilla/ledger";
import { type Database, type Tx, queryable } from "../../../db/database.ts";
import { accountOf } from "./chart.ts";

/** Fees and penalties that a loan owes in the books now, in kobo. */
export async function openCharges(tx: Tx, loan_id: string): Promise<{ fees_kobo: bigint; penalty_kobo: bigint }> {
  const codes = { fees_kobo: accountOf("loan_fees", loan_id), penalty_kobo: accountOf("loan_penalty", loan_id) };
  const balances = await balancesOf(queryable(tx), Object.values(codes));
  const of = (code: string): bigint => balances.find((balance) => balance.code === code)?.natural_kobo ?? 0n;
  return { fees_kobo: of(codes.fees_kobo), penalty_kobo: of(codes.penalty_kobo) };
}

/** What stands to a person's credit in the books, in kobo. */
export async function creditOf(tx: Tx | Database, user_id: string): Promise<bigint> {
  const [balance] = await balancesOf(queryable(tx), [accountOf("customer_credit", user_id)]);
  return balance?.natural_kobo ?? 0n;
}
