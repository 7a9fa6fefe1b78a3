/** The annualised cost of a loan as an internal rate of return, in fixed point: 2^128 is one (38 decimals). */
import { type Fraction, fraction } from "./decimal.ts";

const BITS = 128n;
const ONE = 1n << BITS;
/** Two guesses this close are the same for every decimal that is shown: 33 digits. */
const CLOSE_ENOUGH = 1n << 18n;

/** Value and slope of Σ flow_k·x^k at x, where x = 1/(1 + rate), fixed point. */
function evaluate(flows: readonly bigint[], x: bigint): { value: bigint; slope: bigint } {
  let value = 0n;
  let slope = 0n;
  for (let index = flows.length - 1; index >= 0; index -= 1) {
    slope = ((slope * x) >> BITS) + value;
    value = ((value * x) >> BITS) + ((flows[index] ?? 0n) << BITS);
  }
  return { value, slope };
}

/** Newton alone is quick near the root and slow far from it: from this step on every second one halves the bracket. */
const MAX_NEWTON_STEPS = 12;

/**
 * The discount factor x in (0, 1] at which the flows are worth nothing: Newton, kept inside a bracket by bisection.
 * `flows[0]` is what the person pays at the start (negative: receives), the others what they pay later, none negative.
 */
function solveDiscount(flows: readonly bigint[]): bigint {
  let [low, high] = [0n, ONE];
  let x = ONE;
  for (let step = 0; step < 400 && high - low > CLOSE_ENOUGH; step += 1) {
    const { value, slope } = evaluate(flows, x);
    if (value === 0n) return x;
    if (value > 0n) high = x;
    else low = x;
    const next = slope > 0n ? x - (value * ONE) / slope : low;
    const isInside = next > low && next < high && (step < MAX_NEWTON_STEPS || step % 2 === 0);
    const change = next - x;
    if (isInside && change < CLOSE_ENOUGH && -change < CLOSE_ENOUGH) return next;
    x = isInside ? next : (low + high) / 2n;
  }
  return x;
}

/**
 * Effective annual rate, as an exact-enough share (about 30 digits), of what a person receives and pays in equal periods.
 * @param received_kobo what reaches the person at the start, positive
 * @param payments_kobo what they pay at the end of period 1, 2, 3 …
 * @returns `undefined` when nothing is received, or when less is paid than was received
 */
export function effectiveAnnualRate(
  received_kobo: bigint,
  payments_kobo: readonly bigint[],
  periods_a_year: bigint,
): Fraction | undefined {
  const paid = payments_kobo.reduce((sum, payment) => sum + payment, 0n);
  if (received_kobo <= 0n || paid < received_kobo) return undefined;
  const x = solveDiscount([-received_kobo, ...payments_kobo]);
  if (x <= 0n) return undefined;
  const growth = (ONE * ONE) / x;
  let annual = ONE;
  for (let period = 0n; period < periods_a_year; period += 1n) annual = (annual * growth) / ONE;
  return fraction(annual - ONE, ONE);
}
