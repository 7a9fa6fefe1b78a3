/** Whose money a card spends, where what comes back goes, and the row that a wallet's list has of it. */
import {
  accountOf,
  openCashAccount,
  openDollarPurse,
  openPurseAccount,
  openWalletAccount,
} from "../../money/books/index.ts";
import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import type { App } from "../../../house/app.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { keepReturned } from "../../companies/expenses/index.ts";
import { findWallet, openWallet, recordMovement } from "../../companies/wallet-movements/index.ts";
import { recordPersonal } from "../../people/personal-wallets/index.ts";
import type { Card } from "../card-records/index.ts";
import { accountsOf } from "./loading.ts";

export interface Owner {
  /** Where money that comes back goes. */
  account: string;
  wallet: "purse" | "company" | "cash" | "dollars";
  /** Where a line may be drawn again. */
  line_account: string;
}

/**
 * Where money goes that comes back to a card: to what it spends; of a closed card, and of a line on which nothing is owed, to its owner's wallet.
 * @param rest_kobo the account is opened where something comes to it
 */
export async function openOwner(tx: Tx, card: Card, rest_kobo: bigint): Promise<Owner> {
  const { account, is_credit } = accountsOf(card);
  const isClosed = card.status === "closed";
  const { company_id, user_id } = card;
  const line_account = isClosed && is_credit && company_id ? accountOf("undrawn_line", company_id) : account;
  // Dollars stay dollars, also of a closed card: what no card spends any more is exchanged by itself (dollar-cards).
  if (card.currency === "USD") {
    if (rest_kobo > 0n) await openDollarPurse(tx, user_id);
    return { account, wallet: "dollars", line_account };
  }
  if (company_id && !is_credit && !isClosed) {
    if (rest_kobo > 0n) await openPurseAccount(tx, user_id);
    return { account, wallet: "purse", line_account };
  }
  if (company_id) {
    if (rest_kobo > 0n) await openWalletAccount(tx, company_id);
    return { account: accountOf("company_wallet", company_id), wallet: "company", line_account };
  }
  if (rest_kobo > 0n) await openCashAccount(tx, user_id);
  return { account: accountOf("cash_wallet", user_id), wallet: "cash", line_account };
}

interface Moved {
  /** Of the posting. */
  id: string;
  kind: "card_paid" | "card_refunded";
  amount_kobo: bigint;
  reference: string;
  on: string;
}

/** The row of a wallet that has a list: a person's cash, or what came back to a company's wallet. */
export async function recordOnWallet(
  tx: Tx,
  card: Card,
  moved: Moved,
  into?: { app: Pick<App, "encryption">; owner: Owner },
): Promise<void> {
  const { id, kind, amount_kobo, reference, on } = moved;
  if (amount_kobo === 0n) return;
  const { company_id, user_id, is_holder_gone } = card;
  const isCompanys = into ? into.owner.wallet === "company" : is_holder_gone && card.kind === "company_debit";
  if (isCompanys && company_id) {
    // An employee who has left had a purse, so the company has a wallet.
    const wallet = into ? await openWallet(tx, into.app, company_id) : (await findWallet(tx, company_id, true))!;
    return recordMovement(tx, wallet, { id, company_id, user_id, kind, amount_kobo, reference, actor: SYSTEM, on });
  }
  const isCash = into ? into.owner.wallet === "cash" : card.kind === "personal_debit" && card.currency === "NGN";
  if (!isCash) return;
  const row = { user_id: card.user_id, kind, amount_kobo, reference, ledger_transaction_id: id, actor: SYSTEM, on };
  await recordPersonal(tx, "cash", row);
}

/** What came back of a payment and was not taken again, over its `card_captures c` and the expenses `x` that corrections of it have become. */
const BACK = sql`coalesce(sum(case
  when c.kind in ('refund', 'dispute_won') then c.amount_kobo
  when c.kind = 'refund_reversal' then coalesce(x.amount_kobo + x.returned_kobo, 0) - c.amount_kobo
end), 0)::bigint`;

/**
 * Each refund to a company's card that has no payment is a negative expense. What the issuer took back of them is deducted from the newest, in any order of
 * events.
 */
async function keepRefundsAlone(tx: Tx, { id: card_id }: Pick<Card, "id">): Promise<void> {
  const { rows } = await sql<{ expense_id: string; whole_kobo: bigint; taken_kobo: bigint }>`
    select c.expense_id, c.amount_kobo as whole_kobo, (
        select coalesce(sum(r.amount_kobo - coalesce(x.amount_kobo + x.returned_kobo, 0)), 0)::bigint
        from card_captures r
        left join expenses x on x.id = r.expense_id
        where r.card_id = c.card_id and r.kind = 'refund_reversal' and r.issuer_authorisation_id is null
      ) as taken_kobo
    from card_captures c
    join expenses e on e.id = c.expense_id
    where c.card_id = ${card_id} and c.kind = 'refund' and c.issuer_authorisation_id is null
    order by c.created_at desc, c.id desc
    for update of e
  `.execute(tx);
  let left = rows[0]?.taken_kobo ?? 0n;
  for (const { expense_id, whole_kobo } of rows) {
    const taken_kobo = left < whole_kobo ? left : whole_kobo;
    left -= taken_kobo;
    await changeRows(tx, "expenses", expense_id, { amount_kobo: taken_kobo - whole_kobo });
  }
}

/** What moved with a company's card changes what its expenses are. */
export const returnToExpenses = (tx: Tx, card: Card, issuer_authorisation_id: string | null): Promise<void> =>
  issuer_authorisation_id === null ? keepRefundsAlone(tx, card) : returnToExpense(tx, issuer_authorisation_id);

/**
 * What came back of a company's payment is no longer spent: its expenses are what is left, in any order of events. Nothing without its payment, or where it is a
 * person's own.
 */
export async function returnToExpense(tx: Tx, issuer_authorisation_id: string | null): Promise<void> {
  if (issuer_authorisation_id === null) return;
  const { rows } = await sql<{ expense_ids: string[]; back_kobo: bigint }>`
    select coalesce(array_agg(c.expense_id) filter (where c.expense_id is not null), '{}') as expense_ids, ${BACK} - (
        -- Given back by the shop after it was won: given on to the issuer.
        select coalesce(sum(d.won_twice_kobo), 0)
        from card_disputes d
        join card_captures k on k.id = d.capture_id
        where k.issuer_authorisation_id = ${issuer_authorisation_id}
      )::bigint as back_kobo
    from card_captures c
    left join expenses x on x.id = c.expense_id
    where c.issuer_authorisation_id = ${issuer_authorisation_id} and c.company_id is not null
  `.execute(tx);
  const { expense_ids, back_kobo } = rows[0]!;
  if (expense_ids.length > 0) await keepReturned(tx, expense_ids, back_kobo);
}

/**
 * How much of what the issuer takes as a correction is more than it gave back of the payment before; without a payment, of the card's others without one. What a
 * dispute won of those has lowered its own expense already.
 */
export async function beyondReturned(
  tx: Tx,
  { id: card_id }: Card,
  { authorisation, amount_kobo }: { authorisation: string | null; amount_kobo: bigint },
): Promise<bigint> {
  const of =
    authorisation === null
      ? sql`c.card_id = ${card_id} and c.issuer_authorisation_id is null and c.kind <> 'dispute_won'`
      : sql`c.issuer_authorisation_id = ${authorisation}`;
  const { rows } = await sql<{ back_kobo: bigint }>`
    select ${BACK} as back_kobo from card_captures c left join expenses x on x.id = c.expense_id where ${of}
  `.execute(tx);
  const back_kobo = rows[0]!.back_kobo > 0n ? rows[0]!.back_kobo : 0n;
  return amount_kobo > back_kobo ? amount_kobo - back_kobo : 0n;
}
