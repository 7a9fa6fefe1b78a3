/** A summary whose first group is a date, as columns over time. */
import { measureKinds } from "@manilla/contract/platform/report-rules";
import type { Answer } from "../../../shared/api/call.ts";
import type { calls } from "../../../shared/api/calls.gen.ts";
import { CHART_GROUPS, groupName } from "../../../shared/figures/chart-groups.ts";
import type { ChartProps } from "../../../shared/figures/chart.tsx";

export type Summary = Answer<typeof calls.reports.summarise>;

/** Columns that can be told from each other. */
const MAX_COLUMNS = 62;
/** Colours that can. */
const MAX_SERIES = 6;

/** The day or the month after one. */
function after(key: string): string {
  const [year = 0, month = 1, day] = key.split("-").map(Number);
  return day === undefined
    ? new Date(Date.UTC(year, month)).toISOString().slice(0, 7)
    : new Date(Date.UTC(year, month - 1, day + 1)).toISOString().slice(0, 10);
}

/** Every day or month from the first to the last; none where there are too many. */
function timesOf(keys: readonly string[]): string[] {
  const [first, last] = [keys[0] ?? "", keys.at(-1) ?? ""];
  const times: string[] = [];
  for (let key = first; first !== "" && key <= last && times.length <= MAX_COLUMNS; key = after(key)) times.push(key);
  return times.length > MAX_COLUMNS ? [] : times;
}

/**
 * Its first amount over time, or its rows where it has none; one series for each value of the second group.
 * @returns undefined where that is no picture: no dates, one column alone, too many of them, or amounts below nothing
 */
export function chartOf({
  groups,
  measures,
  lines,
  is_cut,
}: Summary): Pick<ChartProps, "label" | "rows" | "series" | "unit"> | undefined {
  const [first, second] = groups;
  // Other values are no days, and cannot be read as such.
  if (!first?.by || is_cut || second?.by) return undefined;
  const { by } = first;
  const [measure] = measures;
  const times = timesOf(lines.flatMap(({ values: [time] }) => time ?? []).toSorted());
  const series = [...new Set(lines.map(({ values }) => (second ? (values[1] ?? "None") : "")))];
  if (times.length < 2 || series.length > MAX_SERIES) return undefined;
  const valueOf = ({ amounts, count }: (typeof lines)[number]): number => (measure ? (amounts[0] ?? 0) : count);
  if (lines.some((line) => valueOf(line) < 0)) return undefined;
  const label = measure ? `${measure.label}, ${measureKinds[measure.of].toLowerCase()}` : "Rows";
  return {
    label,
    unit: measure ? "kobo" : "count",
    series: second ? series : [label],
    rows: times.map((key) => ({
      key,
      name: by === "month" ? groupName(`${key}-01`, CHART_GROUPS.longer) : groupName(key, CHART_GROUPS.short),
      values: series.map((name) => {
        const line = lines.find(({ values }) => values[0] === key && (!second || (values[1] ?? "None") === name));
        return line ? valueOf(line) : 0;
      }),
    })),
  };
}
