/** The partner bank: it keeps the account in which our wallets' money is, and takes transfers for their account numbers. */
export interface PartnerBankPort {
  /** Whether one is configured. */
  is_there: boolean;
  /** What the bank says that our account holds now. @throws ProviderRefused, OutcomeUnknown, NotReached */
  balance(): Promise<{ account: string; name: string; balance_kobo: bigint }>;
  /** Asks the receiving bank of a transfer for its money. The reference is ours; the bank takes it once. @throws ProviderRefused, OutcomeUnknown, NotReached */
  recall(order: RecallOrder): Promise<void>;
  /** The answer to a recall. @throws ProviderRefused, OutcomeUnknown, NotReached */
  findRecall(reference: string): Promise<{ status: RecallOutcome | "not_found"; words: string | null }>;
}

export interface RecallOrder {
  reference: string;
  /** Of the transfer, as it was sent, with its interbank session where it is known. */
  transfer_reference: string;
  session_id: string | null;
  amount_kobo: bigint;
  reason: string;
}
export type RecallOutcome = "pending" | "returned" | "refused" | "gone";

/** The bank at which wallets have their numbers. */
export const PARTNER_BANK_CODE = "035";
/** The field under which such a number is hashed and encrypted. */
export const PARTNER_ACCOUNT_FIELD = "partner_account";
