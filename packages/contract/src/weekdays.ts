/** The days of the week, by number as ISO 8601 counts: 1 is Monday. */
export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** Names of days as a range or a list: "Monday to Friday". */
export function weekdaysInWords(days: readonly number[]): string {
  const sorted = days.toSorted((left, right) => left - right);
  const name = (at: number): string => weekdays[at - 1] ?? "";
  const isRow = sorted.length > 2 && sorted.every((each, at) => each === sorted[0]! + at);
  return isRow ? `${name(sorted[0]!)} to ${name(sorted.at(-1)!)}` : sorted.map(name).join(", ");
}

const DAY = 86_400_000;
/** Monday is 1. The fifth of January 1970 was one. @param day `yyyy-mm-dd` */
export const weekdayOf = (day: string): number => ((((Date.parse(day) / DAY - 4) % 7) + 7) % 7) + 1;
