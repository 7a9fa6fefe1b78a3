/** Collections and payouts. Amounts in kobo. Every method may throw ProviderRefused, OutcomeUnknown or NotReached (outside/http.ts). */
export interface PaymentsPort {
  /** The name on an account (name enquiry). @throws ProviderRefused when there is no such account */
  resolveAccount(account: { account_no: string; bank_code: string }): Promise<{ account_name: string }>;
  createRecipient(recipient: {
    name: string;
    account_no: string;
    bank_code: string;
  }): Promise<{ recipient_code: string }>;
  /** Sends money. The reference is ours; the provider refuses it a second time. */
  transfer(order: {
    amount_kobo: bigint;
    recipient_code: string;
    reference: string;
    reason: string;
  }): Promise<TransferOutcome>;
  /** The outcome of a transfer; `not_found` means that the provider never took it. */
  verifyTransfer(reference: string): Promise<TransferOutcome | { status: "not_found" }>;
  /** A page of the provider's on which the person enters a card; we never see its number. */
  initializeCharge(charge: {
    email: string;
    amount_kobo: bigint;
    reference: string;
    callback_url: string;
    metadata: Record<string, string>;
  }): Promise<{ authorization_url: string }>;
  verifyCharge(reference: string): Promise<ChargeOutcome | { status: "not_found" }>;
  /** Debits a saved card without the person being there. */
  chargeAuthorization(charge: {
    email: string;
    amount_kobo: bigint;
    authorization_code: string;
    reference: string;
  }): Promise<ChargeOutcome>;
  /** Takes what the card gives, between `at_least_kobo` and `amount_kobo`. */
  partialDebit(charge: {
    email: string;
    amount_kobo: bigint;
    at_least_kobo: bigint;
    authorization_code: string;
    reference: string;
  }): Promise<ChargeOutcome>;
  /** An account number of the person's own; what is paid into it is reported by webhook. */
  createVirtualAccount(person: {
    email: string;
    first_name: string;
    last_name: string;
    phone: string;
  }): Promise<VirtualAccount>;
}

export interface TransferOutcome {
  status: "success" | "pending" | "failed" | "reversed";
  /** Pending, and a colleague decides: the receiving bank suspects something. */
  is_for_person?: boolean;
  /** What the provider charged us for it; null where its answer does not say. */
  fee_kobo?: bigint | null;
  provider_reference: string | null;
  /** The interbank session (NIP), where the provider tells it. */
  session_id?: string | null;
  failure: string | null;
}

export interface ChargeOutcome {
  status: "success" | "pending" | "failed" | "abandoned";
  amount_kobo: bigint;
  failure: string | null;
  channel: string;
  card: SavedCard | null;
  /** Of a bank transfer to a virtual account: the account number that was paid into, and the sender. */
  paid_in?: { account_no: string; sender: string } | null;
}

export interface SavedCard {
  authorization_code: string;
  customer_code: string | null;
  brand: string;
  bank: string | null;
  first6: string | null;
  last4: string;
  expiry_month: number | null;
  expiry_year: number | null;
  isReusable: boolean;
}

export interface VirtualAccount {
  provider_reference: string;
  bank_name: string;
  account_name: string;
  account_no: string;
}
