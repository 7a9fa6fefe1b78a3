/** What dollars cost. Pure and exact: kobo, cents, and rates in ten-thousandths of a naira for one dollar. */
import type { DollarKind } from "@manilla/contract/cards/dollar-words";
import { addDays } from "@manilla/credit";
import type { RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/cards/dollar-cards";

const E4 = 10_000n;
const down = (amount: bigint, by: bigint): bigint => amount / by;
const up = (amount: bigint, by: bigint): bigint => (amount + by - 1n) / by;

/** The middle rate with our margin: dearer to buy, cheaper to sell; part of a ten-thousandth is ours. @param margin_bp hundredths of a percent */
export const quotedRate = (kind: DollarKind, mid_e4: bigint, margin_bp: number): bigint =>
  kind === "buy" ? up(mid_e4 * (E4 + BigInt(margin_bp)), E4) : down(mid_e4 * (E4 - BigInt(margin_bp)), E4);

/** Cents at a rate, in kobo; part of a kobo is ours: the buyer pays it, the seller does not get it. */
export const koboAt = (kind: DollarKind, amount_cents: bigint, rate_e4: bigint): bigint =>
  kind === "buy" ? up(amount_cents * rate_e4, E4) : down(amount_cents * rate_e4, E4);

export interface Priced {
  amount_cents: bigint;
  amount_kobo: bigint;
  margin_kobo: bigint;
  rate_e4: bigint;
  mid_e4: bigint;
  margin_bp: number;
}
/** What an amount costs or brings, and what of it is our margin; never negative. */
export function priced(kind: DollarKind, amount_cents: bigint, mid_e4: bigint, margin_bp: number): Priced {
  const rate_e4 = quotedRate(kind, mid_e4, margin_bp);
  const amount_kobo = koboAt(kind, amount_cents, rate_e4);
  const middle = koboAt(kind, amount_cents, mid_e4);
  const margin_kobo = kind === "buy" ? amount_kobo - middle : middle - amount_kobo;
  return { amount_cents, amount_kobo, margin_kobo, rate_e4, mid_e4, margin_bp };
}

/** A rate as it is read: `1534.2055`. */
export const rateText = (rate_e4: bigint): string => `${rate_e4 / E4}.${String(rate_e4 % E4).padStart(4, "0")}`;

/** A tenth up or down from one published day to the next: somebody looks before it is our price. */
export function isLeap(before_e4: bigint, now_e4: bigint): boolean {
  const by = now_e4 > before_e4 ? now_e4 - before_e4 : before_e4 - now_e4;
  return by * 10n > before_e4;
}

/** Why a published rate is not quoted; null where it is. */
export function whyNotRate(
  { mid_e4, rated_on }: { mid_e4: bigint; rated_on: string },
  today: string,
  { rate_days, rate_from, rate_to }: { rate_days: number; rate_from: number; rate_to: number },
): "late" | "unlikely" | null {
  // The business day may end after midnight; a list of later days is as wrong as one of last week.
  if (rated_on < addDays(today, -rate_days) || rated_on > addDays(today, 1)) return "late";
  return mid_e4 < BigInt(rate_from) * E4 || mid_e4 > BigInt(rate_to) * E4 ? "unlikely" : null;
}

export interface OwedFacts {
  status: string;
  user_id: string;
  owed_cents: bigint;
  /** Waits for a second person. */
  is_waiting: boolean;
}

export const owedRules: RulesOf<Pick<typeof calls, "writeOffOwed">, OwedFacts> = {
  writeOffOwed: {
    own_money: ({ user_id }, caller) => user_id === caller.user_id,
    nothing_owed: ({ owed_cents }) => owed_cents <= 0n,
    already_requested: ({ is_waiting }) => is_waiting,
  },
};
