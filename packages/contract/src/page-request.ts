/** A list's query as values: the text of `filter`, the words of the search boxes, the range of days and the order, each checked against the declaration. */
import type { FilterDeclaration, ListDeclaration, PageQuery } from "./page.ts";

/** What is asked of one column. Bounds are inclusive, and one of them may be missing. */
export type Condition = { name: string } & (
  | { kind: "text"; text: string }
  | { kind: "choice"; values: readonly string[] }
  | { kind: "number" | "kobo"; min?: number; max?: number }
  | { kind: "date" | "moment"; from?: string; to?: string }
  | { kind: "boolean"; is: boolean }
  | { kind: "id"; id: string }
);
type Asked = Condition extends infer One ? (One extends Condition ? Omit<One, "name"> : never) : never;

export interface PageRequest {
  /** All of them hold; the range of days is the last one. */
  conditions: readonly Condition[];
  /** Words of both search boxes: each has to occur in one of the columns that the search looks into. */
  words: readonly string[];
  column: string;
  direction: "asc" | "desc";
  limit: number;
  offset: number;
  /** What the list does not offer, by the parameter's name. */
  errors: Record<string, string[]>;
}

const MAX_TEXT = 200;
const MAX_CHOICES = 50;
const MAX_WORDS = 6;
const MAX_FIELD_NAME = 80;
/** Columns of plain numbers hold 32 bits. */
const LARGEST_NUMBER = 2_147_483_647;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A day that the calendar has: JavaScript takes 31 February for 3 March, PostgreSQL refuses it. */
function isDay(text: unknown): text is string {
  if (typeof text !== "string" || !/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function numbersOf(value: unknown, kind: "number" | "kobo"): Asked | undefined {
  const read = (bound: unknown): number | undefined => {
    if (bound === undefined || bound === null || bound === "") return undefined;
    const number = Number(bound);
    const isKnown = Number.isSafeInteger(number) && (kind === "kobo" || Math.abs(number) <= LARGEST_NUMBER);
    return isKnown ? number : Number.NaN;
  };
  const bounds =
    typeof value === "object" && value !== null
      ? (value as { min?: unknown; max?: unknown })
      : { min: value, max: value };
  const [min, max] = [read(bounds.min), read(bounds.max)];
  if (Number.isNaN(min) || Number.isNaN(max) || (min === undefined && max === undefined)) return undefined;
  return { kind, ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

function daysOf(value: unknown, kind: "date" | "moment"): Asked | undefined {
  const { from, to } =
    typeof value === "object" && value !== null
      ? (value as { from?: unknown; to?: unknown })
      : { from: value, to: value };
  if (from === undefined && to === undefined) return undefined;
  if ((from !== undefined && !isDay(from)) || (to !== undefined && !isDay(to))) return undefined;
  return { kind, ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

function choicesOf(value: unknown, options: readonly string[] | undefined): Asked | undefined {
  const values = [value].flat().filter((item): item is string => typeof item === "string");
  const isKnown =
    values.length > 0 && values.length <= MAX_CHOICES && values.every((item) => options?.includes(item) ?? true);
  return isKnown ? { kind: "choice", values } : undefined;
}

function askedOf({ kind, options }: FilterDeclaration, value: unknown): Asked | undefined {
  switch (kind) {
    case "text":
      return typeof value === "string" && value !== "" && value.length <= MAX_TEXT ? { kind, text: value } : undefined;
    case "choice":
      return choicesOf(value, options);
    case "id":
      return typeof value === "string" && UUID.test(value) ? { kind, id: value } : undefined;
    case "boolean":
      return typeof value === "boolean" ? { kind, is: value } : undefined;
    case "number":
    case "kobo":
      return numbersOf(value, kind);
    case "date":
    case "moment":
      return daysOf(value, kind);
  }
}

type Errors = PageRequest["errors"];

function filterOf(text: string | undefined, errors: Errors): Record<string, unknown> {
  if (!text) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // The same refusal as for any other text that is no object.
  }
  errors["filter"] = ["this field must be a JSON object of columns and conditions"];
  return {};
}

function filtersOf({ filters }: ListDeclaration, text: string | undefined, errors: Errors): Condition[] {
  return Object.entries(filterOf(text, errors)).flatMap(([name, value]) => {
    const declaration = Object.hasOwn(filters, name) ? filters[name] : undefined;
    const asked = declaration && askedOf(declaration, value);
    if (asked) return [{ name, ...asked }];
    errors[`filter.${name}`.slice(0, MAX_FIELD_NAME)] = ["this list cannot be filtered like that"];
    return [];
  });
}

function rangeOf({ ranges }: ListDeclaration, query: PageQuery, errors: Errors): Condition[] {
  if (!query.rangeStart && !query.rangeEnd) return [];
  const name = query.rangeKey ?? ranges[0];
  if (name === undefined || !ranges.includes(name)) {
    errors["rangeKey"] = ["this list has no such date"];
    return [];
  }
  const asked = daysOf(
    { from: query.rangeStart, to: query.rangeEnd },
    name.endsWith("_on") || name.endsWith("_date") ? "date" : "moment",
  );
  if (asked) return [{ name, ...asked }];
  errors["rangeStart"] = ["this field must be a date, year-month-day"];
  return [];
}

/** The words of both search boxes. */
const wordsOf = (query: PageQuery): string[] =>
  [query.search, query.fullTextSearch].flatMap((text) =>
    text === undefined || text.trim() === "" ? [] : text.trim().split(/\s+/).slice(0, MAX_WORDS),
  );

/** The column and direction requested, in either spelling; the list's own order otherwise. */
function orderOf(list: ListDeclaration, query: PageQuery, errors: Errors): Pick<PageRequest, "column" | "direction"> {
  const column = query.sortColumn ?? query.sort_column;
  if (column === undefined) return { column: list.default_sort.column, direction: list.default_sort.order };
  if (!list.sorts.includes(column)) errors["sortColumn"] = ["this list cannot be sorted by that column"];
  const isDescending = (query.sortOrder ?? query.order ?? "asc").toLowerCase() === "desc";
  return { column, direction: isDescending ? "desc" : "asc" };
}

/** Reads a page's query once. What the list does not offer is named in `errors`, and is no condition. */
export function readPageQuery(list: ListDeclaration, query: PageQuery): PageRequest {
  const errors: Errors = {};
  return {
    conditions: [...filtersOf(list, query.filter, errors), ...rangeOf(list, query, errors)],
    words: wordsOf(query),
    ...orderOf(list, query, errors),
    limit: query.limit,
    offset: (query.page - 1) * query.limit,
    errors,
  };
}
