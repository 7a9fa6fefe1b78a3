/** The records that the sandbox's Paystack keeps; amounts in kobo. */
export interface Customer {
  id: number;
  customer_code: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  metadata: unknown;
  created_at: string;
}

export interface Recipient {
  id: number;
  recipient_code: string;
  name: string;
  account_number: string;
  account_name: string;
  bank_code: string;
  created_at: string;
}

export interface Transfer {
  id: number;
  transfer_code: string;
  reference: string;
  amount: number;
  reason: string | null;
  recipient_code: string;
  status: "pending" | "success" | "failed" | "reversed";
  /** What it will become, decided when it was accepted. */
  outcome: "success" | "failed";
  failure: string | null;
  created_at: string;
  transferred_at: string | null;
}

export const CARD_BEHAVIOURS = [
  "success",
  "insufficient_funds",
  "expired",
  "declined",
  "timeout_after_effect",
  "fails_then_succeeds",
  "declines_when_saved",
] as const;
export type CardBehaviour = (typeof CARD_BEHAVIOURS)[number];

/** A saved card. The full number is never kept: only which test card it came from. */
export interface Authorization {
  authorization_code: string;
  test_card: string;
  bin: string;
  last4: string;
  exp_month: string;
  exp_year: string;
  brand: string;
  bank: string;
  signature: string;
  email: string;
  behaviour: CardBehaviour;
  /** Null: as much as anybody asks. */
  balance_kobo: number | null;
  /** Charges of the saved card so far. */
  attempts: number;
  created_at: string;
}

export interface Transaction {
  id: number;
  reference: string;
  access_code: string | null;
  amount: number;
  requested_amount: number;
  email: string;
  status: "abandoned" | "success" | "failed" | "reversed";
  channel: "card" | "dedicated_nuban";
  gateway_response: string;
  callback_url: string | null;
  metadata: unknown;
  authorization_code: string | null;
  sender: { name: string; bank: string; account_number: string; receiver: string } | null;
  refunded: number;
  created_at: string;
  paid_at: string | null;
}

export interface DedicatedAccount {
  id: number;
  customer_code: string;
  account_number: string;
  account_name: string;
  bank: { name: string; id: number; slug: string };
  bank_code: string;
  created_at: string;
}

export interface Refund {
  id: number;
  reference: string;
  amount: number;
  status: "processed";
  merchant_note: string | null;
  created_at: string;
}

export interface PaystackState {
  recipients: Record<string, Recipient>;
  transfers: Record<string, Transfer>;
  transactions: Record<string, Transaction>;
  /** access code → reference */
  access_codes: Record<string, string>;
  authorizations: Record<string, Authorization>;
  customers: Record<string, Customer>;
  dedicated_accounts: Record<string, DedicatedAccount>;
  refunds: Record<string, Refund>;
}
