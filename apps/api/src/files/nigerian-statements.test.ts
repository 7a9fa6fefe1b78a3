/** Text PDFs in the layouts of Nigerian banks: what is printed is what is read, and what does not add up is flagged with its row. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type LayoutName,
  type Movement,
  type PrintedStatement,
  layoutNames,
  printStatement,
} from "../../../../test/statement-pdfs.ts";
import { checkFile } from "./documents.ts";
import { type ReadStatement, readStatement } from "./statement.ts";

async function read(name: LayoutName, printed: PrintedStatement): Promise<ReadStatement> {
  const { lines } = await checkFile(
    {
      bytes: await printStatement(name, printed),
      kind: "pdf",
      media_type: "application/pdf",
      original_name: "statement.pdf",
    },
    "document",
  );
  if (!lines) throw new Error("the PDF has no text");
  return readStatement({ lines });
}

/** Where a line is broken is the printer's business. */
const solid = (text: string): string => text.replace(/\s/g, "");
const asMovements = ({ transactions }: ReadStatement) =>
  transactions.map(({ booked_on, narration, amount_kobo }) => ({
    date: booked_on,
    narration: solid(narration),
    kobo: amount_kobo,
  }));
const printedMovements = (movements: readonly Movement[]) =>
  movements.map((movement) => ({ ...movement, narration: solid(movement.narration) }));

const LONG = "NIP/FBN/OKORIE CHUKWUEMEKA EMMANUEL/TRANSFER FOR THE THIRD INSTALMENT OF THE RENT AT OGUI ROAD";
const day = (index: number): string => new Date(Date.UTC(2026, 0, 2 + index)).toISOString().slice(0, 10);
/** Three pages: a salary each month, purchases, and narrations that run over two lines and more. */
const usual: Movement[] = Array.from({ length: 60 }, (_, index) => ({
  date: day(index),
  narration:
    index % 30 === 23
      ? "SALARY JAN 2026 LAGOON FOODS LIMITED"
      : index % 5 === 0
        ? LONG
        : `POS PURCHASE SHOPRITE IKEJA ${index}`,
  kobo: index % 30 === 23 ? 42_000_000n : -BigInt(90_050 + index * 1_537),
}));

describe.each(layoutNames)("a statement of %s", (name) => {
  it("is read whole over its pages, with repeated headings, broken narrations, carried balances and totals", async () => {
    const found = await read(name, { movements: usual, opening_kobo: 25_000_000n });
    expect(asMovements(found)).toEqual(printedMovements(usual));
    expect(found.statement).toMatchObject({ account_number: "0123456789", opening_kobo: 25_000_000n, flags: [] });
    expect(found.transactions.at(-1)?.balance_kobo).toBe(usual.reduce((sum, { kobo }) => sum + kobo, 25_000_000n));
  });

  it("whose printed balance is not what its rows make is flagged at that row", async () => {
    const wrong = 30;
    const found = await read(name, {
      movements: usual,
      opening_kobo: 25_000_000n,
      wrongBalances: new Map([[wrong, 999_999_999n]]),
    });
    const rows = new Set(found.statement.flags.filter(({ kind }) => kind === "balance_mismatch").map(({ row }) => row));
    // The row that was altered, and the next, which goes on from the true balance.
    expect([...rows].toSorted((left, right) => left - right)).toEqual(
      [found.transactions[wrong]?.row, found.transactions[wrong + 1]?.row].toSorted(
        (left, right) => (left ?? 0) - (right ?? 0),
      ),
    );
    expect(found.statement.flags[0]?.message).toMatch(/^Row \d+: the balance is /);
  });
});

const words = [
  "TRF",
  "TO",
  "FRM",
  "ADA OBI",
  "NIP",
  "POS",
  "WEB",
  "AIRTIME",
  "MTN",
  "UBER",
  "LAGOS NG",
  "SHOPRITE",
  "STAMP DUTY",
  "00012345",
  "REF 77123",
  "USSD",
  "FIP:GTB",
  "CHARGE",
  "VAT",
  "7.5",
  "BOLA & SONS",
  "O'NEIL",
  "ÀDÙNNÍ",
] as const;
const movement = fc.record({
  step: fc.integer({ min: 0, max: 9 }),
  narration: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 14 }).map((chosen) => chosen.join(" ")),
  naira: fc.integer({ min: -9_000_000, max: 9_000_000 }),
  kobo: fc.integer({ min: 1, max: 99 }),
});
const statement = fc
  .record({
    opening: fc.integer({ min: 0, max: 500_000_000 }),
    steps: fc.array(movement, { minLength: 1, maxLength: 45 }),
  })
  .map(({ opening, steps }): PrintedStatement => {
    let at = 0;
    // Each movement on a later day than the one before: what order a bank prints within a day is tested with the parsers.
    const movements = steps.map(({ step, narration, naira, kobo }) => ({
      date: day((at += step + 1)),
      narration,
      kobo: BigInt(naira) * 100n + BigInt(naira < 0 ? -kobo : kobo),
    }));
    return { movements, opening_kobo: BigInt(opening) };
  });

describe("any statement", () => {
  it("that is printed in any of the layouts is what is read, kobo for kobo, and flags nothing", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...layoutNames), statement, async (name, printed) => {
        const found = await read(name, printed);
        expect(asMovements(found), name).toEqual(printedMovements(printed.movements));
        expect(found.statement.flags, name).toEqual([]);
        expect(found.statement.opening_kobo, name).toEqual(printed.opening_kobo);
      }),
      { numRuns: 12 },
    );
  });
});
