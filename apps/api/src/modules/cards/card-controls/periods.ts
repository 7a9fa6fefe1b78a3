/** The days on which limits begin anew: weeks on Monday, all at 00:00 Africa/Lagos. Pure; days are `yyyy-mm-dd`. */
import type { LimitPeriod } from "@manilla/contract/cards/decline-reasons";
import { addDays, daysBetween } from "@manilla/credit";

/** Monday is 1. 1970-01-05 was one. */
export const weekdayOf = (day: string): number => (((daysBetween("1970-01-05", day) % 7) + 7) % 7) + 1;

/** The first day of the period that a day is in; null where it never begins anew. */
export function beginsOn(period: LimitPeriod, day: string): string | null {
  if (period === "day") return day;
  if (period === "week") return addDays(day, 1 - weekdayOf(day));
  if (period === "month") return `${day.slice(0, 7)}-01`;
  if (period === "year") return `${day.slice(0, 4)}-01-01`;
  return null;
}

/** The first day of the next period; null where there is none. */
export function nextBeginsOn(period: LimitPeriod, day: string): string | null {
  const first = beginsOn(period, day);
  if (first === null) return null;
  if (period === "day") return addDays(first, 1);
  if (period === "week") return addDays(first, 7);
  const [year, month] = [Number(first.slice(0, 4)), Number(first.slice(5, 7))];
  if (period === "year" || month === 12) return `${String(year + 1).padStart(4, "0")}-01-01`;
  return `${first.slice(0, 4)}-${String(month + 1).padStart(2, "0")}-01`;
}

/** The moment at which a day begins in Africa/Lagos, which has no daylight saving. */
export const midnightOf = (day: string): string => `${day}T00:00:00+01:00`;
