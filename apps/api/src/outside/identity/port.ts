/** Who somebody is, and what the bureau knows. Every look-up is logged with the person's consent by the caller. */
export interface IdentityPort {
  /** Begins a BVN look-up. @throws ProviderRefused for an unknown BVN */
  startBvn(bvn: string): Promise<{ provider_session: string; methods: VerificationMethod[] }>;
  /** Sends the code to what the bank has on record. */
  sendBvnCode(
    provider_session: string,
    choice: { method: string; phone_number?: string },
  ): Promise<{ sent_to: string }>;
  /** @throws ProviderRefused for a wrong or late code */
  finishBvn(provider_session: string, otp: string): Promise<IdentityRecord>;
  /** @throws ProviderRefused for an unknown NIN */
  findNin(nin: string): Promise<IdentityRecord>;
  /** What a credit bureau says of a BVN. */
  creditHistory(bvn: string): Promise<BureauSummary>;
  /** Tells the bureau how a loan of ours is now; the same report again is the same. */
  reportLoan(report: LoanReport): Promise<void>;
}

export interface LoanReport {
  bvn: string;
  reference: string;
  status: "closed" | "charged_off";
  /** In kobo. */
  outstanding_kobo: bigint;
  /** `yyyy-mm-dd`. */
  as_at: string;
}

export interface VerificationMethod {
  method: string;
  hint: string;
}

export interface IdentityRecord {
  first_name: string;
  middle_name: string | null;
  last_name: string;
  /** `yyyy-mm-dd`. */
  date_of_birth: string | null;
  gender: string | null;
  phone: string | null;
  address: string | null;
  is_watch_listed: boolean;
}

export interface BureauLoan {
  lender: string;
  opened_on: string;
  amount_kobo: bigint;
  /** What is still to be paid, from the instalments that are not. */
  balance_kobo: bigint;
  status: string;
  days_past_due: number;
}

export interface BureauSummary {
  bureau: string;
  loans: BureauLoan[];
  open_loans: number;
  total_balance_kobo: bigint;
  overdue_loans: number;
}
