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

export const valueText = (value: number, unit: Unit = "kobo"): string =>
  unit === "count" ? count(value) : naira(value);
export const shortText = (value: number, unit: Unit = "kobo"): string =>
  unit === "count" ? count(value) : shortNaira(value);
