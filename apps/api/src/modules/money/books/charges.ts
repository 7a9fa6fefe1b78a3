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

/** The credit balances of people in the books, in kobo, by their ids. */
export async function creditsOf(tx: Tx | Database, user_ids: readonly string[]): Promise<Map<string, bigint>> {
  const balances = await balancesOf(
    queryable(tx),
    user_ids.map((id) => accountOf("customer_credit", id)),
  );
  const byCode = new Map(balances.map(({ code, natural_kobo }) => [code, natural_kobo]));
  return new Map(user_ids.map((id) => [id, byCode.get(accountOf("customer_credit", id)) ?? 0n]));
}

/** {@link creditsOf} of one person. */
export const creditOf = async (tx: Tx | Database, user_id: string): Promise<bigint> =>
  (await creditsOf(tx, [user_id])).get(user_id)!;
