import { expect, it } from "vitest";
import { readPdf } from "../files/pdf.ts";
import { printLetter } from "./letter.ts";

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
