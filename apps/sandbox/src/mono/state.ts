/** What the sandbox's Mono remembers. */
export interface MonoSession {
  bvn: string;
  scope: "identity" | "bank_accounts";
  otp: string | null;
  otp_sent_at: string | null;
  attempts: number;
}

export interface MonoAccount {
  id: string;
  bvn: string;
  account_number: string;
  reference: string | null;
}

/** A connect page that was opened. */
export interface MonoConnection {
  id: string;
  redirect_url: string | null;
  reference: string | null;
  customer: unknown;
}

export interface MonoState {
  sessions: Record<string, MonoSession>;
  /** code → account */
  codes: Record<string, { bvn: string; account_number: string; reference: string | null }>;
  accounts: Record<string, MonoAccount>;
  connections: Record<string, MonoConnection>;
}
