/** What is left of a running loan, solved again over its due dates (business-rules §2); what has fallen due is never rewritten. */
import { anchorDay, dueDates } from "./calendar.ts";
import { fraction, roundToMultiple } from "./decimal.ts";
import { planOf } from "./quote.ts";
import { solve } from "./schedule.ts";
import type { QuoteRequest } from "./types.ts";

const MAX_INSTALMENTS = 360;

/** The due dates that follow a day where a schedule goes on beyond its last instalment. */
export function dueDatesAfter(terms: QuoteRequest, after: string, count: number): string[] {
  const anchor = anchorDay(terms.disbursed_on, terms.first_due_on, terms.due_day);
  return dueDates(terms.first_due_on, MAX_INSTALMENTS * 2, terms.frequency ?? "monthly", anchor)
    .filter((date) => date > after)
    .slice(0, count);
}

/**
 * What the instalments after the next one ask, solved again over the same dates (the person chose *smaller*), in kobo, fees included.
 * @param after the due dates that stay, from the number on
 * @param owed_kobo principal that is left for them, with the interest that was earned before and falls due with the first of them
 * @param flat_kobo flat loans: the interest that their periods still earn
 * @throws QuoteError when these terms cannot be solved again
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
