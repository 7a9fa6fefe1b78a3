/** The engine under quote and what is solved again of a running loan: dates and a balance go in, instalments come out. Formulas: business-rules §2. */
import { type DayCount, daysAYear, interestDays } from "./calendar.ts";
import { type Fraction, ZERO, fraction, multiply, round, roundToMultiple, times } from "./decimal.ts";
import { type Instalment, QuoteError } from "./types.ts";

export interface Plan {
  balance_kobo: bigint;
  /** Share a year, exact. */
  annual_rate: Fraction;
  periods_a_year: bigint;
  starts_on: string;
  due_dates: readonly string[];
  method: "flat" | "declining" | "equal_principal";
  interest: "per_period" | "daily";
  day_count: DayCount;
  rounding_multiple_kobo: bigint;
  rounding_mode: "nearest" | "up";
  principal_grace: number;
  interest_moratorium: number;
  fees_each_kobo: bigint;
  first_number: number;
}

function power(base: Fraction, exponent: number): Fraction {
  // Lowest terms stay lowest under powers: no reduction needed.
  return { numerator: base.numerator ** BigInt(exponent), denominator: base.denominator ** BigInt(exponent) };
}

/**
 * The equal instalment, unrounded: P·i(1+i)^n / ((1+i)^n − 1); periods without interest at the start count with i = 0.
 * @returns kobo, exact
 */
export function exactInstalment(
  principal_kobo: bigint,
  rate: Fraction,
  periods: number,
  freePeriods: number,
): Fraction {
  const charged = periods - freePeriods;
  if (rate.numerator === 0n || charged <= 0) return fraction(principal_kobo, BigInt(periods));
  const growth = power({ numerator: rate.numerator + rate.denominator, denominator: rate.denominator }, charged);
  const free = BigInt(freePeriods);
  // PMT = P·g / (f·g + (g − 1)/i), over the common denominator of g and i.
  const numerator = principal_kobo * growth.numerator * rate.numerator;
  const denominator =
    free * growth.numerator * rate.numerator + (growth.numerator - growth.denominator) * rate.denominator;
  return { numerator, denominator };
}

const clamp = (value: bigint, most: bigint): bigint => (value < 0n ? 0n : value > most ? most : value);
const ratePerPeriod = (plan: Plan): Fraction => multiply(plan.annual_rate, fraction(1n, plan.periods_a_year));

/** Exact interest on the running balance for period `index`. */
function periodInterest(plan: Plan, index: number, balance: bigint): Fraction {
  if (index < plan.interest_moratorium) return ZERO;
  if (plan.interest === "per_period") return times(balance, ratePerPeriod(plan));
  const from = index === 0 ? plan.starts_on : (plan.due_dates[index - 1] ?? plan.starts_on);
  const days = BigInt(interestDays(from, plan.due_dates[index] ?? from, plan.day_count));
  return times(balance * days, multiply(plan.annual_rate, fraction(1n, daysAYear(plan.day_count))));
}

/** Flat interest per period: the rounded share each, the last period takes the rest, and the sum is never more than the whole. */
function flatInterests(plan: Plan): bigint[] {
  const count = plan.due_dates.length;
  const charged = count - Math.min(plan.interest_moratorium, count);
  const period = times(plan.balance_kobo, ratePerPeriod(plan));
  const each = round(period, "half_even");
  let left = round(times(BigInt(charged), period), "half_even");
  return plan.due_dates.map((_, index) => {
    if (index < count - charged) return 0n;
    const taken = index === count - 1 ? left : clamp(each, left);
    left -= taken;
    return taken;
  });
}

/** The rounded instalment (principal and interest), or the rounded principal part where principal is equal. */
function levelAmount(plan: Plan, paying: number, flat: readonly bigint[]): bigint {
  const toMultiple = (amount: Fraction) => roundToMultiple(amount, plan.rounding_multiple_kobo, plan.rounding_mode);
  // The multiple is one of instalments, and these differ from one another: the principal part is rounded to the kobo (business-rules §2).
  if (plan.method === "equal_principal")
    return roundToMultiple(fraction(plan.balance_kobo, BigInt(paying)), 1n, plan.rounding_mode);
  if (plan.method === "declining") {
    return toMultiple(
      exactInstalment(
        plan.balance_kobo,
        ratePerPeriod(plan),
        paying,
        Math.min(Math.max(plan.interest_moratorium - plan.principal_grace, 0), paying),
      ),
    );
  }
  const interest = flat.slice(plan.principal_grace).reduce((sum, part) => sum + part, 0n);
  return toMultiple(fraction(plan.balance_kobo + interest, BigInt(paying)));
}

/** Where a multiple is set it is to blame for the rounding, else there are too many instalments for whole kobo to carry. */
function refuse(plan: Plan, consequence: string): never {
  if (plan.rounding_multiple_kobo > 1n)
    throw new QuoteError("rounding_multiple_kobo", `this field is too large: ${consequence}`);
  throw new QuoteError("instalments", `this field is too large for this amount and rate: ${consequence}`);
}

/** The last row absorbs the rounding; twice what the others ask is no rounding any more. Days of their own have other reasons. */
function refuseLopsided(plan: Plan, level: bigint, rows: readonly Instalment[]): void {
  const last = rows.at(-1);
  if (plan.interest === "daily" || !last) return;
  const asked = last.principal_kobo + (plan.method === "equal_principal" ? 0n : last.interest_kobo);
  if (asked > 2n * level) refuse(plan, `the last instalment would be ${asked / level} times the others`);
}

/**
 * Solves a plan: every row adds up, principals add up to the balance, the last row absorbs the rounding. Where a period's interest
 * exceeds the instalment (a late first due date) the interest is due in full and no principal: nothing is ever added to the balance.
 * @throws QuoteError when rounding makes an instalment nothing, or pays the loan back before its last instalment
 */
export function solve(plan: Plan): Instalment[] {
  const count = plan.due_dates.length;
  const flat = plan.method === "flat" ? flatInterests(plan) : [];
  const level = levelAmount(plan, count - plan.principal_grace, flat);
  if (level <= 0n) refuse(plan, "an instalment would be nothing");
  const rows: Instalment[] = [];
  let balance = plan.balance_kobo;
  for (const [index, due_on] of plan.due_dates.entries()) {
    const interest_kobo = flat[index] ?? round(periodInterest(plan, index, balance), "half_even");
    const wanted = plan.method === "equal_principal" ? level : level - interest_kobo;
    const principal_kobo = index === count - 1 ? balance : index < plan.principal_grace ? 0n : clamp(wanted, balance);
    balance -= principal_kobo;
    const total_kobo = principal_kobo + interest_kobo + plan.fees_each_kobo;
    rows.push({
      number: plan.first_number + index,
      due_on,
      principal_kobo,
      interest_kobo,
      fees_kobo: plan.fees_each_kobo,
      total_kobo,
      balance_kobo: balance,
    });
    if (balance === 0n && index < count - 1) refuse(plan, "the loan would be paid back before its last instalment");
  }
  refuseLopsided(plan, level, rows);
  return rows;
}
