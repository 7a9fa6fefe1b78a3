/**
 * Every posting template, whole: the only file that posts. Debits are positive, credits negative; each template is one
 * balanced transaction under a key made of the business reference, so that a retry posts once.
 */
import { type NewTransaction, type Posted, UnknownAccount, post, postMany, reverse } from "@manilla/ledger";
import { type Database, type Tx, queryable } from "../../../db/database.ts";
import type { MoneySource } from "../../../purposes.ts";
import { accountOf, openLoanAccounts, openOwned } from "./chart.ts";

type Line = [account: string, amount_kobo: bigint];

interface Facts {
  /** Where the caller has to know it before. */
  id?: string;
  key: string;
  kind: string;
  description: string;
  /** Business date. */
  on: string;
  actor: string;
  metadata?: Record<string, unknown>;
}

/** A balanced transaction from lines; lines of nothing are left out. */
export function entry({ on, ...facts }: Facts, lines: Line[]): NewTransaction {
  return {
    ...facts,
    effective_on: on,
    postings: lines.filter(([, amount]) => amount !== 0n).map(([account, amount_kobo]) => ({ account, amount_kobo })),
  };
}

const debit = (account: string, amount_kobo: bigint): Line => [account, amount_kobo];
const credit = (account: string, amount_kobo: bigint): Line => [account, -amount_kobo];

/**
 * Posts all entries of one act in one statement; where an account was not there yet, opens those of the act and posts again what was refused (which
 * leaves no trace).
 * @throws the ledger's error of the first entry that cannot be posted
 */
export async function postAll(
  tx: Tx,
  transactions: readonly NewTransaction[],
  open: () => Promise<unknown>,
): Promise<void> {
  const refusedOf = async (entries: readonly NewTransaction[]) => {
    const verdicts = await postMany(queryable(tx), [...entries]);
    return verdicts.flatMap((verdict, at) =>
      verdict.verdict === "rejected" ? [{ entry: entries[at]!, error: verdict.error }] : [],
    );
  };
  let refused = await refusedOf(transactions);
  if (refused.length > 0 && refused.every(({ error }) => error instanceof UnknownAccount)) {
    await open();
    refused = await refusedOf(refused.map(({ entry: again }) => again));
  }
  if (refused[0]) throw refused[0].error;
}

/** The provider puts money in: Bank ↑, Capital ↑. */
export const putInCapital = (
  db: Tx | Database,
  fact: { key: string; amount_kobo: bigint; on: string; actor: string },
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
      [debit("bank_operating", fact.amount_kobo), credit("capital", fact.amount_kobo)],
    ),
  );

/** Money leaves for the customer: the loan's principal ↑, upfront fees are earned at once, the rest is on its way. */
export async function postDisbursement(
  tx: Tx,
  fact: {
    payout_id: string;
    loan_id: string;
    reference: string;
    principal_kobo: bigint;
    upfront_fees_kobo: bigint;
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
        credit("fee_income", fact.upfront_fees_kobo),
        credit("bank_operating", fact.principal_kobo - fact.upfront_fees_kobo),
      ],
    ),
  );
}

/** What a loan had earned before its disbursement was taken back: receivables ↓ against the income (or suspense) that they made. */
export async function postUnearning(
  tx: Tx,
  fact: {
    payout_id: string;
    loan_id: string;
    reference: string;
    interest_kobo: bigint;
    suspended_kobo: bigint;
    fees_kobo: bigint;
    penalty_kobo: bigint;
    on: string;
    actor: string;
  },
): Promise<Posted | undefined> {
  if (fact.interest_kobo === 0n && fact.fees_kobo === 0n && fact.penalty_kobo === 0n) return undefined;
  return post(
    queryable(tx),
    entry(
      {
        key: `unearn:${fact.payout_id}`,
        kind: "unearn",
        description: `Interest and charges of ${fact.reference} taken back`,
        on: fact.on,
        actor: fact.actor,
        metadata: { loan_id: fact.loan_id, payout_id: fact.payout_id },
      },
      [
        debit("interest_income", fact.interest_kobo - fact.suspended_kobo),
        debit("interest_suspense", fact.suspended_kobo),
        debit("fee_income", fact.fees_kobo),
        debit("penalty_income", fact.penalty_kobo),
        credit(accountOf("loan_interest", fact.loan_id), fact.interest_kobo),
        credit(accountOf("loan_fees", fact.loan_id), fact.fees_kobo),
        credit(accountOf("loan_penalty", fact.loan_id), fact.penalty_kobo),
      ],
    ),
  );
}

/** A disbursement that came back: the mirror image of the first. */
export const postUndisbursement = (
  tx: Tx,
  fact: { payout_id: string; transaction_id: string; on: string; actor: string; reason: string },
): Promise<Posted> =>
  reverse(queryable(tx), {
    transaction_id: fact.transaction_id,
    key: `undisburse:${fact.payout_id}`,
    effective_on: fact.on,
    actor: fact.actor,
    reason: fact.reason,
  });

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

/** A fee that falls due with an instalment: receivable ↑, income ↑. */
export const feeEntry = (fact: {
  repayment_id: string;
  loan_id: string;
  amount_kobo: bigint;
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
    [debit(accountOf("loan_fees", fact.loan_id), fact.amount_kobo), credit("fee_income", fact.amount_kobo)],
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

/** Money received that belongs to no loan: it stands to the person's credit. */
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

/** Somebody whom a customer brought has borrowed: referral expense ↑, the referrer's wallet ↑. Once for each person brought. */
export async function postReferralReward(
  tx: Tx,
  fact: { referred_id: string; referrer_id: string; amount_kobo: bigint; on: string },
): Promise<Posted> {
  const account = await openOwned(queryable(tx), "referral_wallet", fact.referrer_id);
  return post(
    queryable(tx),
    entry(
      {
        key: `referral:${fact.referred_id}`,
        kind: "referral_reward",
        description: "Reward for a referral",
        on: fact.on,
        actor: "system",
        metadata: { user_id: fact.referrer_id },
      },
      [debit("referral_expense", fact.amount_kobo), credit(account, fact.amount_kobo)],
    ),
  );
}

/** A company pays its plan: due from the payment provider ↑, plan income ↑. */
export const postPlanPayment = (
  tx: Tx,
  fact: { charge_id: string; reference: string; amount_kobo: bigint; on: string; actor: string },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        key: `plan:${fact.charge_id}`,
        kind: "plan_payment",
        description: `Company plan ${fact.reference}`,
        on: fact.on,
        actor: fact.actor,
      },
      [debit("card_settlement", fact.amount_kobo), credit("plan_income", fact.amount_kobo)],
    ),
  );

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

/** The payment provider pays out what it collected: bank ↑, due from provider ↓. */
export const postSettlement = (
  tx: Tx,
  fact: { reference: string; amount_kobo: bigint; on: string; actor: string },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        key: `settlement:${fact.reference}`,
        kind: "settle_collections",
        description: `Collections settled ${fact.reference}`,
        on: fact.on,
        actor: fact.actor,
      },
      [debit("bank_operating", fact.amount_kobo), credit("card_settlement", fact.amount_kobo)],
    ),
  );

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

/** The refund did not arrive, or came back: it stands to the customer's credit again. */
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

/** The loan was paid back outside its schedule: bank ↑; principal, accrued interest and charges ↓; what waited in suspense is earned. */
export async function postReimbursement(
  tx: Tx,
  fact: {
    loan_id: string;
    reference: string;
    principal_kobo: bigint;
    interest_kobo: bigint;
    suspended_kobo: bigint;
    fees_kobo: bigint;
    penalty_kobo: bigint;
    on: string;
    actor: string;
  },
): Promise<Posted> {
  await openLoanAccounts(queryable(tx), fact.loan_id);
  return post(
    queryable(tx),
    entry(
      {
        key: `reimburse:${fact.loan_id}`,
        kind: "reimburse",
        description: `Reimbursement of ${fact.reference}`,
        on: fact.on,
        actor: fact.actor,
        metadata: { loan_id: fact.loan_id },
      },
      [
        debit("bank_operating", fact.principal_kobo + fact.interest_kobo + fact.fees_kobo + fact.penalty_kobo),
        credit(accountOf("loan_principal", fact.loan_id), fact.principal_kobo),
        credit(accountOf("loan_interest", fact.loan_id), fact.interest_kobo),
        credit(accountOf("loan_fees", fact.loan_id), fact.fees_kobo),
        credit(accountOf("loan_penalty", fact.loan_id), fact.penalty_kobo),
        debit("interest_suspense", fact.suspended_kobo),
        credit("interest_income", fact.suspended_kobo),
      ],
    ),
  );
}

/** A loan that will not be paid: principal, interest and charges leave the books; interest that waited in suspense was never income and is no loss. */
export const postWriteOff = (
  tx: Tx,
  fact: {
    loan_id: string;
    reference: string;
    principal_kobo: bigint;
    interest_kobo: bigint;
    suspended_kobo: bigint;
    fees_kobo: bigint;
    penalty_kobo: bigint;
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
        description: `Write-off of ${fact.reference}`,
        on: fact.on,
        actor: fact.actor,
        metadata: { loan_id: fact.loan_id },
      },
      [
        debit(
          "loan_losses",
          fact.principal_kobo + fact.interest_kobo - fact.suspended_kobo + fact.fees_kobo + fact.penalty_kobo,
        ),
        debit("interest_suspense", fact.suspended_kobo),
        credit(accountOf("loan_principal", fact.loan_id), fact.principal_kobo),
        credit(accountOf("loan_interest", fact.loan_id), fact.interest_kobo),
        credit(accountOf("loan_fees", fact.loan_id), fact.fees_kobo),
        credit(accountOf("loan_penalty", fact.loan_id), fact.penalty_kobo),
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

/** Money received after a write-off is recovery income. */
export const postRecovery = (
  tx: Tx,
  fact: {
    id: string;
    receipt_id: string;
    reference: string;
    source: Exclude<MoneySource, "customer_credit">;
    amount_kobo: bigint;
    on: string;
    actor: string;
  },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `recover:${fact.receipt_id}`,
        kind: "recover",
        description: `Recovery of ${fact.reference}`,
        on: fact.on,
        actor: fact.actor,
      },
      [debit(fact.source, fact.amount_kobo), credit("recovery_income", fact.amount_kobo)],
    ),
  );

/** A loan that was running elsewhere before: principal ↑ against opening balances. */
export const importedLoanEntry = (fact: {
  loan_id: string;
  reference: string;
  principal_kobo: bigint;
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
      credit("opening_balances", fact.principal_kobo),
    ],
  );
