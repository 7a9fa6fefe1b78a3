/** The state of a list and its two spellings: the page's address (readable, shareable) and the call's query. */
import { type Period, daysOfPeriod, filtersAt, isPeriod } from "@manilla/contract/periods";
import { DEFAULT_PAGE_SIZE, type FilterKind, type ListDeclaration, PAGE_SIZES } from "./declaration.ts";

export type FilterValue =
  | string
  | boolean
  | readonly string[]
  | { min?: number; max?: number }
  | { from?: string; to?: string };
export interface ListState {
  page: number;
  limit: number;
  search: string;
  filters: Readonly<Record<string, FilterValue>>;
  /** Two days, or a period that moves with the calendar. */
  range: { start?: string | undefined; end?: string | undefined; period?: Period | undefined; key: string } | undefined;
  sort: { column: string; order: "asc" | "desc" };
  /** Columns to show, in order, where they differ from what this person usually sees. */
  columns: readonly string[] | undefined;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayOrNothing = (text: string | undefined): string | undefined => (text && DAY.test(text) ? text : undefined);
const isNumeric = (text: string | undefined): text is string => text !== undefined && /^-?\d{1,15}$/.test(text);

/** A filter's value as text for the address: `a,b`, `100..500`, `2026-01-01..`, `last_month`, `yes`. */
export function filterToText(value: FilterValue): string {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.join(",");
  const bounds = value as { min?: number; max?: number; from?: string; to?: string };
  return `${bounds.min ?? bounds.from ?? ""}..${bounds.max ?? bounds.to ?? ""}`;
}

/** Reads a filter from the address. @returns undefined when it says nothing that its kind understands */
export function filterFromText(
  kind: FilterKind,
  text: string,
  options: readonly string[] = [],
): FilterValue | undefined {
  const [low, high] = text.includes("..") ? text.split("..") : [text, text];
  switch (kind) {
    case "text":
    case "id":
      return text.trim() === "" ? undefined : text.slice(0, 200);
    case "boolean":
      return /^(yes|true)$/.test(text) ? true : /^(no|false)$/.test(text) ? false : undefined;
    case "choice": {
      const chosen = text.split(",").filter((item) => options.length === 0 || options.includes(item));
      return chosen.length > 0 ? chosen : undefined;
    }
    case "number":
    case "kobo": {
      const bounds = { ...(isNumeric(low) && { min: Number(low) }), ...(isNumeric(high) && { max: Number(high) }) };
      return Object.keys(bounds).length > 0 ? bounds : undefined;
    }
    case "date":
    case "moment": {
      if (isPeriod(text)) return text;
      const [from, to] = [dayOrNothing(low), dayOrNothing(high)];
      return from || to ? { ...(from && { from }), ...(to && { to }) } : undefined;
    }
  }
}

const whole = (text: string | null, fallback: number): number =>
  text && /^\d{1,8}$/.test(text) && Number(text) > 0 ? Number(text) : fallback;

/** Reads the address; whatever it says wrongly is as if it were not said. */
export function parseState(query: URLSearchParams, list: ListDeclaration): ListState {
  const filters = Object.entries(list.filters).flatMap(([name, { kind, options }]) => {
    const text = query.get(`f.${name}`);
    const value = text === null ? undefined : filterFromText(kind, text, options);
    return value === undefined ? [] : [[name, value] as const];
  });
  const [start, end] = [
    dayOrNothing(query.get("rangeStart") ?? undefined),
    dayOrNothing(query.get("rangeEnd") ?? undefined),
  ];
  const period = query.get("rangePeriod");
  const key = list.ranges.find((name) => name === query.get("rangeKey")) ?? list.ranges[0];
  const limit = whole(query.get("limit"), DEFAULT_PAGE_SIZE);
  const column = list.sorts.find((name) => name === (query.get("sortColumn") ?? query.get("sort_column")));
  const order = (query.get("sortOrder") ?? query.get("order"))?.toLowerCase() === "desc" ? "desc" : "asc";
  const columns = query.get("columns")?.split(",").filter(Boolean);
  return {
    page: whole(query.get("page"), 1),
    limit: PAGE_SIZES.find((size) => size === limit) ?? DEFAULT_PAGE_SIZE,
    search: query.get("search")?.slice(0, 200) ?? "",
    filters: Object.fromEntries(filters),
    range: key && isPeriod(period) ? { period, key } : key && (start || end) ? { start, end, key } : undefined,
    sort: column ? { column, order } : list.default_sort,
    columns: columns && columns.length > 0 ? columns : undefined,
  };
}

const isDefaultSort = (state: ListState, list: ListDeclaration): boolean =>
  state.sort.column === list.default_sort.column && state.sort.order === list.default_sort.order;

/** Writes the address: only what differs from the list's own beginning. Foreign parameters are kept. */
export function writeState(
  state: ListState,
  list: ListDeclaration,
  foreign: URLSearchParams = new URLSearchParams(),
): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of foreign) if (!isOurs(name)) query.append(name, value);
  if (state.page > 1) query.set("page", String(state.page));
  if (state.limit !== DEFAULT_PAGE_SIZE) query.set("limit", String(state.limit));
  if (state.search) query.set("search", state.search);
  for (const [name, value] of Object.entries(state.filters)) query.set(`f.${name}`, filterToText(value));
  if (state.range) {
    if (state.range.period) query.set("rangePeriod", state.range.period);
    if (state.range.start) query.set("rangeStart", state.range.start);
    if (state.range.end) query.set("rangeEnd", state.range.end);
    if (state.range.key !== list.ranges[0]) query.set("rangeKey", state.range.key);
  }
  if (!isDefaultSort(state, list)) {
    query.set("sortColumn", state.sort.column);
    query.set("sortOrder", state.sort.order);
  }
  if (state.columns) query.set("columns", state.columns.join(","));
  return query;
}

const ours = new Set([
  "page",
  "limit",
  "search",
  "rangeStart",
  "rangeEnd",
  "rangeKey",
  "rangePeriod",
  "sortColumn",
  "sortOrder",
  "sort_column",
  "order",
  "columns",
]);
const isOurs = (name: string): boolean => name.startsWith("f.") || ours.has(name);

/**
 * The call's query.
 * @param fixed conditions that the screen sets and nobody can take away
 * @param today of which day the periods are; without it they stay periods, as a report keeps them
 */
export function toQuery(
  state: ListState,
  list: ListDeclaration,
  fixed: Readonly<Record<string, FilterValue>> = {},
  today?: string,
): Record<string, string | number> {
  const asked = { ...state.filters, ...fixed };
  const filter = today === undefined ? asked : filtersAt(asked, list.filters, today);
  const { period, start, end } = state.range ?? {};
  const days = period && today !== undefined ? daysOfPeriod(period, today) : { from: start, to: end };
  return {
    page: state.page,
    limit: state.limit,
    ...(Object.keys(filter).length > 0 && { filter: JSON.stringify(filter) }),
    ...(state.search && list.search && { search: state.search }),
    ...(period && today === undefined && { rangePeriod: period }),
    ...(days.from && { rangeStart: days.from }),
    ...(days.to && { rangeEnd: days.to }),
    ...(state.range && { rangeKey: state.range.key }),
    sortColumn: state.sort.column,
    sortOrder: state.sort.order,
  };
}

/** Whether anything narrows the list: then "nothing found" is about the filter, not about the world. */
export const isNarrowed = (state: ListState): boolean =>
  state.search !== "" || state.range !== undefined || Object.keys(state.filters).length > 0;

/** Takes `name:value` words out of a typed search, as filters; amounts may be `>5000`, `<5000` naira. */
export function parseOperators(
  text: string,
  list: ListDeclaration,
): { search: string; filters: Record<string, FilterValue> } {
  const filters: Record<string, FilterValue> = {};
  const rest = text.split(/\s+/).filter((word) => {
    const [, name = "", sign = "", value = ""] = /^([a-z_]+):([<>]?)(.+)$/i.exec(word) ?? [];
    const found = Object.entries(list.filters).find(
      ([key, { label }]) => key === name || key === `${name}_kobo` || label.toLowerCase() === name.toLowerCase(),
    );
    if (!found) return true;
    const [key, { kind, options }] = found;
    const scaled = kind === "kobo" && /^\d+$/.test(value) ? `${value}00` : value;
    const parsed = filterFromText(kind, sign === ">" ? `${scaled}..` : sign === "<" ? `..${scaled}` : scaled, options);
    if (parsed === undefined) return true;
    filters[key] = parsed;
    return false;
  });
  return { search: rest.join(" ").trim(), filters };
}

/** A74: up to six pages all numbers; above that first, last, the current one's neighbours, and gaps. */
export function pagesToShow(page: number, total: number): (number | "gap")[] {
  if (total <= 6) return Array.from({ length: total }, (_, index) => index + 1);
  const shown = [...new Set([1, page - 1, page, page + 1, total])]
    .filter((number) => number >= 1 && number <= total)
    .toSorted((a, b) => a - b);
  return shown.flatMap((number, index) => {
    const before = shown[index - 1];
    if (before === undefined || number - before === 1) return [number];
    return number - before === 2 ? [number - 1, number] : (["gap", number] as const);
  });
}

/** An address's query with one parameter set, or without it where there is no value. */
export function withParameter(query: URLSearchParams, name: string, value: string | undefined): URLSearchParams {
  const next = new URLSearchParams(query);
  if (value) next.set(name, value);
  else next.delete(name);
  return next;
}
