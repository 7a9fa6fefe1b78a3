/** Posting templates: airtime and bills, from the payer's wallet to the provider's float. */
import { type BillProvider, billProviders } from "@manilla/contract/payments/bill-kinds";
import { type Posted, balanceAt, balancesOf, post } from "@manilla/ledger";
import { type Database, type Tx, queryable } from "../../../../db/database.ts";
import { accountOf } from "../chart.ts";
import { credit, debit, entry, postLater } from "./entry.ts";

interface BillFact {
  /** Of the posting, where the caller has to know it before. */
  id: string;
  bill_id: string;
  reference: string;
  on: string;
  actor: string;
}
/** Where a bill's money comes from and goes back to. */
export interface BillWallet {
  line: "cash_wallet" | "purse" | "company_wallet";
  owner_id: string;
}
interface PaidFact extends BillFact {
  wallet: BillWallet;
  /** Price, fee and VAT together. */
  total_kobo: bigint;
}
/** What a delivered bill is made of, in kobo. */
export interface BillParts {
  amount_kobo: bigint;
  fee_kobo: bigint;
  vat_kobo: bigint;
  /** What the provider keeps back for us. */
  commission_kobo: bigint;
}

const floatOf = (provider: BillProvider) => `biller_float_${provider}` as const;
const about = ({ id, bill_id, on, actor }: BillFact) => ({ id, on, actor, metadata: { bill_id } });

/** B1. Bills are accepted: each wallet ↓, bills on their way ↑. Once for each bill. @throws InsufficientFunds */
export const postBillAccepted = (tx: Tx, ...bills: readonly PaidFact[]): Promise<void> =>
  postLater(
    tx,
    ...bills.map((fact) =>
      entry(
        { ...about(fact), key: `bill:${fact.bill_id}`, kind: "bill_accepted", description: `Bill ${fact.reference}` },
        [
          debit(accountOf(fact.wallet.line, fact.wallet.owner_id), fact.total_kobo),
          credit("bills_in_transit", fact.total_kobo),
        ],
      ),
    ),
  );

/** B2. It is delivered: bills on their way ↓, the provider's float ↓ by the price less commission; commission, fee and VAT are earned. */
export const postBillDelivered = (tx: Tx, fact: BillFact & BillParts & { provider: BillProvider }): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        ...about(fact),
        key: `bill-delivered:${fact.bill_id}`,
        kind: "bill_delivered",
        description: `Bill ${fact.reference} delivered`,
      },
      [
        debit("bills_in_transit", fact.amount_kobo + fact.fee_kobo + fact.vat_kobo),
        credit(floatOf(fact.provider), fact.amount_kobo - fact.commission_kobo),
        credit("bill_commission", fact.commission_kobo),
        credit("payment_fee_income", fact.fee_kobo),
        credit("vat_payable", fact.vat_kobo),
      ],
    ),
  );

/** B3. It is not delivered: the mirror of its acceptance, to the kobo. */
export const postBillFailed = (tx: Tx, fact: PaidFact): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        ...about(fact),
        key: `bill-failed:${fact.bill_id}`,
        kind: "bill_failed",
        description: `Bill ${fact.reference} paid back`,
      },
      [
        debit("bills_in_transit", fact.total_kobo),
        credit(accountOf(fact.wallet.line, fact.wallet.owner_id), fact.total_kobo),
      ],
    ),
  );

/** B5. A provider's float is topped up: float ↑, bank ↓. Once for each decision. */
export const postBillerFloatToppedUp = (
  tx: Tx,
  fact: { id: string; approval_id: string; provider: BillProvider; amount_kobo: bigint; on: string; actor: string },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `bill-float:${fact.approval_id}`,
        kind: "bill_float_topped_up",
        description: `Float at ${billProviders[fact.provider]} topped up`,
        on: fact.on,
        actor: fact.actor,
      },
      [debit(floatOf(fact.provider), fact.amount_kobo), credit("bank_operating", fact.amount_kobo)],
    ),
  );

/** B6. Success is heard after the money went back: a claim on the provider ↑, its float ↓. Once for each bill and provider. */
export const postBillLate = (tx: Tx, fact: BillFact & { provider: BillProvider; cost_kobo: bigint }): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        ...about(fact),
        key: `bill-late:${fact.bill_id}:${fact.provider}`,
        kind: "bill_late",
        description: `Bill ${fact.reference} delivered after it was paid back`,
      },
      [debit("claims_on_providers", fact.cost_kobo), credit(floatOf(fact.provider), fact.cost_kobo)],
    ),
  );

/** The parts of a refund, in kobo: claimed from the provider, and given back of fees, commission and taxes. */
export interface RefundParts {
  claimed_kobo: bigint;
  commission_kobo: bigint;
  fee_kobo: bigint;
  vat_kobo: bigint;
  stamp_duty_kobo: bigint;
}
/** A refund, or a part of one. */
export interface RefundedFact {
  /** All of it: the sum of its parts. */
  amount_kobo: bigint;
  parts: RefundParts;
  /** Paid back before. */
  before_kobo: bigint;
  fault: "provider" | "goodwill";
}
/**
 * R1. A delivered bill is paid back, or a part of it. The provider's fault: what it was paid is claimed, and what was earned is given back; our goodwill: all of it
 * is our loss. Once for each part.
 */
export const postBillRefunded = (tx: Tx, fact: BillFact & Pick<PaidFact, "wallet"> & RefundedFact): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        ...about(fact),
        key: `bill-refunded:${fact.bill_id}${fact.before_kobo > 0n ? `:${fact.before_kobo}` : ""}`,
        kind: "bill_refunded",
        description: `Bill ${fact.reference} refunded`,
      },
      [
        ...(fact.fault === "provider"
          ? [
              debit("claims_on_providers", fact.parts.claimed_kobo),
              debit("bill_commission", fact.parts.commission_kobo),
              debit("payment_fee_income", fact.parts.fee_kobo),
              debit("vat_payable", fact.parts.vat_kobo),
            ]
          : [debit("refund_losses", fact.amount_kobo)]),
        credit(accountOf(fact.wallet.line, fact.wallet.owner_id), fact.amount_kobo),
      ],
    ),
  );

interface ClaimFact {
  id: string;
  /** What it is about. */
  about: { bill_id: string } | { transfer_id: string };
  reference: string;
  on: string;
  actor: string;
  claim_id: string;
  amount_kobo: bigint;
}
const ofClaim = ({ id, about: metadata, on, actor }: ClaimFact) => ({ id, on, actor, metadata });

/**
 * R1. A provider credits a claim to our float, or a bank says that it gives the money back: float, or what awaits the bank's statement ↑, the claim ↓.
 * The statement's line settles it, as it settles receipts.
 */
export const postClaimCredited = (tx: Tx, fact: ClaimFact & { provider: BillProvider | null }): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        ...ofClaim(fact),
        key: `bill-claim:${fact.claim_id}`,
        kind: "claim_credited",
        description: `Claim about ${fact.reference} credited`,
      },
      [
        debit(fact.provider ? floatOf(fact.provider) : "receipts_awaiting_bank", fact.amount_kobo),
        credit("claims_on_providers", fact.amount_kobo),
      ],
    ),
  );

/** B6. A claim is written off: refunds lost ↑, the claim ↓. */
export const postClaimLost = (tx: Tx, fact: ClaimFact): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        ...ofClaim(fact),
        key: `bill-claim:${fact.claim_id}`,
        kind: "claim_lost",
        description: `Claim about ${fact.reference} written off`,
      },
      [debit("refund_losses", fact.amount_kobo), credit("claims_on_providers", fact.amount_kobo)],
    ),
  );

/** What a provider took beyond our books (or less, negative) and never corrects: differences ↑, its float ↓. Once for a line of its report. */
export const postBillLineWrittenOff = (
  tx: Tx,
  fact: { id: string; line_id: string; provider: BillProvider; difference_kobo: bigint; on: string; actor: string },
): Promise<Posted> =>
  post(
    queryable(tx),
    entry(
      {
        id: fact.id,
        key: `bill-line-written-off:${fact.line_id}`,
        kind: "write_off_bill",
        description: `Difference at ${billProviders[fact.provider]} written off`,
        on: fact.on,
        actor: fact.actor,
        metadata: { line_id: fact.line_id },
      },
      [debit("rounding", fact.difference_kobo), credit(floatOf(fact.provider), fact.difference_kobo)],
    ),
  );

/** What the books say is at each provider, in kobo. */
export async function billerFloats(db: Database | Tx): Promise<Record<BillProvider, bigint>> {
  const found = await balancesOf(queryable(db), [floatOf("baxi"), floatOf("flutterwave")]);
  const of = (provider: BillProvider) => found.find(({ code }) => code === floatOf(provider))?.natural_kobo ?? 0n;
  return { baxi: of("baxi"), flutterwave: of("flutterwave") };
}

/** What the books say was left at a provider at the end of a business day, in kobo. */
export async function billerFloatAt(db: Database | Tx, provider: BillProvider, day: string): Promise<bigint> {
  const as_at = { effective_on: day };
  return (await balanceAt(queryable(db), { account: floatOf(provider), as_at })).natural_kobo;
}
