/** The partner bank: it keeps the account in which our wallets' money is, and takes transfers for their account numbers. */
export interface PartnerBankPort {
  /** Whether one is configured. */
  is_there: boolean;
  /** What the bank says that our account holds now. @throws ProviderRefused, OutcomeUnknown, NotReached */
  balance(): Promise<{ account: string; name: string; balance_kobo: bigint }>;
}
