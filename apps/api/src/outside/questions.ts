/** When a provider is asked again for the outcome of something that was sent to it: a payout, a charge. */

export const FIRST_QUESTION_SECONDS = 5;
/** What the provider does not know may still be on its way to it; after this it is a person's turn. */
export const REVIEW_AFTER_MILLISECONDS = 600_000;
/** After so long without a word a person is notified: nothing is without an end for a quarter of an hour (promise M13), and a minute of it is for the question's own way. It is queried all the same. */
export const SILENCE_MILLISECONDS = 840_000;
const MAX_PAUSE_SECONDS = 900;
/** A lost answer must not cost the quarter of an hour: in its last minutes one question follows the other. */
const TOWARDS_THE_END_SECONDS = 60;

/**
 * How long to wait before the next question: longer each time, but one is asked when it may become a person's turn, and then every minute until a person has to know of the silence.
 * @param asked_times questions that were asked before
 * @param age milliseconds since it was sent
 * @returns seconds, whole
 */
export function pauseBeforeQuestion(asked_times: number, age: number): number {
  const growing = Math.min(FIRST_QUESTION_SECONDS * 2 ** Math.min(asked_times, 10), MAX_PAUSE_SECONDS);
  if (age >= SILENCE_MILLISECONDS) return growing;
  if (age >= REVIEW_AFTER_MILLISECONDS) return Math.min(growing, TOWARDS_THE_END_SECONDS);
  return Math.min(growing, Math.floor((REVIEW_AFTER_MILLISECONDS - age) / 1_000) + 1);
}

/** After its end, what somebody had refused or not answered is queried again, in case it was done after all. @returns seconds until the next question; undefined when it is enough */
export function lookAgainIn(age_milliseconds: number): number | undefined {
  const moments = [600, 3_600, 86_400];
  return moments.map((seconds) => seconds - Math.floor(age_milliseconds / 1_000)).find((seconds) => seconds > 0);
}
