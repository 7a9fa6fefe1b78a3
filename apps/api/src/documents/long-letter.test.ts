import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import { readPdf } from "../files/pdf.ts";
import { printLong } from "./long-letter.ts";

const ENDS = "What is not paid on its day is overdue. You pay by a transfer, or let your wallet pay it.";

async function* numbered(rows: number): AsyncGenerator<string[]> {
  for (let row = 1; row <= rows; row += 1) yield ["1 Oct 2025", `Row ${row}`, "₦1.00", `₦${row}.00`];
}

// Around the rows that the first page has room for, and with the closing words alone on a page.
it.each([0, 33, 34, 37, 38, 83, 84, 88])(
  "of %s rows says how many pages it has, has each row once, and ends with its closing words",
  async (rows) => {
    const letter = {
      title: "Statement",
      reference: "LINE/2025-10",
      date: "31 Oct 2025",
      to: ["Busy Traders"],
      facts: Array.from({ length: 8 }, (_, at): [string, string] => [`Fact ${at}`, "₦1.00"]),
      head: ["Day", "What", "Amount", "Owed"],
      widths: [64, 239, 90, 90],
      figures: [2, 3],
      rows,
      opening: "₦0.00",
      ends: ENDS,
      foot: ["Manilla"],
    };
    const { lines } = await readPdf(await buffer(await printLong(letter, numbered(rows))));
    const texts = lines.map((pieces) => pieces.map(({ text }) => text).join(" "));
    const pages = texts.flatMap((text) => /Page \d+ of (\d+)/.exec(text)?.[1] ?? []);
    expect(new Set(pages)).toEqual(new Set([String(pages.length)]));
    expect(texts.filter((text) => /\bRow \d+\b/.test(text))).toHaveLength(rows);
    expect(texts.filter((text) => text.startsWith("Closing balance"))).toEqual([`Closing balance ₦${rows}.00`]);
    expect(texts.join(" ")).toContain(ENDS);
  },
);
