/** A4 letters as PDF: letterhead, page numbers, tables, amounts in words. No network, no local files but our own fonts. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { day, shortReference } from "@manilla/contract/formats";
import { amountInWords } from "./amount-in-words.ts";

export interface LetterTable {
  head: string[];
  rows: string[][];
  /** Columns of figures are aligned right. */
  figures: number[];
  /** The column of words, which has the room that the others do not need. */
  words?: number;
}

export type LetterPart =
  | { text: string }
  | { heading: string }
  | { facts: [string, string][] }
  | { table: LetterTable }
  | { amount_kobo: bigint; label: string }
  /** Who signs, beside each other: for whom, the name, and when or how. */
  | { signatures: [string, string, string][] }
  /** A code that a phone reads, and what it is for. */
  | { qr: string; text: string };

export interface LetterContent {
  title: string;
  reference: string;
  date: string;
  to: string[];
  parts: LetterPart[];
}

interface Printer {
  setFonts(fonts: Record<string, Record<string, string>>): void;
  setLocalAccessPolicy(allow: (path: string) => boolean): void;
  setUrlAccessPolicy(allow: (url: string) => boolean): void;
  createPdf(definition: unknown): { getBuffer(): Promise<Buffer> };
}

let printer: Promise<Printer> | undefined;

/** Loaded at the first letter: the fonts are large and most processes print nothing. */
function loadPrinter(): Promise<Printer> {
  printer ??= import("pdfmake").then((module) => {
    // The published types are those of the browser build; this is the 0.3 server interface that we use.
    const pdfmake = (module.default ?? module) as unknown as Printer;
    const fonts = join(dirname(createRequire(import.meta.url).resolve("pdfmake/package.json")), "build/fonts/Roboto");
    pdfmake.setFonts({
      Roboto: {
        normal: join(fonts, "Roboto-Regular.ttf"),
        bold: join(fonts, "Roboto-Medium.ttf"),
        italics: join(fonts, "Roboto-Italic.ttf"),
        bolditalics: join(fonts, "Roboto-MediumItalic.ttf"),
      },
    });
    pdfmake.setLocalAccessPolicy((path) => path.startsWith(fonts));
    pdfmake.setUrlAccessPolicy(() => false);
    return pdfmake;
  });
  return printer;
}

/** `₦1,234.50` from kobo. */
export function naira(kobo: bigint): string {
  const digits = (kobo < 0n ? -kobo : kobo).toString().padStart(3, "0");
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return `${kobo < 0n ? "-" : ""}₦${whole}.${digits.slice(-2)}`;
}

/** The side of a code on paper: 3 cm. */
const QR_POINTS = 86;

function partToPdf(part: LetterPart): unknown {
  if ("qr" in part)
    return {
      margin: [0, 8, 0, 8],
      columnGap: 14,
      unbreakable: true,
      columns: [
        { width: QR_POINTS, qr: part.qr, fit: QR_POINTS, eccLevel: "M" },
        {
          width: "*",
          stack: [{ text: part.text }, { text: part.qr, link: part.qr, color: "#555555", fontSize: 7 }],
          margin: [0, 8, 0, 0],
        },
      ],
    };
  if ("signatures" in part)
    return {
      margin: [0, 4, 0, 0],
      columnGap: 28,
      unbreakable: true,
      columns: part.signatures.map(([whom, name, how]) => ({
        width: "*",
        stack: [
          { text: whom, color: "#555555" },
          { text: name, bold: true, fontSize: 11 },
          { canvas: [{ type: "line", x1: 0, y1: 1, x2: 220, y2: 1, lineWidth: 0.5, lineColor: "#999999" }] },
          { text: how, color: "#555555", fontSize: 8, margin: [0, 2, 0, 0] },
        ],
      })),
    };
  if ("text" in part) return { text: part.text, margin: [0, 0, 0, 6] };
  if ("heading" in part) return { text: part.heading, style: "heading" };
  if ("amount_kobo" in part)
    return {
      text: [
        { text: `${part.label}: `, bold: true },
        `${naira(part.amount_kobo)} (${amountInWords(part.amount_kobo)})`,
      ],
      margin: [0, 0, 0, 8],
    };
  if ("facts" in part) {
    return {
      layout: "noBorders",
      margin: [0, 0, 0, 6],
      table: {
        widths: [200, "*"],
        body: part.facts.map(([label, value]) => [
          { text: label, color: "#555555" },
          { text: value, bold: true },
        ]),
      },
    };
  }
  const { head, rows, figures, words } = part.table;
  const align = (index: number) => (figures.includes(index) ? "right" : "left");
  return {
    layout: "lightHorizontalLines",
    margin: [0, 0, 0, 10],
    fontSize: 9,
    table: {
      headerRows: 1,
      widths: head.map((_, index) => (words !== undefined && index !== words ? "auto" : "*")),
      body: [
        head.map((text, index) => ({ text, bold: true, alignment: align(index) })),
        ...rows.map((row) => row.map((text, index) => ({ text, alignment: align(index) }))),
      ],
    },
  };
}

/** @param foot who the provider is and whom one reaches, at the end of each page */
export async function printLetter(letter: LetterContent, foot: readonly string[]): Promise<Buffer> {
  const pdfmake = await loadPrinter();
  return pdfmake
    .createPdf({
      pageSize: "A4",
      pageMargins: [56, 64, 56, 44],
      defaultStyle: { font: "Roboto", fontSize: 9, lineHeight: 1.12 },
      styles: { heading: { fontSize: 12, bold: true, color: "#7a3e1d", margin: [0, 4, 0, 3] } },
      info: { title: `${letter.title} ${letter.reference}`, author: "Manilla" },
      header: {
        margin: [56, 24, 56, 0],
        columns: [
          { text: "Manilla", fontSize: 18, bold: true, color: "#7a3e1d" },
          { text: `${shortReference(letter.reference)}\n${day(letter.date)}`, alignment: "right", color: "#555555" },
        ],
      },
      footer: (page: number, pages: number) => ({
        margin: [56, 6, 56, 0],
        color: "#555555",
        fontSize: 7,
        stack: [
          {
            columns: [
              { text: `${letter.title} ${letter.reference}` },
              { text: `Page ${page} of ${pages}`, alignment: "right" },
            ],
          },
          ...foot,
        ],
      }),
      content: [
        { text: letter.to.join("\n"), margin: [0, 0, 0, 10] },
        { text: letter.title, fontSize: 16, bold: true, margin: [0, 0, 0, 8] },
        ...letter.parts.map(partToPdf),
      ],
    })
    .getBuffer();
}
