/**
 * The form-rule language (rules.tsv V001–V027): pipe-separated words such as `required|email|max:200`. This file knows no
 * zod, so that the browser checks on every change with the same code that the server runs on every call.
 */
import { CARD_NUMBER_MESSAGE, hasCardNumber } from "./card-number.ts";
import { NIGERIAN_PHONE } from "./phone.ts";

/** What a rule may look at besides the value itself. */
export interface FieldContext {
  /** The field's name; underscores are shown as spaces. */
  field: string;
  /** The other fields, for `same`. */
  values: Readonly<Record<string, unknown>>;
  /** Domains that `privateEmail` refuses. Without them the rule passes: the server always has them, the browser loads them late. */
  freeMailDomains?: ReadonlySet<string> | undefined;
}

type Rule = (value: unknown, parameter: string, context: FieldContext & { isNumeric: boolean }) => string | undefined;

export const REQUIRED_MESSAGE = "this field is required";
/** One "@", a dotted domain of ordinary labels. Each part is bounded, so that no input makes the match slow. */
const EMAIL =
  /^[^\s@"(),:;<>[\]\\.]{1,64}(\.[^\s@"(),:;<>[\]\\.]{1,64}){0,20}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.){1,10}[a-z]{2,24}$/i;
const MONEY = /^(\d{1,20}|\d{1,3}(,\d{3}){1,6})(\.\d{1,2})?$/;
const DECIMAL = /^-?\d{1,30}(\.\d{1,12})?$/;
const NAME_CHARACTERS = /^[\p{L}\p{M}'’.\- ]+$/u;

/** Tells whether a value counts as nothing: absent, blank text, an empty list, not a number. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === "string") return value.trim() === "";
  if (typeof value === "number") return Number.isNaN(value);
  return Array.isArray(value) && value.length === 0;
}

/** A password is never stored as typed, and may be any number. */
export const mayNotHoldCard = (field: string): boolean => !field.includes("password");

const textOf = (value: unknown): string =>
  typeof value === "string"
    ? value
    : typeof value === "number" || typeof value === "bigint" || typeof value === "boolean"
      ? String(value)
      : "";
const namesOf = (field: string): string => field.replaceAll("_", " ");
const listOf = (parameter: string): string[] => parameter.split(",").map((item) => item.trim());
/** "1, 2 and 3" would hide what is literal, so a plain enumeration. */
const enumerate = (parameter: string): string => listOf(parameter).join(", ");

/** Compares two decimal numbers exactly. @returns negative, zero or positive; undefined when one of them is not a number */
function compareDecimals(left: string, right: string): number | undefined {
  if (!DECIMAL.test(left) || !DECIMAL.test(right)) return undefined;
  const scaled = (text: string): bigint => {
    const [whole = "0", fraction = ""] = text.replace("-", "").split(".");
    return BigInt(whole + fraction.padEnd(12, "0")) * (text.startsWith("-") ? -1n : 1n);
  };
  const difference = scaled(left) - scaled(right);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

const pattern =
  (expression: RegExp, message: string): Rule =>
  (value) =>
    expression.test(textOf(value)) ? undefined : message;

/** `min` and `max` count characters of a text, and compare numbers where the field also has `number` or `numeric` (A53, bounds included). */
const bound =
  (side: "min" | "max"): Rule =>
  (value, parameter, { isNumeric }) => {
    const within = (difference: number): boolean => (side === "min" ? difference >= 0 : difference <= 0);
    if (isNumeric || typeof value === "number" || typeof value === "bigint") {
      const difference = compareDecimals(textOf(value).replaceAll(",", ""), parameter);
      if (difference !== undefined && within(difference)) return undefined;
      return side === "min"
        ? `this field has to be at least ${parameter}`
        : `this field has to be less than ${parameter}`;
    }
    const length = Array.isArray(value) ? value.length : [...textOf(value)].length;
    if (within(length - Number(parameter))) return undefined;
    return side === "min"
      ? `this field has to contain at least ${parameter} characters`
      : `this field has to contain less than ${parameter} characters`;
  };

function isProperName(text: string): boolean {
  if (!NAME_CHARACTERS.test(text)) return false;
  return text.split(" ").filter((word) => word.replace(/[^\p{L}]/gu, "").length >= 2).length >= 2;
}

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text) || /\s/.test(text)) return false;
  const { protocol, hostname } = new URL(text);
  return (protocol === "https:" || protocol === "http:") && (hostname === "localhost" || hostname.includes("."));
}

/** A chosen file: the browser's `File`, its description, or the id of one uploaded before. */
function isFile(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isFile);
  if (typeof value === "string") return value.trim() !== "";
  return (
    typeof value === "object" && value !== null && "size" in value && typeof value.size === "number" && value.size > 0
  );
}

const rules = {
  required: (value) => (isEmpty(value) ? REQUIRED_MESSAGE : undefined),
  nullable: () => undefined,
  email: (value) => (textOf(value).length <= 254 && EMAIL.test(textOf(value)) ? undefined : "this email is invalid"),
  privateEmail: (value, _, { freeMailDomains }) => {
    const domain = textOf(value).split("@").at(-1)?.trim().toLowerCase() ?? "";
    return freeMailDomains?.has(domain) ? "this email must be a private email" : undefined;
  },
  url: (value) => (isWebAddress(textOf(value)) ? undefined : "this url is invalid"),
  alpha: pattern(/^[\p{L}\p{M} ]+$/u, "this field can only contain letters and spaces"),
  number: pattern(/^\d+$/, "this field can only contain digits"),
  numeric: pattern(MONEY, "this field can only money format and in 2 decimal place"),
  alphaNum: (value) =>
    /\p{L}/u.test(textOf(value)) && /\d/.test(textOf(value))
      ? undefined
      : "this field has to contain letters and digits",
  alphaNumPunct: (value) => {
    const text = textOf(value);
    return /\p{L}/u.test(text) && /\d/.test(text) && /[\p{P}\p{S}]/u.test(text)
      ? undefined
      : "this field has to contain letters, digits and punctuation";
  },
  name: (value, _, { field }) =>
    isProperName(textOf(value).trim()) ? undefined : `the ${namesOf(field)} has to be a proper full name`,
  phone: pattern(NIGERIAN_PHONE, "the phone number has to be a valid nigerian number"),
  min: bound("min"),
  max: bound("max"),
  length: (value, parameter) =>
    [...textOf(value)].length === Number(parameter)
      ? undefined
      : `this field has to contain exactly ${parameter} characters`,
  is: (value, parameter) => (textOf(value) === parameter ? undefined : `this field has to be ${parameter}`),
  not: (value, parameter) => (textOf(value) !== parameter ? undefined : `this field can not be ${parameter}`),
  inArray: (value, parameter) =>
    listOf(parameter).includes(textOf(value)) ? undefined : `this field has to be one of ${enumerate(parameter)}`,
  notInArray: (value, parameter) =>
    listOf(parameter).includes(textOf(value)) ? `this field can not be one of ${enumerate(parameter)}` : undefined,
  file: (value) => (isFile(value) ? undefined : "a file has to be chosen"),
  // `same:password` compares this field with `password`; `same:a,b` names both.
  same: (value, parameter, { field, values }) => {
    const [first = "", second] = listOf(parameter);
    const [a, b] = second === undefined ? [field, first] : [first, second];
    const left = second === undefined ? value : values[a];
    return left === values[b] ? undefined : `the ${namesOf(a)} field should the same as the ${namesOf(b)} field`;
  },
} satisfies Record<string, Rule>;

export type RuleName = keyof typeof rules;
export const ruleNames = Object.keys(rules) as RuleName[];
const takesParameter = new Set<RuleName>(["min", "max", "length", "is", "not", "inArray", "notInArray", "same"]);
const isRuleName = (word: string): word is RuleName => word in rules;

interface ParsedRules {
  steps: readonly { name: RuleName; parameter: string }[];
  isNullable: boolean;
  isNumeric: boolean;
}
const parsed = new Map<string, ParsedRules>();

/**
 * Reads a rule string once; an empty one means `required` (V002).
 * @throws Error when a rule is unknown or lacks its parameter: a mistake of the author, found when the form is declared
 */
export function parseRules(text: string): ParsedRules {
  const known = parsed.get(text);
  if (known) return known;
  const steps = (text.trim() === "" ? "required" : text).split("|").map((word) => {
    const colon = word.indexOf(":");
    const name = (colon < 0 ? word : word.slice(0, colon)).trim();
    const parameter = colon < 0 ? "" : word.slice(colon + 1).trim();
    if (!isRuleName(name)) throw new Error(`there is no form rule "${name}" (in "${text}")`);
    if (takesParameter.has(name) !== (parameter !== ""))
      throw new Error(
        `the form rule "${name}" ${takesParameter.has(name) ? "needs" : "takes no"} parameter (in "${text}")`,
      );
    return { name, parameter };
  });
  const has = (name: RuleName): boolean => steps.some((step) => step.name === name);
  const result = { steps, isNullable: has("nullable"), isNumeric: has("number") || has("numeric") };
  parsed.set(text, result);
  return result;
}

/**
 * Checks one value against its rules; the first rule that does not hold speaks.
 * @param text pipe-separated rules
 * @returns the message to show at the field, or undefined when all is well
 */
export function checkField(text: string, value: unknown, context: FieldContext): string | undefined {
  const { steps, isNullable, isNumeric } = parseRules(text);
  if (isNullable && isEmpty(value)) return undefined;
  if (typeof value === "string" && mayNotHoldCard(context.field) && hasCardNumber(value)) return CARD_NUMBER_MESSAGE;
  for (const { name, parameter } of steps) {
    const message = rules[name](value, parameter, { ...context, isNumeric });
    if (message !== undefined) return message;
  }
  return undefined;
}

/** Checks every field of a form. @returns messages by field; an empty object when the form may be sent */
export function checkForm(
  rulesByField: Readonly<Record<string, string>>,
  values: Readonly<Record<string, unknown>>,
  freeMailDomains?: ReadonlySet<string>,
): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const [field, text] of Object.entries(rulesByField)) {
    const message = checkField(text, values[field], { field, values, freeMailDomains });
    if (message !== undefined) messages[field] = message;
  }
  return messages;
}

/** Tells whether a field may stay empty, for the mark "(optional)" beside its label. */
export const isOptional = (text: string): boolean => parseRules(text).isNullable;
