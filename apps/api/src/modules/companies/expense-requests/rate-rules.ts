/** A typed rate of exchange beside the published one. Pure and exact. */
import { day } from "@manilla/contract/formats";
import { daysBetween } from "@manilla/credit";

/** A middle rate in ten-thousandths of a naira, and its day. */
export interface Published {
  mid_e4: bigint;
  rated_on: string;
}

/** Over a weekend with holidays none is published: the last one before counts. */
export const MAX_DAYS_OLD = 7;

/** A rate as it is written: "1,534.2055". */
export function rateOf(mid_e4: bigint): string {
  const fraction = String(mid_e4 % 10_000n)
    .padStart(4, "0")
    .replace(/0{1,2}$/, "");
  return `${(mid_e4 / 10_000n).toLocaleString("en-GB")}.${fraction}`;
}

/** Millionths of a naira of a typed rate. */
function e6Of(rate: string): bigint {
  const [whole = "0", fraction = ""] = rate.split(".");
  return BigInt(whole + fraction.padEnd(6, "0"));
}

/** Tenths of a percent, rounded down, as text. */
const percentOf = (difference: bigint, whole: bigint): string => {
  const tenths = (difference * 1_000n) / whole;
  return `${tenths / 10n}.${tenths % 10n}%`;
};

/**
 * What who decides reads of a typed rate: that it differs from the published one by more than is tolerated, that there is none to compare it with, or that it is of
 * another time than the spending. Nothing where it is as it should be.
 */
export function besideRate(
  typed: { currency: string; rate: string; rated_on: string; spent_on: string },
  published: Published | undefined,
  tolerance_percent: number,
): string[] {
  const apart = Math.abs(daysBetween(typed.spent_on, typed.rated_on));
  const late = apart > MAX_DAYS_OLD ? [`The rate is of ${day(typed.rated_on)}, ${apart} days from the spending`] : [];
  if (!published) return [`No published rate of ${typed.currency} to compare ${typed.rate} with`, ...late];
  const [own, theirs] = [e6Of(typed.rate), published.mid_e4 * 100n];
  const difference = own > theirs ? own - theirs : theirs - own;
  if (difference * 100n <= theirs * BigInt(tolerance_percent)) return late;
  const side = own > theirs ? "above" : "below";
  return [
    `The rate is ${percentOf(difference, theirs)} ${side} the published ${rateOf(published.mid_e4)} of ${day(published.rated_on)}`,
    ...late,
  ];
}
