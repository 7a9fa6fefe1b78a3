import { dayCountOf, periodsAYear } from "./calendar.ts";
import type { Ratio } from "./decimal.ts";
import { parsePercent, roundedQuotient } from "./decimal.ts";
import type { Instalment, QuoteRequest } from "./types.ts";
import { QuoteError } from "./types.ts";

type Terms = Pick<QuoteRequest, "annual_rate_percent" | "frequency" | "method" | "interest" | "day_count" | "rounding_multiple_kobo" | "rounding_mode">;

/** A debt that is to be paid back on given dates. */
export interface Plan extends Terms {
  principal_kobo: bigint;
  /** Interest runs from this day. */
  starts_on: string;
  due_dates: string[];
  /** Periods at the start that pay interest only. */
  principal_grace: number;
  /** Fees that every instalment carries, in kobo. */
  fees_kobo: bigint;
  /** Number of the first instalment; 1 unless the schedule continues an older one. */
  first_number?: number;
  /** Keep this instalment (without fees) instead of solving for one; the last instalment takes what is left. */
  instalment_kobo?: bigint;
}

/** The rate of one period: the yearly rate through the periods of a year. */
function periodRate(plan: Terms): Ratio {
  const year = parsePercent(plan.annual_rate_percent);
  return { numerator: year.numerator, denominator: year.denominator * BigInt(periodsAYear(plan.frequency)) };
}

/** An exact amount to the multiple of the product (business-rules §2, m). "nearest" sends halves to the even multiple. */
function toMultiple(amount: Ratio, plan: Terms): bigint {
  const multiple = plan.rounding_multiple_kobo;
  return roundedQuotient(amount.numerator, amount.denominator * multiple, plan.rounding_mode === "up" ? "up" : "half_even") * multiple;
}

/**
 * The equal instalment of a declining balance before rounding, exactly: P·i(1+i)^n / ((1+i)^n − 1), or P/n without interest.
 * With i = a/b this is P·a(a+b)^n / (b((a+b)^n − b^n)), whole numbers throughout.
 */
export function equalInstalment(principal_kobo: bigint, rate: Ratio, instalments: number): Ratio {
  const { numerator: a, denominator: b } = rate;
  if (a === 0n) return { numerator: principal_kobo, denominator: BigInt(instalments) };
  const grown = (a + b) ** BigInt(instalments);
  return { numerator: principal_kobo * a * grown, denominator: b * (grown - b ** BigInt(instalments)) };
}

const times = (amount_kobo: bigint, rate: Ratio): bigint => roundedQuotient(amount_kobo * rate.numerator, rate.denominator, "half_even");

/** Interest of each period on a balance; flat interest is known beforehand, the other kinds follow the balance. */
function interestOf(plan: Plan): (index: number, balance_kobo: bigint) => bigint {
  const count = plan.due_dates.length;
  const rate = periodRate(plan);
  if (plan.method === "flat") {
    const total = roundedQuotient(plan.principal_kobo * rate.numerator * BigInt(count), rate.denominator, "half_even");
    const each = times(plan.principal_kobo, rate);
    // On a few kobo the rounded part times n may exceed the whole: it stops there, so that no interest is below nothing.
    const upTo = (periods: number) => (each * BigInt(periods) < total ? each * BigInt(periods) : total);
    return (index) => (index === count - 1 ? total : upTo(index + 1)) - upTo(index);
  }
  if (plan.interest === "per_period") return (_, balance) => times(balance, rate);
  const year = parsePercent(plan.annual_rate_percent);
  return (index, balance) => {
    const from = index === 0 ? plan.starts_on : (plan.due_dates[index - 1] ?? plan.starts_on);
    const counted = dayCountOf(from, plan.due_dates[index] ?? from, plan.day_count);
    return roundedQuotient(balance * year.numerator * BigInt(counted.days), year.denominator * BigInt(counted.year), "half_even");
  };
}

/** The rounded amount that the paying periods repeat: an instalment, or the principal part for equal principal. */
function repeatedAmount(plan: Plan, interest: (index: number, balance_kobo: bigint) => bigint): bigint {
  if (plan.instalment_kobo !== undefined) return plan.instalment_kobo;
  const paying = plan.due_dates.length - plan.principal_grace;
  if (plan.method === "declining") return toMultiple(equalInstalment(plan.principal_kobo, periodRate(plan), paying), plan);
  let amount = plan.principal_kobo;
  if (plan.method === "flat") {
    for (let index = plan.principal_grace; index < plan.due_dates.length; index += 1) amount += interest(index, 0n);
  }
  return toMultiple({ numerator: amount, denominator: BigInt(paying) }, plan);
}

/** Where a multiple is set it is to blame for the rounding, else there are too many instalments for whole kobo to carry. */
const roundingError = (plan: Plan, consequence: string): QuoteError =>
  plan.rounding_multiple_kobo > 1n
    ? new QuoteError("rounding_multiple_kobo", `this field is too large: ${consequence}`)
    : new QuoteError("instalments", `this field is too large for this amount and rate: ${consequence}`);

function refuse(plan: Plan, index: number, principal: bigint, balance: bigint): void {
  if (principal > balance) throw roundingError(plan, "the loan would be paid back before its last instalment");
  if (principal >= 0n) return;
  if (plan.interest !== "daily") throw roundingError(plan, "an instalment would not cover its interest");
  if (index === 0) throw new QuoteError("first_due_on", "this field is so late that the first instalment would not cover its interest");
  throw new QuoteError("annual_rate_percent", "this field is so high that an instalment would not cover its interest");
}

/**
 * The one engine of every schedule (business-rules §2): quote, offer, contract, prepayment and restructuring.
 * Interest rounds HALF_EVEN to the kobo; the last instalment takes the balance and with it all rounding.
 * @throws QuoteError when rounding leaves an instalment of nothing, a balance below nothing, or interest uncovered
 */
export function amortise(plan: Plan): Instalment[] {
  const interestIn = interestOf(plan);
  const repeated = repeatedAmount(plan, interestIn);
  if (repeated <= 0n) throw roundingError(plan, "an instalment would be nothing");
  const last = plan.due_dates.length - 1;
  let balance = plan.principal_kobo;
  return plan.due_dates.map((due_on, index) => {
    const interest = interestIn(index, balance);
    const planned = plan.method === "equal_principal" ? repeated : repeated - interest;
    const principal = index === last ? balance : index < plan.principal_grace ? 0n : planned;
    refuse(plan, index, principal, balance);
    balance -= principal;
    if (index < last && balance === 0n) refuse(plan, index, 1n, 0n);
    return {
      number: (plan.first_number ?? 1) + index,
      due_on,
      principal_kobo: principal,
      interest_kobo: interest,
      fees_kobo: plan.fees_kobo,
      total_kobo: principal + interest + plan.fees_kobo,
      balance_kobo: balance,
    };
  });
}
