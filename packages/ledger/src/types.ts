/**
 * The ledger's vocabulary. Amounts are `bigint` kobo (or cents), DEBIT POSITIVE, CREDIT NEGATIVE.
 * "Natural" amounts are turned so that more is more: debit for asset and expense, credit for liability, equity and income.
 */
import type { LedgerError } from "./errors.ts";

/** What the ledger needs of a database: a `pg` pool or client, or an adapter over an open transaction (then it takes part in it). */
export interface Queryable {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

export type AccountType = "asset" | "liability" | "equity" | "income" | "expense";

export interface NewAccount {
  /** Unique within the tenant; by convention `chart_code` or `chart_code:owner`. */
  code: string;
  name: string;
  type: AccountType;
  /** Three capital letters, for example NGN. */
  currency: string;
  /** Default "" (the provider's own books). */
  tenant?: string;
  /** Line of the chart of accounts; default: the code up to the first colon. */
  chart_code?: string;
  owner_type?: string;
  owner_id?: string;
  /** Least natural balance a posting may leave behind when it lowers the balance; none when absent. */
  floor_kobo?: bigint;
  /** No stored balance, no lock: for the provider's accounts that take part in everything. Cannot have a floor or holds. */
  hot?: boolean;
}

export interface Account {
  id: string;
  tenant: string;
  code: string;
  chart_code: string;
  name: string;
  type: AccountType;
  currency: string;
  owner_type: string | null;
  owner_id: string | null;
  floor_kobo: bigint | null;
  hot: boolean;
}

export interface NewPosting {
  /** Account id (UUID) or code within the transfer's tenant. */
  account: string;
  /** Debit positive, credit negative, never zero, at most 2^53 − 1. */
  amount_kobo: bigint;
  /** When given it must be the account's. */
  currency?: string;
}

export interface NewTransaction {
  /** Its id, a UUIDv7, where the caller has to know it before; a replayed key answers the id of the first. */
  id?: string;
  /** Idempotency key, unique in the whole ledger: the same key posts once, for ever. */
  key: string;
  /** Name of the posting template. */
  kind: string;
  description: string;
  /** Business date, YYYY-MM-DD. */
  effective_on: string;
  /** Who caused it: an account id, or the name of a job. */
  actor: string;
  postings: NewPosting[];
  metadata?: Record<string, unknown>;
  /** Where account codes are looked up; default "" (the provider's own books). */
  tenant?: string;
}

export interface Posted {
  transaction_id: string;
  recorded_at: string;
  /** True when the key had been used before for the same: this is the first result, nothing was posted now. */
  replayed: boolean;
}

export type Verdict =
  | { verdict: "posted" | "replayed"; key: string; transaction_id: string; recorded_at: string }
  | { verdict: "rejected"; key: string; reason: string; error: LedgerError };

export interface Hold {
  id: string;
  account_id: string;
  amount_kobo: bigint;
  captured_kobo: bigint;
  released_kobo: bigint;
  remaining_kobo: bigint;
  state: "active" | "captured" | "released";
}

export interface Balance {
  account_id: string;
  tenant: string;
  code: string;
  type: AccountType;
  currency: string;
  /** Debit positive. */
  balance_kobo: bigint;
  /** The balance in the account's own direction. */
  natural_kobo: bigint;
  held_kobo: bigint;
  /** Natural balance less what is held; the floor is not taken off. */
  available_kobo: bigint;
}

/** Either clock: the business date (end of day), or a moment of wall time (ISO 8601). */
export type AsAt = { effective_on: string } | { recorded_at: string };

export interface StatementLine {
  transaction_id: string;
  number: number;
  kind: string;
  description: string;
  effective_on: string;
  recorded_at: string;
  amount_kobo: bigint;
  /** Running balance after this line, debit positive. */
  balance_kobo: bigint;
}

export interface BlockHead {
  sequence: number;
  hash: string;
  transaction_count: number;
  sealed_at: string;
}
