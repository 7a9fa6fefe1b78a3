/** A wallet's statement as a letter, as text for other programs, and as a sheet: written as its lines are read, so that its length costs no memory. */
import { Readable } from "node:stream";
import { day } from "@manilla/contract/formats";
import type { StatementFormat } from "@manilla/contract/statement-formats";
import { stringify } from "csv-stringify/sync";
import { writeXlsxStream } from "hucre/xlsx";
import { decimalOf, neutralise } from "../db/list-export.ts";
import type { StatementFigures, StatementLine } from "../db/statement-lines.ts";
import { InvalidFields } from "../errors.ts";
import { naira } from "./letter.ts";
import { printLong } from "./long-letter.ts";

export interface Statement {
  title: string;
  reference: string;
  /** Of the file, without what says its kind. */
  name: string;
  /** The day on which it is made. */
  on: string;
  to: string[];
  /** What the column of other people is called; null where there is none. */
  person: string | null;
  figures: StatementFigures;
  foot: string[];
}

/** What a sheet carries; more is refused rather than cut off in silence. */
const MAX_LINES = 1_000_000;
/** Lines of text that leave together. */
const AT_ONCE = 500;
/** Beyond it a spreadsheet's number is not exact. */
const EXACT = BigInt(Number.MAX_SAFE_INTEGER);

/** The facts above the lines, the same on the screen. */
const factsOf = ({ opening_kobo, in_kobo, out_kobo, closing_kobo }: StatementFigures): [string, bigint][] => [
  ["Opening balance", opening_kobo],
  ["Came in", in_kobo],
  ["Went out", out_kobo],
  ["Closing balance", closing_kobo],
];

async function* cellsOf(lines: AsyncIterable<StatementLine>): AsyncGenerator<string[]> {
  for await (const { on, what, person, note, reference, amount_kobo, balance_kobo } of lines)
    yield [
      day(on),
      [what, person, note].filter(Boolean).join(", "),
      reference,
      amount_kobo > 0n ? naira(amount_kobo) : "",
      amount_kobo < 0n ? naira(-amount_kobo) : "",
      naira(balance_kobo),
    ];
}

type Cell = string | bigint | null;

/** Opening balance, each line with the balance after it, closing balance. */
async function* rowsOf(
  { person: called, figures }: Statement,
  lines: AsyncIterable<StatementLine>,
): AsyncGenerator<Cell[]> {
  const beside = (person: string | null): Cell[] => (called ? [person && neutralise(person)] : []);
  const edge = (label: string, kobo: bigint): Cell[] => [null, label, ...beside(null), null, null, null, kobo];
  yield edge("Opening balance", figures.opening_kobo);
  for await (const { on, what, person, note, reference, amount_kobo, balance_kobo } of lines)
    yield [on, what, ...beside(person), note && neutralise(note), neutralise(reference), amount_kobo, balance_kobo];
  yield edge("Closing balance", figures.closing_kobo);
}
const headOf = ({ person }: Statement): string[] => [
  "day",
  "what",
  ...(person ? [person] : []),
  "note",
  "reference",
  "amount",
  "balance",
];

async function* textOf(head: string[], rows: AsyncIterable<Cell[]>): AsyncGenerator<string> {
  yield stringify([head], { bom: true });
  let waiting: string[][] = [];
  for await (const row of rows) {
    waiting.push(row.map((cell) => (typeof cell === "bigint" ? decimalOf(cell) : (cell ?? ""))));
    if (waiting.length < AT_ONCE) continue;
    yield stringify(waiting);
    waiting = [];
  }
  if (waiting.length > 0) yield stringify(waiting);
}

const sheetCell = (cell: Cell): string | number | null => {
  if (typeof cell !== "bigint") return cell;
  return cell >= -EXACT && cell <= EXACT ? Number(cell) / 100 : Number(decimalOf(cell));
};
async function* sheetOf(rows: AsyncIterable<Cell[]>): AsyncGenerator<(string | number | null)[]> {
  for await (const row of rows) yield row.map(sheetCell);
}

/**
 * The file of a statement.
 * @throws InvalidFields when there are more lines than a file carries
 */
export async function statementFile(
  format: StatementFormat,
  statement: Statement,
  lines: AsyncIterable<StatementLine>,
): Promise<{ name: string; media_type: string; body: Readable }> {
  const { title, reference, on, to, figures, foot } = statement;
  if (figures.movements > MAX_LINES)
    throw new InvalidFields({ to: ["this is too much for one file: choose fewer days"] });
  const name = `${statement.name}.${format}`;
  if (format === "csv") {
    const body = Readable.from(textOf(headOf(statement), rowsOf(statement, lines)));
    return { name, media_type: "text/csv; charset=utf-8", body };
  }
  if (format === "xlsx") {
    const stream = writeXlsxStream(sheetOf(rowsOf(statement, lines)), {
      name: "Statement",
      columns: headOf(statement).map((header) => ({ header, key: header })),
      freezePane: { rows: 1 },
      inlineStrings: true,
    });
    return {
      name,
      media_type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      body: Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]),
    };
  }
  const letter = {
    title,
    reference,
    date: day(on),
    to,
    facts: factsOf(figures).map(([label, kobo]): [string, string] => [label, naira(kobo)]),
    head: ["Day", "What", "Reference", "In", "Out", "Balance"],
    widths: [60, 120, 95, 68, 68, 72],
    figures: [3, 4, 5],
    rows: figures.movements,
    foot,
    opening: naira(figures.opening_kobo),
  };
  return { name, media_type: "application/pdf", body: await printLong(letter, cellsOf(lines)) };
}
