/** The papers of a statement, a company's line's or a card's: a letter, and a file with the same lines. */
import { day, longMonth } from "@manilla/contract/formats";
import { stringify } from "csv-stringify/sync";
import { decimalOf, neutralise } from "../../../db/list-export.ts";
import type { Readable } from "node:stream";
import { naira } from "../../../documents/letter.ts";
import { printLong } from "../../../documents/long-letter.ts";
import type { StatementLine } from "./figures.ts";

const WORDS = {
  drawn: "Drawn",
  repaid: "Paid",
  interest: "Interest of the month",
  penalty: "Penalty",
  taken_back: "Payment taken back",
} as const;

/** A movement, with the shop where one is known. */
type Line = Omit<StatementLine, "transaction_id"> & { shop?: string | null };
const inWords = ({ what, shop }: Line): string =>
  shop ? (what === "repaid" ? `${shop} gave back` : shop) : WORDS[what];

/** A statement as its papers show it; amounts in kobo. */
export interface StatementFigures {
  month: string;
  issued_on: string;
  due_on: string;
  opening_kobo: bigint;
  drawn_kobo: bigint;
  interest_kobo: bigint;
  penalties_kobo: bigint;
  repaid_kobo: bigint;
  full_kobo: bigint;
  minimum_kobo: bigint;
}

async function* rowsOf(lines: readonly Line[]): AsyncGenerator<string[]> {
  for (const line of lines) yield [day(line.on), inWords(line), naira(line.amount_kobo), naira(line.balance_kobo)];
}

/**
 * The letter, printed apart from the server: a busy month has thousands of lines.
 * @param about whose it is: the heading, the beginning of the reference, who it goes to, what happens on the due day, and who the provider is
 */
export const statementLetter = (
  about: { heading: string; reference: string; to: string[]; ends: string; foot: string[] },
  statement: StatementFigures,
  lines: readonly Line[],
): Promise<Readable> =>
  printLong(
    {
      title: `${about.heading}, ${longMonth(statement.month)}`,
      reference: `${about.reference}/${statement.month}`,
      date: day(statement.issued_on),
      to: about.to,
      facts: [
        ["Owed before", naira(statement.opening_kobo)],
        ["Drawn", naira(statement.drawn_kobo)],
        ["Interest", naira(statement.interest_kobo)],
        ["Penalties", naira(statement.penalties_kobo)],
        ["Paid", naira(statement.repaid_kobo)],
        ["Owed now (full due)", naira(statement.full_kobo)],
        ["Minimum due", naira(statement.minimum_kobo)],
        ["Due on", day(statement.due_on)],
      ],
      head: ["Day", "What", "Amount", "Owed"],
      widths: [64, 239, 90, 90],
      figures: [2, 3],
      rows: lines.length,
      opening: naira(statement.opening_kobo),
      ends: about.ends,
      foot: about.foot,
    },
    rowsOf(lines),
  );

/** The movements as CSV. */
export const statementFile = (lines: readonly Line[]): Buffer =>
  Buffer.from(
    stringify(
      [
        ["day", "what", "amount", "owed"],
        ...lines.map((line) => [
          line.on,
          neutralise(inWords(line)),
          decimalOf(line.amount_kobo),
          decimalOf(line.balance_kobo),
        ]),
      ],
      { bom: true },
    ),
  );
