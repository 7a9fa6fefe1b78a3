import * as books from "@manilla/contract/money/books";
import { post, verifyLedger } from "@manilla/ledger";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { createDatabase, createPool } from "../../../db/database.ts";
import { accountOf } from "./chart.ts";
import { chargesOf, loanBooks } from "./charges.ts";
import { bringPostingsBack, recordedMonths, takePostingsAway } from "./months.ts";
import { sealLedger } from "./sealing.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const pool = createPool(api.database.url, 2);
afterAll(() => pool.end());
const owner = createDatabase(pool);
let loan_id = "";

/** A transaction whose id is of a moment; its month is that of its id. */
const postAt = (at: string, debit: string, credit: string) => {
  const time = Date.parse(at).toString(16).padStart(12, "0");
  return post(pool, {
    id: `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(Math.random()).slice(2, 14).padEnd(12, "0")}`,
    key: `month-${at}-${debit}`,
    kind: "test",
    description: "Of a month that is over",
    effective_on: at.slice(0, 10),
    actor: "test",
    postings: [
      { account: debit, amount_kobo: 900n },
      { account: credit, amount_kobo: -900n },
    ],
  });
};

/** Transactions of other databases of this server keep some from being sealed for a while. */
async function sealAll(): Promise<void> {
  const open =
    "select 1 from ledger.transactions where position >= (select coalesce(max(to_position), 0) from ledger.blocks)";
  for (let tries = 0; tries < 400; tries += 1) {
    await sealLedger(api.app);
    if ((await pool.query(open)).rows.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("not everything could be sealed");
}

beforeAll(async () => {
  ({ id: loan_id } = await world.loan({ instalments: 3 }));
  await world.payOut(loan_id);
  await pool.query("select ledger.ensure_months('2020-05-01', 3)");
  await postAt("2020-05-10", accountOf("loan_principal", loan_id), "bank_operating");
  await postAt("2020-06-10", "bank_operating", "fee_income");
  await postAt("2020-07-10", "bank_operating", "fee_income");
  await sealAll();
});

const isSound = async () => (await verifyLedger(pool)).problems;

describe("a month of the books", () => {
  it("stays while a loan is open that was posted to in it", async () => {
    await expect(takePostingsAway(owner, "2020-05")).rejects.toThrow(/is open, and what it owes/);
    expect(await recordedMonths(owner)).toEqual([]);
    expect(await isSound()).toEqual([]);
  });

  it("is taken away on record: its days are refused in words, those after it are as they were", async () => {
    const trial = async (as_at?: string) =>
      api.call(books.trialBalance, { token: world.maker.token, query: as_at ? { as_at } : {} });
    const before = (await trial()).body.data;
    await expect(takePostingsAway(owner, "June")).rejects.toMatchObject({
      errors: { month: ["write it like 2026-08"] },
    });
    expect(await takePostingsAway(owner, "2020-06")).toMatchObject({ posting_count: 2, carried_count: 2 });
    await sealAll();
    expect(await recordedMonths(owner)).toEqual([{ month: "2020-06", is_on_record: true }]);
    expect(await isSound()).toEqual([]);
    expect((await trial()).body.data).toEqual(before);
    expect((await trial("2020-07-01")).status).toBe(200);
    const refused = await trial("2020-06-01");
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: "month_away", message: expect.stringContaining("The postings of 2020-06 are taken away.") },
    ]);
    await pool.query("update ledger.months_away set digest = 'another'");
    expect(await recordedMonths(owner)).toEqual([{ month: "2020-06", is_on_record: false }]);
    await expect(bringPostingsBack(owner, "2020-06")).rejects.toMatchObject({
      errors: { month: [expect.stringMatching(/not the ones/)] },
    });
    await pool.query(
      "update ledger.months_away set digest = (select after ->> 'digest' from audit_records where action = 'ledger_month_taken_away')",
    );
    expect(await bringPostingsBack(owner, "2020-06")).toMatchObject({ posting_count: 2 });
    expect(await recordedMonths(owner)).toEqual([]);
    expect([await isSound(), (await trial()).body.data, (await trial("2020-06-01")).status]).toEqual([[], before, 200]);
  });

  it("that went all the same is missed where a loan would be worked out from it", async () => {
    await pool.query("select ledger.take_month_away('2020-05-01')");
    const inOne = <Result>(work: Parameters<ReturnType<typeof owner.transaction>["execute"]>[0]) =>
      owner.transaction().execute(work) as Promise<Result>;
    await expect(inOne((tx) => loanBooks(tx, loan_id))).rejects.toThrow(/taken away with their month/);
    await pool.query("select ledger.bring_month_back('2020-05-01')");
    expect(await inOne((tx) => chargesOf(tx, loan_id))).toEqual([]);
    expect(await isSound()).toEqual([]);
  });
});
