/** Bank statements from an account that the person has connected. Amounts in kobo. */
export interface StatementsPort {
  /** The page on which the person connects an account; it comes back to `redirect_url` with a code. */
  connectPage(
    person: { name: string; email: string; reference: string },
    redirect_url: string,
  ): Promise<{ connect_url: string }>;
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

/** Everything that a source gives for one account, oldest movement first. */
export interface FetchedStatement {
  account: { bank_name: string; account_name: string; account_no: string };
  movements: ConnectedMovement[];
}

/** An aggregator like Mono: the person signs in at its page and comes back with a code. */
export interface LinkedStatements {
  connectPage(
    person: { name: string; email: string; reference: string },
    redirect_url: string,
  ): Promise<{ connect_url: string }>;
  /** @throws ProviderRefused for an unknown or used code */
  fetch(code: string, months: number): Promise<FetchedStatement>;
}

/** The bank answers the person by SMS with a ticket number and a password, which open the statement once. */
export interface TicketStatements {
  request(order: {
    account_no: string;
    bank_code: string;
    phone: string;
    name: string;
    from: string;
    to: string;
  }): Promise<{ request_id: string }>;
  /** The bank's name may be empty: the caller knows the bank. @throws ProviderRefused when ticket and password do not belong together */
  fetch(ticket: string, password: string): Promise<FetchedStatement>;
}

/** The bank's own app shares a statement under a code. */
export interface SharedStatements {
  /** @throws ProviderRefused for an unknown, used or late code */
  redeem(share_code: string): Promise<FetchedStatement>;
}

/** The person dials a code and agrees with the bank's PIN on any phone. */
export interface UssdStatements {
  begin(order: {
    account_no: string;
    bank_code: string;
    phone: string;
    reference: string;
    months: number;
  }): Promise<{ session_id: string; dial: string; expires_at: Date }>;
  look(session_id: string): Promise<"waiting" | "confirmed" | "refused" | "expired">;
  fetch(session_id: string): Promise<FetchedStatement>;
}

/** The sources that are configured; one that is absent is not offered. */
export interface StatementSources {
  mbs?: TicketStatements;
  mobile?: SharedStatements;
  okra?: LinkedStatements;
  statement_source_3?: LinkedStatements & { name: string };
  ussd?: UssdStatements;
}
