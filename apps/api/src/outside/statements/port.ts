/** Bank statements from an account that the person has connected. Amounts in kobo. */
export interface StatementsPort {
  /** Exchanges what the connect page gave for the account. */
  connect(code: string): Promise<{ account_id: string }>;
  account(account_id: string): Promise<{ bank_name: string; account_name: string; account_no: string; balance_kobo: bigint }>;
  statement(account_id: string, months: number): Promise<{ date: string; narration: string; debit_kobo: bigint; credit_kobo: bigint; balance_kobo: bigint }[]>;
}
