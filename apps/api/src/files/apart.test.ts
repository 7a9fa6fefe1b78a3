/** Long files of rows and of banks are read beside other requests, not before them, and say what is wrong as short ones do. */
import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { InvalidFields } from "../errors.ts";
import { readBankStatement } from "./bank-statement.ts";
import { readTable } from "./table.ts";

/** What a read answers, and how many others had their turn before it was there. */
async function besides<Answer>(reading: Promise<Answer>): Promise<{ answer: Answer; turns: number }> {
  let [turns, isRead] = [0, false];
  const others = (async () => {
    for (; !isRead; turns += 1) await setImmediate();
  })();
  try {
    return { answer: await reading, turns };
  } finally {
    isRead = true;
    await others;
  }
}

const csv = (bytes: string) => readTable({ kind: "csv", bytes: Buffer.from(bytes) });
const refusalOf = (reading: Promise<unknown>): Promise<unknown> =>
  reading.catch((error: unknown) => (error instanceof InvalidFields ? error.errors : error));

const ROWS = Array.from({ length: 20_000 }, (_, at) => `Payee ${at},044,${1_000_000_000 + at},2500.00`);
const LINES = Array.from({ length: 20_000 }, (_, at) => `26/11/2026,Transfer ${at},,100.00,${100 * (at + 1)}.00`);
const STATEMENT = `Date,Narration,Debit,Credit,Balance\n${LINES.join("\n")}`;
/** A file that is read at once leaves others one turn at most. */
const MANY = 20;

describe("long files are read in a process of their own", () => {
  it("a table of a megabyte: others have their turns meanwhile, and each cell is there", async () => {
    const { answer, turns } = await besides(csv(`name,bank,account,amount\n${ROWS.join("\n")}`));
    expect(answer.table).toHaveLength(20_001);
    expect(answer.table[20_000]).toEqual(["Payee 19999", "044", "1000019999", "2500.00"]);
    expect(turns).toBeGreaterThan(MANY);
  });

  it("a bank's statement of a megabyte, likewise", async () => {
    const { answer, turns } = await besides(readBankStatement(STATEMENT));
    expect(answer.format).toBe("csv");
    expect(answer.statement.transactions).toHaveLength(20_000);
    expect(answer.statement.transactions.at(-1)).toMatchObject({ narration: "Transfer 19999" });
    expect(turns).toBeGreaterThan(MANY);
  });

  it("what cannot be read says so whether it is short or long", async () => {
    const broken = 'name,bank\n"never closed,044\n';
    const long = `${broken}${"x,y\n".repeat(30_000)}`;
    expect(await refusalOf(csv(broken))).toEqual({ file: [expect.stringContaining("not a readable CSV")] });
    expect(await refusalOf(csv(long))).toEqual({
      file: [expect.stringContaining("quotation mark in it is not closed")],
    });
    expect(await refusalOf(csv("a,b\n".repeat(25_001)))).toEqual({ file: ["this file has more than 25,000 lines"] });
    const [short, far] = await Promise.all([
      refusalOf(readBankStatement("Date,Narration\n")),
      refusalOf(readBankStatement(`Date,Narration\n${"26/11/2026,none\n".repeat(8_000)}`)),
    ]);
    expect(short).toEqual({ file: [expect.any(String)] });
    expect(far).toEqual(short);
  });
});
