/** A movement of a bank statement, in kobo, with its row in the file. */
export interface StatementTransaction {
  /** Line of the text, row of the sheet, or entry of the message, counted from 1: what a finding points at. */
  row: number;
  booked_on: string;
  narration: string;
  reference: string | null;
  /** Money in is positive, money out negative. */
  amount_kobo: bigint;
  /** The bank's running balance after it, where the statement prints one. */
  balance_kobo: bigint | null;
}

/** Something about a statement that does not hold; it is shown with its row and never silently used. */
export interface StatementFlag {
  row: number;
  kind:
    | "balance_mismatch"
    | "unreadable_row"
    | "direction_unknown"
    | "total_mismatch"
    | "formula_cell"
    | "foreign_currency";
  message: string;
  expected_kobo: bigint | null;
  found_kobo: bigint | null;
}

export interface BankStatement {
  account_number: string | null;
  account_name: string | null;
  currency: string | null;
  /** The bank's own number of the statement, where it has one. */
  sequence: string | null;
  from: string | null;
  to: string | null;
  opening_kobo: bigint | null;
  closing_kobo: bigint | null;
  /** In order of time, also when the file runs backwards. */
  transactions: StatementTransaction[];
  flags: StatementFlag[];
}

/** A file that is no statement that we read: the message is for the person who sent it. */
export class StatementError extends Error {
  readonly row: number | null;
  constructor(message: string, row: number | null = null) {
    super(message);
    this.name = "StatementError";
    this.row = row;
  }
}

/** The currency of a statement, all of whose amounts are in it: what adds up in two currencies is no sum. @throws StatementError */
export function oneCurrency(named: readonly (string | null | undefined)[], row: number | null = null): string | null {
  const [currency = null, ...others] = new Set(named.filter((each) => !!each));
  if (others.length > 0)
    throw new StatementError(`The file names several currencies (${[currency, ...others].join(", ")}).`, row);
  return currency ?? null;
}
