/** Decisions about controls, and the days on which limits begin anew: weeks on Monday, all at 00:00 Africa/Lagos. Pure; amounts in kobo, days `yyyy-mm-dd`. */
import type { Rule, RulesOf } from "@manilla/contract/abilities";
import type { Controller, Controls } from "@manilla/contract/cards/card-control-kinds";
import type * as calls from "@manilla/contract/cards/card-controls";
import { type LimitPeriod, limitPeriods } from "@manilla/contract/cards/decline-reasons";
import { addDays, daysBetween } from "@manilla/credit";

/** What limits a card on a day: controls, what was let through on top of limits, and what was used of them. */
export interface Usage {
  controls: { by: Controller; set: Controls }[];
  raises: { period: LimitPeriod; amount_kobo: bigint }[];
  used: Record<Exclude<LimitPeriod, "per_authorisation">, bigint>;
  day_count: number;
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

const isTighterList = (before: readonly unknown[], after: readonly unknown[]): boolean =>
  before.length === 0 || (after.length > 0 && after.every((each) => before.includes(each)));
const isTighterNumber = (before: bigint | number | null, after: bigint | number | null): boolean =>
  before === null || (after !== null && after <= before);
const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

/** The first control that lets more through than before; undefined where none does. */
export function loosened(before: Controls, after: Controls): string | undefined {
  const period = limitPeriods.find((each) => !isTighterNumber(before.limits[each], after.limits[each]));
  if (period) return `${period}_kobo`;
  if (!isTighterNumber(before.day_count, after.day_count)) return "day_count";
  for (const list of ["allowed_categories", "allowed_merchants", "channels", "countries", "weekdays"] as const)
    if (!isTighterList(before[list], after[list])) return list;
  for (const list of ["blocked_categories", "blocked_merchants"] as const)
    if (!before[list].every((each) => (after[list] as readonly string[]).includes(each))) return list;
  const hours = ({ from_hour, to_hour }: Controls) => [from_hour, to_hour];
  if (before.from_hour !== null && !isSame(hours(before), hours(after))) return "from_hour";
  return after.tips_percent > before.tips_percent ? "tips_percent" : undefined;
}

export interface RaiseFacts {
  status: string;
  user_id: string;
}
const own_raise: Rule<RaiseFacts> = ({ user_id }, caller) => user_id === caller.user_id;
export const raiseRules: RulesOf<typeof calls, RaiseFacts> = {
  grantRaise: { own_raise },
  declineRaise: { own_raise },
  withdrawRaise: { not_yours: ({ user_id }, caller) => user_id !== caller.user_id },
};

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
