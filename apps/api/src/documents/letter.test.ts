import { expect, it } from "vitest";
import { readPdf } from "../files/pdf.ts";
import { printLetter } from "./letter.ts";
import { type LongLetter, printLong } from "./long-letter.ts";

const rows = Array.from({ length: 80 }, (_, index) => [String(index + 1), "\u20a641,324.00"]);

it("a letter is A4, counts its pages, and says its amount in figures and in words", async () => {
  const parts = [
    { amount_kobo: 4_132_450n, label: "Received" },
    { table: { head: ["Number", "Amount"], rows, figures: [1] } },
  ];
  const pdf = await printLetter(
    { title: "Receipt", reference: "RC-1", date: "23 November 2026", to: ["Nkechi Obi"], parts },
    ["Manilla"],
  );
  // A4 in points.
  expect(pdf.toString("latin1")).toMatch(/\/MediaBox \[0 0 595\.28 841\.89\]/);
  const { page_count, lines } = await readPdf(pdf);
  const text = JSON.stringify(lines);
  expect(page_count).toBeGreaterThan(1);
  expect(text).toContain(`Page ${page_count} of ${page_count}`);
  expect(text).toContain("forty-one thousand, three hundred and twenty-four naira, fifty kobo");
});

it("a long table has one line for each row, whatever a sender wrote into it", async () => {
  const letter: LongLetter = {
    title: "Statement",
    reference: "WS-1",
    date: "23 November 2026",
    to: ["Nkechi Obi\nof nowhere"],
    facts: [],
    head: ["Day", "What", "Amount"],
    widths: [60, 120, 95],
    figures: [2],
    rows: 3,
    foot: [],
  };
  const notes = ["For rent\nOpening balance\n", "W".repeat(20_000), "\r\n\t".repeat(100)];
  const printed = await printLong(
    letter,
    (async function* () {
      for (const note of notes) yield ["1 Nov 2026", note, "10.00"];
    })(),
  );
  const chunks: Buffer[] = [];
  for await (const chunk of printed) chunks.push(chunk as Buffer);
  const { page_count, lines } = await readPdf(Buffer.concat(chunks));
  const texts = lines.map((pieces) => pieces.map(({ text }) => text).join(" "));
  expect(page_count).toBe(1);
  expect(texts.filter((text) => text.includes("1 Nov 2026"))).toEqual([
    expect.stringMatching(/For rent Opening balance\s+10\.00$/),
    expect.stringMatching(/W{5,}…\s+10\.00$/),
    expect.stringMatching(/10\.00$/),
  ]);
  expect(texts).toContain("Nkechi Obi of nowhere");
});
