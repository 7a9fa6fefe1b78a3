/** Posting templates: a disbursement that is expected back, and how that ends. */
import { type Posted, post } from "@manilla/ledger";
import { type Tx, queryable } from "../../../../db/database.ts";
import { accountOf, openLoanAccounts } from "../chart.ts";
import { credit, debit, entry } from "./entry.ts";

interface Returned {
  payout_id: string;
  /** Tells the second return of a payout from the first. */
  version: number;
  loan_id: string;
  reference: string;
  on: string;
  actor: string;
}
interface NetPayout {
  principal_kobo: bigint;
  /** VAT included. */
  upfront_fees_kobo: bigint;
  upfront_vat_kobo: bigint;
}

/**
 * What a loan had earned before its disbursement was taken back: receivables ↓ against the income (or suspense) that they made; what was paid is the person's
 * credit, and owed as principal again.
 */
export async function postUnearning(
  tx: Tx,
  fact: Returned & {
    user_id: string;
    /** What the loan's accounts hold now. */
    books: { principal_kobo: bigint; interest_kobo: bigint; fees_kobo: bigint; penalty_kobo: bigint };
    principal_kobo: bigint;
    earned_kobo: bigint;
    suspended_kobo: bigint;
    fee_income_kobo: bigint;
    /** The VAT in the fees: no longer owed. */
    fees_vat_kobo: bigint;
    penalty_income_kobo: bigint;
    /** By receipts: customer credit now. */
    paid_kobo: bigint;
  },
): Promise<Posted | undefined> {
  const { books, loan_id } = fact;
  const unearned = entry(
    {
      key: `unearn:${fact.payout_id}:${fact.version}`,
      kind: "unearn",
      description: `Interest and charges of ${fact.reference} taken back`,
      on: fact.on,
      actor: fact.actor,
      metadata: { loan_id, payout_id: fact.payout_id },
    },
    [
      debit(accountOf("loan_principal", loan_id), fact.principal_kobo - books.principal_kobo),
      debit("interest_income", fact.earned_kobo - fact.suspended_kobo),
      debit("interest_suspense", fact.suspended_kobo),
      debit("fee_income", fact.fee_income_kobo - fact.fees_vat_kobo),
      debit("vat_payable", fact.fees_vat_kobo),
      debit("penalty_income", fact.penalty_income_kobo),
      credit(accountOf("loan_interest", loan_id), books.interest_kobo),
      credit(accountOf("loan_fees", loan_id), books.fees_kobo),
      credit(accountOf("loan_penalty", loan_id), books.penalty_kobo),
      credit(accountOf("customer_credit", fact.user_id), fact.paid_kobo),
    ],
  );
  if (unearned.postings.length === 0) return undefined;
  await openLoanAccounts(queryable(tx), loan_id, fact.user_id);
  return post(queryable(tx), unearned);
}

/** A disbursement is expected back: payouts to be returned ↑; principal, upfront fees and their VAT ↓ as they were booked. */
export const postReturn = (tx: Tx, fact: Returned & NetPayout): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        key: `undisburse:${fact.payout_id}:${fact.version}`,
        kind: "return_payout",
        description: `Disbursement of ${fact.reference} expected back`,
        on: fact.on,
        actor: fact.actor,
        metadata: { loan_id: fact.loan_id, payout_id: fact.payout_id },
      },
      [
        debit("payouts_to_be_returned", fact.principal_kobo - fact.upfront_fees_kobo),
        debit("fee_income", fact.upfront_fees_kobo - fact.upfront_vat_kobo),
        debit("vat_payable", fact.upfront_vat_kobo),
        credit(accountOf("loan_principal", fact.loan_id), fact.principal_kobo),
      ],
    ),
  );

/** The borrower kept what was expected back: the disbursement again, against payouts to be returned. */
export const postResumption = (tx: Tx, fact: Returned & NetPayout): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        key: `resume:${fact.payout_id}:${fact.version}`,
        kind: "resume",
        description: `${fact.reference} runs again: the borrower kept the money`,
        on: fact.on,
        actor: fact.actor,
        metadata: { loan_id: fact.loan_id, payout_id: fact.payout_id },
      },
      [
        debit(accountOf("loan_principal", fact.loan_id), fact.principal_kobo),
        credit("fee_income", fact.upfront_fees_kobo - fact.upfront_vat_kobo),
        credit("vat_payable", fact.upfront_vat_kobo),
        credit("payouts_to_be_returned", fact.principal_kobo - fact.upfront_fees_kobo),
      ],
    ),
  );

/** What was expected back does not come: a loss. */
export const postLostPayout = (tx: Tx, fact: Returned & { amount_kobo: bigint }): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        key: `lose-payout:${fact.payout_id}:${fact.version}`,
        kind: "lose_payout",
        description: `Payout of ${fact.reference} lost`,
        on: fact.on,
        actor: fact.actor,
        metadata: { loan_id: fact.loan_id, payout_id: fact.payout_id },
      },
      [debit("loan_losses", fact.amount_kobo), credit("payouts_to_be_returned", fact.amount_kobo)],
    ),
  );

/** Customer credit pays principal again, where its loan runs again: the replay posts what it really paid. */
export const postCreditToLoan = (
  tx: Tx,
  fact: {
    receipt_id: string;
    loan_id: string;
    user_id: string;
    amount_kobo: bigint;
    version: number;
    on: string;
    actor: string;
  },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        key: `credit-to-loan:${fact.receipt_id}:${fact.version}`,
        kind: "replay",
        description: "Credit pays the loan that runs again",
        on: fact.on,
        actor: fact.actor,
        metadata: { loan_id: fact.loan_id, receipt_id: fact.receipt_id },
      },
      [
        debit(accountOf("customer_credit", fact.user_id), fact.amount_kobo),
        credit(accountOf("loan_principal", fact.loan_id), fact.amount_kobo),
      ],
    ),
  );
