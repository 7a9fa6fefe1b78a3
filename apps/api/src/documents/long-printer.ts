/**
 * The process in which a long table is printed (long-letter.ts starts it): what it is comes as the first line of its input, each row as one more; the PDF leaves as it
 * is made, so that its memory does not grow with the rows.
 */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import PDFDocument from "pdfkit";
import type { LongLetter } from "./long-letter.ts";

const FONTS = join(dirname(createRequire(import.meta.url).resolve("pdfmake/package.json")), "build/fonts/Roboto");
const [LEFT, TOP, RIGHT, BOTTOM] = [56, 84, 539, 776];
const [BROWN, GREY, RULE] = ["#7a3e1d", "#555555", "#dddddd"];
const ROW = 13;
/** The rows whose room the closing words take. */
const END_ROWS = 4;

const lines = createInterface({ input: process.stdin, crlfDelay: Infinity })[Symbol.asyncIterator]();
const letter = JSON.parse(String((await lines.next()).value)) as LongLetter;
const { head, widths, figures } = letter;
const edges = widths.map((_, at) => LEFT + widths.slice(0, at).reduce((sum, width) => sum + width, 0));

const document = new PDFDocument({
  size: "A4",
  margin: 0,
  font: join(FONTS, "Roboto-Regular.ttf"),
  autoFirstPage: false,
  info: { Title: `${letter.title} ${letter.reference}`, Author: "Manilla" },
});
document.registerFont("plain", join(FONTS, "Roboto-Regular.ttf"));
document.registerFont("bold", join(FONTS, "Roboto-Medium.ttf"));
document.pipe(process.stdout);

const write = (text: string, x: number, y: number): unknown => document.text(text, x, y, { lineBreak: false });
const writeRight = (text: string, right: number, y: number): unknown =>
  write(text, right - document.widthOfString(text), y);

/** More of a text than any column holds. */
const LOOKED_AT = 200;
/** As much of a text as fits, in one line: senders write what they like, and a second line would be on the next row. */
function fitted(text: string, width: number): string {
  const line = text.slice(0, LOOKED_AT).replaceAll(/\s+/g, " ");
  if (document.widthOfString(line) <= width) return line;
  let [fits, beyond] = [0, line.length];
  while (beyond - fits > 1) {
    const middle = (fits + beyond) >> 1;
    if (document.widthOfString(`${line.slice(0, middle)}…`) <= width) fits = middle;
    else beyond = middle;
  }
  return `${line.slice(0, fits)}…`;
}

function writeRow(cells: readonly string[], y: number): void {
  for (const [at, text] of cells.entries()) {
    const [x, width] = [edges[at]!, widths[at]! - 6];
    if (figures.includes(at)) writeRight(text, x + width, y);
    else write(fitted(text, width), x, y);
  }
}

let page = 0;
let pages = 1;
let y = TOP;

function writeHead(): void {
  document.font("bold").fontSize(8).fillColor("black");
  writeRow(head, y);
  y += ROW;
  document.font("plain");
}

/** The printer remembers how each word looked, which is fast; forgotten now and then, or it would remember every reference. */
const PAGES_REMEMBERED = 20;
function forget(): void {
  for (const name of ["plain", "bold"]) {
    document.font(name);
    Object.assign((document as unknown as { _font: object })._font, { layoutCache: Object.create(null) });
  }
}

/** The balance with which a page begins and ends: its rows lead from one to the other. */
let balance = letter.opening;
function writeBalance(label: string): void {
  if (balance === undefined) return;
  document.font("bold").fontSize(8).fillColor("black");
  write(label, edges[0]!, y);
  const last = widths.length - 1;
  writeRight(balance, edges[last]! + widths[last]! - 6, y);
  document.font("plain");
  y += ROW;
}

function turn(): void {
  document.addPage();
  page += 1;
  if (page % PAGES_REMEMBERED === 0) forget();
  document.font("bold").fontSize(18).fillColor(BROWN);
  write("Manilla", LEFT, 28);
  document.font("plain").fontSize(9).fillColor(GREY);
  writeRight(letter.reference, RIGHT, 28);
  writeRight(letter.date, RIGHT, 40);
  document.fontSize(7);
  write(`${letter.title} ${letter.reference}`, LEFT, BOTTOM + 18);
  writeRight(`Page ${page} of ${pages}`, RIGHT, BOTTOM + 18);
  for (const [at, text] of letter.foot.entries()) write(text, LEFT, BOTTOM + 27 + at * 9);
  y = TOP;
}

/** The first page says whose it is and what it adds up to. */
function begin(): void {
  const above = letter.to.length * 12 + 14 + 24 + letter.facts.length * 14 + 10;
  const around = letter.opening === undefined ? 0 : 2 * ROW;
  const perPage = (from: number): number => Math.floor((BOTTOM - from - ROW - around) / ROW);
  const rest = letter.rows + (letter.ends ? END_ROWS : 0) - perPage(TOP + above);
  pages = 1 + (rest > 0 ? Math.ceil(rest / perPage(TOP)) : 0);
  turn();
  document.fontSize(9).fillColor("black");
  for (const text of letter.to) {
    write(fitted(text, RIGHT - LEFT), LEFT, y);
    y += 12;
  }
  y += 14;
  document.font("bold").fontSize(16);
  write(letter.title, LEFT, y);
  y += 24;
  document.fontSize(9);
  for (const [label, value] of letter.facts) {
    document.font("plain").fillColor(GREY);
    write(label, LEFT, y);
    document.font("bold").fillColor("black");
    write(value, LEFT + 200, y);
    y += 14;
  }
  y += 10;
  writeHead();
}

begin();
writeBalance("Opening balance");
for await (const line of lines) {
  if (y + (letter.opening === undefined ? ROW : 2 * ROW) > BOTTOM) {
    writeBalance("Carried forward");
    turn();
    writeHead();
    writeBalance("Brought forward");
  }
  document
    .moveTo(LEFT, y - 2)
    .lineTo(RIGHT, y - 2)
    .lineWidth(0.5)
    .strokeColor(RULE)
    .stroke();
  document.fontSize(8).fillColor("black");
  const cells = JSON.parse(line) as string[];
  writeRow(cells, y);
  y += ROW;
  if (balance !== undefined) balance = cells.at(-1);
  // What reads the PDF may be slower than what makes it.
  if (process.stdout.writableNeedDrain) await new Promise((resolve) => process.stdout.once("drain", resolve));
}
writeBalance("Closing balance");
if (letter.ends) {
  if (y + END_ROWS * ROW > BOTTOM) turn();
  document
    .font("plain")
    .fontSize(9)
    .fillColor("black")
    .text(letter.ends, LEFT, y + ROW, { width: RIGHT - LEFT });
}
document.end();
