/** Calendar days as plain `yyyy-mm-dd` strings, so that no time zone can move them. */

const DAY = 86_400_000;

/** Today's date in Africa/Lagos (always one hour ahead of UTC). */
export const todayInLagos = (): string => new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);

const toTime = (date: string): number => Date.parse(`${date}T00:00:00Z`);
const toDate = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The date `days` after (or before, when negative). */
export const addDays = (date: string, days: number): string => toDate(toTime(date) + days * DAY);

/** The same day `months` later, or that month's last day where it has none. */
export function addMonths(date: string, months: number): string {
  const first = new Date(toTime(`${date.slice(0, 7)}-01`));
  first.setUTCMonth(first.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(Number(date.slice(8)), lastDay));
  return toDate(first.getTime());
}

/** Whether the text is a day that exists. */
export const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(toTime(text)) && toDate(toTime(text)) === text;

/** 0 is Sunday. */
const dayOfWeek = (date: string): number => new Date(toTime(date)).getUTCDay();

/** The date itself, or the Friday before when it falls on a weekend: when salaries are paid. */
export function previousWorkday(date: string): string {
  const day = dayOfWeek(date);
  return day === 6 ? addDays(date, -1) : day === 0 ? addDays(date, -2) : date;
}

/** All days from `from` to `to`, both included. */
export function* daysBetween(from: string, to: string): Generator<string> {
  for (let time = toTime(from); time <= toTime(to); time += DAY) yield toDate(time);
}
