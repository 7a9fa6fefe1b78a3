/** Months of postings that are taken away and brought back: the books hold before, meanwhile and after. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, createTestDatabase } from "../../../test/database.ts";
import {
  InvalidRequest,
  MonthAway,
  balanceAt,
  balancesOf,
  bringMonthBack,
  post,
  reverse,
  rollUp,
  statementOf,
  takeMonthAway,
  trialBalance,
  verifyLedger,
} from "../src/index.ts";
import { type World, freshKey, makeWorld, pays, sealTransactions } from "./world.ts";

let database: TestDatabase;
let world: World;
const MONTH = "2020-05";
const PART = "ledger_months.postings_2020_05";
const query = async <Row extends object>(text: string): Promise<Row[]> => (await database.pool.query<Row>(text)).rows;
/** A UUIDv7 of a moment. */
const idAt = (at: string): string => {
  const time = Date.parse(at).toString(16).padStart(12, "0");
  const rest = [...crypto.getRandomValues(new Uint8Array(8))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8${rest.slice(0, 3)}-${rest.slice(3, 15)}`;
};
const names = (w: World): string[] => ["bank", "fees", ...w.wallets.map(({ code }) => code)];
const balances = async () =>
  (await balancesOf(database.pool, names(world))).map(({ code, balance_kobo }) => [code, balance_kobo]);
const sound = async () => {
  const { is_sound, problems, away } = await verifyLedger(database.pool);
  return { is_sound, problems, away: away.map(({ month, posting_count }) => [month, posting_count]) };
};
const SOUND = { is_sound: true, problems: [], away: [] };
async function inOne<Result>(work: (db: Parameters<typeof takeMonthAway>[0]) => Promise<Result>): Promise<Result> {
  const client = await database.pool.connect();
  try {
    await client.query("begin");
    const result = await work({ query: async (text, values) => client.query(text, values as unknown[]) as never });
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}
const takeAway = (month = MONTH) => inOne((db) => takeMonthAway(db, month));
/** Each test may be run by itself. */
const beAway = async (): Promise<void> => {
  if ((await sound()).away.length === 0) await takeAway();
};
const bringBack = (month = MONTH) => inOne((db) => bringMonthBack(db, month));
/** What nobody may do: its guards are put aside for it. */
const tamper = (table: string, text: string) =>
  query(`alter table ${table} disable trigger user; ${text}; alter table ${table} enable trigger user`);
const CARRIED = "ledger_months.carried_2020_05";

let of_may = "";
beforeAll(async () => {
  database = await createTestDatabase();
  await query("select ledger.ensure_months('2020-04-01', 3)");
  world = await makeWorld(database.pool, 3, 1_000n);
  const [one, two] = world.wallets.map(({ id }) => id) as [string, string];
  await post(database.pool, pays("bank", one, 500n, { id: idAt("2020-04-20"), effective_on: "2020-04-20" }));
  const first = { id: idAt("2020-05-02T10:00:00Z"), effective_on: "2020-05-02" };
  of_may = (await post(database.pool, pays(one, "fees", 40n, first))).transaction_id;
  await sealTransactions(database.pool, 5);
  await post(database.pool, pays(one, two, 60n, { id: idAt("2020-05-30"), effective_on: "2020-05-30" }));
  await post(database.pool, pays(two, one, 60n, { id: idAt("2020-05-31"), effective_on: "2020-05-31" }));
  await post(database.pool, pays("bank", two, 7n, { id: idAt("2020-06-02"), effective_on: "2020-06-02" }));
  await sealTransactions(database.pool, 3);
});
afterAll(() => database.drop());

describe("a month of postings", () => {
  it.each([
    ["2020-13", /write it like/],
    ["2019-01", /no part/],
    ["2020-06x", /write it like/],
  ])("is not taken away as %s", async (month, said) => {
    await expect(takeAway(month)).rejects.toThrow(said);
  });

  it("is not taken away before it is over, sealed, or where it holds nothing; nor by the application's role", async () => {
    const [{ month: now } = { month: "" }] = await query<{ month: string }>(
      "select to_char(now() at time zone 'UTC', 'YYYY-MM') as month",
    );
    await expect(takeAway(now)).rejects.toThrow(/not over/);
    await query("select ledger.ensure_months('2020-02-01', 1)");
    await expect(takeAway("2020-02")).rejects.toThrow(/holds no posting/);
    const [{ may } = { may: true }] = await query<{ may: boolean }>(
      "select has_function_privilege('manilla_app', 'ledger.take_month_away(date)', 'execute') as may",
    );
    expect(may).toBe(false);
  });

  it("is taken away and brought back, and the books hold before, meanwhile and after", async () => {
    const before = await balances();
    const all = await trialBalance(database.pool);
    expect(await sound()).toEqual(SOUND);
    const away = await takeAway();
    // Three transactions of two postings; what went there and back leaves nothing to carry.
    expect([away.posting_count, away.carried_count]).toEqual([6, 2]);
    expect(await query("select amount_kobo::int as kobo from ledger_months.carried_2020_05 order by 1")).toEqual([
      { kobo: -40 },
      { kobo: 40 },
    ]);
    expect(await balances()).toEqual(before);
    expect(await trialBalance(database.pool)).toEqual(all);
    expect(await sound()).toEqual({ ...SOUND, away: [[MONTH, 6]] });
    await expect(takeAway()).rejects.toThrow(/away already/);
    const restored = await bringBack();
    expect(restored.posting_count).toBe(6);
    expect([await balances(), await sound()]).toEqual([before, SOUND]);
    expect(await query("select 1 from ledger.transactions where kind = 'carried'")).toEqual([]);
    await expect(bringBack()).rejects.toThrow(InvalidRequest);
  });

  it("that is away: money moves on, balances of later days are right, those of its days are refused and nothing of it is reversed", async () => {
    await beAway();
    const [one] = world.wallets.map(({ id }) => id) as [string];
    const at = async (effective_on: string) =>
      (await balanceAt(database.pool, { account: one, as_at: { effective_on } })).natural_kobo;
    expect(await at("2020-06-30")).toBe(460n);
    await expect(at("2020-05-15")).rejects.toThrow(MonthAway);
    await expect(trialBalance(database.pool, { as_at: { effective_on: "2020-04-30" } })).rejects.toThrow(/2020-05/);
    await post(database.pool, pays(one, "fees", 10n));
    await rollUp(database.pool);
    await sealTransactions(database.pool, 1);
    const { lines } = await statementOf(database.pool, { account: one });
    expect(lines.map(({ kind, amount_kobo }) => [kind, amount_kobo]).find(([kind]) => kind === "carried")).toEqual([
      "carried",
      40n,
    ]);
    expect(lines.at(-1)?.balance_kobo).toBe((await balancesOf(database.pool, [one]))[0]?.balance_kobo);
    const undo = { transaction_id: of_may, key: freshKey(), effective_on: "2026-03-14", actor: "test", reason: "Try" };
    await expect(reverse(database.pool, undo)).rejects.toThrow(MonthAway);
    expect(await sound()).toEqual({ ...SOUND, away: [[MONTH, 6]] });
  });

  it("that is away is found out where what it carries, its own table or the rest of its blocks was changed", async () => {
    await beAway();
    const found = async () => (await verifyLedger(database.pool)).problems.map(({ check }) => check);
    await tamper(CARRIED, `update ${CARRIED} set amount_kobo = amount_kobo * 2`);
    expect(await found()).toEqual(expect.arrayContaining(["sums_zero", "balances_match"]));
    await tamper(CARRIED, `update ${CARRIED} set amount_kobo = amount_kobo / 2`);
    expect(await found()).toEqual([]);
    await tamper(PART, `update ${PART} set amount_kobo = amount_kobo * 2`);
    expect(await found()).toEqual(["sums_zero"]);
    await expect(bringBack()).rejects.toThrow(/not the ones/);
    await tamper(PART, `update ${PART} set amount_kobo = amount_kobo / 2`);
    // Of the same block as some of May.
    const other = "where effective_on = '2020-06-02'";
    await tamper("ledger.transactions", `update ledger.transactions set description = 'forged' ${other}`);
    expect(await found()).toEqual(["chain_intact"]);
    await tamper("ledger.transactions", `update ledger.transactions set description = 'A test' ${other}`);
    await post(database.pool, pays("bank", world.wallets[0]?.id ?? "", 1n));
    await sealTransactions(database.pool, 1);
    await query("insert into ledger.blocks_away select sequence, '' from ledger.blocks order by sequence desc limit 1");
    expect(await found(), "a block that is whole has no rest").toEqual([]);
    await tamper(
      "ledger.transactions",
      "update ledger.transactions set description = 'forged' where position = (select max(position) from ledger.transactions)",
    );
    expect(await found()).toEqual(["chain_intact"]);
    await tamper(
      "ledger.transactions",
      "update ledger.transactions set description = 'A test' where position = (select max(position) from ledger.transactions)",
    );
    await query(`drop table ${PART}`);
    expect(await found()).toEqual([]);
    await expect(bringBack()).rejects.toThrow(/restore the table/);
  });
});
