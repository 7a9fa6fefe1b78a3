import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { type TestDatabase, createTestDatabase } from "../../../test/database.ts";
import {
  type LedgerReport,
  balanceOf,
  capture,
  hold,
  openAccount,
  post,
  prepareLedger,
  publishToFile,
  readPublishedHead,
  release,
  reverse,
  rollUp,
  sealBlock,
  verifyLedger,
} from "../src/index.ts";
import { type World, freshKey, makeWorld, pays, sealTransactions } from "./world.ts";

let database: TestDatabase;
let world: World;
const folder = mkdtempSync(join(tmpdir(), "ledger-"));
beforeEach(async () => {
  database = await createTestDatabase();
  world = await makeWorld(database.pool, 3, 1_000n);
});
afterEach(() => database.drop());
afterAll(() => rmSync(folder, { recursive: true }));
const wallet = (index: number): string => world.wallets[index]?.id ?? "";
const sql = (text: string, values?: unknown[]) => database.pool.query(text, values);
const newest = "(select id from ledger.transactions order by position desc, id desc limit 1)";

describe("the database by itself", () => {
  const raw = (rows: string): string => `do $$ declare t uuid := gen_random_uuid(); begin
    insert into ledger.transactions (id, key, request_hash, kind, description, effective_on, recorded_at, position, actor, metadata)
    values (t, t::text, 'x', 'raw', '', '2026-01-01', now(), ledger.current_position(), 'test', '{}');
    insert into ledger.postings (transaction_id, number, account_id, amount_kobo, currency, effective_on, recorded_at, position) values ${rows}; end $$`;
  const row = (number: number, account: string, amount: number, currency = "NGN"): string =>
    `(t, ${number}, '${account}', ${amount}, '${currency}', '2026-01-01', now(), ledger.current_position())`;

  it("keeps balances in step with postings that were not written by the posting function", async () => {
    await sql(raw(`${row(1, wallet(0), 10)}, ${row(2, wallet(1), -10)}`));
    expect((await balanceOf(database.pool, wallet(1))).natural_kobo).toBe(1_010n);
    expect((await verifyLedger(database.pool)).problems).toEqual([]);
  });

  it("refuses postings that do not sum to zero, a foreign currency, an unknown account, an overdraft, and a posting in an old transaction", async () => {
    await expect(sql(raw(`${row(1, wallet(0), 10)}, ${row(2, wallet(1), -9)}`))).rejects.toThrow(
      "does not sum to zero",
    );
    await expect(sql(raw(`${row(1, wallet(0), 10, "USD")}, ${row(2, wallet(1), -10, "USD")}`))).rejects.toThrow(
      "no account",
    );
    await expect(
      sql(raw(`${row(1, "019b0000-0000-7000-8000-000000000000", 10)}, ${row(2, wallet(1), -10)}`)),
    ).rejects.toThrow("no account");
    await expect(sql(raw(`${row(1, wallet(0), 2_000)}, ${row(2, wallet(1), -2_000)}`))).rejects.toThrow(
      "balance_is_not_under_its_floor",
    );
    await expect(
      sql(`
        insert into ledger.postings
        select transaction_id, number + 2, account_id, amount_kobo, currency, effective_on, recorded_at,
          ledger.current_position()
        from ledger.postings
        where transaction_id = ${newest}
      `),
    ).rejects.toThrow("unknown or closed");
  });

  it("refuses to change or remove what is posted, for every role, also in the monthly parts", async () => {
    const { rows } = await sql("select tableoid::regclass::text as part from ledger.postings limit 1");
    const part = String((rows[0] as { part: string }).part);
    for (const statement of [
      "update ledger.postings set amount_kobo = amount_kobo + 1",
      "delete from ledger.postings",
      "truncate ledger.postings",
      `update ${part} set amount_kobo = 5`,
      `delete from ${part}`,
      `truncate ${part}`,
      "update ledger.transactions set description = 'other'",
      "delete from ledger.transactions",
      "truncate ledger.transactions cascade",
      "delete from ledger.accounts",
      "update ledger.accounts set currency = 'USD'",
      "delete from ledger.balances",
    ]) {
      await expect(sql(statement), statement).rejects.toThrow("append-only");
    }
  });

  it("gives the application's role no way to change or remove what is posted, and all it needs to post", async () => {
    const app = new pg.Pool({ connectionString: database.app_url, max: 2 });
    app.on("error", () => undefined);
    for (const statement of [
      "update ledger.postings set amount_kobo = 1",
      "delete from ledger.postings",
      "truncate ledger.postings",
      "delete from ledger.transactions",
      "update ledger.transactions set kind = 'x'",
      "truncate ledger.transactions",
      "delete from ledger.blocks",
      "alter table ledger.postings disable trigger all",
      "select * from ledger_months.postings_other",
      "update ledger.balances set held_kobo = 0",
      "insert into ledger.postings select * from ledger.postings",
      "insert into ledger.transactions select * from ledger.transactions",
      "update ledger.accounts set name = 'x'",
      "update ledger.holds set state = 'released'",
      "set session_replication_role = replica",
    ]) {
      await expect(app.query(statement), statement).rejects.toThrow(/permission denied|must be owner/);
    }
    await prepareLedger(app);
    const account = await openAccount(app, {
      code: "wallet:app",
      name: "App",
      type: "liability",
      currency: "NGN",
      floor_kobo: 0n,
    });
    const posted = await post(app, pays("bank", account.id, 5n));
    await post(app, pays("bank", account.id, 9n));
    await reverse(app, {
      transaction_id: posted.transaction_id,
      key: freshKey(),
      effective_on: "2026-01-01",
      actor: "test",
      reason: "test",
    });
    const own = await hold(app, {
      key: freshKey(),
      account: account.id,
      amount_kobo: 9n,
      description: "test",
      actor: "test",
    });
    await capture(app, {
      hold_id: own.id,
      key: freshKey(),
      amount_kobo: 4n,
      to: "bank",
      kind: "test",
      description: "",
      effective_on: "2026-01-01",
      actor: "test",
    });
    await release(app, { hold_id: own.id });
    await sealBlock(app, async () => undefined);
    await rollUp(app);
    expect((await balanceOf(app, account.id)).natural_kobo).toBe(5n);
    expect((await verifyLedger(app)).problems).toEqual([]);
    await app.end();
  });
});

describe("the hash chain", () => {
  const file = join(folder, "heads.jsonl");
  const verify = async (): Promise<LedgerReport> => verifyLedger(database.pool, await readPublishedHead(file));
  beforeEach(async () => {
    rmSync(file, { force: true });
    await sealTransactions(database.pool, 3, publishToFile(file)); // what makeWorld posted
    for (let block = 2; block <= 4; block += 1) {
      await post(database.pool, pays(wallet(0), wallet(1), BigInt(10 + block)));
      await sealTransactions(database.pool, 1, publishToFile(file));
    }
  });

  it("is intact over what was sealed, and has nothing to seal twice", async () => {
    expect(await sealBlock(database.pool, publishToFile(file))).toBeNull();
    expect(await verify()).toMatchObject({ is_sound: true, chain_intact: true, blocks: 4, first_bad_sequence: null });
    expect((await readPublishedHead(file))?.sequence).toBe(4);
  });

  const in_block = (sequence: number): string =>
    `(select t.id from ledger.transactions t join ledger.blocks b on t.position >= b.from_position and t.position < b.to_position where b.sequence = ${sequence} order by t.id desc limit 1)`;
  it.each([
    [
      "an edited amount, even balanced",
      2,
      () => `update ledger.postings set amount_kobo = amount_kobo * 2 where transaction_id = ${in_block(2)}`,
    ],
    [
      "an edited description",
      3,
      () => `update ledger.transactions set description = 'another' where id = ${in_block(3)}`,
    ],
    [
      "the newest sealed transaction removed",
      4,
      () => `with gone as (delete from ledger.postings where transaction_id = ${in_block(4)} returning transaction_id)
      delete from ledger.transactions where id in (select transaction_id from gone)`,
    ],
    [
      "the newest block removed with its transactions",
      4,
      () => `delete from ledger.postings where transaction_id = ${in_block(4)};
      delete from ledger.transactions where id = ${in_block(4)}; delete from ledger.blocks where sequence = 4`,
    ],
    [
      "two transactions swapped",
      2,
      () => `update ledger.transactions a set description = b.kind, position = b.position from ledger.transactions b
      where a.id in (${in_block(2)}, ${in_block(3)}) and b.id in (${in_block(2)}, ${in_block(3)}) and a.id <> b.id`,
    ],
    [
      "two blocks swapped",
      2,
      () =>
        `
          update ledger.blocks
          set sequence = -sequence
          where sequence in (2, 3);
          update ledger.blocks
          set sequence = 5 + sequence
          where sequence < 0
        `,
    ],
    ["a block in the middle removed", 2, () => "delete from ledger.blocks where sequence = 2"],
    [
      "a transaction slipped into a sealed block",
      3,
      () => `
        insert into ledger.transactions
        select gen_random_uuid(), 'slipped', request_hash, kind, description, effective_on, recorded_at, position,
          reverses_id, actor, metadata
        from ledger.transactions
        where id = ${in_block(3)}
      `,
    ],
  ])("finds %s and names block %i", async (_name, sequence, change) => {
    await withGuardsOff(change());
    expect(await verify()).toMatchObject({ is_sound: false, chain_intact: false, first_bad_sequence: sequence });
  });
});

/** The owner switches the guards off, changes rows, and switches them on again. */
async function withGuardsOff(statement: string): Promise<void> {
  const tables = ["postings", "transactions", "blocks"];
  for (const table of tables) await sql(`alter table ledger.${table} disable trigger user`);
  await sql(statement);
  for (const table of tables) await sql(`alter table ledger.${table} enable trigger user`);
}

describe("each guard is needed: without it, the check that watches the promise fails", () => {
  const source = async (name: string): Promise<string> =>
    String(
      (
        await sql(
          `
            select pg_get_functiondef(p.oid) as source
            from pg_proc p
            where p.proname = $1 and p.pronamespace = 'ledger'::regnamespace
          `,
          [name],
        )
      ).rows[0]?.source,
    );
  /** Replaces a piece of a database function; the piece must be there. */
  async function mutate(name: string, from: string, to: string): Promise<void> {
    const before = await source(name);
    expect(before).toContain(from);
    await sql(before.replaceAll(from, to));
  }
  /** Between looking and writing, so that parallel calls surely meet there. */
  const widenTheWindow = () =>
    mutate(
      "post_many",
      "recorded_at := clock_timestamp();",
      "recorded_at := clock_timestamp(); perform pg_sleep(0.5);",
    );
  const parallel = (make: (index: number) => Promise<unknown>) =>
    Promise.allSettled(Array.from({ length: 24 }, (_, index) => make(index)));
  const withoutFloors = () => sql("alter table ledger.balances drop constraint balance_is_not_under_its_floor");
  const report = () => verifyLedger(database.pool);
  const drain = () => parallel(() => post(database.pool, pays(wallet(0), wallet(1), 300n)));
  const sameKey = async () => {
    const transaction = pays(world.bank.id, world.fees.id, 5n);
    await parallel(() => post(database.pool, transaction));
  };

  it("with every guard in place the same attacks change nothing", async () => {
    await drain();
    await sameKey();
    expect((await report()).problems).toEqual([]);
  });

  it("the unique key", async () => {
    await sql("alter table ledger.transactions drop constraint transactions_key_is_unique");
    await widenTheWindow();
    await sameKey();
    expect((await report()).keys_unique).toBe(false);
  });

  it("the look at earlier keys: a replay would not be answered, but the constraint still stops the second posting", async () => {
    await mutate("post_many", "t.key = u.key", "false");
    await mutate("post_many", "if v_constraint <> 'transactions_key_is_unique' then raise; end if;", "raise;");
    const transaction = pays(world.bank.id, world.fees.id, 5n);
    await post(database.pool, transaction);
    await expect(post(database.pool, transaction)).rejects.toThrow("transactions_key_is_unique");
  });

  it("the floor check of the verdict, and the constraint behind it", async () => {
    await mutate("post_many", "v_available[s] < v_floor[s]", "false");
    await expect(post(database.pool, pays(wallet(0), wallet(1), 1_001n))).rejects.toThrow(
      "balance_is_not_under_its_floor",
    );
    await withoutFloors();
    await post(database.pool, pays(wallet(0), wallet(1), 1_001n));
    expect((await report()).floors_kept).toBe(false);
  });

  it("the lock on the balances", async () => {
    await mutate("post_many", "for update of b", "");
    await widenTheWindow();
    await withoutFloors();
    await drain();
    expect((await report()).floors_kept).toBe(false);
  });

  it("the zero-sum trigger, on the table and on its parts", async () => {
    await mutate("post_many", "sum(u.amount) <> 0", "false");
    const crooked = {
      ...pays(world.bank.id, world.fees.id, 5n),
      postings: [
        { account: "bank", amount_kobo: 5n },
        { account: "fees", amount_kobo: -4n },
      ],
    };
    await expect(post(database.pool, crooked)).rejects.toThrow("does not sum to zero");
    await sql("drop trigger a_sums_to_zero on ledger.postings");
    await post(database.pool, crooked);
    expect((await report()).sums_zero).toBe(false);
  });

  it("the currency check", async () => {
    const dollars = await openAccount(database.pool, {
      code: "bank:usd",
      name: "Dollars",
      type: "asset",
      currency: "USD",
      hot: true,
    });
    await sql("drop trigger a_sums_to_zero on ledger.postings");
    await mutate("post_many", "min(v_currency[u.account]) <> max(v_currency[u.account])", "false");
    await post(database.pool, pays(dollars.id, world.fees.id, 5n));
    expect((await report()).sums_zero).toBe(false);
  });

  it("the trigger that moves the balances", async () => {
    await sql("drop trigger b_balances_follow on ledger.postings");
    await post(database.pool, pays(world.bank.id, wallet(0), 5n));
    expect((await report()).balances_match).toBe(false);
  });

  it("the one reversal per transaction", async () => {
    await sql("drop index ledger.transactions_reversed_once");
    await mutate("reverse_transaction", "v_reversal.key <> p_key", "false");
    const posted = await post(database.pool, pays(world.bank.id, wallet(0), 5n));
    for (let again = 0; again < 2; again += 1) {
      await reverse(database.pool, {
        transaction_id: posted.transaction_id,
        key: freshKey(),
        effective_on: "2026-01-01",
        actor: "test",
        reason: "mutant",
      });
    }
    expect((await report()).keys_unique).toBe(false);
  });

  it("the write before a replay is answered", async () => {
    const transaction = pays(world.bank.id, wallet(0), 5n);
    await post(database.pool, transaction);
    const before = await sql("select coalesce(sum(count), 0)::int as writes from ledger.replays");
    await mutate("post_many", "perform note_replays(v_replayed);", "null;");
    await post(database.pool, transaction);
    expect((await sql("select coalesce(sum(count), 0)::int as writes from ledger.replays")).rows).toEqual(before.rows);
    await mutate("post_many", "if cardinality(v_replayed) > 0 then null; end if;", "perform note_replays(v_replayed);");
    await post(database.pool, transaction);
    expect((await sql("select coalesce(sum(count), 0)::int as writes from ledger.replays")).rows).toEqual([
      { writes: 1 },
    ]);
  });
});
