/** Posting templates: what a loan earns day by day, and what is set aside for its loss. */
import { type NewTransaction, type Posted, post } from "@manilla/ledger";
import { type Tx, queryable } from "../../../../db/database.ts";
import { accountOf } from "../chart.ts";
import { credit, debit, entry } from "./entry.ts";

/**
 * Interest earned since the last time (negative where a change of the schedule made it less): receivable ↑, income ↑; `suspended_kobo` of it
 * goes to suspense because the loan is non-performing.
 * @param fact.because what made it be posted within the day (a receipt); absent for the close of business
 */
export const accrualEntry = (fact: {
  loan_id: string;
  amount_kobo: bigint;
  suspended_kobo: bigint;
  on: string;
  because?: string;
}): NewTransaction =>
  entry(
    {
      key: `accrue:${fact.loan_id}:${fact.on}${fact.because ? `:${fact.because}` : ""}`,
      kind: "accrue",
      description: "Interest accrued",
      on: fact.on,
      actor: "close of business",
      metadata: { loan_id: fact.loan_id },
    },
    [
      debit(accountOf("loan_interest", fact.loan_id), fact.amount_kobo),
      credit("interest_suspense", fact.suspended_kobo),
      credit("interest_income", fact.amount_kobo - fact.suspended_kobo),
    ],
  );

/** Interest that waited in suspense is earned after all: suspense ↓, income ↑ (paid, or the loan performs again). */
export const releaseEntry = (fact: {
  loan_id: string;
  amount_kobo: bigint;
  on: string;
  because: string;
}): NewTransaction =>
  entry(
    {
      key: `release:${fact.loan_id}:${fact.because}`,
      kind: "release_suspense",
      description: "Interest released from suspense",
      on: fact.on,
      actor: "close of business",
      metadata: { loan_id: fact.loan_id },
    },
    [debit("interest_suspense", fact.amount_kobo), credit("interest_income", fact.amount_kobo)],
  );

/** A fee that falls due with an instalment: receivable ↑, income ↑ but for the VAT, which is owed to the state. */
export const feeEntry = (fact: {
  repayment_id: string;
  loan_id: string;
  amount_kobo: bigint;
  vat_kobo: bigint;
  on: string;
}): NewTransaction =>
  entry(
    {
      key: `fee:${fact.repayment_id}`,
      kind: "fee",
      description: "Fee due with an instalment",
      on: fact.on,
      actor: "close of business",
      metadata: { loan_id: fact.loan_id },
    },
    [
      debit(accountOf("loan_fees", fact.loan_id), fact.amount_kobo),
      credit("fee_income", fact.amount_kobo - fact.vat_kobo),
      credit("vat_payable", fact.vat_kobo),
    ],
  );

/** Fees that were paid ahead of a day that does not come: income ↓, and they have paid principal (then interest) instead. */
export const feeReturnEntry = (fact: {
  receipt_id: string;
  loan_id: string;
  principal_kobo: bigint;
  interest_kobo: bigint;
  /** The VAT in them. */
  vat_kobo: bigint;
  on: string;
  actor: string;
}): NewTransaction =>
  entry(
    {
      key: `fee-return:${fact.receipt_id}`,
      kind: "fee_return",
      description: "Fees paid ahead, given back on settlement",
      on: fact.on,
      actor: fact.actor,
      metadata: { loan_id: fact.loan_id, receipt_id: fact.receipt_id },
    },
    [
      debit("fee_income", fact.principal_kobo + fact.interest_kobo - fact.vat_kobo),
      debit("vat_payable", fact.vat_kobo),
      credit(accountOf("loan_principal", fact.loan_id), fact.principal_kobo),
      credit(accountOf("loan_interest", fact.loan_id), fact.interest_kobo),
    ],
  );

/** A penalty: receivable ↑, income ↑. Once per repayment and day. */
export const penaltyEntry = (fact: {
  repayment_id: string;
  loan_id: string;
  amount_kobo: bigint;
  on: string;
}): NewTransaction =>
  entry(
    {
      key: `penalty:${fact.repayment_id}:${fact.on}`,
      kind: "penalty",
      description: "Penalty for a late instalment",
      on: fact.on,
      actor: "close of business",
      metadata: { loan_id: fact.loan_id },
    },
    [debit(accountOf("loan_penalty", fact.loan_id), fact.amount_kobo), credit("penalty_income", fact.amount_kobo)],
  );

/** A penalty or a fee of an instalment that is not asked any more: receivable ↓, income ↓ and the VAT in it. */
export const postWaiver = (
  tx: Tx,
  fact: {
    approval_id: string;
    repayment_id: string;
    loan_id: string;
    penalty_kobo: bigint;
    fees_kobo: bigint;
    /** The VAT in the fee. */
    vat_kobo: bigint;
    on: string;
    actor: string;
  },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        key: `waive:${fact.repayment_id}:${fact.approval_id}`,
        kind: "waive",
        description: "A charge waived",
        on: fact.on,
        actor: fact.actor,
        metadata: { loan_id: fact.loan_id },
      },
      [
        debit("penalty_income", fact.penalty_kobo),
        debit("fee_income", fact.fees_kobo - fact.vat_kobo),
        debit("vat_payable", fact.vat_kobo),
        credit(accountOf("loan_penalty", fact.loan_id), fact.penalty_kobo),
        credit(accountOf("loan_fees", fact.loan_id), fact.fees_kobo),
      ],
    ),
  );

/**
 * The allowance for loan losses moves to what the provision table asks for on this day: impairment ↑, allowance ↑ (or both back). Once for each
 * figure of a day.
 * @param fact.difference_kobo positive when more has to be set aside
 */
export const postProvision = (
  tx: Tx,
  fact: { required_kobo: bigint; difference_kobo: bigint; on: string },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        key: `provide:${fact.on}:${fact.required_kobo}`,
        kind: "provide",
        description: "Allowance for loan losses",
        on: fact.on,
        actor: "close of business",
      },
      [debit("loan_impairment", fact.difference_kobo), credit("loss_allowance", fact.difference_kobo)],
    ),
  );

/** A loan in the books: its receivables, and what it has brought as fees and penalties since its first day, in kobo. */
export interface LoanBooks {
  principal_kobo: bigint;
  interest_kobo: bigint;
  fees_kobo: bigint;
  penalty_kobo: bigint;
  /** VAT included. */
  fee_income_kobo: bigint;
  penalty_income_kobo: bigint;
}

/** What brought the difference about, as the borrower reads it; by the first word of its key. */
const CORRECTIONS: Readonly<Record<string, string>> = {
  reversal: "a payment was reversed",
  "back-date": "a payment came on an earlier day",
  waiver: "a charge was waived",
  reschedule: "the loan was rescheduled",
  excess: "what a payment ahead does was chosen",
  resume: "the payout was kept",
};

/** A loan lived again from its first day, without a receipt or with one on its own day: what each account should say less what it says. */
export const postReplay = (
  tx: Tx,
  fact: LoanBooks & {
    because: string;
    loan_id: string;
    user_id: string;
    reference: string;
    credit_kobo: bigint;
    /** The VAT in the fees. */
    vat_kobo: bigint;
    /** Earned, of that in suspense. */
    earned_kobo: bigint;
    suspended_kobo: bigint;
    on: string;
    actor: string;
  },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        key: `replay:${fact.because}`,
        kind: "replay",
        description: `Correction of ${fact.reference}: ${CORRECTIONS[fact.because.split(":")[0] ?? ""] ?? "facts of before"}`,
        on: fact.on,
        actor: fact.actor,
        metadata: { loan_id: fact.loan_id },
      },
      [
        debit(accountOf("loan_principal", fact.loan_id), fact.principal_kobo),
        debit(accountOf("loan_interest", fact.loan_id), fact.interest_kobo),
        debit(accountOf("loan_fees", fact.loan_id), fact.fees_kobo),
        debit(accountOf("loan_penalty", fact.loan_id), fact.penalty_kobo),
        credit("interest_suspense", fact.suspended_kobo),
        credit("interest_income", fact.earned_kobo - fact.suspended_kobo),
        credit("fee_income", fact.fee_income_kobo - fact.vat_kobo),
        credit("vat_payable", fact.vat_kobo),
        credit("penalty_income", fact.penalty_income_kobo),
        credit(accountOf("customer_credit", fact.user_id), fact.credit_kobo),
      ],
    ),
  );
