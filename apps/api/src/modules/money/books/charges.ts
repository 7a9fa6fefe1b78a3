import { MonthAway, balancesOf } from "@manilla/ledger";
import { sql } from "kysely";
import { type Database, type Tx, queryable } from "../../../db/database.ts";
import { accountOf } from "./chart.ts";
import type { LoanBooks } from "./postings/lending-earnings.ts";

/** Fees and penalties that a loan owes in the books now, in kobo. */
export async function openCharges(tx: Tx, loan_id: string): Promise<{ fees_kobo: bigint; penalty_kobo: bigint }> {
  const codes = { fees_kobo: accountOf("loan_fees", loan_id), penalty_kobo: accountOf("loan_penalty", loan_id) };
  const balances = await balancesOf(queryable(tx), Object.values(codes));
  const of = (code: string): bigint => balances.find((balance) => balance.code === code)?.natural_kobo ?? 0n;
  return { fees_kobo: of(codes.fees_kobo), penalty_kobo: of(codes.penalty_kobo) };
}

/** What the books say of one loan now. @throws MonthAway */
export async function loanBooks(tx: Tx, loan_id: string): Promise<LoanBooks> {
  const { rows } = await sql<{ chart_code: string; kobo: bigint; is_away: boolean }>`
    with own as (
      select id from ledger.accounts where owner_type = 'loan' and owner_id = ${loan_id}
    ), touched as (
      select distinct p.transaction_id from own join ledger.postings p on p.account_id = own.id
    )
    select a.chart_code, sum(p.amount_kobo)::bigint as kobo, bool_or(t.kind = 'carried') as is_away
    from touched
    join ledger.transactions t on t.id = touched.transaction_id
    join ledger.postings p on p.transaction_id = t.id
    join ledger.accounts a on a.id = p.account_id
    where a.id in (select id from own)
      or (
        a.chart_code in ('fee_income', 'vat_payable', 'penalty_income') and t.kind not in ('disburse', 'return_payout', 'resume') and t.reverses_id is null
      )
    group by 1
  `.execute(tx);
  // What was put in the place of a month is of all accounts together.
  if (rows.some(({ is_away }) => is_away))
    throw new MonthAway("Postings of this loan are taken away with their month.");
  const of = (code: string): bigint => rows.find((row) => row.chart_code === code)?.kobo ?? 0n;
  return {
    principal_kobo: of("loan_principal"),
    interest_kobo: of("loan_interest"),
    fees_kobo: of("loan_fees"),
    penalty_kobo: of("loan_penalty"),
    fee_income_kobo: -of("fee_income") - of("vat_payable"),
    penalty_income_kobo: -of("penalty_income"),
  };
}

/** Penalties that were charged on a loan, and what was waived (negative), by row and day; the books are the only ones to remember the day. Kobo. */
export async function chargesOf(
  tx: Tx,
  loan_id: string,
): Promise<{ repayment_id: string; component: "penalty" | "fees"; on: string; at: Date; amount_kobo: bigint }[]> {
  const [penalty, fees] = [accountOf("loan_penalty", loan_id), accountOf("loan_fees", loan_id)];
  const { rows } = await sql<Awaited<ReturnType<typeof chargesOf>>[number] & { is_away: boolean }>`
    select t.kind = 'carried' as is_away, split_part(t.key, ':', 2) as repayment_id, t.effective_on as "on", t.recorded_at as at, p.amount_kobo,
      case a.code when ${penalty} then 'penalty' else 'fees' end as component
    from ledger.postings p
    join ledger.accounts a on a.id = p.account_id
    join ledger.transactions t on t.id = p.transaction_id
    where a.code in (${penalty}, ${fees}) and t.kind in ('penalty', 'waive', 'carried')
    order by t.effective_on, t.recorded_at
  `.execute(tx);
  if (rows.some(({ is_away }) => is_away)) throw new MonthAway("Charges of this loan are taken away with their month.");
  return rows.map(({ is_away: _, ...row }) => row);
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
