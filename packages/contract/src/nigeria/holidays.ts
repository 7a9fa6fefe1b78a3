/** Public holidays of Nigeria (Public Holidays Act, Cap P40 LFN 2004). Those that the Minister declares are configuration. Pure; no zod: the browser reads it. */

/** By month and day. 12 June is Democracy Day since the amendment of 2019. */
const FIXED: Readonly<Record<string, string>> = {
  "01-01": "New Year’s Day",
  "05-01": "Workers’ Day",
  "06-12": "Democracy Day",
  "10-01": "Independence Day",
  "12-25": "Christmas Day",
  "12-26": "Boxing Day",
};
const DAY = 86_400_000;
const text = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Easter Sunday of a year in the Gregorian calendar (Meeus, Jones and Butcher), in milliseconds UTC. */
function easter(year: number): number {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const [d, e, f] = [Math.floor(b / 4), b % 4, Math.floor((b + 8) / 25)];
  const h = (19 * a + b - d - Math.floor((b - f + 1) / 3) + 15) % 30;
  const l = (32 + 2 * e + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const day = h + l - 7 * m + 114;
  return Date.UTC(year, Math.floor(day / 31) - 1, (day % 31) + 1);
}

/** The name of a public holiday, `yyyy-mm-dd`; undefined on other days. @param declared days that were declared, such as those of Eid */
export function holidayOn(day: string, declared: readonly string[] = []): string | undefined {
  if (declared.includes(day)) return "A declared public holiday";
  const sunday = easter(Number(day.slice(0, 4)));
  if (day === text(sunday - 2 * DAY)) return "Good Friday";
  if (day === text(sunday + DAY)) return "Easter Monday";
  return FIXED[day.slice(5)];
}

/** Why banks do not work on a day; undefined on a working day. */
export function restOn(day: string, declared: readonly string[] = []): string | undefined {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return holidayOn(day, declared) ?? (weekday === 6 ? "Saturday" : weekday === 0 ? "Sunday" : undefined);
}

/** The last of a number of working days that follow a day, `yyyy-mm-dd`. @param declared days that were declared */
export function workingDayAfter(from: string, days: number, declared: readonly string[] = []): string {
  let at = Date.parse(`${from}T00:00:00Z`);
  for (let left = days; left > 0;) {
    at += DAY;
    if (restOn(text(at), declared) === undefined) left -= 1;
  }
  return text(at);
}

/** The days in a text that administrators keep: `2026-05-27, 2026-05-28`. */
export const daysIn = (kept: string): string[] => kept.match(/\d{4}-\d{2}-\d{2}/g) ?? [];
