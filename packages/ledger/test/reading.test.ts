import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDatabase, createTestDatabase } from "../../../test/database.ts";
import {
  type StatementLine,
  UnknownAccount,
  balanceAt,
  balanceOf,
  balancesOf,
  openAccount,
  post,
  postingsOf,
  rollUp,
  sealBlock,
  statementOf,
  trialBalance,
  verifyLedger,
} from "../src/index.ts";
import { type World, freshKey, makeWorld, pays, sealTransactions } from "./world.ts";

let database: TestDatabase;
let world: World;
/** A moment between the first and the second posting. */
let between = "";
beforeAll(async () => {
  database = await createTestDatabase();
  world = await makeWorld(database.pool, 2, 0n);
  const wallet = world.wallets[0]?.id ?? "";
  await post(database.pool, pays("bank", wallet, 1_000n, { effective_on: "2026-01-10", key: "first" }));
  between = String((await database.pool.query<{ at: string }>("select clock_timestamp()::text as at")).rows[0]?.at);
  await post(database.pool, pays(wallet, "fees", 30n, { effective_on: "2026-02-01" }));
  await rollUp(database.pool);
  await post(database.pool, pays("bank", wallet, 500n, { effective_on: "2026-01-20" }));
  await post(database.pool, pays(wallet, "fees", 20n, { effective_on: "2026-03-01" }));
});
afterAll(() => database.drop());

const naturalAt = async (account: string, effective_on: string): Promise<bigint> =>
  (await balanceAt(database.pool, { account, as_at: { effective_on } })).natural_kobo;

it("knows balances as at the end of any business date, backdated postings included, on hot and on other accounts", async () => {
  const days = ["2026-01-09", "2026-01-10", "2026-01-31", "2026-02-01", "2026-12-31"];
  expect(await Promise.all(days.map((day) => naturalAt("wallet:0", day)))).toEqual([
    0n,
    1_000n,
    1_500n,
    1_470n,
    1_450n,
  ]);
  expect(await Promise.all(days.map((day) => naturalAt("bank", day)))).toEqual([0n, 1_000n, 1_500n, 1_500n, 1_500n]);
  expect(await Promise.all(days.map((day) => naturalAt("fees", day)))).toEqual([0n, 0n, 0n, 30n, 50n]);
});

it("knows balances as at a moment of wall time", async () => {
  const at = async (account: string, recorded_at: string) =>
    (await balanceAt(database.pool, { account, as_at: { recorded_at } })).natural_kobo;
  expect([await at("wallet:0", between), await at("bank", between), await at("bank", "2000-01-01T00:00:00Z")]).toEqual([
    1_000n,
    1_000n,
    0n,
  ]);
  expect([await at("wallet:0", "2999-01-01T00:00:00Z"), await at("bank", "2999-01-01T00:00:00Z")]).toEqual([
    1_450n,
    1_500n,
  ]);
});

it("answers many balances in one call and leaves unknown ones out", async () => {
  const balances = await balancesOf(database.pool, ["bank", "wallet:0", world.wallets[1]?.id ?? "", "nowhere"]);
  expect(balances.map((balance) => [balance.code, balance.natural_kobo]).sort()).toEqual([
    ["bank", 1_500n],
    ["wallet:0", 1_450n],
    ["wallet:1", 0n],
  ]);
  await expect(balanceOf(database.pool, "nowhere")).rejects.toThrow(UnknownAccount);
});

it("prints a statement with running balance, page by page as in one piece", async () => {
  for (const account of ["wallet:0", "bank"]) {
    const whole = await statementOf(database.pool, { account });
    let after: string | undefined;
    const lines: StatementLine[] = [];
    do {
      const page = await statementOf(database.pool, { account, limit: 1, ...(after === undefined ? {} : { after }) });
      lines.push(...page.lines);
      after = page.next ?? undefined;
    } while (after !== undefined);
    expect(lines).toEqual(whole.lines);
    expect(whole.lines.at(-1)?.balance_kobo).toBe((await balanceOf(database.pool, account)).balance_kobo);
  }
  const whole = await statementOf(database.pool, { account: "wallet:0" });
  expect(whole.lines.map((line) => line.balance_kobo)).toEqual([-1_000n, -970n, -1_470n, -1_450n]);
});

it("opens a statement of some dates with the balance before them and closes with the balance after them", async () => {
  const statement = await statementOf(database.pool, {
    account: "wallet:0",
    from_on: "2026-01-15",
    to_on: "2026-02-28",
  });
  expect(statement.opening_kobo).toBe(-1_000n);
  expect(statement.lines.map((line) => [line.amount_kobo, line.balance_kobo])).toEqual([
    [30n, -970n],
    [-500n, -1_470n],
  ]);
  expect(statement.lines.at(-1)?.balance_kobo).toBe(-(await naturalAt("wallet:0", "2026-02-28")));
  const second = await statementOf(database.pool, {
    account: "wallet:0",
    from_on: "2026-01-15",
    to_on: "2026-02-28",
    limit: 1,
  });
  const rest = await statementOf(database.pool, {
    account: "wallet:0",
    from_on: "2026-01-15",
    to_on: "2026-02-28",
    after: second.next ?? "",
  });
  expect(rest.lines.map((line) => line.balance_kobo)).toEqual([-1_470n]);
});

it("refuses a cursor that is not one", async () => {
  await expect(statementOf(database.pool, { account: "bank", after: "1; drop table" })).rejects.toMatchObject({
    field: "after",
  });
});

it("adds up to zero in the trial balance, now and as at either clock", async () => {
  const lines = async (as_at?: Parameters<typeof balanceAt>[1]["as_at"]) =>
    (await trialBalance(database.pool, as_at ? { as_at } : {})).rows.map((row) => [
      row.chart_code,
      row.debit_kobo,
      row.credit_kobo,
    ]);
  expect(await lines()).toEqual([
    ["bank", 1_500n, 0n],
    ["fees", 0n, 50n],
    ["wallet", 0n, 1_450n],
  ]);
  expect(await lines({ effective_on: "2026-02-15" })).toEqual([
    ["bank", 1_500n, 0n],
    ["fees", 0n, 30n],
    ["wallet", 0n, 1_470n],
  ]);
  expect(await lines({ recorded_at: between })).toEqual([
    ["bank", 1_000n, 0n],
    ["fees", 0n, 0n],
    ["wallet", 0n, 1_000n],
  ]);
  expect((await trialBalance(database.pool)).totals).toEqual([
    { currency: "NGN", debit_kobo: 1_500n, credit_kobo: 1_500n },
  ]);
});

it("opens the postings behind a transaction, by key or id", async () => {
  const transaction = await postingsOf(database.pool, { key: "first" });
  expect(transaction?.postings.map((posting) => [posting.account_code, posting.amount_kobo])).toEqual([
    ["bank", 1_000n],
    ["wallet:0", -1_000n],
  ]);
  expect(await postingsOf(database.pool, { id: transaction?.id ?? "" })).toEqual(transaction);
  expect(await postingsOf(database.pool, { key: freshKey() })).toBeNull();
});

it("neither rolls up nor seals past a transaction that is still open, and loses nothing when it commits late", async () => {
  const slow = await database.pool.connect();
  await slow.query("begin");
  await post(slow, pays("bank", "wallet:1", 7n));
  await post(database.pool, pays("bank", "wallet:0", 5n));
  await rollUp(database.pool);
  await sealTransactions(database.pool, 4);
  expect(await sealBlock(database.pool, async () => undefined)).toBeNull();
  expect((await balanceOf(database.pool, "bank")).natural_kobo).toBe(1_505n);
  await slow.query("commit");
  slow.release();
  expect((await balanceOf(database.pool, "bank")).natural_kobo).toBe(1_512n);
  await rollUp(database.pool);
  await sealTransactions(database.pool, 2);
  expect((await balanceOf(database.pool, "bank")).natural_kobo).toBe(1_512n);
  expect((await verifyLedger(database.pool)).problems).toEqual([]);
});

it("keeps positions growing after a restore into another server", async () => {
  const opened = await openAccount(database.pool, {
    code: "wallet:restored",
    name: "Restored",
    type: "liability",
    currency: "NGN",
    floor_kobo: 0n,
  });
  // What a restore into a fresh server looks like: its transaction numbers are far below the positions in the tables.
  await database.pool.query("update ledger.cluster set system_identifier = 'the old server', position_offset = 0");
  await database.pool.query(`
      alter table ledger.transactions disable trigger user; alter table ledger.postings disable trigger user;
      update ledger.transactions
      set position = position + 1000000;
      update ledger.postings
      set position = position + 1000000; alter table ledger.transactions enable trigger user; alter table
        ledger.postings enable trigger user; alter table ledger.snapshots disable trigger user;
      update ledger.snapshots
      set position = position + 1000000; alter table ledger.snapshots enable trigger user; alter table ledger.blocks
        disable trigger user;
      delete from ledger.blocks; alter table ledger.blocks enable trigger user
    `);
  await database.pool.query("select ledger.adopt_cluster()");
  await post(database.pool, pays("bank", opened.id, 9n));
  expect((await balanceOf(database.pool, "bank")).natural_kobo).toBe(1_521n);
  expect((await statementOf(database.pool, { account: "bank" })).lines.at(-1)?.amount_kobo).toBe(9n);
  await sealTransactions(database.pool, 7);
  expect((await verifyLedger(database.pool)).problems).toEqual([]);
});
