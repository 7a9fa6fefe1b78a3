/** The lender that funds credit cards. Both calls may be repeated: a reference is one funding. */
export interface CardPartnerPort {
  /** Whether one is configured. */
  is_there: boolean;
  /** The account that it is paid into. */
  account: { bank_code: string; account_no: string } | null;
  /**
   * Asks it to fund what cards have drawn.
   * @throws ProviderRefused, OutcomeUnknown (asked again under the same reference), NotReached
   */
  fund(funding: {
    partner: string;
    reference: string;
    amount_kobo: bigint;
    lines: readonly { card_id: string; amount_kobo: bigint }[];
  }): Promise<{ status: "accepted" | "refused" | "pending"; reason: string | null }>;
  /** Its settlement report: what it has paid and got, by our references. @throws ProviderRefused, OutcomeUnknown, NotReached */
  report(partner: string): Promise<{ reference: string; amount_kobo: bigint }[]>;
}
