import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { type Cell, writeXlsx } from "hucre";
import { describe, expect, it } from "vitest";
import { InvalidFields } from "../errors.ts";
import { kindOf } from "../http/upload.ts";
import { checkFile } from "./documents.ts";
import { type StatementSource, readStatement } from "./statement.ts";

const shared = new URL("../../../../../shared/data/", import.meta.url);
const hasShared = existsSync(shared);
if (!hasShared) console.warn("SKIPPED, LOUDLY: the real statements are not in ../shared/data");

const HEADER = ["Transaction Date", "Narration", "Debit", "Credit", "Balance"];
const ROWS = [
  ["02-Jan-2026", "POS SHOPRITE", 1_500.5, null, 98_499.5],
  ["25-Jan-2026", "SALARY JAN", null, 250_000, 348_499.5],
  ["03-Feb-2026", "RENT TO LANDLORD", 100_000, null, 248_499.5],
];
const workbook = (rows: unknown[][], cells?: Map<string, Partial<Cell>>, password?: string): Promise<Uint8Array> =>
  writeXlsx({
    sheets: [
      { name: "Cover", rows: [["Dear customer"]] },
      { name: "Statement", rows: rows as never, ...(cells && { cells: cells as never }) },
    ],
    ...(password !== undefined && { encryption: { password, spinCount: 1_000 } }),
  });

async function check(bytes: Uint8Array, password?: string) {
  const kind = await kindOf(Buffer.from(bytes));
  if (!kind) throw new InvalidFields({ document: ["unknown"] });
  return checkFile(
    { bytes: Buffer.from(bytes), kind, media_type: "application/x", original_name: "x" },
    "document",
    password,
  );
}
async function sheetOf(bytes: Uint8Array, password?: string): Promise<StatementSource> {
  const { sheet } = await check(bytes, password);
  if (!sheet) throw new Error("no sheet was read");
  return { sheet };
}
const refusal = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof InvalidFields ? error.errors : (error as Error).message),
  );

/** A ZIP whose one entry unpacks to this many zeros, whatever its directory says. */
async function bomb(): Promise<Buffer> {
  const bytes = Buffer.from(
    await workbook([HEADER, ...Array.from({ length: 20 }, () => ["x".repeat(20), null, null, null, null])]),
  );
  const { deflateRawSync } = await import("node:zlib");
  const packed = deflateRawSync(Buffer.alloc(200_000_000));
  const name = Buffer.from("xl/worksheets/sheet1.xml");
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(100, 22);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(packed.length, 20);
  central.writeUInt32LE(100, 24);
  central.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + name.length, 12);
  end.writeUInt32LE(30 + name.length + packed.length, 16);
  expect(bytes.length).toBeGreaterThan(100);
  return Buffer.concat([local, name, packed, central, name, end]);
}

describe("a workbook", () => {
  it("is read from the sheet that holds the statement, with its balances checked and its salary found", async () => {
    const { statement } = await readStatement(
      await sheetOf(await workbook([["Account Number", "0123456789"], HEADER, ...ROWS])),
    );
    expect(statement.transactions.map((row) => [row.row, row.booked_on, row.amount_kobo, row.balance_kobo])).toEqual([
      [3, "2026-01-02", -150_050n, 9_849_950n],
      [4, "2026-01-25", 25_000_000n, 34_849_950n],
      [5, "2026-02-03", -10_000_000n, 24_849_950n],
    ]);
    expect(statement.flags).toEqual([]);
  });

  it("reads Excel's own dates and numbers that are no round binary fractions", async () => {
    const { statement } = await readStatement(
      await sheetOf(
        await workbook([
          HEADER,
          [new Date(Date.UTC(2026, 0, 2)), "A", null, 0.1 + 0.2, 0.3],
          [new Date(Date.UTC(2026, 0, 3)), "B", 0.1, null, 0.2],
        ]),
      ),
    );
    expect(statement.transactions.map((row) => [row.booked_on, row.amount_kobo])).toEqual([
      ["2026-01-02", 30n],
      ["2026-01-03", -10n],
    ]);
  });

  it("whose figures are computed is flagged at those rows, and so is a row that does not add up", async () => {
    const altered = ROWS.map((row) => [...row]);
    (altered[2] ?? [])[4] = 900_000;
    const cells = new Map<string, Partial<Cell>>([
      ["2,3", { type: "formula", formula: "1+1", formulaResult: 250_000, value: 250_000 }],
    ]);
    const { statement } = await readStatement(await sheetOf(await workbook([HEADER, ...altered], cells)));
    expect(statement.flags.map(({ row, kind }) => [row, kind])).toEqual([
      [3, "formula_cell"],
      [4, "balance_mismatch"],
    ]);
  });

  it("that is protected asks for its password, and is read with the right one", async () => {
    const bytes = await workbook([HEADER, ...ROWS], undefined, "lagos-1");
    expect(await kindOf(Buffer.from(bytes))).toBe("xlsx");
    expect(await refusal(check(bytes))).toEqual({ password: ["this workbook is protected: give its password"] });
    expect(await refusal(check(bytes, "wrong"))).toEqual({ password: ["this is not the password of this workbook"] });
    expect((await readStatement(await sheetOf(bytes, "lagos-1"))).statement.transactions).toHaveLength(3);
  });

  it("that was cut off, or unpacks without end, is refused in words", async () => {
    const whole = Buffer.from(await workbook([HEADER, ...ROWS]));
    const file = (bytes: Buffer) =>
      checkFile({ bytes, kind: "xlsx", media_type: "application/x", original_name: "x.xlsx" }, "document");
    expect(await refusal(file(whole.subarray(0, whole.length / 2)))).toEqual({
      document: ["this workbook is broken or was cut off"],
    });
    expect(await refusal(file(await bomb()))).toEqual({ document: ["this workbook is too large inside"] });
    expect(await refusal(file(Buffer.from("Date,Debit,Credit\n")))).toEqual({
      document: ["this workbook is broken or was cut off"],
    });
  });

  it("without a statement in it says so", async () => {
    expect(await refusal(readStatement(await sheetOf(await workbook([["Shopping list"], ["Rice"]]))))).toContain(
      "is this a bank statement?",
    );
  });
});

describe("text", () => {
  it("that is no statement is refused with a reason, whatever it claims to be", async () => {
    for (const text of [
      "",
      "Dear Sir",
      '<?xml version="1.0"?><Document/>',
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><Document>&b;</Document>',
      ":20:X\n:60F:C260101NGN1,00\n:61:nonsense\n:62F:C260101NGN1,00",
      "\u0000".repeat(50),
    ]) {
      expect(typeof (await refusal(readStatement({ text })))).toBe("string");
    }
  });

  it.runIf(hasShared)("of a real MT940 file of a month reads as one statement in its currency", async () => {
    const { statement } = await readStatement({
      text: readFileSync(new URL("statements/ASNB__mt940.txt", shared), "latin1"),
    });
    expect(statement.transactions.length).toBeGreaterThan(5);
    expect(new Set(statement.transactions.map(({ row }) => row)).size).toBe(statement.transactions.length);
    expect(statement.flags.map(({ kind }) => kind)).toEqual(["foreign_currency"]);
  });

  it.runIf(hasShared)("of a real camt.053 file chains its statements", async () => {
    const { statement } = await readStatement({
      text: readFileSync(new URL("statements/camt053.v2.multi.statement.xml", shared), "utf8"),
    });
    expect(statement.transactions.length).toBeGreaterThan(1);
    expect(statement.flags.filter(({ kind }) => kind !== "foreign_currency")).toEqual([]);
  });

  it.runIf(hasShared)(
    "of a real bank's accounts holds row for row within its ten-cent rounding, and analyses every one",
    async () => {
      const [head = "", ...lines] = gunzipSync(readFileSync(new URL("bank-berka/trans_ordered.csv.gz", shared)))
        .toString("latin1")
        .replaceAll('"', "")
        .trim()
        .split(/\r?\n/);
      const at = (name: string): number => head.split(/[;,]/).indexOf(name);
      const accounts = Map.groupBy(
        lines.map((line) => line.split(/[;,]/)),
        (cells) => cells[at("account_id")],
      );
      const longest = [...accounts.values()].toSorted((left, right) => right.length - left.length).slice(0, 5);
      for (const rows of longest) {
        const text = [
          "Date,Narration,Debit,Credit,Balance",
          ...rows.map((cells) => {
            const raw = cells[at("date")] ?? "";
            const day = raw.length === 6 ? `19${raw.slice(0, 2)}-${raw.slice(2, 4)}-${raw.slice(4)}` : raw;
            const isIn = cells[at("type")] === "PRIJEM";
            const amount = Number(cells[at("amount")]).toFixed(2);
            return [
              day,
              cells[at("operation")] || "-",
              isIn ? "" : amount,
              isIn ? amount : "",
              Number(cells[at("balance")]).toFixed(2),
            ].join(",");
          }),
        ].join("\n");
        const { statement, analysis } = await readStatement({ text });
        expect(statement.transactions).toHaveLength(rows.length);
        const wide = statement.flags.filter(
          ({ kind, expected_kobo, found_kobo }) =>
            kind !== "balance_mismatch" || Math.abs(Number((expected_kobo ?? 0n) - (found_kobo ?? 0n))) > 10,
        );
        expect(wide).toEqual([]);
        expect(analysis.months.length).toBeGreaterThan(0);
      }
    },
  );
});
