/**
 * The conditions of rule tables in words. The engine reads `> 18`, `null`, `(33.3..50]`; a credit officer chooses "more than" and types 18. A cell's
 * text stays what is stored, so that what no words cover is kept and shown as a formula.
 */
import { koboOf, naira, plainMoney, sentence } from "../formats.ts";
import { decisionFacts, type FactName } from "./rule-facts.ts";

type Kind = (typeof decisionFacts)[FactName]["kind"];
export type Operator =
  | "under"
  | "most"
  | "least"
  | "over"
  | "is"
  | "not"
  | "within"
  | "above_to"
  | "yes"
  | "no"
  | "known"
  | "unknown"
  | "one_of"
  | "formula";

/** What a person chooses between. */
export const operatorWords: Record<Operator, string> = {
  under: "less than",
  most: "at most",
  least: "at least",
  over: "more than",
  is: "is",
  not: "is not",
  within: "from … to …",
  above_to: "over … up to …",
  yes: "yes",
  no: "no",
  known: "is known",
  unknown: "is not known",
  one_of: "is one of",
  formula: "formula…",
};

const ofNumbers: readonly Operator[] = [
  "under",
  "most",
  "least",
  "over",
  "is",
  "not",
  "within",
  "above_to",
  "known",
  "unknown",
  "formula",
];
/** The operators that fit a fact. */
export const operatorsOf: Record<Kind, readonly Operator[]> = {
  number: ofNumbers,
  kobo: ofNumbers,
  percent: ofNumbers,
  boolean: ["yes", "no", "unknown", "formula"],
  text: ["is", "not", "one_of", "known", "unknown", "formula"],
};

/** How many values an operator takes. */
export const valuesOf = (operator: Operator): number =>
  ["yes", "no", "known", "unknown"].includes(operator) ? 0 : operator === "within" || operator === "above_to" ? 2 : 1;

export interface Condition {
  operator: Operator;
  /** Numbers as the engine reads them, kobo as whole numbers; texts without quotes; a formula unchanged. */
  values: readonly string[];
}

const SIGNS: readonly (readonly [sign: string, operator: Operator])[] = [
  ["<=", "most"],
  [">=", "least"],
  ["!=", "not"],
  ["==", "is"],
  ["<", "under"],
  [">", "over"],
];
const plain = /^-?[\d.]*$/;
const quoted = /^"([^"]*)"$/;

function readNumber(text: string): Condition | undefined {
  const range = /^([[(])(-?[\d.]*?)\.\.(-?[\d.]*)\]$/.exec(text);
  if (range) return { operator: range[1] === "[" ? "within" : "above_to", values: [range[2] ?? "", range[3] ?? ""] };
  const [sign, operator] = SIGNS.find(([start]) => text.startsWith(start)) ?? ["", "is" as const];
  const value = text.slice(sign.length).trim();
  return plain.test(value) && (sign || value) ? { operator, values: [value] } : undefined;
}

function readText(text: string): Condition | undefined {
  const not = /^!=\s*(.*)$/.exec(text);
  const single = quoted.exec(not?.[1] ?? text);
  if (single) return { operator: not ? "not" : "is", values: [single[1] ?? ""] };
  const several = text.split(",").map((part) => quoted.exec(part.trim())?.[1]);
  return several.every((part) => part !== undefined) ? { operator: "one_of", values: [several.join(", ")] } : undefined;
}

/** A cell as a person reads it; what is beyond the words is a formula. @param cell not empty */
export function readCondition(kind: Kind, cell: string): Condition {
  const text = cell.trim();
  if (text === "null") return { operator: "unknown", values: [] };
  if (kind === "boolean")
    return text === "true" || text === "false"
      ? { operator: text === "true" ? "yes" : "no", values: [] }
      : { operator: "formula", values: [cell] };
  if (/^!=\s*null$/.test(text)) return { operator: "known", values: [] };
  return (kind === "text" ? readText(text) : readNumber(text)) ?? { operator: "formula", values: [cell] };
}

/** The cell that the engine reads. */
export function writeCondition(kind: Kind, { operator, values: [first = "", second = ""] }: Condition): string {
  if (operator === "formula") return first;
  if (operator === "yes" || operator === "no") return String(operator === "yes");
  if (operator === "unknown" || operator === "known") return operator === "known" ? "!= null" : "null";
  if (operator === "within" || operator === "above_to")
    return `${operator === "within" ? "[" : "("}${first}..${second}]`;
  if (kind === "text")
    return operator === "one_of"
      ? first
          .split(",")
          .map((part) => `"${part.trim()}"`)
          .join(", ")
      : `${operator === "not" ? "!= " : ""}"${first}"`;
  return `${SIGNS.find(([, name]) => name === operator)?.[0] ?? "=="} ${first}`;
}

/** The same condition with another operator: what was typed stays where it still means something. */
export function withOperator(kind: Kind, { operator, values }: Condition, next: Operator): Condition {
  if (next === "formula") return { operator: next, values: [writeCondition(kind, { operator, values })] };
  // A formula that could be said in words keeps its figure.
  const read = operator === "formula" ? readCondition(kind, values[0] ?? "") : { operator, values };
  const kept = read.operator === "formula" ? [] : read.values;
  return { operator: next, values: Array.from({ length: valuesOf(next) }, (_, at) => kept[at] ?? "") };
}

const valueInWords = (kind: Kind, value: string): string =>
  value === ""
    ? "…"
    : kind === "kobo" && /^-?\d+$/.test(value)
      ? naira(BigInt(value))
      : kind === "percent"
        ? `${value}%`
        : kind === "text"
          ? sentence(value)
          : value;

/** `less than 18`, `not known`, `over 33.3% up to 50%`. */
export function conditionInWords(fact: FactName, cell: string): string {
  const { kind } = decisionFacts[fact];
  const { operator, values } = readCondition(kind, cell);
  const [first = "", second = ""] = values.map((value) => valueInWords(kind, value));
  if (operator === "formula") return formulaInWords(cell);
  if (operator === "within") return `from ${first} to ${second}`;
  if (operator === "above_to") return `over ${first} up to ${second}`;
  if (operator === "one_of")
    return `is ${(values[0] ?? "")
      .split(", ")
      .map((value) => sentence(value))
      .join(" or ")}`;
  return first ? `${operatorWords[operator]} ${first}` : operatorWords[operator];
}

/** An expression with the facts' words in the place of their names: `Income found in the statement, a month × 0.333`. */
export function formulaInWords(formula: string): string {
  const rounded = /^floor\(([^()]*)\)$/.exec(formula.trim());
  const words = (rounded?.[1] ?? formula)
    .replace(/[a-z_]+/g, (name) => (name in decisionFacts ? `“${decisionFacts[name as FactName].label}”` : name))
    .replace(/\s*\*\s*/g, " × ")
    .replace(/\s*\/\s*/g, " ÷ ");
  return rounded ? `${words}, rounded down` : words;
}

/** A plain amount in a value cell, or undefined when the cell is a formula. */
export const amountOf = (value: string): string | undefined =>
  /^\d*(\.\d*)?$/.test(value.trim()) ? value.trim() : undefined;

/** What is typed into a figure's field, as the engine reads it: kobo for naira; commas and signs of money are dropped. */
export const typedValue = (kind: Kind, text: string): string =>
  kind === "kobo" ? String(koboOf(text) ?? "") : text.replace(/[^\d.-]/g, "");
/** A figure as typed: naira for kobo. */
export const shownValue = (kind: Kind, value: string): string =>
  kind === "kobo" && /^-?\d+$/.test(value) ? plainMoney(BigInt(value)) : value;

const figuresOf = (text: string): string[] => text.replaceAll(",", "").match(/\d+(?:\.\d+)?/g) ?? [];

type Conditions = Readonly<Partial<Record<FactName, string>>>;
const askedBy = (when: Conditions): Set<string> =>
  new Set(
    Object.entries(when).flatMap(([fact, cell]) =>
      figuresOf(cell).map((figure) =>
        decisionFacts[fact as FactName].kind === "kobo" ? String(Number(figure) / 100) : figure,
      ),
    ),
  );

/**
 * A figure in the reason that a condition requested and no longer does: the person would read a number that is not the rule's. Kobo are read as naira.
 * @param before the conditions with which the rule was opened
 */
export function staleFigure(before: Conditions, when: Conditions, reason: string): string | undefined {
  const [asked, now] = [askedBy(before), askedBy(when)];
  return figuresOf(reason).find((figure) => asked.has(figure) && !now.has(figure));
}
