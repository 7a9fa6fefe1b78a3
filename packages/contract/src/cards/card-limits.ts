/** What limits a card on a day, what is left of it, and the days on which limits reset: weeks on Monday, all at 00:00 Africa/Lagos. Pure; days are `yyyy-mm-dd`. */
import { weekdayOf } from "../weekdays.ts";
import type { Controller, Controls } from "./card-control-kinds.ts";
import type { LimitPeriod } from "./decline-reasons.ts";

const DAY = 86_400_000;
const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

/** What limits a card on a day: controls, what was let through on top of limits, and what was used of them. */
export interface Usage {
  controls: { by: Controller; set: Controls }[];
  raises: { period: LimitPeriod; amount_kobo: bigint }[];
  used: Record<Exclude<LimitPeriod, "per_authorisation">, bigint>;
  day_count: number;
}

/** What a national limit for cash has left: of a day at machines, of a week in all ways. */
export interface CashLeft {
  period: "day" | "week";
  limit_kobo: bigint;
  left_kobo: bigint;
}

/**
 * What a limit has left for a card now.
 * @returns never less than nothing; null where there is no limit
 */
export function leftOf(
  usage: Pick<Usage, "used" | "raises">,
  period: LimitPeriod,
  limit: bigint | null,
): bigint | null {
  if (limit === null) return null;
  const left = limit + raisedOf(usage, period) - (period === "per_authorisation" ? 0n : usage.used[period]);
  return left > 0n ? left : 0n;
}

/** What was let through on top of a limit. */
export const raisedOf = ({ raises }: Pick<Usage, "raises">, period: LimitPeriod): bigint =>
  raises.filter((each) => each.period === period).reduce((sum, each) => sum + each.amount_kobo, 0n);

/** The tighter of all limits of a period; null where nobody set one. */
export function tightest(controls: Usage["controls"], period: LimitPeriod): bigint | null {
  const limits = controls.map(({ set }) => set.limits[period]).filter((each) => each !== null);
  return limits.length === 0 ? null : limits.reduce((least, each) => (each < least ? each : least));
}

export { weekdayOf };

/** The first day of the period that a day is in; null where it never resets. */
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
