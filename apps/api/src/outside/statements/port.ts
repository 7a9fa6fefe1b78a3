/** Bank statements from an account that the person has connected. Amounts in kobo. */
export interface StatementsPort {
  /** The page on which the person connects an account; it comes back to `redirect_url` with a code. */
  connectPage(person: { name: string; email: string; reference: string }, redirect_url: string): Promise<{ connect_url: string }>;
  /** Exchanges what the connect page gave for the account. @throws ProviderRefused for an unknown or used code */
  connect(code: string): Promise<{ account_id: string }>;
  account(account_id: string): Promise<ConnectedAccount>;
  /** The last months (1 to 12), oldest movement first. */
  statement(account_id: string, months: number): Promise<ConnectedMovement[]>;
}

export interface ConnectedAccount {
  bank_name: string;
  bank_code: string | null;
  account_name: string;
  account_no: string;
  balance_kobo: bigint;
}

export interface ConnectedMovement {
  date: string;
  narration: string;
  /** Money in is positive, money out negative. */
  amount_kobo: bigint;
  balance_kobo: bigint | null;
}
