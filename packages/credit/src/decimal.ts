/** Exact arithmetic for rates and money: rationals over `bigint`, and one place where anything is ever rounded. */

/** An exact rational; `denominator` is always positive. */
export interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

/** half_even: interest. half_up: fees, VAT, penalties. up and down: away from and towards zero, for amounts that are never negative. */
export type Rounding = "half_even" | "half_up" | "up" | "down";

/** Divides and rounds to an integer. @throws RangeError when the divisor is not positive */
export function divideRounded(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  if (denominator <= 0n) throw new RangeError("the divisor must be positive");
  const isNegative = numerator < 0n;
  const magnitude = isNegative ? -numerator : numerator;
  const quotient = magnitude / denominator;
  const rest = magnitude % denominator;
  const twice = rest * 2n;
  const roundsAway =
    rest !== 0n &&
    (rounding === "up" ||
      (rounding !== "down" &&
        (twice > denominator || (twice === denominator && (rounding === "half_up" || quotient % 2n === 1n)))));
  const result = roundsAway ? quotient + 1n : quotient;
  return isNegative ? -result : result;
}

function greatestCommonDivisor(left: bigint, right: bigint): bigint {
  let [a, b] = [left < 0n ? -left : left, right < 0n ? -right : right];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

/** A fraction in lowest terms. */
export function fraction(numerator: bigint, denominator = 1n): Fraction {
  if (denominator === 0n) throw new RangeError("a fraction needs a denominator");
  const divisor = greatestCommonDivisor(numerator, denominator) || 1n;
  const sign = denominator < 0n ? -1n : 1n;
  return { numerator: (sign * numerator) / divisor, denominator: (sign * denominator) / divisor };
}

export const ZERO: Fraction = { numerator: 0n, denominator: 1n };

export const add = (left: Fraction, right: Fraction): Fraction =>
  fraction(
    left.numerator * right.denominator + right.numerator * left.denominator,
    left.denominator * right.denominator,
  );

export const multiply = (left: Fraction, right: Fraction): Fraction =>
  fraction(left.numerator * right.numerator, left.denominator * right.denominator);

export const round = (value: Fraction, rounding: Rounding): bigint =>
  divideRounded(value.numerator, value.denominator, rounding);

/** `amount × share`, exact. */
export const times = (amount: bigint, share: Fraction): Fraction =>
  fraction(amount * share.numerator, share.denominator);

/**
 * A decimal string, for example `"15.678"`, as an exact fraction.
 * @throws RangeError when it is not a plain non-negative decimal
 */
export function parseDecimal(text: string): Fraction {
  const match = /^(\d{1,30})(?:\.(\d{1,30}))?$/.exec(text);
  if (!match) throw new RangeError("not a decimal number");
  const decimals = match[2] ?? "";
  return fraction(BigInt(match[1] + decimals), 10n ** BigInt(decimals.length));
}

/** A percent string as a share: `"7.5"` → 3/40. */
export const parsePercent = (text: string): Fraction => multiply(parseDecimal(text), fraction(1n, 100n));

/** A fraction printed with a fixed number of decimals, HALF_UP. */
export function printDecimal(value: Fraction, decimals: number): string {
  const scaled = divideRounded(value.numerator * 10n ** BigInt(decimals), value.denominator, "half_up");
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  return `${scaled < 0n ? "-" : ""}${whole}${decimals > 0 ? `.${digits.slice(-decimals)}` : ""}`;
}

/** `share` of an amount as a printed percentage, two decimals; "0.00" of nothing. */
export const printShare = (part: bigint, whole: bigint): string =>
  printDecimal(whole === 0n ? ZERO : fraction(part * 100n, whole), 2);

/** Rounds an exact amount to a multiple; `nearest` takes halves up. */
export function roundToMultiple(amount: Fraction, multiple: bigint, mode: "nearest" | "up"): bigint {
  return divideRounded(amount.numerator, amount.denominator * multiple, mode === "up" ? "up" : "half_up") * multiple;
}

/** `percent` (decimal text) of an amount in kobo, HALF_UP as fees, VAT and penalties are (business-rules §1). */
export const percentOf = (amount_kobo: bigint, percent: string): bigint =>
  round(times(amount_kobo, parsePercent(percent)), "half_up");
