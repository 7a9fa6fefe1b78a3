/** Decisions about the issuer's settlement. Pure; amounts in kobo. */
import type { RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/cards/card-settlements";

export interface LineFacts {
  status: string;
  /** A second person is asked. */
  approval_id: string | null;
}

export const lineRules: RulesOf<typeof calls, LineFacts> = {
  writeOff: { already_requested: ({ approval_id }) => approval_id !== null },
};

export interface Settled {
  kind: "capture" | "refund" | "refund_reversal" | "dispute_won";
  amount_kobo: bigint;
  interchange_kobo: bigint;
  charge_kobo: bigint;
}

/** What a payment takes from us: a refund gives back, and so does a dispute that was won. */
export const signed = ({ kind, amount_kobo }: Pick<Settled, "kind" | "amount_kobo">): bigint =>
  kind === "refund" || kind === "dispute_won" ? -amount_kobo : amount_kobo;

/** A file's sums, in kobo. */
export function totalsOf(lines: readonly Settled[]) {
  const sum = (of: (line: Settled) => bigint): bigint => lines.reduce((total, line) => total + of(line), 0n);
  return {
    settled_kobo: sum(signed),
    interchange_kobo: sum(({ interchange_kobo }) => interchange_kobo),
    charges_kobo: sum(({ charge_kobo }) => charge_kobo),
  };
}
