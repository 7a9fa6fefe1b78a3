/** Conditions of a list as SQL. Values that are no free text are constants of the statement, so that its plan is made for them and can be kept; or its parameters, where one plan serves any of them. */
import type { Condition, PageRequest } from "@manilla/contract/page-request";
import { type RawBuilder, sql } from "kysely";

/** The SQL of each column that a list may filter, sort or range by: written by us, never taken from a request. */
export type ColumnExpressions = Record<string, string>;

/** Conditions of text filters, by column, that an index serves where the plain expression does not; made from a folded pattern for LIKE. */
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
const MAX_PART_LENGTH = 6;
function rarePart(text: string): string | undefined {
  const [before = "", digits = "", behind = ""] =
    [...text.matchAll(/(\p{L}?)(\d{4,})((?:-\d+)*)/gu)].at(-1)?.slice(1) ?? [];
  const part =
    digits.length > MAX_PART_LENGTH ? `${digits.slice(-MAX_PART_LENGTH)}${behind}` : `${before}${digits}${behind}`;
  return part === "" || part === text ? undefined : part;
}

/** A phone as people type it, without the leading 0: phones are kept as +234… */
export const withoutTrunk = (word: string): string => (/^0[789][01]\d{3,8}$/.test(word) ? word.slice(1) : word);

/** Whether a folded text has this part anywhere. @param expression SQL of the text, as the trigram index has it */
export function contains(expression: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  const part = rarePart(text);
  if (part === undefined) return sql`${expression} like ${likePattern(text)}`;
  // The whole phrase is compared, which no index serves, on the few rows that are left.
  return sql`(${expression} like ${likePattern(part)} and (${expression} || '') like ${likePattern(text)})`;
}

type Value = string | number | boolean;
/** Puts a value into a statement. */
export type Given = (value: Value) => RawBuilder<unknown>;
export const asConstant: Given = (value) => sql.lit(value);
/** For text that anybody types; for numbers, days and ids where one plan serves them all. A number comes as a bigint, which compares with each type of whole number by its index; what has a fraction stays a constant. */
export const asParameter: Given = (value) => {
  if (typeof value !== "number") return sql`${value}`;
  return Number.isSafeInteger(value) ? sql`${value}::bigint` : sql.lit(value);
};

/** One bound alone is an inequality; two equal ones are an equation, behind which an index keeps the order of the list. */
function numberCondition(
  expression: RawBuilder<unknown>,
  { min, max }: { min?: number; max?: number },
  given: Given,
): RawBuilder<unknown> {
  if (min !== undefined && min === max) return sql`${expression} = ${given(min)}`;
  const parts = [
    ...(min === undefined ? [] : [sql`${expression} >= ${given(min)}`]),
    ...(max === undefined ? [] : [sql`${expression} <= ${given(max)}`]),
  ];
  return sql`(${sql.join(parts, sql` and `)})`;
}

/** A day is a day in Lagos; its bounds are turned into moments so that an index on the column serves. */
function dayCondition(
  expression: RawBuilder<unknown>,
  { kind, from, to }: { kind: "date" | "moment"; from?: string; to?: string },
  given: Given,
): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [];
  if (kind === "moment") {
    if (from) parts.push(sql`${expression} >= (${given(from)}::date)::timestamp at time zone 'Africa/Lagos'`);
    if (to) parts.push(sql`${expression} < (${given(to)}::date + 1)::timestamp at time zone 'Africa/Lagos'`);
  } else {
    if (from) parts.push(sql`${expression} >= ${given(from)}::date`);
    if (to) parts.push(sql`${expression} <= ${given(to)}::date`);
  }
  return sql`(${sql.join(parts, sql` and `)})`;
}

/** One value is an equation, behind which an index keeps the order of the list. */
function choiceCondition(
  expression: RawBuilder<unknown>,
  values: readonly string[],
  given: Given,
): RawBuilder<unknown> {
  if (values.length === 1) return sql`${expression} = ${given(values[0] ?? "")}`;
  return sql`${expression} = any(array[${sql.join(values.map(given))}]::text[])`;
}

/** One condition. @param column SQL of the column @param is_free the values of a choice are no words of ours @param indexed a text filter's own condition, where it has one */
export function conditionOf(
  one: Condition,
  column: string,
  is_free: boolean,
  indexed: IndexedText[string] | undefined,
  given: Given,
): RawBuilder<unknown> {
  const expression = sql.raw(column);
  switch (one.kind) {
    case "choice":
      // Words of ours are few, and partial indexes want them as constants.
      return choiceCondition(expression, one.values, is_free ? asParameter : asConstant);
    case "text":
      if (indexed) return indexed(likePattern(one.text));
      // `folded` is no strict function (schema/01_platform_rights.sql): only this tells the planner that rows without the joined one are not wanted, so that it may begin there.
      return sql`(${expression} is not null and ${contains(sql`folded(${expression})`, one.text)})`;
    case "id":
      return sql`${expression} = ${given(one.id)}::uuid`;
    case "boolean":
      return sql`${expression} = ${sql.lit(one.is)}`;
    case "number":
    case "kobo":
      return numberCondition(expression, one, given);
    case "date":
    case "moment":
      return dayCondition(expression, one, given);
  }
}

/** Whether rows are searched by a part of a text: how many have it is what the planner knows least. */
export const looksForText = ({ words, conditions }: PageRequest): boolean =>
  words.length > 0 || conditions.some(({ kind }) => kind === "text");

/** Text of another table that rows point to: an index of each of the two finds them, where a join would have to be read whole. Without aliases. */
export interface SearchedThrough {
  /** Of the list's rows. */
  column: string;
  /** The table that it refers to, by its `id` or another column. */
  table: string;
  key?: string;
  text: string;
}
export type Searched = string | SearchedThrough;

function searchedCondition(searched: Searched, word: string, isLookedUp: boolean): RawBuilder<unknown> {
  if (typeof searched === "string")
    return isLookedUp ? contains(sql.raw(searched), word) : sql`(${sql.raw(searched)} || '') like ${likePattern(word)}`;
  const { column, table, key = "id", text } = searched;
  return sql`${sql.raw(column)} = any(array(select ${sql.raw(key)} from ${sql.raw(table)} where ${contains(sql.raw(text), word)}))`;
}

/** A number that is no year, nor a day as our references have it. */
const isRare = (word: string): boolean => [...word.matchAll(/\d{4,}/g)].some(([digits]) => !/^(?:19|20)/.test(digits));

/**
 * Each word has to occur in one of them. Beside a number, which few rows have, an index would find each row with the name of a shop before the two are
 * compared: the number alone is looked up, and the others in what it leaves.
 */
export function wordConditions(search: readonly Searched[], words: readonly string[]): RawBuilder<unknown>[] {
  const hasRare = words.some(isRare);
  return words.map(
    (word) =>
      sql`(${sql.join(
        search.map((searched) => searchedCondition(searched, withoutTrunk(word), !hasRare || isRare(word))),
        sql` or `,
      )})`,
  );
}
