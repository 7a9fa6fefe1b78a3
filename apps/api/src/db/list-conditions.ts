import type { FilterDeclaration, ListDeclaration, PageQuery } from "@manilla/contract/page";
import { type RawBuilder, sql } from "kysely";
import { InvalidFields } from "../http/errors.ts";

/** The SQL of each column that a list may filter, sort or range by: written by us, never taken from a request. */
export type ColumnExpressions = Record<string, string>;

const asText = (value: unknown): string | undefined =>
  typeof value === "string" && value.length <= 200 ? value : undefined;
/** A day that the calendar has: JavaScript takes 31 February for 3 March, PostgreSQL refuses it. */
function isDay(text: unknown): text is string {
  if (typeof text !== "string" || !/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
/** Columns of plain numbers hold 32 bits: what is beyond them is no condition, nor is a fraction. */
const LARGEST_NUMBER = 2_147_483_647;

/** Conditions of text filters, by column, that an index can serve where the plain expression cannot; made from a pattern for LIKE, folded. */
export type IndexedText = Record<string, (pattern: string) => RawBuilder<unknown>>;

/** Letters of Hausa that are no letter with a mark to Unicode. */
const HOOKED: Record<string, string> = { Ɓ: "b", ɓ: "b", Ɗ: "d", ɗ: "d", Ƙ: "k", ƙ: "k", Ƴ: "y", ƴ: "y" };
/** What is looked for, without capitals and without marks: `folded` of the database does the same to what is looked into. */
export const folded = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[ƁɓƊɗƘƙƳƴ]/g, (letter) => HOOKED[letter] ?? letter)
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** For LIKE over what `folded` made: folds the text, and escapes what would be read as a pattern. */
export const likePattern = (text: string): string => `%${folded(text).replace(/[\\%_]/g, "\\$&")}%`;

/**
 * Digits are the rare part of a text, and the end of a number is rarer than its beginning: an index meets the few that have these sooner than by all of the letters around them.
 * The letter right before the number and what is counted on behind it (`h4711`, `500000-17`) tell it from the same digits elsewhere.
 */
const LONGEST_PART = 6;
function rarePart(text: string): string | undefined {
  const [before = "", digits = "", behind = ""] =
    [...text.matchAll(/(\p{L}?)(\d{4,})((?:-\d+)*)/gu)].at(-1)?.slice(1) ?? [];
  const part = digits.length > LONGEST_PART ? `${digits.slice(-LONGEST_PART)}${behind}` : `${before}${digits}${behind}`;
  return part === "" || part === text ? undefined : part;
}

/** A phone as people type it, without the 0 that stands for the country: phones are kept as +234… */
export const withoutTrunk = (word: string): string => (/^0[789][01]\d{3,8}$/.test(word) ? word.slice(1) : word);

/** Whether a folded text has this part anywhere. @param expression SQL of the text, as it stands in a trigram index */
export function contains(expression: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  const part = rarePart(text);
  if (part === undefined) return sql`${expression} like ${likePattern(text)}`;
  // The whole is asked for in words that no index has, of the few that are left.
  return sql`(${expression} like ${likePattern(part)} and (${expression} || '') like ${likePattern(text)})`;
}

function numberCondition(
  expression: RawBuilder<unknown>,
  value: unknown,
  kind: "number" | "kobo",
): RawBuilder<unknown> | undefined {
  const parse = (bound: unknown) => {
    if (bound === undefined || bound === null || bound === "") return undefined;
    const number = Number(bound);
    return Number.isSafeInteger(number) && (kind === "kobo" || Math.abs(number) <= LARGEST_NUMBER)
      ? number
      : Number.NaN;
  };
  const bounds =
    typeof value === "object" && value !== null
      ? (value as { min?: unknown; max?: unknown })
      : { min: value, max: value };
  const [min, max] = [parse(bounds.min), parse(bounds.max)];
  if (Number.isNaN(min) || Number.isNaN(max) || (min === undefined && max === undefined)) return undefined;
  // One value is an equation: an index keeps the order of the list behind it.
  if (min !== undefined && min === max) return sql`${expression} = ${min}`;
  const parts = [
    ...(min === undefined ? [] : [sql`${expression} >= ${min}`]),
    ...(max === undefined ? [] : [sql`${expression} <= ${max}`]),
  ];
  return sql`(${sql.join(parts, sql` and `)})`;
}

function dayCondition(
  expression: RawBuilder<unknown>,
  value: unknown,
  kind: "date" | "moment",
): RawBuilder<unknown> | undefined {
  const bounds =
    typeof value === "object" && value !== null
      ? (value as { from?: unknown; to?: unknown })
      : { from: value, to: value };
  const { from, to } = bounds;
  if (
    (from !== undefined && !isDay(from)) ||
    (to !== undefined && !isDay(to)) ||
    (from === undefined && to === undefined)
  )
    return undefined;
  const parts: RawBuilder<unknown>[] = [];
  // A day is a day in Lagos; the bounds are turned into moments so that an index on the column serves.
  if (kind === "moment") {
    if (from) parts.push(sql`${expression} >= (${from}::date)::timestamp at time zone 'Africa/Lagos'`);
    if (to) parts.push(sql`${expression} < (${to}::date + 1)::timestamp at time zone 'Africa/Lagos'`);
  } else {
    if (from) parts.push(sql`${expression} >= ${from}::date`);
    if (to) parts.push(sql`${expression} <= ${to}::date`);
  }
  return sql`(${sql.join(parts, sql` and `)})`;
}

function condition(
  declaration: FilterDeclaration,
  expression: RawBuilder<unknown>,
  value: unknown,
  several?: string,
  indexed?: (pattern: string) => RawBuilder<unknown>,
): RawBuilder<unknown> | undefined {
  switch (declaration.kind) {
    case "choice": {
      const chosen = (Array.isArray(value) ? value : [value]).filter(
        (item): item is string => typeof item === "string",
      );
      const isKnown =
        chosen.length > 0 && chosen.length <= 50 && chosen.every((item) => declaration.options?.includes(item) ?? true);
      if (!isKnown) return undefined;
      // One value keeps the equality that an index with a following sort column wants. A word of ours is written out: each has its own plan.
      const isAny = (of: RawBuilder<unknown>) => sql`${of} = any(${chosen}::text[])`;
      if (chosen.length > 1)
        return several ? sql`(${isAny(expression)} and ${isAny(sql.raw(several))})` : isAny(expression);
      return declaration.options ? sql`${expression} = ${sql.lit(chosen[0])}` : sql`${expression} = ${chosen[0]}`;
    }
    case "text": {
      const text = asText(value);
      if (!text) return undefined;
      if (indexed) return indexed(likePattern(text));
      // `folded` is no strict function (schema/01_platform_rights.sql): only this tells the planner that rows without the joined one are not wanted, so that it may begin there.
      return sql`(${expression} is not null and ${contains(sql`folded(${expression})`, text)})`;
    }
    case "id": {
      const text = asText(value);
      return text && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
        ? sql`${expression} = ${text}::uuid`
        : undefined;
    }
    case "boolean":
      return typeof value === "boolean" ? sql`${expression} = ${sql.lit(value)}` : undefined;
    case "number":
    case "kobo":
      return numberCondition(expression, value, declaration.kind);
    case "date":
    case "moment":
      return dayCondition(expression, value, declaration.kind);
  }
}

function parseFilter(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // falls through to the same answer
  }
  throw new InvalidFields({ filter: ["this field must be a JSON object of columns and conditions"] });
}

/** So many choices at most are walked one by one. */
const MOST_CHOICES = 8;

/** One query for each choice, where nothing but several choices of one of these columns is asked for; none otherwise: with other conditions a single choice may have hardly any rows that meet them. */
export function choicesOf(names: readonly string[], query: PageQuery): PageQuery[] {
  if (!query.filter || wordsOf(query).length > 0 || query.rangeStart || query.rangeEnd) return [];
  const [[name, chosen] = [], ...others] = Object.entries(parseFilter(query.filter));
  if (
    name === undefined ||
    others.length > 0 ||
    !names.includes(name) ||
    !Array.isArray(chosen) ||
    chosen.length < 2 ||
    chosen.length > MOST_CHOICES
  )
    return [];
  return [...new Set(chosen)].map((choice) => ({
    ...query,
    filter: JSON.stringify({ [name]: [choice] as unknown[] }),
  }));
}

/** So many numbers at most are walked one by one: two months of days. */
const MOST_NUMBERS = 62;

/**
 * The range of whole numbers that is asked for, where nothing else is and its column is among these for the sort: it may be walked number by number.
 * @param names columns, each with the sorts for which it may
 */
export function numbersOf(
  names: Readonly<Record<string, readonly string[]>>,
  query: PageQuery,
  sort: string,
): { name: string; min: number; max: number } | undefined {
  if (!query.filter || wordsOf(query).length > 0 || query.rangeStart || query.rangeEnd) return undefined;
  const [[name, value] = [], ...others] = Object.entries(parseFilter(query.filter));
  if (
    name === undefined ||
    others.length > 0 ||
    !Object.hasOwn(names, name) ||
    !names[name]?.includes(sort) ||
    typeof value !== "object" ||
    value === null
  )
    return undefined;
  const { min, max } = value as { min?: unknown; max?: unknown };
  return Number.isSafeInteger(min) &&
    Number.isSafeInteger(max) &&
    Number(max) > Number(min) &&
    Number(max) - Number(min) < MOST_NUMBERS
    ? { name, min: Number(min), max: Number(max) }
    : undefined;
}

/** Whether rows are looked for by a part of a text: how many have it is what the planner knows least. */
export const looksForText = (declaration: ListDeclaration, query: PageQuery): boolean =>
  wordsOf(query).length > 0 ||
  Object.keys(query.filter ? parseFilter(query.filter) : {}).some(
    (name) => Object.hasOwn(declaration.filters, name) && declaration.filters[name]?.kind === "text",
  );

/** The words of both search boxes. */
export const wordsOf = (query: PageQuery): string[] =>
  [query.search, query.fullTextSearch].flatMap((text) =>
    text === undefined || text.trim() === "" ? [] : text.trim().split(/\s+/).slice(0, 6).map(withoutTrunk),
  );

/**
 * The conditions of a request, each from the list's allow-list.
 * @param search the expressions that the search box looks into
 * @param indexed conditions for an index
 * @param several the same column under another name for an index that may serve where several choices are asked for
 * @throws InvalidFields naming the parameter, for an unknown column or a condition that its kind does not have
 */
export function conditionsOf(
  declaration: ListDeclaration,
  columns: ColumnExpressions,
  search: string | readonly string[] = [],
  query: PageQuery,
  indexed: IndexedText = {},
  several: ColumnExpressions = {},
): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  for (const [name, value] of Object.entries(query.filter ? parseFilter(query.filter) : {})) {
    const filter = Object.hasOwn(declaration.filters, name) ? declaration.filters[name] : undefined;
    const expression = Object.hasOwn(columns, name) ? columns[name] : undefined;
    const built =
      filter && expression ? condition(filter, sql.raw(expression), value, several[name], indexed[name]) : undefined;
    if (!built)
      throw new InvalidFields({ [`filter.${name}`.slice(0, 80)]: ["this list cannot be filtered like that"] });
    conditions.push(built);
  }
  const words = wordsOf(query);
  const expressions = [search].flat();
  if (words.length > 0 && expressions.length === 0) throw new InvalidFields({ search: ["this list has no search"] });
  for (const word of words)
    conditions.push(
      sql`(${sql.join(
        expressions.map((expression) => contains(sql.raw(expression), word)),
        sql` or `,
      )})`,
    );
  if (query.rangeStart || query.rangeEnd) {
    const key = query.rangeKey ?? declaration.ranges[0];
    const expression =
      key && declaration.ranges.includes(key) && Object.hasOwn(columns, key) ? columns[key] : undefined;
    if (!key || !expression) throw new InvalidFields({ rangeKey: ["this list has no such date"] });
    const kind = key.endsWith("_on") || key.endsWith("_date") ? "date" : "moment";
    const built = dayCondition(sql.raw(expression), { from: query.rangeStart, to: query.rangeEnd }, kind);
    if (!built) throw new InvalidFields({ rangeStart: ["this field must be a date, year-month-day"] });
    conditions.push(built);
  }
  return conditions;
}

/** The column and direction asked for, in either spelling; the list's own order otherwise. */
export function orderOf(declaration: ListDeclaration, query: PageQuery): { column: string; direction: "asc" | "desc" } {
  const column = query.sortColumn ?? query.sort_column;
  if (column === undefined)
    return { column: declaration.default_sort.column, direction: declaration.default_sort.order };
  if (!declaration.sorts.includes(column))
    throw new InvalidFields({ sortColumn: ["this list cannot be sorted by that column"] });
  const direction = (query.sortOrder ?? query.order ?? "asc").toLowerCase() === "desc" ? "desc" : "asc";
  return { column, direction };
}
