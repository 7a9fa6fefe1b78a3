/**
 * What money is for. The engines (payouts, charges, receipts) send, ask, settle, reverse and reconcile without knowing loans; what a movement means
 * is a purpose, declared by the noun that owns it. app.ts imports this file, never the other way round.
 */
import type { ChargePurposeName, PayoutPurposeName, ReceiptPurposeName } from "@manilla/contract/money/purposes";
import type { Selectable } from "kysely";
import type { Actor } from "../request.ts";
import type { Config } from "../config.ts";
import type { Tx } from "../db/database.ts";
import type { DB } from "../db/types.gen.ts";
import type { Queue } from "../db/queue.ts";
import type { FieldEncryption } from "../field-encryption.ts";

export type Payout = Selectable<DB["payouts"]>;
export type Charge = Selectable<DB["charges"]>;
export type Receipt = Selectable<DB["receipts"]>;

/** What a purpose may use of the application; every `App` is one. */
export interface Means {
  encryption: FieldEncryption;
  queue: Queue;
  config: Config;
  house: MoneyRegistry;
}

/** Why, on which business day and by which actor something changed. */
export interface Because {
  reason: string;
  actor: Actor;
  on: string;
}

/** How a payout ends without money having arrived: refused before it was sent, failed at the provider, or given up by people. */
export type PayoutFailure = "refuse" | "fail" | "give_up";

/** What happens to a payout before its end. */
export type PayoutMove = "release" | "send" | "not_reached" | "lose_sight";

/** What a payout is for. Everything runs in the transaction that changes the payout, which is locked. */
export interface PayoutPurpose {
  /** What the receiver's bank shows beside the reference. */
  narration: string;
  /** Locks what has to be locked before the payout itself. */
  lock(tx: Tx, payout: Pick<Payout, "subject_id" | "user_id">): Promise<void>;
  /** The money arrived: what begins with it, its posting, its words. @returns the ledger's transaction */
  succeed(tx: Tx, means: Means, payout: Payout, on: string): Promise<string>;
  /** What its record hears on the way, where it has states of its own: released by a colleague, sent, not reached, without an answer. */
  moves?(tx: Tx, payout: Payout, action: PayoutMove, actor: Actor): Promise<void>;
  /** Whether the bank's name for the account, asked before it is sent, is still the one that was agreed to; without it any name is. */
  isPayee?(payout: Payout, account_name: string): boolean;
  /** The money did not arrive. */
  fail(tx: Tx, means: Means, payout: Payout, because: Because & { failure: PayoutFailure }): Promise<void>;
  /** The books expect what comes back until the bank's statement shows it. */
  awaits_return?: true;
  /** It is heard to have arrived after it had failed, and the money had gone back. Runs each time it is heard. */
  late?(tx: Tx, payout: Payout, on: string): Promise<void>;
  /** Whether what a success began can still be taken back; if not, a person looks at it. */
  mayReturn(tx: Tx, payout: Payout): Promise<boolean>;
  /** The bank returned it although that can no longer be taken back: what is owed since is written down. Runs each time it is heard. */
  returnedLate?(tx: Tx, payout: Payout): Promise<void>;
  /** The bank returned the money after it had arrived. */
  returned(tx: Tx, means: Means, payout: Payout, because: Because): Promise<void>;
}

/** A figure (kobo) or a state, by its name. */
export interface Measured {
  label: string;
  value: bigint | string | null;
}

/** What a charge is for. The functions run in the transaction that settles it; the charge is locked. */
export interface ChargePurpose {
  /** Begins the reference: two letters. */
  prefix: "CH" | "CS";
  channel: "card" | "direct_debit";
  /** Paid on the provider's page: "abandoned" and "failed" mean "not yet" for a day, since the person may still be typing. */
  is_hosted: boolean;
  /** Takes what the card gives, down to the smallest amount. */
  takes_part: boolean;
  /** It pays an order that has the charge's id, no loan; the card that paid is not the person's own, and is not kept. */
  is_order?: true;
  /** What received money is for. */
  receipt: ReceiptPurposeName;
  /** The record that it pays, where that is neither a loan nor an order. */
  subjectOf?(tx: Tx, charge: Charge): Promise<string>;
  /** The money is a company's, not the payer's: which one's. */
  companyOf?(tx: Tx, charge: Charge): Promise<string>;
  succeed?(tx: Tx, charge: Charge): Promise<void>;
  fail?(tx: Tx, charge: Charge, failure: string): Promise<void>;
}

/** Where received money is held until the bank has it. */
export type MoneySource =
  | "bank_operating"
  | "card_settlement"
  | "receipts_awaiting_bank"
  | "unidentified_receipts"
  | "customer_credit"
  | "deductions_clearing";
export type Channel =
  | "card"
  | "direct_debit"
  | "bank_transfer"
  | "staff"
  | "credit_balance"
  | "import"
  | "salary_deduction";

/** Money that came in for a company, in kobo. */
export interface CompanyMoney extends Pick<
  Money,
  "amount_kobo" | "channel" | "source" | "reference" | "on" | "actor" | "note" | "slip_id" | "confirmed_by"
> {
  company_id: string;
  source: Exclude<MoneySource, "customer_credit">;
}

/** Money that came in for a person, in kobo. */
export interface Money {
  user_id: string;
  /** What it is for; without one, who claims it is asked (`ReceiptPurpose.claim`). */
  purpose?: ReceiptPurposeName;
  /** Of that purpose: a loan. Absent where the person is known and no more. */
  subject_id?: string | null;
  amount_kobo: bigint;
  channel: Channel;
  source: MoneySource;
  /** Unique for ever: the provider's reference, or what staff typed. */
  reference: string;
  /** Business date. */
  on: string;
  actor: Actor;
  note?: string | null;
  /** Its evidence, for money recorded by hand. */
  slip_id?: string | undefined;
  /** The second person, where one was asked. */
  confirmed_by?: string | undefined;
  /** What the person chose for what exceeds the next instalment; absent where nobody could be asked. */
  excess?: "following" | "smaller" | "fewer" | null | undefined;
  /** It is all of a loan, paid back outside the schedule: the loan ends as reimbursed. */
  is_reimbursement?: boolean | undefined;
}

/** What a receipt's row says of its posting. */
export interface Booked {
  ledger_transaction_id: string;
  /** The part that became the person's credit. */
  credit_kobo: bigint;
  /** Interest that had waited in suspense and is income now. */
  released_kobo: bigint;
}

/** Writes a receipt, complete: called once, with its posting, before anything that refers to it. */
export type WriteReceipt = (booked: Booked) => Promise<void>;

/** What received money is for. `Loaded` is what it reads under its lock. */
export interface ReceiptPurpose<Loaded = unknown> {
  /** Its subject in a sentence: "This loan". */
  called: string;
  /** Position in the order in which the owners of money without a name are asked. */
  at: number;
  /** The subject that money of this person without a name belongs to; null when it claims nothing. */
  claim(tx: Tx, user_id: string): Promise<string | null>;
  /** The subject of a receipt, where it is no loan: its row does not name it. */
  subjectOf?(tx: Tx, receipt_id: string): Promise<string | null>;
  /** Locks and reads the subject. Undefined when there is none. */
  load(tx: Tx, subject_id: string): Promise<Loaded | undefined>;
  /** State and figures of the subject, shown before a reversal is approved. */
  measures(tx: Tx, subject_id: string): Promise<Measured[]>;
  /** Whose it is. */
  ownerOf(loaded: Loaded): string;
  /** Plans, posts and writes. */
  receive(tx: Tx, means: Means, money: Money, receipt_id: string, loaded: Loaded, write: WriteReceipt): Promise<void>;
  /** The same for money of a company, which no person owns. */
  receiveForCompany?(tx: Tx, means: Means, money: CompanyMoney, receipt_id: string, write: WriteReceipt): Promise<void>;
  /** Before its mirror image is posted: makes room for it where what it gave was used since. */
  makeRoom?(tx: Tx, receipt: Receipt, because: Because): Promise<void>;
  /** Takes back what the receipt did to its rows; the mirror image is posted by then. */
  takeBack(tx: Tx, means: Means, receipt: Receipt, loaded: Loaded, because: Because): Promise<void>;
  /** The same where `load` finds nothing any more: its subject was taken back, and the receipt is credit. */
  takeBackCredit(tx: Tx, receipt: Receipt): Promise<void>;
}

/** A bill whose end is known. */
export interface BillEnd {
  bill_id: string;
  user_id: string;
  reference: string;
  what: string;
  amount_kobo: bigint;
  /** In hundredths of a percent of the amount, of the day on which it was accepted. */
  cashback_bps: number;
  on: string;
  actor: Actor;
}

/** A transfer of a batch whose end is known. */
export interface BatchTransferEnd {
  batch_id: string;
  transfer_id: string;
  on: string;
}

/** What a company's wallet has paid for our services. */
export interface WalletCharge {
  company_id: string;
  user_id: string;
  /** For what, in words. */
  merchant: string;
  amount_kobo: bigint;
  on: string;
  money_reference: string;
}

/** All purposes, and what else is notified of money, by what it is for. */
export interface MoneyRegistry {
  payouts: ReadonlyMap<PayoutPurposeName, PayoutPurpose>;
  charges: ReadonlyMap<ChargePurposeName, ChargePurpose>;
  receipts: ReadonlyMap<ReceiptPurposeName, ReceiptPurpose>;
  /** Runs when a loan was paid out, in its transaction. */
  disbursed: readonly ((tx: Tx, fact: { user_id: string; on: string }) => Promise<void>)[];
  /** Runs when money came into a purse, in its transaction. */
  purse_filled: readonly ((tx: Tx, fact: { company_id: string; user_id: string; on: string }) => Promise<void>)[];
  /** Runs when a company's wallet has paid what its line costs, in its transaction. */
  wallet_charged: readonly ((tx: Tx, fact: WalletCharge) => Promise<void>)[];
  /** Runs when a bill that a person paid with their own money was delivered, or was paid back after that, in its transaction. */
  bill_delivered: readonly ((tx: Tx, fact: BillEnd) => Promise<void>)[];
  bill_refunded: readonly ((tx: Tx, fact: BillEnd) => Promise<void>)[];
  /** Runs when a transfer of a batch has arrived, failed or come back, in its transaction; its company's wallet is locked. */
  batch_transfer_ended: readonly ((tx: Tx, means: Means, fact: BatchTransferEnd) => Promise<void>)[];
}

/** What one noun declares of it. */
export interface MoneyDeclarations {
  payouts?: Partial<Record<PayoutPurposeName, PayoutPurpose>>;
  charges?: Partial<Record<ChargePurposeName, ChargePurpose>>;
  receipts?: Partial<Record<ReceiptPurposeName, ReceiptPurpose>>;
  disbursed?: MoneyRegistry["disbursed"][number];
  purse_filled?: MoneyRegistry["purse_filled"][number];
  wallet_charged?: MoneyRegistry["wallet_charged"][number];
  bill_delivered?: MoneyRegistry["bill_delivered"][number];
  bill_refunded?: MoneyRegistry["bill_refunded"][number];
  batch_transfer_ended?: MoneyRegistry["batch_transfer_ended"][number];
}
