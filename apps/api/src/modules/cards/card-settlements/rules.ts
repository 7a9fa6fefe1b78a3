/** Decisions about the issuer's settlement. Pure; amounts in kobo. */
import type { RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/cards/card-settlements";

export interface LineFacts {
  status: string;
  /** Waits for a second person. */
  approval_id: string | null;
  reason: string | null;
  /** Of the card, where we know it, or as reported; null where unknown. */
  currency: string | null;
}

/** Given once; where we know the card, its currency is the only one. */
const says = (said: string) => ({
  is_said: ({ reason }: LineFacts) => reason !== "no_currency",
  other_card: ({ currency }: LineFacts) => currency !== null && currency !== said,
  already_requested: ({ approval_id }: LineFacts) => approval_id !== null,
});

export const lineRules: RulesOf<typeof calls, LineFacts> = {
  sayDollars: says("USD"),
  sayNaira: says("NGN"),
  writeOff: {
    already_requested: ({ approval_id }) => approval_id !== null,
    no_currency: ({ currency }) => currency === null,
  },
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

/** What one payment takes from our account with the issuer. */
export function netOf(line: Settled): bigint {
  const { settled_kobo, interchange_kobo, charges_kobo } = totalsOf([line]);
  return settled_kobo + charges_kobo - interchange_kobo;
}
