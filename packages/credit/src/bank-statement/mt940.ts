/** SWIFT MT940 customer statements: fields 20, 25, 28C, 60, 61, 86, 62. */
import { daysBetween, isBusinessDate } from "../calendar.ts";
import { checkRunningBalance } from "./balance.ts";
import { type BankStatement, StatementError, type StatementTransaction, oneCurrency } from "./types.ts";

interface Field {
  tag: string;
  value: string;
  row: number;
}

/** The fields of a message in order; a line that begins no field carries on the one before. */
function readFields(text: string): Field[] {
  const fields: Field[] = [];
  // Some banks frame messages by control characters (SOH, ETX), as their lines to SWIFT do.
  // oxlint-disable-next-line no-control-regex -- these are what is taken out
  const plain = text.replace(/[\uFEFF\r\u0000-\u0008\u000B\u000C\u000E-\u001F]/g, "");
  for (const [index, line] of plain.split("\n").entries()) {
    const start = /^(?:\{1:.*\{4:)?:(\d{2}[A-Z]?):(.*)$/.exec(line);
    const last = fields.at(-1);
    if (start) fields.push({ tag: start[1] ?? "", value: start[2] ?? "", row: index + 1 });
    else if (last && !/^(-\}|\{1:|-$)/.test(line)) last.value += `\n${line}`;
  }
  return fields;
}

/** `YYMMDD` as a date of this century. @throws StatementError */
function readDate(text: string, row: number): string {
  const date = `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`;
  if (!isBusinessDate(date)) throw new StatementError(`Row ${row} has a date that does not exist.`, row);
  return date;
}

/** An amount with a decimal comma, in minor units. @throws StatementError */
function readMinor(text: string, row: number): bigint {
  const match = /^(\d{1,15}),(\d{0,2})$/.exec(text);
  if (!match) throw new StatementError(`Row ${row} has an amount that cannot be read.`, row);
  return BigInt(match[1] ?? "0") * 100n + BigInt((match[2] ?? "").padEnd(2, "0"));
}

function readBalance({ value, row }: Field): { date: string; currency: string; kobo: bigint } {
  const match = /^([CD])(\d{6})([A-Z]{3})([\d,]+)/.exec(value);
  if (!match) throw new StatementError(`Row ${row} has a balance that cannot be read.`, row);
  const kobo = readMinor(match[4] ?? "", row);
  return { date: readDate(match[2] ?? "", row), currency: match[3] ?? "", kobo: match[1] === "D" ? -kobo : kobo };
}

/** The entry date `MMDD` in the year that brings it nearest to the value date: 31 December is booked in January of the next. @throws StatementError */
function readEntryDate(text: string, value_on: string, row: number): string {
  const years = [0, -1, 1].map((step) => String(Number(value_on.slice(2, 4)) + step).padStart(2, "0"));
  const distance = (date: string): number => Math.abs(daysBetween(date, value_on));
  const dates = years.flatMap((year) => {
    const date = `20${year}-${text.slice(0, 2)}-${text.slice(2)}`;
    return isBusinessDate(date) ? [date] : [];
  });
  const [nearest] = dates.toSorted((left, right) => distance(left) - distance(right));
  if (!nearest) throw new StatementError(`Row ${row} has a date that does not exist.`, row);
  return nearest;
}

/** The payer's or our own reference inside field 86, whatever lines it is broken into. */
export const referenceIn = (text: string): string | null =>
  /\/(?:EREF|REF)\/([^/]+)(?:\/|$)/.exec(text.replaceAll("\n", ""))?.[1]?.trim() ?? null;

/** Field 61: value date, entry date (blanks where the bank names none), mark, amount, type, reference, bank's reference. A reversed credit (RC) is money out. */
function readMovement({ value, row }: Field): StatementTransaction {
  const match =
    /^(\d{6})(\d{4}| {4})?(R?[CD])([A-Z])?([\d,]+)[NSF][A-Z0-9]{3}([^/\n]*(?:\/(?!\/)[^/\n]*)*)(?:\/\/([^\n]*))?(?:\n([\s\S]*))?$/.exec(
      value,
    );
  if (!match) throw new StatementError(`Row ${row} has a movement that cannot be read.`, row);
  const value_on = readDate(match[1] ?? "", row);
  const booked_on = match[2]?.trim() ? readEntryDate(match[2], value_on, row) : value_on;
  const kobo = readMinor(match[5] ?? "", row);
  const isIn = match[3] === "C" || match[3] === "RD";
  const reference = (match[6] ?? "").trim();
  return {
    row,
    booked_on,
    narration: (match[8] ?? "").replace(/\s+/g, " ").trim(),
    reference: reference === "" || reference === "NONREF" ? null : reference,
    amount_kobo: isIn ? kobo : -kobo,
    balance_kobo: null,
  };
}

function readStatement(fields: readonly Field[]): BankStatement {
  const field = (tag: string): Field | undefined => fields.find((each) => each.tag === tag);
  const [opening, closing] = [field("60F") ?? field("60M"), field("62F") ?? field("62M")];
  const row = fields[0]?.row ?? null;
  if (!opening || !closing) throw new StatementError("A statement has no opening or no closing balance.", row);
  const transactions: StatementTransaction[] = [];
  for (const each of fields) {
    if (each.tag === "61") transactions.push(readMovement(each));
    const last = transactions.at(-1);
    if (each.tag === "86" && last) last.reference ??= referenceIn(each.value);
    if (each.tag === "86" && last && !last.narration.includes(each.value.trim()))
      last.narration = `${last.narration} ${each.value.replace(/\s+/g, " ")}`.trim();
  }
  const [from, to] = [readBalance(opening), readBalance(closing)];
  return {
    account_number: field("25")?.value.trim() ?? null,
    account_name: null,
    currency: oneCurrency([from.currency, to.currency], row),
    sequence: field("28C")?.value.trim() ?? null,
    from: from.date,
    to: to.date,
    opening_kobo: from.kobo,
    closing_kobo: to.kobo,
    transactions,
    flags: checkRunningBalance(transactions, from.kobo, to.kobo),
  };
}

/** Every statement of an MT940 text, in its order. @throws StatementError with the row that cannot be read */
export function parseMt940(text: string): BankStatement[] {
  const statements: Field[][] = [];
  for (const field of readFields(text)) {
    if (field.tag === "20") statements.push([]);
    statements.at(-1)?.push(field);
  }
  if (statements.length === 0) throw new StatementError("No statement was found: field 20 is missing.");
  return statements.map(readStatement);
}
