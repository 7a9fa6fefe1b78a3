/** Posting templates: transfers that people and companies send (T1 to T4 of the annex on payments). */
import { type Posted, post } from "@manilla/ledger";
import { type Tx, queryable } from "../../../../db/database.ts";
import { accountOf } from "../chart.ts";
import type { RefundedFact } from "./bills.ts";
import { credit, debit, entry, postLater } from "./entry.ts";

/** What a transfer takes out of its wallet, in kobo. */
interface TransferCosts {
  amount_kobo: bigint;
  fee_kobo: bigint;
  vat_kobo: bigint;
  stamp_duty_kobo: bigint;
}
interface TransferFact extends TransferCosts {
  /** Of the posting. */
  id: string;
  transfer_id: string;
  /** The account that pays: `cash_wallet:<person>` or `company_wallet:<company>`. */
  wallet: string;
  reference: string;
  on: string;
  actor: string;
}
const totalOf = ({ amount_kobo, fee_kobo, vat_kobo, stamp_duty_kobo }: TransferCosts): bigint =>
  amount_kobo + fee_kobo + vat_kobo + stamp_duty_kobo;

/** The account that pays a transfer of a company, or of a person. */
export const payingAccount = ({ user_id, company_id }: { user_id: string; company_id: string | null }): string =>
  company_id ? accountOf("company_wallet", company_id) : accountOf("cash_wallet", user_id);

const facts = (fact: Pick<TransferFact, "id" | "on" | "actor" | "transfer_id">) => ({
  id: fact.id,
  on: fact.on,
  actor: fact.actor,
  metadata: { transfer_id: fact.transfer_id },
});

/** T1. Amount and charges leave the wallet: wallet ↓, transfers on their way ↑. @throws InsufficientFunds */
export const postTransferAccepted = (tx: Tx, ...transfers: readonly TransferFact[]): Promise<void> =>
  postLater(
    tx,
    ...transfers.map((fact) =>
      entry(
        {
          ...facts(fact),
          kind: "transfer_accepted",
          key: `transfer-accepted:${fact.transfer_id}`,
          description: `Transfer ${fact.reference} accepted`,
        },
        [debit(fact.wallet, totalOf(fact)), credit("transfers_in_transit", totalOf(fact))],
      ),
    ),
  );

/** T1 of many at once. What a batch pays and all its charges leave the wallet together: wallet ↓, transfers on their way ↑. @throws InsufficientFunds */
export const postTransferBatchAccepted = (
  tx: Tx,
  fact: {
    id: string;
    batch_id: string;
    wallet: string;
    reference: string;
    total_kobo: bigint;
    on: string;
    actor: string;
  },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        on: fact.on,
        actor: fact.actor,
        metadata: { batch_id: fact.batch_id },
        kind: "transfer_batch_accepted",
        key: `transfer-batch-accepted:${fact.batch_id}`,
        description: `Batch of transfers ${fact.reference} accepted`,
      },
      [debit(fact.wallet, fact.total_kobo), credit("transfers_in_transit", fact.total_kobo)],
    ),
  );

/**
 * T2. It arrived, and its charges are earned: transfers on their way ↓, bank ↓, fees, VAT and stamp duty ↑; what the provider takes from us for it is our cost,
 * owed until the bank's statement has it.
 */
export const postTransferDelivered = (tx: Tx, fact: TransferFact & { provider_fee_kobo: bigint }): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        ...facts(fact),
        kind: "transfer_delivered",
        key: `transfer-delivered:${fact.transfer_id}`,
        description: `Transfer ${fact.reference} delivered`,
      },
      [
        debit("transfers_in_transit", totalOf(fact)),
        credit("bank_operating", fact.amount_kobo),
        credit("payment_fee_income", fact.fee_kobo),
        credit("vat_payable", fact.vat_kobo),
        credit("stamp_duty_payable", fact.stamp_duty_kobo),
        debit("provider_charges", fact.provider_fee_kobo),
        credit("provider_charges_due", fact.provider_fee_kobo),
      ],
    ),
  );

/** T3. It did not arrive, or came back after it had: the mirror of T1, or of T1 and T2; the wallet has everything again. */
export const postTransferUndone = (tx: Tx, fact: TransferFact & { was_paid: boolean }): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        ...facts(fact),
        kind: "transfer_undone",
        key: `transfer-undone:${fact.transfer_id}`,
        description: `Transfer ${fact.reference} came back`,
      },
      fact.was_paid
        ? [
            debit("bank_operating", fact.amount_kobo),
            debit("payment_fee_income", fact.fee_kobo),
            debit("vat_payable", fact.vat_kobo),
            debit("stamp_duty_payable", fact.stamp_duty_kobo),
            credit(fact.wallet, totalOf(fact)),
          ]
        : [debit("transfers_in_transit", totalOf(fact)), credit(fact.wallet, totalOf(fact))],
    ),
  );

/** R1. A transfer that was delivered wrong is paid back, or a part of it. Once for each part. */
export const postTransferRefunded = (
  tx: Tx,
  fact: Omit<TransferFact, keyof TransferCosts> & RefundedFact,
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        ...facts(fact),
        kind: "transfer_refunded",
        key: `transfer-refunded:${fact.transfer_id}${fact.before_kobo > 0n ? `:${fact.before_kobo}` : ""}`,
        description: `Transfer ${fact.reference} refunded`,
      },
      [
        ...(fact.fault === "provider"
          ? [
              debit("claims_on_providers", fact.parts.claimed_kobo),
              debit("payment_fee_income", fact.parts.fee_kobo),
              debit("vat_payable", fact.parts.vat_kobo),
              debit("stamp_duty_payable", fact.parts.stamp_duty_kobo),
            ]
          : [debit("refund_losses", fact.amount_kobo)]),
        credit(fact.wallet, fact.amount_kobo),
      ],
    ),
  );

interface ClaimCreditFact {
  id: string;
  case_id: string;
  transfer_id: string;
  wallet: string;
  reference: string;
  amount_kobo: bigint;
  on: string;
  actor: string;
}

/** R2. Who says that a transfer was not theirs has its money for now: wallet ↑, credits that are not decided ↑. Once for a claim. */
export const postProvisionalCredit = (tx: Tx, fact: ClaimCreditFact): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        ...facts(fact),
        kind: "provisional_credit",
        key: `provisional-credit:${fact.case_id}`,
        description: `Provisional credit for transfer ${fact.reference}`,
      },
      [debit("claim_credits", fact.amount_kobo), credit(fact.wallet, fact.amount_kobo)],
    ),
  );

/** R2, turned round when the claim has its end: wallet ↓, what is not there any more is our loss, credits that are not decided ↓. Once for a claim. */
export const postProvisionalTurned = (tx: Tx, fact: ClaimCreditFact & { lost_kobo: bigint }): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        ...facts(fact),
        kind: "provisional_credit_turned",
        key: `provisional-credit-turned:${fact.case_id}`,
        description: `Provisional credit for transfer ${fact.reference} taken back`,
      },
      [
        debit(fact.wallet, fact.amount_kobo - fact.lost_kobo),
        debit("refund_losses", fact.lost_kobo),
        credit("claim_credits", fact.amount_kobo),
      ],
    ),
  );

/** R2, made good: the money of a transfer came after its credit was lost: wallet ↓, our loss ↓. Once for what was lost until then. */
export const postProvisionalRecovered = (tx: Tx, fact: ClaimCreditFact & { lost_kobo: bigint }): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        ...facts(fact),
        kind: "provisional_credit_recovered",
        key: `provisional-credit-recovered:${fact.case_id}:${fact.lost_kobo}`,
        description: `Spent provisional credit for transfer ${fact.reference} made good`,
      },
      [debit(fact.wallet, fact.amount_kobo), credit("refund_losses", fact.amount_kobo)],
    ),
  );

/** B6 for a transfer. It is heard to have arrived after the money went back: a claim on the bank ↑, our account ↓. Once. */
export const postTransferLate = (
  tx: Tx,
  fact: Omit<TransferFact, Exclude<keyof TransferCosts, "amount_kobo"> | "wallet">,
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        ...facts(fact),
        kind: "transfer_late",
        key: `transfer-late:${fact.transfer_id}`,
        description: `Transfer ${fact.reference} arrived after it was paid back`,
      },
      [debit("claims_on_providers", fact.amount_kobo), credit("bank_operating", fact.amount_kobo)],
    ),
  );

/** T4. From one person's wallet to another's, which is open, at once: one wallet ↓, the other ↑, stamp duty ↑. @throws InsufficientFunds */
export const postWalletTransfer = (
  tx: Tx,
  ...transfers: readonly (TransferFact & { to_user_id: string })[]
): Promise<void> =>
  postLater(
    tx,
    ...transfers.map((fact) =>
      entry(
        {
          ...facts(fact),
          kind: "wallet_transfer",
          key: `wallet-transfer:${fact.transfer_id}`,
          description: `Transfer ${fact.reference} to another wallet`,
        },
        [
          debit(fact.wallet, totalOf(fact)),
          credit(accountOf("cash_wallet", fact.to_user_id), fact.amount_kobo),
          credit("payment_fee_income", fact.fee_kobo),
          credit("vat_payable", fact.vat_kobo),
          credit("stamp_duty_payable", fact.stamp_duty_kobo),
        ],
      ),
    ),
  );
