/** Who somebody is, and what the bureau knows. Every look-up is logged with the person's consent by the caller. */
export interface IdentityPort {
  /** Begins a BVN look-up; the code goes to the phone that the bank has. @throws ProviderRefused for an unknown BVN */
  startBvn(bvn: string): Promise<{ provider_session: string; sent_to: string }>;
  /** @throws ProviderRefused for a wrong code */
  finishBvn(provider_session: string, otp: string): Promise<IdentityRecord>;
  findNin(nin: string): Promise<IdentityRecord>;
  /** What a credit bureau says of a BVN. */
  creditHistory(bvn: string): Promise<BureauSummary>;
}

export interface IdentityRecord {
  first_name: string;
  last_name: string;
  date_of_birth: string;
  gender: string | null;
  phone: string | null;
  address: string | null;
}

export interface BureauSummary {
  bureau: string;
  loans: { lender: string; opened_on: string; amount_kobo: bigint; balance_kobo: bigint; status: string; days_past_due: number }[];
  open_loans: number;
  total_balance_kobo: bigint;
  overdue_loans: number;
}
