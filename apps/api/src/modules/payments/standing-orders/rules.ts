/** When a standing order pays. Pure: dates are `yyyy-mm-dd`. */
import type { RulesOf } from "@manilla/contract/abilities";
import { weekdayOf } from "@manilla/contract/cards/card-limits";
import { restOn } from "@manilla/contract/nigeria/holidays";
import type { OrderEnd, Repeat } from "@manilla/contract/payments/standing-order-rules";
import type * as calls from "@manilla/contract/payments/standing-orders";
import { addDays, dayInMonth, daysBetween } from "@manilla/credit";

export { addDays };

export interface OrderFacts {
  status: string;
  user_id: string;
  company_id: string | null;
  /** A change of it is before the company's chain. */
  change_waits: boolean;
}

/** The company's by those of it who ask for transfers, a person's by themselves. The company is that of the caller: others do not find it. */
const not_yours = (
  { user_id, company_id }: OrderFacts,
  caller: { user_id: string; permissions: ReadonlySet<string> },
) => (company_id === null ? user_id !== caller.user_id : !caller.permissions.has("company:can_request_transfers"));

export const orderRules: RulesOf<typeof calls, OrderFacts> = {
  change: { not_yours, change_waits: ({ change_waits }) => change_waits },
  skip: { not_yours },
  pause: { not_yours },
  resume: { not_yours },
  end: { not_yours },
};

export interface Rule {
  repeat: Repeat;
  on_day: number | null;
  first_on: string;
  ends: OrderEnd;
  ends_after: number | null;
  ends_on: string | null;
}

/** A date, the day on which it is paid, and why that is another one. */
export interface Dated {
  due_on: string;
  goes_on: string;
  rests_on: string | null;
}

const LAST = 31;
/** The last working day of a month, counted back from its end. */
function lastWorkingDay(day: string, months: number, declared: readonly string[]): string {
  let last = dayInMonth(day, months, LAST);
  while (restOn(last, declared)) last = addDays(last, -1);
  return last;
}

/** The date of the rule in the month of a day, a number of months later. */
function inMonth({ repeat, on_day }: Rule, day: string, months: number, declared: readonly string[]): string {
  if (repeat === "last_working_day") return lastWorkingDay(day, months, declared);
  return dayInMonth(day, months, repeat === "last_day" ? LAST : on_day!);
}

/** The first date of the rule on or after a day; null when that is beyond the day on which it ends. */
export function dateFrom(rule: Rule, day: string, declared: readonly string[] = []): string | null {
  const from = day > rule.first_on ? day : rule.first_on;
  let due_on: string;
  if (rule.repeat === "week") due_on = addDays(from, (rule.on_day! - weekdayOf(from) + 7) % 7);
  else {
    due_on = inMonth(rule, from, 0, declared);
    if (due_on < from) due_on = inMonth(rule, from, 1, declared);
  }
  return rule.ends === "on" && due_on > rule.ends_on! ? null : due_on;
}

/** The working day on which a date is paid: itself, else the next one. */
export function paidOn(due_on: string, declared: readonly string[] = []): Dated {
  let goes_on = due_on;
  while (restOn(goes_on, declared)) goes_on = addDays(goes_on, 1);
  return { due_on, goes_on, rests_on: restOn(due_on, declared) ?? null };
}

/** The first date after another one. Monthly: never twice in one month, also where holidays are declared in the meantime. */
export const dateAfter = (rule: Rule, due_on: string, declared: readonly string[] = []): string | null =>
  dateFrom(rule, rule.repeat === "week" ? addDays(due_on, 1) : dayInMonth(due_on, 1, 1), declared);

/**
 * The next dates of a rule from a day on.
 * @param left how many are to come, where they are counted
 */
export function datesFrom(
  rule: Rule,
  day: string,
  left: number | null,
  most: number,
  declared: readonly string[] = [],
) {
  const dates: Dated[] = [];
  let due_on = dateFrom(rule, day, declared);
  while (due_on !== null && dates.length < most && (left === null || dates.length < left)) {
    dates.push(paidOn(due_on, declared));
    due_on = dateAfter(rule, due_on, declared);
  }
  return dates;
}

/** Dates that a rule may be looked ahead for its last one: 600 weeks, and more months than anybody plans. */
const AHEAD = 700;
/** The last day on which it pays; null where it never ends, or not within the time that is looked ahead. */
export function lastOf(rule: Rule, declared: readonly string[] = []): string | null {
  if (rule.ends === "never") return null;
  const dates = datesFrom(rule, rule.first_on, rule.ends_after, AHEAD, declared);
  return dates.length < AHEAD ? (dates.at(-1)?.goes_on ?? null) : null;
}

/** What is wrong with a rule, by field; empty where nothing is. @param today after which it begins */
export function faultsOf(rule: Rule, today: string, ahead_days: number): Record<string, string[]> {
  const faults: Record<string, string[]> = {};
  const { repeat, on_day, first_on, ends, ends_after, ends_on } = rule;
  const counts = repeat === "week" || repeat === "month";
  if (counts && on_day === null) faults["on_day"] = ["this field is required"];
  else if (repeat === "week" && on_day! > 7) faults["on_day"] = ["choose a day of the week, 1 to 7"];
  if (first_on <= today) faults["first_on"] = ["choose a later day than today"];
  else if (daysBetween(today, first_on) > ahead_days) faults["first_on"] = ["choose a day within a year"];
  if (ends === "after" && ends_after === null) faults["ends_after"] = ["this field is required"];
  if (ends === "on" && ends_on === null) faults["ends_on"] = ["this field is required"];
  if (Object.keys(faults).length === 0 && dateFrom(rule, first_on) === null)
    faults["ends_on"] = ["it ends before its first date"];
  return faults;
}

/** A rule without what it does not use. */
export const plainRule = (typed: {
  repeat: Repeat;
  on_day?: number | null | undefined;
  first_on: string;
  ends: OrderEnd;
  ends_after?: number | null | undefined;
  ends_on?: string | null | undefined;
}): Rule => ({
  repeat: typed.repeat,
  on_day: typed.repeat === "week" || typed.repeat === "month" ? (typed.on_day ?? null) : null,
  first_on: typed.first_on,
  ends: typed.ends,
  ends_after: typed.ends === "after" ? (typed.ends_after ?? null) : null,
  ends_on: typed.ends === "on" ? (typed.ends_on ?? null) : null,
});

/** What follows an attempt that was refused. @returns whether the date is over */
export const isGivenUp = (goes_on: string, today: string, retry_days: number): boolean =>
  daysBetween(goes_on, today) >= retry_days;

/** Days by which a payment may be off its day of the month: banks rest, people are late. */
const OFF_DAYS = 4;
/** Months in a row after which a payment is taken for a regular one. */
const MINIMUM_TIMES = 3;

/** A payment that is made each month. */
export interface Monthly {
  on_day: number;
  /** In a row, the last one included. */
  times: number;
  last_on: string;
  /** After today. */
  next_on: string;
}

/** The day of the month on which most of them were; the earliest of several. */
function usualDay(days: readonly string[]): number {
  const times = new Map<number, number>();
  for (const day of days) times.set(Number(day.slice(8)), (times.get(Number(day.slice(8))) ?? 0) + 1);
  return [...times].toSorted(([one, often], [other, seldom]) => seldom - often || one - other)[0]![0];
}

/** Days of a month on average. */
const MONTH_DAYS = 365.25 / 12;
/** Whether they are more than two a month: weekly or daily, whose dates are near any day of the month. @param days sorted, the last one first */
const isOftener = (days: readonly string[]): boolean =>
  days.length > 0 && days.length > 2 * (1 + (daysBetween(days.at(-1)!, days[0]!) + 2 * OFF_DAYS) / MONTH_DAYS);

/** The place of the day that is nearest to another one, the first of several; -1 where there are none. */
function nearestTo(day: string, days: readonly string[]): number {
  let nearest = -1;
  let least = Infinity;
  for (const [at, one] of days.entries()) {
    const off = Math.abs(daysBetween(day, one));
    if (off < least) [nearest, least] = [at, off];
  }
  return nearest;
}

/** The date after that of a payment, which is the nearest one: a payment may be in the month before its date's, or after. */
function followingOf(last_on: string, on_day: number): string {
  const around = [-1, 0, 1].map((months) => dayInMonth(last_on, months, on_day));
  return dayInMonth(around[nearestTo(last_on, around)]!, 1, on_day);
}

/**
 * What of some payments is made each month, on about the same day, and still goes on. Each payment counts once, so that two a month are two; of more than two a month none is.
 * @param days of payments of one amount to one payee
 */
export function monthlyOf(days: readonly string[], today: string): Monthly[] {
  const left = days.toSorted().toReversed();
  const found: Monthly[] = [];
  if (isOftener(left)) return found;
  for (let last_on = left.shift(); last_on !== undefined; last_on = left.shift()) {
    const chain = [last_on];
    const day = Number(last_on.slice(8));
    for (;;) {
      const expected = dayInMonth(last_on, -chain.length, day);
      const nearest = nearestTo(expected, left);
      if (nearest < 0 || Math.abs(daysBetween(expected, left[nearest]!)) > OFF_DAYS) break;
      chain.push(...left.splice(nearest, 1));
    }
    if (chain.length < MINIMUM_TIMES) continue;
    const on_day = usualDay(chain);
    const following = followingOf(last_on, on_day);
    if (addDays(following, OFF_DAYS) < today) continue;
    const next_on = following > today ? following : dayInMonth(following, 1, on_day);
    found.push({ on_day, times: chain.length, last_on, next_on });
  }
  return found;
}
