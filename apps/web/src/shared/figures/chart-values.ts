/** What a chart's words and its drawing share. */
import { count, naira } from "@manilla/contract/formats";
import { shortNaira } from "./short-naira.ts";

export type Unit = "kobo" | "count";

export interface ChartRow {
  key: string;
  /** A month or a day, as the axis says it. */
  name: string;
  /** One for each series. */
  values: readonly number[];
  count?: number;
}

export interface Series {
  name: string;
  colour: string;
  isMark: boolean;
}

/** The part of a list that a column shows. @param key a day, `2026-11-23`, or a month, `2026-11` @param end the last day where the column has several */
export function periodOf(list: string, rangeKey: string, key: string, end = key): string {
  const [year = 0, month = 0] = key.split("-").map(Number);
  const last = String(new Date(Date.UTC(year, month, 0)).getUTCDate()).padStart(2, "0");
  const [from, to] = key.length > 7 ? [key, end] : [`${key}-01`, `${key}-${last}`];
  return `${list}${list.includes("?") ? "&" : "?"}rangeKey=${rangeKey}&rangeStart=${from}&rangeEnd=${to}`;
}

/** The sums of the last half of a series and of as many before: what `Compared` says. */
export function halves(
  values: readonly number[],
  size = Math.floor(values.length / 2),
): { now: number; before: number } {
  const sum = (part: readonly number[]): number => part.reduce((all, value) => all + value, 0);
  return { now: sum(values.slice(-size)), before: sum(values.slice(-2 * size, -size)) };
}

export const valueText = (value: number, unit: Unit = "kobo"): string =>
  unit === "count" ? count(value) : naira(value);
export const shortText = (value: number, unit: Unit = "kobo"): string =>
  unit === "count" ? count(value) : shortNaira(value);
