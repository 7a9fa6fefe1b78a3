/** What a report is of, in words. */
import { fieldOf } from "@manilla/contract/fields";
import { sentence, shortDay } from "@manilla/contract/formats";
import { isPeriod, periods } from "@manilla/contract/periods";
import type { Answer } from "../../../shared/api/call.ts";
import type { calls } from "../../../shared/api/calls.gen.ts";
import { type FilterValue, filterToText } from "../../../shared/list/url-state.ts";

export type Report = Answer<typeof calls.reports.find>;
export type ReportQuery = Report["query"];

const filtersOf = (text: string | undefined): [string, FilterValue][] => {
  try {
    return Object.entries(JSON.parse(text ?? "{}") as Record<string, FilterValue>);
  } catch {
    return [];
  }
};
const valueOf = (value: FilterValue): string =>
  isPeriod(value)
    ? periods[value].toLowerCase()
    : Array.isArray(value)
      ? value.map((one: string) => sentence(one)).join(" or ")
      : filterToText(value);

/** "Status: Past due; searched for Ada", or "All rows". */
export function queryInWords(query: ReportQuery): string {
  const { filter, search, rangeStart, rangeEnd, rangeKey, rangePeriod, sortColumn, sortOrder } = query;
  const range = [
    rangePeriod && periods[rangePeriod].toLowerCase(),
    rangeStart && `from ${shortDay(rangeStart)}`,
    rangeEnd && `to ${shortDay(rangeEnd)}`,
  ];
  const parts = [
    ...filtersOf(filter).map(([name, value]) => `${fieldOf(name).label}: ${valueOf(value)}`),
    search && `searched for ${search}`,
    (rangePeriod ?? rangeStart ?? rangeEnd) && [fieldOf(rangeKey ?? "date").label, ...range].filter(Boolean).join(" "),
  ].filter(Boolean);
  const order = sortColumn ? `, by ${fieldOf(sortColumn).label}${sortOrder === "desc" ? ", descending" : ""}` : "";
  return `${parts.length > 0 ? parts.join("; ") : "All rows"}${order}`;
}
