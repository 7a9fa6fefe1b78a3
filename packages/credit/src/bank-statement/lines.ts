/** Statements as the text lines of a PDF: positioned words where the reader has them, plain lines where it does not. */
import { checkRunningBalance, inOrderOfTime } from "./balance.ts";
import { leadingDate, parseAmount } from "./cells.ts";
import { type Columns, parseStatementTable, readHeader, readPreamble } from "./table.ts";
import { type BankStatement, StatementError, type StatementFlag, type StatementTransaction } from "./types.ts";

/** A piece of text on a page; `x` and `width` in any unit, the same for the whole document. */
export interface PositionedText {
  x: number;
  width: number;
  text: string;
}

/** A line of a page, pieces from left to right. */
export type PositionedLine = readonly PositionedText[];

interface Edge {
  left: number;
  right: number;
}

/** How far a piece is from a heading: 0 when they overlap, else the gap; numbers are set flush right, words flush left. */
function distance(piece: PositionedText, heading: Edge): number {
  const right = piece.x + piece.width;
  if (piece.x <= heading.right && right >= heading.left) return 0;
  return Math.min(Math.abs(piece.x - heading.right), Math.abs(right - heading.left));
}

/** The pieces of a line dealt to the columns of the heading. */
function toCells(line: PositionedLine, headings: readonly Edge[]): string[] {
  const cells = headings.map(() => "");
  for (const piece of line) {
    if (piece.text.trim() === "") continue;
    let nearest = 0;
    for (const [index, heading] of headings.entries()) {
      const best = headings[nearest];
      if (best && distance(piece, heading) < distance(piece, best)) nearest = index;
    }
    cells[nearest] = `${cells[nearest] ?? ""} ${piece.text}`.trim();
  }
  return cells;
}

const wordsOf = (line: PositionedLine): string =>
  line
    .map(({ text }) => text.trim())
    .join(" ")
    .trim();
/** More lines than the head of a page has. */
const HEAD_LINES = 10;

/**
 * The numbers of the lines between the last row of a page and the repeated heading: a page's foot, or what was above the first
 * heading. No narration continues in them.
 */
function pageHeads(
  lines: readonly PositionedLine[],
  start: number,
  isHeading: (line: PositionedLine) => boolean,
): ReadonlySet<number> {
  const known = new Set(lines.slice(0, start).map(wordsOf));
  const found = new Set<number>();
  for (let heading = lines.length - 1; heading > start; heading -= 1) {
    if (!isHeading(lines[heading] ?? [])) continue;
    for (let at = heading - 1; at > start && heading - at <= HEAD_LINES; at -= 1) {
      const text = wordsOf(lines[at] ?? []);
      if (!known.has(text) && !/^page\s*\d|^\d+\s*(of|\/)\s*\d+$/i.test(text)) break;
      found.add(at);
    }
  }
  return found;
}

/**
 * A statement from positioned text, read by the columns of its heading.
 * @throws StatementError when there is no heading
 */
export function parsePositionedLines(lines: readonly PositionedLine[]): BankStatement {
  const start = lines.findIndex((line) => readHeader(line.map(({ text }) => text)));
  const header = lines[start];
  if (!header) return parseStatementLines(lines.map((line) => line.map(({ text }) => text).join(" ")));
  const headings = header.map(({ x, width }) => ({ left: x, right: x + width }));
  const headingKeys = header.map(({ text }) => text).join("|");
  const isHeading = (line: PositionedLine): boolean => line.map(({ text }) => text).join("|") === headingKeys;
  const heads = pageHeads(lines, start, isHeading);
  // Left empty, not left out: rows keep their numbers.
  const rows = lines.map((line, index) =>
    heads.has(index) ? [] : index <= start || isHeading(line) ? line.map(({ text }) => text) : toCells(line, headings),
  );
  return parseStatementTable(rows);
}

/** Amounts need their decimals here: narrations are full of whole numbers. */
const AMOUNT_AT_END =
  /(?:^|\s)(\(?[-+]?(?:(?:₦|NGN)\s?)?\d{1,3}(?:,\d{3})*\.\d{2}\)?(?:\s?[CD]R)?|\(?[-+]?\d+\.\d{2}\)?(?:\s?[CD]R)?|-)$/i;

/** Takes the amounts off the end of a line, at most three; a dash is an empty column. */
function amountsAtEnd(text: string): { amounts: (bigint | null)[]; narration: string } {
  const amounts: (bigint | null)[] = [];
  let rest = text.trim();
  while (amounts.length < 3) {
    const found = AMOUNT_AT_END.exec(rest);
    if (!found?.[1]) break;
    amounts.unshift(found[1] === "-" ? null : (parseAmount(found[1]) ?? null));
    rest = rest.slice(0, found.index).trim();
  }
  return { amounts, narration: rest };
}

interface ReadLine {
  row: number;
  booked_on: string;
  narration: string;
  amounts: (bigint | null)[];
}

/** Lines that begin with a date begin a transaction; the others carry on its narration. */
function readLines(lines: readonly string[]): ReadLine[] {
  const read: ReadLine[] = [];
  for (const [index, line] of lines.entries()) {
    const leading = leadingDate(line);
    if (leading) {
      const second = leadingDate(leading.rest.replace(/^\s*\d{1,2}:\d{2}(:\d{2})?/, ""));
      const { amounts, narration } = amountsAtEnd(second ? second.rest : leading.rest);
      read.push({
        row: index + 1,
        booked_on: leading.date,
        narration: narration.replace(/^\s*\d{1,2}:\d{2}(:\d{2})?\s*/, "").replace(/\s+/g, " "),
        amounts,
      });
      continue;
    }
    const previous = read.at(-1);
    if (
      !previous ||
      line.trim() === "" ||
      /^(page\b|total|closing balance|opening balance|generated|printed|this statement)/i.test(line.trim())
    )
      continue;
    const { amounts, narration } = amountsAtEnd(line);
    if (previous.amounts.length === 0) previous.amounts = amounts;
    previous.narration = `${previous.narration} ${narration}`.trim();
  }
  return read;
}

const OUT_WORDS =
  /\b(debit|dr|withdrawal|pos|atm|charge|fee|vat|payment to|transfer to|trf to|airtime|sms|levy|stamp duty)\b/i;
const IN_WORDS = /\b(credit|cr|deposit|lodgement|salary|transfer from|trf from|inflow|reversal|interest)\b/i;

/** Which way money went, by the balance where it tells, else by words. Undefined when nothing tells. */
function signed(amount: bigint, narration: string, before: bigint | null, after: bigint | null): bigint | undefined {
  if (before !== null && after !== null && after !== before) return after > before ? amount : -amount;
  const [isOut, isIn] = [OUT_WORDS.test(narration), IN_WORDS.test(narration)];
  return isOut === isIn ? undefined : isIn ? amount : -amount;
}

/** Movement and balance of a line: (debit, credit, balance), (movement, balance) or (movement). */
function movementOf(
  { amounts, narration }: ReadLine,
  before: bigint | null,
): { amount: bigint | undefined; balance: bigint | null } {
  const [first, second, third] = amounts;
  if (amounts.length === 3) return { amount: (second ?? 0n) - (first ?? 0n), balance: third ?? null };
  const balance = amounts.length === 2 ? (second ?? null) : null;
  if (first === undefined || first === null) return { amount: undefined, balance };
  return { amount: first < 0n ? first : signed(first, narration, before, balance), balance };
}

/** Balances tell directions only in order of time, and the line before tells the direction of the first. */
function toTransactions(
  lines: readonly ReadLine[],
  opening: bigint | null,
): { transactions: StatementTransaction[]; flags: StatementFlag[] } {
  const transactions: StatementTransaction[] = [];
  const flags: StatementFlag[] = [];
  let before = opening;
  for (const line of lines) {
    const { amount, balance } = movementOf(line, before);
    if (amount === undefined)
      flags.push({
        row: line.row,
        kind: "direction_unknown",
        message: `Row ${line.row}: it cannot be told whether money came in or went out.`,
        expected_kobo: null,
        found_kobo: line.amounts[0] ?? null,
      });
    else
      transactions.push({
        row: line.row,
        booked_on: line.booked_on,
        narration: line.narration,
        reference: null,
        amount_kobo: amount,
        balance_kobo: balance,
      });
    before = balance ?? (before === null || amount === undefined ? null : before + amount);
  }
  return { transactions, flags };
}

/**
 * A statement from plain text lines: each transaction begins with a date and ends with its amounts.
 * @throws StatementError when no line does
 */
export function parseStatementLines(lines: readonly string[]): BankStatement {
  const cells = lines.map((line) => line.split(/\s{2,}|\t/));
  const columns: Columns | undefined = cells.map((row) => readHeader(row)).find(Boolean);
  const read = readLines(lines).filter(({ amounts }) => amounts.length > 0);
  const facts = readPreamble(lines.map((line) => [line]));
  const carried = read.filter(
    ({ narration, amounts }) =>
      amounts.length === 1 && /opening balance|balance b\/?f|brought forward/i.test(narration),
  );
  const opening = facts.opening_kobo ?? carried[0]?.amounts[0] ?? null;
  const moving = read.filter((line) => !carried.includes(line));
  if (moving.length === 0)
    throw new StatementError(
      columns
        ? "The statement has a heading but no transactions."
        : "No lines with a date and amounts were found: is this a bank statement?",
    );
  const [first, last] = [moving[0], moving.at(-1)];
  const ordered = first && last && first.booked_on > last.booked_on ? moving.toReversed() : moving;
  const { transactions: found, flags } = toTransactions(ordered, opening);
  const transactions = inOrderOfTime(found);
  return {
    ...facts,
    opening_kobo: opening,
    sequence: null,
    from: transactions[0]?.booked_on ?? null,
    to: transactions.at(-1)?.booked_on ?? null,
    transactions,
    flags: [...flags, ...checkRunningBalance(transactions, opening, facts.closing_kobo)].toSorted(
      (left, right) => left.row - right.row,
    ),
  };
}
