/** The papers of a statement, a company's line's or a card's: a letter, and a file with the same lines. */
import { day, longMonth } from "@manilla/contract/formats";
import { stringify } from "csv-stringify/sync";
import { decimalOf, neutralise } from "../../../db/list-export.ts";
import { type LetterContent, naira } from "../../../documents/letter.ts";
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

/** @param about whose it is: the heading, the beginning of the reference, who it goes to, and what happens on the due day */
export const statementLetter = (
  about: { heading: string; reference: string; to: string[]; ends: string },
  statement: StatementFigures,
  lines: readonly Line[],
): LetterContent => ({
  title: `${about.heading}, ${longMonth(statement.month)}`,
  reference: `${about.reference}/${statement.month}`,
  date: day(statement.issued_on),
  to: about.to,
  parts: [
    {
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
    },
    {
      table: {
        head: ["Day", "What", "Amount", "Owed"],
        rows: lines.map((line) => [day(line.on), inWords(line), naira(line.amount_kobo), naira(line.balance_kobo)]),
        figures: [2, 3],
        words: 1,
      },
    },
    { text: about.ends },
  ],
});

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
