/** Posting templates: a loan from its first day to its last. */
import { type NewTransaction, type Posted, post } from "@manilla/ledger";
import { type Tx, queryable } from "../../../../db/database.ts";
import type { MoneySource } from "../../../../house/purposes.ts";
import { accountOf, openLoanAccounts } from "../chart.ts";
import { credit, debit, entry } from "./entry.ts";

/** Money leaves for the customer: the loan's principal ↑, upfront fees are earned at once but for their VAT, the rest is on its way. */
export async function postDisbursement(
  tx: Tx,
  fact: {
    payout_id: string;
    loan_id: string;
    reference: string;
    principal_kobo: bigint;
    /** VAT included. */
    upfront_fees_kobo: bigint;
    upfront_vat_kobo: bigint;
    on: string;
    actor: string;
  },
): Promise<Posted> {
  await openLoanAccounts(queryable(tx), fact.loan_id);
  return post(
    queryable(tx),
    entry(
      {
        key: `disburse:${fact.payout_id}`,
        kind: "disburse",
        description: `Disbursement of ${fact.reference}`,
        on: fact.on,
        actor: fact.actor,
        metadata: { loan_id: fact.loan_id, payout_id: fact.payout_id },
      },
      [
        debit(accountOf("loan_principal", fact.loan_id), fact.principal_kobo),
        credit("fee_income", fact.upfront_fees_kobo - fact.upfront_vat_kobo),
        credit("vat_payable", fact.upfront_vat_kobo),
        credit("bank_operating", fact.principal_kobo - fact.upfront_fees_kobo),
      ],
    ),
  );
}

/** How received money is split, in kobo. */
export interface Split {
  penalty_kobo: bigint;
  fees_kobo: bigint;
  interest_kobo: bigint;
  principal_kobo: bigint;
  /** What is left after the last instalment, or nothing. */
  credit_kobo: bigint;
  /** Part of the interest that had waited in suspense and is income now. */
  released_kobo: bigint;
}

/** Money received on a loan, split by the allocation order; what is left over becomes the customer's credit balance. */
export function repaymentEntry(fact: {
  id: string;
  receipt_id: string;
  loan_id: string;
  user_id: string;
  reference: string;
  source: MoneySource;
  split: Split;
  on: string;
  actor: string;
}): NewTransaction {
  const { split } = fact;
  const total = split.penalty_kobo + split.fees_kobo + split.interest_kobo + split.principal_kobo + split.credit_kobo;
  const source = fact.source === "customer_credit" ? accountOf("customer_credit", fact.user_id) : fact.source;
  return entry(
    {
      id: fact.id,
      key: `repay:${fact.receipt_id}`,
      kind: "repay",
      description: `Repayment of ${fact.reference}`,
      on: fact.on,
      actor: fact.actor,
      metadata: { loan_id: fact.loan_id, receipt_id: fact.receipt_id },
    },
    [
      debit(source, total),
      credit(accountOf("loan_penalty", fact.loan_id), split.penalty_kobo),
      credit(accountOf("loan_fees", fact.loan_id), split.fees_kobo),
      credit(accountOf("loan_interest", fact.loan_id), split.interest_kobo),
      credit(accountOf("loan_principal", fact.loan_id), split.principal_kobo),
      credit(accountOf("customer_credit", fact.user_id), split.credit_kobo),
      debit("interest_suspense", split.released_kobo),
      credit("interest_income", split.released_kobo),
    ],
  );
}

/** The loan was paid back outside its schedule: receipts awaiting the bank ↑; principal, interest and charges ↓; what waited in suspense is earned. Once for a loan. */
export function reimbursementEntry(fact: Omit<Parameters<typeof repaymentEntry>[0], "source">): NewTransaction {
  const { split } = fact;
  const total = split.penalty_kobo + split.fees_kobo + split.interest_kobo + split.principal_kobo + split.credit_kobo;
  return entry(
    {
      id: fact.id,
      key: `reimburse:${fact.loan_id}`,
      kind: "reimburse",
      description: `Reimbursement of ${fact.reference}`,
      on: fact.on,
      actor: fact.actor,
      metadata: { loan_id: fact.loan_id, receipt_id: fact.receipt_id },
    },
    [
      debit("receipts_awaiting_bank", total),
      credit(accountOf("loan_penalty", fact.loan_id), split.penalty_kobo),
      credit(accountOf("loan_fees", fact.loan_id), split.fees_kobo),
      credit(accountOf("loan_interest", fact.loan_id), split.interest_kobo),
      credit(accountOf("loan_principal", fact.loan_id), split.principal_kobo),
      credit(accountOf("customer_credit", fact.user_id), split.credit_kobo),
      debit("interest_suspense", split.released_kobo),
      credit("interest_income", split.released_kobo),
    ],
  );
}

/**
 * A loan that will not be paid leaves the books: what was set aside for it, interest in suspense, and the income of its fees and penalties take
 * their part; the rest is lost, and so is the VAT of the fees, which stays owed to the state.
 */
export const postWriteOff = (
  tx: Tx,
  fact: {
    loan_id: string;
    reference: string;
    /** What the borrower reads of it in their statement of account. */
    words: "Charge-off" | "Write-off";
    principal_kobo: bigint;
    interest_kobo: bigint;
    suspended_kobo: bigint;
    fees_kobo: bigint;
    /** The VAT in the fees. */
    fees_vat_kobo: bigint;
    penalty_kobo: bigint;
    /** What the last provision run held for this loan. */
    allowance_kobo: bigint;
    on: string;
    actor: string;
  },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        key: `write-off:${fact.loan_id}`,
        kind: "write_off",
        description: `${fact.words} of ${fact.reference}`,
        on: fact.on,
        actor: fact.actor,
        metadata: { loan_id: fact.loan_id },
      },
      [
        debit("loss_allowance", fact.allowance_kobo),
        debit("interest_suspense", fact.suspended_kobo),
        debit("fee_income", fact.fees_kobo - fact.fees_vat_kobo),
        debit("penalty_income", fact.penalty_kobo),
        debit(
          "loan_losses",
          fact.principal_kobo + fact.interest_kobo - fact.suspended_kobo - fact.allowance_kobo + fact.fees_vat_kobo,
        ),
        credit(accountOf("loan_principal", fact.loan_id), fact.principal_kobo),
        credit(accountOf("loan_interest", fact.loan_id), fact.interest_kobo),
        credit(accountOf("loan_fees", fact.loan_id), fact.fees_kobo),
        credit(accountOf("loan_penalty", fact.loan_id), fact.penalty_kobo),
      ],
    ),
  );

/** Money received after a write-off is recovery income until the claim is met; the rest is the customer's credit. */
export const postRecovery = (
  tx: Tx,
  fact: {
    id: string;
    receipt_id: string;
    loan_id: string;
    user_id: string;
    reference: string;
    source: MoneySource;
    recovered_kobo: bigint;
    credit_kobo: bigint;
    on: string;
    actor: string;
  },
): Promise<Posted> => {
  const source = fact.source === "customer_credit" ? accountOf("customer_credit", fact.user_id) : fact.source;
  return post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `recover:${fact.receipt_id}`,
        kind: "recover",
        description: `Recovery of ${fact.reference}`,
        on: fact.on,
        actor: fact.actor,
        metadata: { loan_id: fact.loan_id },
      },
      [
        debit(source, fact.recovered_kobo + fact.credit_kobo),
        credit("recovery_income", fact.recovered_kobo),
        credit(accountOf("customer_credit", fact.user_id), fact.credit_kobo),
      ],
    ),
  );
};

/** A loan that was running elsewhere before: principal ↑ and what it has earned and nobody has paid ↑ against opening balances. */
export const importedLoanEntry = (fact: {
  loan_id: string;
  reference: string;
  principal_kobo: bigint;
  /** Earned until that day and unpaid; no income here, it was earned elsewhere. */
  interest_kobo: bigint;
  on: string;
}): NewTransaction =>
  entry(
    {
      key: `import:${fact.loan_id}`,
      kind: "import_loan",
      description: `Imported loan ${fact.reference}`,
      on: fact.on,
      actor: "import",
      metadata: { loan_id: fact.loan_id },
    },
    [
      debit(accountOf("loan_principal", fact.loan_id), fact.principal_kobo),
      debit(accountOf("loan_interest", fact.loan_id), fact.interest_kobo),
      credit("opening_balances", fact.principal_kobo + fact.interest_kobo),
    ],
  );
