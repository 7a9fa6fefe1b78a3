/** The cells of a statement: amounts and dates as Nigerian banks print them. */
import { isBusinessDate } from "../calendar.ts";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * An amount in kobo: `1,234.56`, `₦1,234`, `(1,234.56)`, `-12.00`, `1,234.56 DR`, `NGN 5.00CR`. Undefined when it is none.
 * More than two decimals are no amount of money.
 */
export function parseAmount(text: string): bigint | undefined {
  let rest = text.replace(/[\s\u00a0]/g, "").replace(/^["']|["']$/g, "");
  const side = /(?:cr|dr)\.?$/i.exec(rest)?.[0].toLowerCase();
  if (side) rest = rest.slice(0, -side.length);
  // The sign of the currency before or inside the brackets.
  const withoutSign = (amount: string): string => amount.replace(/^([+-]?)(?:₦|ngn|n(?=[\d(])|#)/i, "$1");
  rest = withoutSign(rest);
  const isBracketed = rest.startsWith("(") && rest.endsWith(")");
  if (isBracketed) rest = withoutSign(rest.slice(1, -1));
  const match = /^([+-]?)(?:₦|ngn)?(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d{1,2}))?([+-]?)$/i.exec(rest);
  if (!match || (match[2] === undefined && match[3] === undefined)) return undefined;
  const kobo = BigInt((match[2] ?? "0").replaceAll(",", "")) * 100n + BigInt((match[3] ?? "").padEnd(2, "0"));
  const isNegative = isBracketed || match[1] === "-" || match[4] === "-" || (side?.startsWith("dr") ?? false);
  return isNegative ? -kobo : kobo;
}

const iso = (year: number, month: number, day: number): string | undefined => {
  const text = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  return isBusinessDate(text) ? text : undefined;
};

const fullYear = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text));

/** Dates at the start of a text, day before month; whatever follows (a time) is left alone. */
const DATE_FORMS: readonly { pattern: RegExp; read(match: RegExpExecArray): string | undefined }[] = [
  { pattern: /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/, read: (m) => iso(Number(m[1]), Number(m[2]), Number(m[3])) },
  {
    pattern: /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?!\d)/,
    read: (m) => iso(fullYear(m[3] ?? ""), Number(m[2]), Number(m[1])),
  },
  {
    pattern: /^(\d{1,2})[-/. ]?([a-z]{3})[a-z]*[-/., ]{0,2}(\d{4}|\d{2})(?!\d)/i,
    read: (m) => iso(fullYear(m[3] ?? ""), MONTHS.indexOf((m[2] ?? "").toLowerCase()) + 1, Number(m[1])),
  },
  {
    pattern: /^([a-z]{3})[a-z]*[ .]{1,2}(\d{1,2}),? (\d{4})(?!\d)/i,
    read: (m) => iso(Number(m[3]), MONTHS.indexOf((m[1] ?? "").toLowerCase()) + 1, Number(m[2])),
  },
];

/** The date that a text begins with, and what follows it. Undefined when it begins with none. */
export function leadingDate(text: string): { date: string; rest: string } | undefined {
  const trimmed = text.trim();
  for (const { pattern, read } of DATE_FORMS) {
    const match = pattern.exec(trimmed);
    const date = match && read(match);
    if (match && date) return { date, rest: trimmed.slice(match[0].length) };
  }
  return undefined;
}

/** A cell that is a date, a time after it allowed. Undefined otherwise. */
export function parseDate(text: string): string | undefined {
  const leading = leadingDate(text);
  return leading &&
    /^(?:[T ,]*\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:[ap]m)?\s*(?:z|[+-]\d{2}:?\d{2})?)?$/i.test(leading.rest.trim())
    ? leading.date
    : undefined;
}
