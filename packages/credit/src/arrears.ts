/** Being late: days, buckets, penalties, the portfolio at risk, provisions (business-rules §4). */
import { daysBetween } from "./calendar.ts";
import { divideRounded, parsePercent, percentOf, printShare, round, times } from "./decimal.ts";
import { type RunningInstalment, unpaidTotal } from "./types.ts";

export type Bucket = "current" | "1-30" | "31-60" | "61-90" | "91+";
export const BUCKETS: readonly Bucket[] = ["current", "1-30", "31-60", "61-90", "91+"];

/** Below the smaller of the two nothing counts as overdue; a missing one does not limit. A product's JSON holds the kobo as a number. */
export interface Materiality {
  floor_kobo?: bigint | number | undefined;
  /** Percent of the loan's principal. */
  share_percent?: string | undefined;
}

export interface ArrearsRequest {
  instalments: readonly RunningInstalment[];
  /** What the loan was for, in kobo: the share of a materiality is of this, whatever has been paid since. */
  principal_kobo: bigint;
  /** Business date. */
  on: string;
  materiality?: Materiality;
}

/** Unpaid amounts whose due date has passed, penalties included and however small, in kobo. */
export function overdueAmount(instalments: readonly RunningInstalment[], on: string): bigint {
  return instalments.reduce((sum, row) => (row.due_on < on ? sum + unpaidTotal(row) : sum), 0n);
}

/** The least amount that counts as overdue, in kobo: the smaller of floor and share; nothing where the product has neither. */
export function materialFrom(principal_kobo: bigint, { floor_kobo, share_percent }: Materiality): bigint {
  const share = share_percent === undefined ? undefined : percentOf(principal_kobo, share_percent);
  const floor = floor_kobo === undefined ? undefined : BigInt(floor_kobo);
  if (floor === undefined) return share ?? 0n;
  return share === undefined || floor < share ? floor : share;
}

/** Whether so much, unpaid past its due date on a loan of this principal, counts as overdue (business-rules §4). All that judge lateness ask here. */
export const isMaterial = (unpaid_kobo: bigint, principal_kobo: bigint, materiality: Materiality = {}): boolean =>
  unpaid_kobo > 0n && unpaid_kobo >= materialFrom(principal_kobo, materiality);

/** Whether the loan has a material amount overdue. */
export const isOverdue = ({ instalments, principal_kobo, on, materiality }: ArrearsRequest): boolean =>
  isMaterial(overdueAmount(instalments, on), principal_kobo, materiality);

/** max(0, business date − oldest unpaid due date), in days. Grace days never delay it; an immaterial amount leaves it 0. */
export function daysPastDue(request: ArrearsRequest): number {
  if (!isOverdue(request)) return 0;
  const oldest = request.instalments
    .filter((row) => row.due_on < request.on && unpaidTotal(row) > 0n)
    .reduce((first, row) => (row.due_on < first ? row.due_on : first), request.on);
  return daysBetween(oldest, request.on);
}

/**
 * The due date whose instalment made what is unpaid now material: from here on something is overdue, so from here on penalties count their
 * days (days past due count from the oldest unpaid due date). Without a materiality the oldest unpaid due date.
 * @returns undefined while nothing is overdue
 */
export function overdueSince({ instalments, principal_kobo, on, materiality }: ArrearsRequest): string | undefined {
  let unpaid_kobo = 0n;
  for (const row of instalments
    .filter(({ due_on }) => due_on < on)
    .toSorted((left, right) => (left.due_on < right.due_on ? -1 : left.due_on > right.due_on ? 1 : 0))) {
    unpaid_kobo += unpaidTotal(row);
    if (isMaterial(unpaid_kobo, principal_kobo, materiality)) return row.due_on;
  }
  return undefined;
}

/** The bucket of a number of days past due. */
export function bucketOf(days: number): Bucket {
  if (days <= 0) return "current";
  if (days <= 30) return "1-30";
  if (days <= 60) return "31-60";
  return days <= 90 ? "61-90" : "91+";
}

/** A product's penalty, as the contract keeps it; `percent` is of the overdue amount. */
export interface PenaltyTerms {
  kind: "none" | "fixed" | "percentage" | "hybrid";
  kobo?: bigint | undefined;
  percent?: string | undefined;
  minimum_kobo?: bigint | undefined;
  /** Percent a month of the overdue amount; business-rules §4 says 1 by default. */
  cap_percent_a_month?: string | undefined;
}

export interface PenaltyRequest {
  terms: PenaltyTerms;
  /** Days after the due date in which nothing is charged. */
  grace_days: number;
  /** Unpaid principal, interest and fees of the instalment; no penalties, so that nothing compounds. */
  overdue_kobo: bigint;
  /** Days since the instalment's due date; where a product has a materiality, since something is overdue at all ({@link overdueSince}). */
  days_overdue: number;
  /** Penalties charged on this instalment so far, paid or not. */
  already_charged_kobo: bigint;
}

const DAYS_A_MONTH = 30n;
export const DEFAULT_CAP_PERCENT_A_MONTH = "1";

/**
 * What to charge on a late instalment today, in kobo: its penalty (once per instalment: fixed, percentage of the overdue amount, or both; at
 * least the minimum) as far as the cap of the months begun since the due date lets it, less what was charged before. Asking daily, late or
 * twice comes to the same. The cap wins over the minimum and rounds down; percentages round HALF_UP.
 */
export function penaltyOf({
  terms,
  grace_days,
  overdue_kobo,
  days_overdue,
  already_charged_kobo,
}: PenaltyRequest): bigint {
  if (terms.kind === "none" || overdue_kobo <= 0n || days_overdue <= grace_days || days_overdue <= 0) return 0n;
  const fixed = terms.kind === "percentage" ? 0n : (terms.kobo ?? 0n);
  const share = terms.kind === "fixed" ? 0n : percentOf(overdue_kobo, terms.percent ?? "0");
  const least = terms.minimum_kobo ?? 0n;
  const penalty = fixed + share < least ? least : fixed + share;
  const months = divideRounded(BigInt(days_overdue), DAYS_A_MONTH, "up");
  const cap = round(
    times(overdue_kobo * months, parsePercent(terms.cap_percent_a_month ?? DEFAULT_CAP_PERCENT_A_MONTH)),
    "down",
  );
  const due = (penalty < cap ? penalty : cap) - already_charged_kobo;
  return due > 0n ? due : 0n;
}

export interface LoanAtRisk {
  outstanding_principal_kobo: bigint;
  days_past_due: number;
  is_charged_off?: boolean;
}

/** PAR-x: outstanding principal of loans with DPD ≥ x over all outstanding principal; charged-off loans are shown apart. */
export function portfolioAtRisk(
  loans: readonly LoanAtRisk[],
  days: number,
): { percent: string; at_risk_kobo: bigint; outstanding_kobo: bigint; charged_off_kobo: bigint } {
  const totals = { at_risk_kobo: 0n, outstanding_kobo: 0n, charged_off_kobo: 0n };
  for (const loan of loans) {
    if (loan.is_charged_off) totals.charged_off_kobo += loan.outstanding_principal_kobo;
    else {
      totals.outstanding_kobo += loan.outstanding_principal_kobo;
      if (loan.days_past_due >= days) totals.at_risk_kobo += loan.outstanding_principal_kobo;
    }
  }
  return { percent: printShare(totals.at_risk_kobo, totals.outstanding_kobo), ...totals };
}

/** Provision rates in percent by bucket, from a day on. */
export interface ProvisionTable {
  valid_from: string;
  percents: Record<Bucket, string>;
}

/** The microfinance table (business-rules §4): the default until the owner dates another. */
export const DEFAULT_PROVISION_TABLES: readonly ProvisionTable[] = [
  { valid_from: "1900-01-01", percents: { current: "1", "1-30": "5", "31-60": "20", "61-90": "50", "91+": "100" } },
];

/**
 * Provision for an outstanding amount, in kobo, HALF_UP, by the table in force on that day.
 * @throws RangeError when no table is in force
 */
export function provision(
  outstanding_kobo: bigint,
  bucket: Bucket,
  on: string,
  tables: readonly ProvisionTable[] = DEFAULT_PROVISION_TABLES,
): bigint {
  const table = tables
    .filter(({ valid_from }) => valid_from <= on)
    .toSorted((left, right) => (left.valid_from < right.valid_from ? 1 : -1))[0];
  if (!table) throw new RangeError(`no provision table is in force on ${on}`);
  return round(times(outstanding_kobo, parsePercent(table.percents[bucket])), "half_up");
}
