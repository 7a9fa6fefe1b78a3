import { describe, expect, it } from "vitest";
import { rowName } from "./row-id.ts";

describe("the name of a row for who does not see it", () => {
  it.each([
    [{ customer: { name: "Ada Obi" }, owner: "Lagoon", reference: "LN-1" }, "Ada Obi, LN-1"],
    [{ owner: "Lagoon Foods", payee: "Bola", reference: "TR-1" }, "Lagoon Foods, TR-1"],
    [{ payee: "Bola", reference: "TR-1" }, "Bola, TR-1"],
    [{ sender: { name: "Chidi" } }, "Chidi"],
    [{ name: "Ada", last_name: "Obi", label: "x" }, "Ada Obi"],
    [{ merchant: "Shoprite", issuer_transaction_id: "t" }, "Shoprite"],
    [{ day: "2026-11-28", difference_kobo: 0 }, "2026-11-28"],
    [{ difference_kobo: 0 }, "row 3"],
  ])("%j is %s", (row, name) => {
    expect(rowName(row, 2)).toBe(name);
  });
});
