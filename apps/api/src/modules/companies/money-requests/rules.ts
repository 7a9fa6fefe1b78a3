/** What one giver gives to all in a day, as a multiple of what one receiver may be given. */
const GIVER_TIMES = 5n;

/** When one administrator is not enough. Pure; amounts in kobo. */

/** Whether a limit becomes higher; null: without a limit. */
export const isRaised = (before: bigint | null, after: bigint | null): boolean =>
  before !== null && (after === null || after > before);

/**
 * Whether one person may give this much alone.
 * @param given_kobo what the same employee was given in the day before it
 * @param by_giver_kobo what the giver gave to all in the day before it
 * @param from_kobo from which amount a second person agrees
 */
export const isDirect = (amount_kobo: bigint, given_kobo: bigint, from_kobo: bigint, by_giver_kobo = 0n): boolean =>
  amount_kobo + given_kobo < from_kobo && amount_kobo + by_giver_kobo < GIVER_TIMES * from_kobo;
