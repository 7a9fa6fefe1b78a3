/** Days that move with the calendar: a list that is narrowed to last month keeps its meaning in a saved view, a link and a report. */
import { isoDay } from "./formats.ts";

export const periods = {
  today: "Today",
  yesterday: "Yesterday",
  last_7_days: "Last 7 days",
  last_30_days: "Last 30 days",
  next_7_days: "Next 7 days",
  this_month: "This month",
  last_month: "Last month",
  this_year: "This year",
  last_year: "Last year",
} as const;
export type Period = keyof typeof periods;
export const periodNames = Object.keys(periods) as [Period, ...Period[]];
export const isPeriod = (text: unknown): text is Period => typeof text === "string" && Object.hasOwn(periods, text);

const shifted = (day: string, days: number): string => {
  const at = new Date(`${day}T12:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return isoDay(at);
};

/** The first and the last day of a period. Months and years are whole, as due dates lie ahead. */
export function daysOfPeriod(period: Period, today: string): { from: string; to: string } {
  const year = Number(today.slice(0, 4));
  const firstOfMonth = `${today.slice(0, 7)}-01`;
  const monthOf = (day: string): { from: string; to: string } => {
    const from = `${day.slice(0, 7)}-01`;
    return { from, to: shifted(`${shifted(from, 31).slice(0, 7)}-01`, -1) };
  };
  switch (period) {
    case "today":
      return { from: today, to: today };
    case "yesterday":
      return { from: shifted(today, -1), to: shifted(today, -1) };
    case "last_7_days":
      return { from: shifted(today, -6), to: today };
    case "last_30_days":
      return { from: shifted(today, -29), to: today };
    case "next_7_days":
      return { from: today, to: shifted(today, 6) };
    case "this_month":
      return monthOf(today);
    case "last_month":
      return monthOf(shifted(firstOfMonth, -1));
    case "this_year":
      return { from: `${year}-01-01`, to: `${year}-12-31` };
    case "last_year":
      return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
  }
}

interface Narrowed {
  filter?: string | undefined;
  rangePeriod?: Period | undefined;
}

/** A list's filters with the days that their periods have today. */
export const filtersAt = (
  filters: Readonly<Record<string, unknown>>,
  kinds: Readonly<Record<string, { kind: string }>>,
  today: string,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [
      name,
      /^(date|moment)$/.test(kinds[name]?.kind ?? "") && isPeriod(value) ? daysOfPeriod(value, today) : value,
    ]),
  );

/** The query of a list as it is asked on a day: with fixed days instead of periods. What makes no sense stays, and is refused by the list. */
export function queryAt<Query extends Narrowed>(
  { rangePeriod, ...query }: Query,
  kinds: Readonly<Record<string, { kind: string }>>,
  today: string,
): Omit<Query, "rangePeriod"> & { rangeStart?: string | undefined; rangeEnd?: string | undefined } {
  const days = rangePeriod && daysOfPeriod(rangePeriod, today);
  return {
    ...query,
    ...(query.filter && { filter: textAt(query.filter, kinds, today) }),
    ...(days && { rangeStart: days.from, rangeEnd: days.to }),
  };
}

function textAt(text: string, kinds: Readonly<Record<string, { kind: string }>>, today: string): string {
  try {
    return JSON.stringify(filtersAt(JSON.parse(text) as Record<string, unknown>, kinds, today));
  } catch {
    return text;
  }
}
