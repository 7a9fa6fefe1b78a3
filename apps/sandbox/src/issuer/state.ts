import type { Dispute } from "./disputes.ts";
import type { TopUp } from "./float.ts";
import type { Payment, Transaction } from "./payments.ts";
import type { SettlementFaults } from "./settlements.ts";

/** What the issuer keeps. Number, security code and PIN are here and nowhere else. */
export interface IssuerCustomer {
  _id: string;
  type: "individual" | "company";
  name: string;
  status: string;
  phoneNumber: string | null;
  emailAddress: string | null;
  metadata: Record<string, unknown>;
  createdAt: string;
}

export interface IssuerCard {
  _id: string;
  customer: string;
  fundingSource: string;
  type: "physical" | "virtual";
  brand: string;
  currency: "NGN" | "USD";
  status: "active" | "inactive" | "canceled";
  /** Whole: nobody but the vault's pages sends it anywhere. */
  pan: string;
  cvv: string;
  pin: string | null;
  wrong_pins: number;
  expiryMonth: string;
  expiryYear: string;
  replacementFor: string | null;
  replacementReason: string | null;
  spendingControls: unknown;
  metadata: Record<string, unknown>;
  pins_sent: number;
  createdAt: string;
}

/** Opens a page of the vault for a card, for a few minutes. */
export interface VaultToken {
  card_id: string;
  until: number;
}

export interface IssuerState {
  customers: Record<string, IssuerCustomer>;
  cards: Record<string, IssuerCard>;
  tokens: Record<string, VaultToken>;
  payments: Record<string, Payment>;
  transactions: Record<string, Transaction>;
  top_ups?: TopUp[];
  float_error_kobo?: number;
  float_error_cents?: number;
  disputes?: Record<string, Dispute>;
  settlement_faults?: SettlementFaults;
}

export const noIssuer = (): IssuerState => ({ customers: {}, cards: {}, tokens: {}, payments: {}, transactions: {} });
