import type { DayCount, Frequency } from "./calendar.ts";

/** A fee of a loan, in kobo: taken from the payout, or due with every instalment. */
export interface Fee {
  name: string;
  /** What the person pays, VAT included. */
  kobo: bigint;
  /** How much of it is VAT. */
  vat_kobo?: bigint;
  when: "upfront" | "each_instalment";
}

/** Everything that a schedule depends on (issue §5). Optional members have the contract's defaults. */
export interface QuoteRequest {
  principal_kobo: bigint;
  /** Percent a year as a decimal string: `"15.678"`. */
  annual_rate_percent: string;
  instalments: number;
  frequency?: Frequency;
  method: "flat" | "declining" | "equal_principal";
  interest?: "per_period" | "daily";
  day_count?: DayCount;
  rounding_multiple_kobo?: bigint;
  rounding_mode?: "nearest" | "up";
  /** Interest-only instalments at the start. */
  principal_grace?: number;
  disbursed_on: string;
  first_due_on: string;
  fees?: readonly Fee[];
  /** Day of the month that due dates keep, where it differs from the first due date's (a salary day of 30 in February). */
  due_day?: number;
  /** Paid by the person at the start, as instalment 0. */
  equity_contribution_kobo?: bigint;
  /** Instalments at the start that carry no interest. */
  interest_moratorium?: number;
}

export interface Instalment {
  /** 1, 2, 3 …; 0 is the equity contribution. */
  number: number;
  due_on: string;
  principal_kobo: bigint;
  interest_kobo: bigint;
  fees_kobo: bigint;
  total_kobo: bigint;
  /** Principal left after this instalment. */
  balance_kobo: bigint;
}

export interface Totals {
  principal_kobo: bigint;
  interest_kobo: bigint;
  /** Upfront fees included. */
  fees_kobo: bigint;
  total_kobo: bigint;
  /** The VAT inside the fees. */
  vat_kobo: bigint;
  /** What is paid out: the principal less what the person contributes and the upfront fees. */
  received_kobo: bigint;
  /** The sum of the instalments. */
  repaid_kobo: bigint;
}

export interface Quote {
  instalments: Instalment[];
  totals: Totals;
  /** Effective annual rate in percent, two decimals, fees included. */
  irr_percent: string;
}

/** A request that makes no loan: the field that is wrong and what it wants. The server answers it with 422. */
export class QuoteError extends Error {
  readonly field: string;
  constructor(field: string, message: string) {
    super(message);
    this.name = "QuoteError";
    this.field = field;
  }
}

export type Component = "penalty" | "fees" | "interest" | "principal";

/** An instalment as it runs: what is due and what has been paid of it. */
export interface RunningInstalment {
  number: number;
  due_on: string;
  principal_kobo: bigint;
  interest_kobo: bigint;
  fees_kobo: bigint;
  penalty_kobo: bigint;
  paid_principal_kobo: bigint;
  paid_interest_kobo: bigint;
  paid_fees_kobo: bigint;
  paid_penalty_kobo: bigint;
  /** Earned in periods before its own, asked by no row so far, in kobo. */
  carried_interest_kobo?: bigint | undefined;
  /** What its own period earns in all; the row's interest where nothing was paid ahead. */
  period_interest_kobo?: bigint | undefined;
  /** Principal paid ahead inside its period × the days of the period before each payment. */
  ahead_kobo_days?: bigint | undefined;
}

/** What is still unpaid of one component, in kobo. */
export function unpaid(instalment: RunningInstalment, component: Component): bigint {
  return instalment[`${component}_kobo`] - instalment[`paid_${component}_kobo`];
}

/** What is still unpaid of an instalment, in kobo. */
export const unpaidTotal = (instalment: RunningInstalment): bigint =>
  unpaid(instalment, "penalty") +
  unpaid(instalment, "fees") +
  unpaid(instalment, "interest") +
  unpaid(instalment, "principal");
