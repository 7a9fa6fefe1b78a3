/** For how long a person keeps themselves from betting. No zod: the browser reads it. */
export const bettingPauses = {
  day: { label: "A day", days: 1 },
  week: { label: "A week", days: 7 },
  month: { label: "A month", days: 30 },
  quarter: { label: "Three months", days: 90 },
  half_year: { label: "Six months", days: 180 },
  year: { label: "A year", days: 365 },
  for_good: { label: "For good", days: null },
} as const;
export type BettingPause = keyof typeof bettingPauses;
export const bettingPauseNames = Object.keys(bettingPauses) as [BettingPause, ...BettingPause[]];
/** What a colleague may set for somebody: a permanent exclusion only the person sets, since no mistake in it could be undone. */
export const bettingPausesByStaff = bettingPauseNames.filter((name) => bettingPauses[name].days !== null);
