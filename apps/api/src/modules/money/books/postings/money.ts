/** Posting templates: money that comes in and goes out, whatever it is for. */
import { type Posted, post, reverse } from "@manilla/ledger";
import { sql } from "kysely";
import { type Database, type Tx, queryable } from "../../../../db/database.ts";
import type { MoneySource, Receipt } from "../../../../house/purposes.ts";
import { type ChartCode, type Holder, accountOf, openLoanAccounts, openOwned } from "../chart.ts";
import { credit, debit, entry } from "./entry.ts";

/** The provider puts money in: Bank ↑, or its float at a biller ↑, Capital ↑. */
export const putInCapital = (
  db: Tx | Database,
  fact: { key: string; amount_kobo: bigint; on: string; actor: string; into?: ChartCode },
): Promise<Posted> =>
  post(
    queryable(db),
    entry(
      {
        key: `capital:${fact.key}`,
        kind: "put_in_capital",
        description: "Capital put in",
        on: fact.on,
        actor: fact.actor,
      },
      [debit(fact.into ?? "bank_operating", fact.amount_kobo), credit("capital", fact.amount_kobo)],
    ),
  );

/** Money received that belongs to no loan: customer credit. */
export async function postCredit(
  tx: Tx,
  fact: {
    id: string;
    receipt_id: string;
    user_id: string;
    reference: string;
    source: Exclude<MoneySource, "customer_credit">;
    amount_kobo: bigint;
    on: string;
    actor: string;
  },
): Promise<Posted> {
  const account = await openOwned(queryable(tx), "customer_credit", fact.user_id);
  return post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `repay:${fact.receipt_id}`,
        kind: "credit",
        description: `Credit balance from ${fact.reference}`,
        on: fact.on,
        actor: fact.actor,
        metadata: { receipt_id: fact.receipt_id },
      },
      [debit(fact.source, fact.amount_kobo), credit(account, fact.amount_kobo)],
    ),
  );
}

/** A receipt that was wrong: its mirror image. */
export const postReceiptReversal = (
  tx: Tx,
  fact: { receipt_id: string; transaction_id: string; on: string; actor: string; reason: string },
): Promise<Posted> =>
  reverse(queryable(tx), {
    transaction_id: fact.transaction_id,
    key: `reverse-receipt:${fact.receipt_id}`,
    effective_on: fact.on,
    actor: fact.actor,
    reason: fact.reason,
  });

/**
 * What a receipt gave to the person's credit when it was booked is not what it gives now, where its loan was worked out again or taken back: its mirror
 * image needs the credit of before. Called before the mirror for what the loan took of the credit since (`loan`), and after it for what became credit since.
 */
export async function postCreditMoved(
  tx: Tx,
  { receipt, into, on, actor }: { receipt: Receipt; into: "loan" | "source"; on: string; actor: string },
): Promise<void> {
  const { id, loan_id, user_id, amount_kobo } = receipt;
  if (!loan_id || !user_id) return;
  const { rows } = await sql<{ code: string; chart_code: string; amount_kobo: bigint }>`
    select a.code, a.chart_code, p.amount_kobo
    from ledger.postings p
    join ledger.accounts a on a.id = p.account_id
    where p.transaction_id = ${receipt.ledger_transaction_id}
  `.execute(tx);
  const person = accountOf("customer_credit", user_id);
  const used = receipt.source === "customer_credit" ? amount_kobo : 0n;
  const booked = rows.reduce((sum, row) => (row.code === person ? sum - row.amount_kobo : sum), used);
  const moved = receipt.credit_kobo - booked;
  if (moved === 0n || moved < 0n !== (into === "loan")) return;
  const loanLines = rows.filter(({ chart_code }) => chart_code.startsWith("loan_"));
  const isWhole = moved === loanLines.reduce((sum, row) => sum - row.amount_kobo, 0n);
  // All of it: as it was booked. A part: the replay that follows says what of the loan it is.
  const again = isWhole
    ? rows.filter(({ chart_code }) => chart_code.startsWith("loan_") || chart_code.startsWith("interest_"))
    : [{ code: accountOf("loan_principal", loan_id), amount_kobo: -moved }];
  const facts = { key: `credit-moved:${id}`, kind: "replay", description: "Credit of a reversed receipt" };
  await openLoanAccounts(queryable(tx), loan_id, user_id);
  await post(
    queryable(tx),
    entry({ ...facts, on, actor, metadata: { loan_id, receipt_id: id } }, [
      debit(person, moved),
      ...again.map((row) => debit(row.code, row.amount_kobo)),
    ]),
  );
}

/** Money of which nobody knows whose it is: bank ↑, unidentified ↑. */
export const postUnidentifiedReceipt = (
  tx: Tx,
  fact: { reference: string; amount_kobo: bigint; on: string },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        key: `unidentified:${fact.reference}`,
        kind: "receive_unidentified",
        description: `Receipt ${fact.reference}`,
        on: fact.on,
        actor: "webhook",
      },
      [debit("bank_operating", fact.amount_kobo), credit("unidentified_receipts", fact.amount_kobo)],
    ),
  );

/** The bank has what was collected by card, or recorded by hand: bank ↑, the account that held it ↓. Once for a line of the bank's statement. */
export const postSettlement = (
  tx: Tx,
  fact: { reference: string; holder: Holder; line_id: string; amount_kobo: bigint; on: string; actor: string },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        key: `settlement:${fact.reference}:${fact.line_id}`,
        kind: "settle_collections",
        description: `Collections settled ${fact.reference}`,
        on: fact.on,
        actor: fact.actor,
      },
      [debit("bank_operating", fact.amount_kobo), credit(fact.holder, fact.amount_kobo)],
    ),
  );

/**
 * A difference that somebody named: the bank by what its statement shows beside what the books had, the account that held it by what was expected, the rest to
 * the named account.
 */
export const postDifference = (
  tx: Tx,
  fact: {
    item_id: string;
    version: number;
    reference: string;
    bank_kobo: bigint;
    holder: Holder;
    held_kobo: bigint;
    account: string;
    on: string;
    actor: string;
  },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        key: `difference:${fact.item_id}:${fact.version}`,
        kind: "name_difference",
        description: `Difference of ${fact.reference}`,
        on: fact.on,
        actor: fact.actor,
      },
      [
        debit("bank_operating", fact.bank_kobo),
        credit(fact.holder, fact.held_kobo),
        credit(fact.account, fact.bank_kobo - fact.held_kobo),
      ],
    ),
  );

/** What a line of a statement posted, when the statement is taken back: its mirror image. */
export const postTakenBack = (
  tx: Tx,
  fact: { transaction_id: string; on: string; actor: string; reason: string },
): Promise<Posted> =>
  reverse(queryable(tx), {
    transaction_id: fact.transaction_id,
    key: `take-back:${fact.transaction_id}`,
    effective_on: fact.on,
    actor: fact.actor,
    reason: fact.reason,
  });

/** A credit balance on its way back to the customer: it is no longer theirs to use. */
export async function postRefundSent(
  tx: Tx,
  fact: { payout_id: string; user_id: string; amount_kobo: bigint; on: string; actor: string },
): Promise<Posted> {
  const account = await openOwned(queryable(tx), "customer_credit", fact.user_id);
  return post(
    queryable(tx),
    entry(
      {
        key: `refund:${fact.payout_id}`,
        kind: "refund",
        description: "Refund of a credit balance approved",
        on: fact.on,
        actor: fact.actor,
        metadata: { payout_id: fact.payout_id },
      },
      [debit(account, fact.amount_kobo), credit("payouts_in_transit", fact.amount_kobo)],
    ),
  );
}

/** The refund arrived: what was on its way left the bank. */
export const postRefundPaid = (
  tx: Tx,
  fact: { payout_id: string; amount_kobo: bigint; on: string; actor: string },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        key: `refund-paid:${fact.payout_id}`,
        kind: "refund_paid",
        description: "Refund of a credit balance paid",
        on: fact.on,
        actor: fact.actor,
        metadata: { payout_id: fact.payout_id },
      },
      [debit("payouts_in_transit", fact.amount_kobo), credit("bank_operating", fact.amount_kobo)],
    ),
  );

/** The refund did not arrive or was returned: customer credit again. */
export async function postRefundReturned(
  tx: Tx,
  fact: { payout_id: string; user_id: string; amount_kobo: bigint; wasPaid: boolean; on: string; actor: string },
): Promise<Posted> {
  const account = await openOwned(queryable(tx), "customer_credit", fact.user_id);
  return post(
    queryable(tx),
    entry(
      {
        key: `refund-returned:${fact.payout_id}`,
        kind: "refund_returned",
        description: "Refund of a credit balance came back",
        on: fact.on,
        actor: fact.actor,
        metadata: { payout_id: fact.payout_id },
      },
      [
        debit(fact.wasPaid ? "bank_operating" : "payouts_in_transit", fact.amount_kobo),
        credit(account, fact.amount_kobo),
      ],
    ),
  );
}

/** VAT paid to the tax authority: what is owed of a month ↓, bank ↓. */
export const postRemittance = (
  tx: Tx,
  fact: { remittance_id: string; month: string; reference: string; amount_kobo: bigint; on: string; actor: string },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        key: `remit-vat:${fact.remittance_id}`,
        kind: "remit_vat",
        description: `VAT of ${fact.month} remitted`,
        on: fact.on,
        actor: fact.actor,
        metadata: { remittance_id: fact.remittance_id, month: fact.month, reference: fact.reference },
      },
      [debit("vat_payable", fact.amount_kobo), credit("bank_operating", fact.amount_kobo)],
    ),
  );
