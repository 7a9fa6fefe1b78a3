/** The provider's own bank: what really moved on its account. */
export interface BankPort {
  /** One day's statement as the bank issues it. @returns undefined while there is none for that day */
  fetchStatement(date: string): Promise<{ format: "mt940" | "camt053"; text: string } | undefined>;
}
