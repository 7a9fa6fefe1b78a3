/** How charts group a series of days: by the span of the series (constants K017 to K020, read as A56 has it). */
import { day as longDay, shortDay } from "@manilla/contract/formats";

/** The four widths. */
export const CHART_GROUPS = {
  /** Of a month at most: what is given by day stays by day, for no call gives half days. */
  short: { every: 12, unit: "hours" },
  season: { every: 6, unit: "days" },
  year: { every: 12, unit: "days" },
  longer: { every: 11, unit: "months" },
} as const;
export type ChartGroup = (typeof CHART_GROUPS)[keyof typeof CHART_GROUPS];

const DAY_MS = 86_400_000;
const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;
const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
const monthOf = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;

/** The width for a series from one day to another, both `yyyy-mm-dd` and both counted. */
export function chartGroupOf(from: string, to: string): ChartGroup {
  const days = dayOf(to) - dayOf(from) + 1;
  if (days <= 31) return CHART_GROUPS.short;
  if (days <= 186) return CHART_GROUPS.season;
  return days <= 400 ? CHART_GROUPS.year : CHART_GROUPS.longer;
}

/** "By day", "By 6 days": the title over the chart. */
export const groupTitle = ({ every, unit }: ChartGroup): string =>
  unit === "hours" ? "By day" : `By ${every} ${unit}`;

/** A group under its column, by its first day: `05/01`, or `Jan 2026` where months are grouped. */
export const groupName = (day: string, { unit }: ChartGroup): string =>
  unit === "months" ? longDay(day).slice(3) : shortDay(day).slice(0, 5);

/** The last day of a group. @param to the end of the series, which may come before */
export function groupEnd(day: string, { every, unit }: ChartGroup, to: string): string {
  const month = new Date(`${day}T00:00:00Z`);
  const end =
    unit === "months"
      ? new Date(month.setUTCMonth(month.getUTCMonth() + every, 0)).toISOString().slice(0, 10)
      : dateOf(dayOf(day) + (unit === "hours" ? 0 : every - 1));
  return end < to ? end : to;
}

export interface Point {
  /** `yyyy-mm-dd`. */
  day: string;
  values: readonly number[];
}

/**
 * Sums a series by its groups, from the first day that has anything; groups without anything in between are there too.
 * @param rows in the order of their days
 * @returns each group by its first day
 */
export function groupDays(rows: readonly Point[], group: ChartGroup): Point[] {
  const first = rows[0];
  if (!first || group.unit === "hours") return [...rows];
  const isByMonth = group.unit === "months";
  const at = (day: string): number =>
    Math.floor((isByMonth ? monthOf(day) - monthOf(first.day) : dayOf(day) - dayOf(first.day)) / group.every);
  const startOf = (index: number): string => {
    if (!isByMonth) return dateOf(dayOf(first.day) + index * group.every);
    const month = monthOf(first.day) + index * group.every;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}-01`;
  };
  const groups = Array.from({ length: at(rows.at(-1)?.day ?? first.day) + 1 }, (_, index) => ({
    day: startOf(index),
    values: first.values.map(() => 0),
  }));
  for (const { day, values } of rows) {
    const sums = groups[at(day)]?.values;
    for (const [place, value] of values.entries()) if (sums) sums[place] = (sums[place] ?? 0) + value;
  }
  return groups;
}
