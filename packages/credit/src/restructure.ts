/** Changes to a running loan re-solve what is left from the day of the change; what has fallen due is never rewritten (business-rules §2). */
import { anchorDay, daysAYear, daysBetween, dueDates, interestDays } from "./calendar.ts";
import { type Fraction, add, fraction, multiply, parsePercent, round, roundToMultiple, times } from "./decimal.ts";
import { planOf } from "./quote.ts";
import { type Plan, solve } from "./schedule.ts";
import { type Instalment, QuoteError, type QuoteRequest } from "./types.ts";

const MAX_INSTALMENTS = 360;
const MAX_HOLIDAYS = 24;

export interface Running {
  /** The request that the present schedule was made from. */
  terms: QuoteRequest;
  instalments: readonly Instalment[];
}

export interface Change {
  /** Business date of the change: instalments due on or before it stay as they are. */
  effective_on: string;
  /** Further money paid out, in kobo. */
  top_up_kobo?: bigint;
  /** Money paid ahead on the principal, in kobo. */
  prepaid_kobo?: bigint;
  /** New rate in percent a year. */
  annual_rate_percent?: string;
  /** How many instalments remain; by default as many as before. */
  remaining_instalments?: number;
  /** Due dates skipped from the next one on. */
  holiday_instalments?: number;
  /** Interest of a holiday falls due with the first instalment after it (never capitalised), or is waived. */
  holiday_interest?: "due_after" | "waived";
  /** Keep the instalment and end earlier, instead of the term. */
  keep_instalment?: boolean;
}

export interface Resolved {
  /** Unchanged history: everything due on or before the change. */
  kept: Instalment[];
  /** What the new rows replace. */
  superseded: Instalment[];
  resolved: Instalment[];
}

interface Situation {
  plan: Plan;
  kept: Instalment[];
  superseded: Instalment[];
  previous_due_on: string;
  next_due_on: string;
  owed_kobo: bigint;
}

function situationOf({ terms, instalments }: Running, effective_on: string): Situation {
  const plan = planOf(terms);
  const kept = instalments.filter(({ due_on }) => due_on <= effective_on);
  const superseded = instalments.filter(({ due_on }) => due_on > effective_on);
  const next = superseded[0];
  if (!next) throw new QuoteError("effective_on", "nothing of this loan is left to change on that day");
  if (effective_on < terms.disbursed_on)
    throw new QuoteError("effective_on", "a loan cannot change before it is disbursed");
  return {
    plan,
    kept,
    superseded,
    previous_due_on: kept.at(-1)?.due_on ?? terms.disbursed_on,
    next_due_on: next.due_on,
    owed_kobo: superseded.reduce((sum, row) => sum + row.principal_kobo, 0n),
  };
}

/** Interest of a whole period before the change, of the running one after it, and of those that have not begun. */
interface Periods {
  before: Fraction;
  running: Fraction;
  later: Fraction;
}

/**
 * A flat loan's interest goes on from what was agreed, never from the balance as a new principal: a prepayment of x lowers the periods that
 * have not begun in the proportion x ÷ principal not yet due, the running one is owed whole (decisions.md, Flat loans).
 */
function flatPeriods({ plan, superseded, owed_kobo }: Situation, change: Change, rate: Fraction): Periods {
  const agreed = superseded.reduce((sum, row) => sum + row.interest_kobo, 0n);
  const before = fraction(agreed, BigInt(superseded.length));
  const periods = plan.periods_a_year;
  const isCharged = plan.annual_rate.numerator > 0n;
  const same = isCharged
    ? multiply(before, multiply(rate, fraction(plan.annual_rate.denominator, plan.annual_rate.numerator)))
    : times(owed_kobo, multiply(rate, fraction(1n, periods)));
  const topUp = times(change.top_up_kobo ?? 0n, multiply(rate, fraction(1n, periods)));
  const kept = fraction(owed_kobo - (change.prepaid_kobo ?? 0n), owed_kobo > 0n ? owed_kobo : 1n);
  return { before, running: add(same, topUp), later: add(multiply(same, kept), topUp) };
}

/** Exact interest from one day to another inside the period that the change splits. */
function splitInterest(
  situation: Situation,
  whole: Fraction,
  balance: bigint,
  rate: Fraction,
  from: string,
  to: string,
): Fraction {
  const { plan, previous_due_on, next_due_on } = situation;
  if (plan.interest === "daily") {
    return times(
      balance * BigInt(interestDays(from, to, plan.day_count)),
      multiply(rate, fraction(1n, daysAYear(plan.day_count))),
    );
  }
  return multiply(whole, fraction(BigInt(daysBetween(from, to)), BigInt(daysBetween(previous_due_on, next_due_on))));
}

/** Due dates go on where they were, as many as are asked for; the first ones are those that a holiday skips. */
function remainingDates({ terms }: Running, situation: Situation, count: number): string[] {
  const anchor = anchorDay(terms.disbursed_on, terms.first_due_on, terms.due_day);
  const longest = MAX_INSTALMENTS + MAX_HOLIDAYS * 5;
  return dueDates(terms.first_due_on, longest, terms.frequency ?? "monthly", anchor)
    .filter((date) => date >= situation.next_due_on)
    .slice(0, count);
}

/** The due dates that follow a day where a schedule goes on beyond its last instalment. */
export function dueDatesAfter(terms: QuoteRequest, after: string, count: number): string[] {
  const anchor = anchorDay(terms.disbursed_on, terms.first_due_on, terms.due_day);
  return dueDates(terms.first_due_on, MAX_INSTALMENTS * 2, terms.frequency ?? "monthly", anchor)
    .filter((date) => date > after)
    .slice(0, count);
}

/** Exact interest from the last due date before the change to the first due date after it (and after a holiday). */
function interestUntilFirst(
  situation: Situation,
  change: Change,
  balance: bigint,
  rate: Fraction,
  periods: Periods,
  dates: readonly string[],
  skipped: number,
): Fraction {
  const { plan, owed_kobo, previous_due_on, next_due_on } = situation;
  const { effective_on } = change;
  const wholePeriod = (from: string, to: string): Fraction =>
    plan.interest === "daily" ? splitInterest(situation, periods.later, balance, rate, from, to) : periods.later;
  let interest = splitInterest(situation, periods.before, owed_kobo, plan.annual_rate, previous_due_on, effective_on);
  const isWaived = skipped > 0 && change.holiday_interest === "waived";
  if (!isWaived)
    interest = add(interest, splitInterest(situation, periods.running, balance, rate, effective_on, next_due_on));
  for (let index = isWaived ? skipped : 1; index <= skipped; index += 1)
    interest = add(interest, wholePeriod(dates[index - 1] ?? next_due_on, dates[index] ?? next_due_on));
  return interest;
}

/**
 * Top-up, prepayment, new rate, another number of instalments, payment holiday: one function for all of them.
 * @throws QuoteError naming the field that makes it impossible
 */
export function restructure(running: Running, change: Change): Resolved {
  const situation = situationOf(running, change.effective_on);
  const { plan, kept, superseded } = situation;
  const balance = situation.owed_kobo + (change.top_up_kobo ?? 0n) - (change.prepaid_kobo ?? 0n);
  if ((change.top_up_kobo ?? 0n) < 0n) throw new QuoteError("top_up_kobo", "this field has to be at least 0");
  if ((change.prepaid_kobo ?? 0n) < 0n || balance < 0n) throw new QuoteError("prepaid_kobo", "more than what is owed");
  const skipped = change.holiday_instalments ?? 0;
  const count = change.remaining_instalments ?? superseded.length;
  if (!Number.isInteger(skipped) || skipped < 0 || skipped > MAX_HOLIDAYS)
    throw new QuoteError("holiday_instalments", "this field has to be a whole number from 0 to 24");
  if (!Number.isInteger(count) || count < 1 || kept.length + skipped + count > MAX_INSTALMENTS)
    throw new QuoteError(
      "remaining_instalments",
      "this field has to be a whole number, 360 instalments in all at most",
    );
  const rate = change.annual_rate_percent === undefined ? plan.annual_rate : parsePercent(change.annual_rate_percent);
  const dates = remainingDates(running, situation, skipped + count);
  const due_dates = dates.slice(skipped);
  const firstDue = due_dates[0] ?? situation.next_due_on;
  const share = (amount: bigint, of: Fraction) => times(amount, multiply(of, fraction(1n, plan.periods_a_year)));
  const onBalance = share(balance, rate);
  const periods =
    plan.method === "flat"
      ? flatPeriods(situation, change, rate)
      : { before: share(situation.owed_kobo, plan.annual_rate), running: onBalance, later: onBalance };
  const first_interest = interestUntilFirst(situation, change, balance, rate, periods, dates, skipped);
  const first_number = (kept.at(-1)?.number ?? 0) + 1;
  if (balance === 0n) {
    const interest_kobo = round(first_interest, "half_even");
    const resolved =
      interest_kobo === 0n
        ? []
        : [
            {
              number: first_number,
              due_on: firstDue,
              principal_kobo: 0n,
              interest_kobo,
              fees_kobo: 0n,
              total_kobo: interest_kobo,
              balance_kobo: 0n,
            },
          ];
    return { kept, superseded, resolved };
  }
  const principal_grace = Math.min(
    Math.max(plan.principal_grace - kept.filter(({ number }) => number > 0).length, 0),
    count - 1,
  );
  // An interest-only instalment is not the one to keep.
  const level = superseded[Math.min(principal_grace, superseded.length - 1)];
  const resolved = solve({
    ...plan,
    balance_kobo: balance,
    annual_rate: rate,
    starts_on: change.effective_on,
    due_dates,
    first_number,
    first_interest,
    principal_grace,
    interest_moratorium: 0,
    ...(plan.method === "flat" && { flat_period: periods.later }),
    ...(change.keep_instalment &&
      level && {
        fixed_instalment_kobo:
          plan.method === "equal_principal" ? level.principal_kobo : level.principal_kobo + level.interest_kobo,
      }),
  });
  return { kept, superseded, resolved };
}

/**
 * Money paid ahead on the principal: the person chose smaller instalments or fewer (business-rules §3).
 * @throws QuoteError when it is more than what is owed
 */
export function prepay(
  running: Running,
  {
    paid_on,
    amount_kobo,
    mode,
  }: { paid_on: string; amount_kobo: bigint; mode: "smaller_instalments" | "fewer_instalments" },
): Resolved {
  return restructure(running, {
    effective_on: paid_on,
    prepaid_kobo: amount_kobo,
    keep_instalment: mode === "fewer_instalments",
  });
}

/**
 * What the instalments after the next one ask, solved anew over the same dates (the person chose *smaller*), in kobo, fees included.
 * @param after the due dates that stay, from the number on
 * @param owed_kobo principal that is left for them, with the interest that was earned before and falls due with the first of them
 * @param flat_kobo flat loans: the interest that their periods still earn
 * @throws QuoteError when these terms cannot be solved anew
 */
export function smallerInstalments(
  terms: QuoteRequest,
  after: { first_number: number; starts_on: string; due_dates: readonly string[] },
  owed_kobo: bigint,
  flat_kobo: bigint,
): bigint[] {
  const plan = planOf(terms);
  const count = after.due_dates.length;
  const begun = after.first_number - 1;
  if (plan.method === "flat") {
    const each = roundToMultiple(
      fraction(owed_kobo + flat_kobo, BigInt(count)),
      plan.rounding_multiple_kobo,
      plan.rounding_mode,
    );
    return after.due_dates.map(() => each + plan.fees_each_kobo);
  }
  return solve({
    ...plan,
    ...after,
    balance_kobo: owed_kobo,
    principal_grace: Math.min(Math.max(plan.principal_grace - begun, 0), count - 1),
    interest_moratorium: Math.min(Math.max(plan.interest_moratorium - begun, 0), count),
  }).map(({ total_kobo }) => total_kobo);
}
