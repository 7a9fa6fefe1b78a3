/** Decisions about the providers' reports. Pure; amounts in kobo. */
import type { RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/payments/biller-reports";

export interface LineFacts {
  status: string;
  reason: string | null;
  /** Waits for a second person. */
  approval_id: string | null;
}

export const lineRules: RulesOf<Pick<typeof calls, "writeOff">, LineFacts> = {
  writeOff: {
    already_requested: ({ approval_id }) => approval_id !== null,
    // Its end posts by itself: written off too, the same money would be booked twice.
    still_open: ({ reason }) => reason === "late",
  },
};
export const floatRules: RulesOf<Pick<typeof calls, "explain">, { status: string }> = { explain: {} };

/** A line of a report, as far as sums go. */
export interface Reported {
  kind: "sale" | "reversal";
  cost_kobo: bigint;
}

/** What a line takes from our float: what is given back is negative. */
export const signed = ({ kind, cost_kobo }: Reported): bigint => (kind === "reversal" ? -cost_kobo : cost_kobo);

/** A report's sums. */
export function totalsOf(bills: readonly Reported[]) {
  const of = (kind: Reported["kind"]) =>
    bills.reduce((sum, each) => (each.kind === kind ? sum + each.cost_kobo : sum), 0n);
  return { sold_kobo: of("sale"), given_back_kobo: of("reversal") };
}
