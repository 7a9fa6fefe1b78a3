/** Decisions about fundings. Pure. */

/** After this number of questions without an answer finance is notified: about a quarter of an hour. */
const TELL_AFTER = 8;

/**
 * Whether a partner's refusal (4xx) ends a funding. Only the first question says so, and only of what it was asked: a key that is wrong, a limit of calls,
 * or a reference that is known say nothing of whether the funding was taken before.
 * @param status of HTTP
 * @param times questions with this one
 */
export const endsFunding = (status: number, times: number): boolean =>
  times === 1 && (status === 400 || status === 422);

/** Whether finance hears that a partner does not answer; once. @param times questions with this one */
export const tellsOfSilence = (times: number): boolean => times === TELL_AFTER;

/** Why terms cannot begin on a day: what holders pay on a day that has begun is shared by the terms of its morning. @param planned days on which terms begin */
export function whyNotFrom(valid_from: string, today: string, planned: readonly string[]): string | null {
  if (valid_from <= today) return "choose a day to come";
  return planned.includes(valid_from) ? "other terms begin on this day already; choose another" : null;
}
