/** What the statement providers beside Mono remember. */
export interface AccountOf {
  bvn: string;
  account_number: string;
}

export interface Ticket extends AccountOf {
  password: string;
  is_confirmed: boolean;
}

export interface UssdSession extends AccountOf {
  dial: string;
  status: "pending" | "confirmed" | "rejected";
  expires_at: string;
  months: number;
}

/** A page on which somebody links an account, opened by Okra or by the third source. */
export interface LinkPage {
  provider: "okra" | "statement_source_3";
  return_url: string;
}

export interface StatementsState {
  tickets: Record<string, Ticket>;
  links: Record<string, LinkPage>;
  /** What a link page gave → the account. */
  codes: Record<string, AccountOf>;
  /** Account ids of the third source and records of Okra that were exchanged. */
  accounts: Record<string, AccountOf>;
  shares: Record<string, AccountOf>;
  sessions: Record<string, UssdSession>;
}

export const noStatements = (): StatementsState => ({
  tickets: {},
  links: {},
  codes: {},
  accounts: {},
  shares: {},
  sessions: {},
});
