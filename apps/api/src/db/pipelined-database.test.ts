import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { useTestApi } from "../../../../test/world.ts";
import type { Tx } from "./database.ts";
import { moneyDatabase, later } from "./pipelined-database.ts";
import { orNothing } from "./savepoint.ts";

const api = await useTestApi();
beforeAll(async () => {
  await api.database.pool.query(
    "create table noted (n int primary key); grant select, insert, update, delete on noted to manilla_app",
  );
});

const database = () => moneyDatabase(api.app.pool);
const note = (tx: Tx, n: number) => later(tx, { compile: () => sql`insert into noted values (${n}::int)`.compile(tx) });
const noted = async (db = api.app.db): Promise<number[]> =>
  (await sql<{ n: number }>`select n from noted order by n`.execute(db)).rows.map(({ n }) => n);

describe("a transaction in few trips", () => {
  it("reads what it wrote before, and commits what waited to the end", async () => {
    const seen = await database()
      .transaction()
      .execute(async (tx) => {
        await note(tx, 1);
        await note(tx, 2);
        const between = (await sql<{ n: number }>`select n from noted order by n`.execute(tx)).rows;
        await note(tx, 3);
        return between;
      });
    expect(seen).toEqual([{ n: 1 }, { n: 2 }]);
    expect(await noted()).toEqual([1, 2, 3]);
  });

  it("is judged before its commit: what changed too few rows leaves nothing", async () => {
    const before = await noted();
    const change = database()
      .transaction()
      .execute(async (tx) => {
        await note(tx, 4);
        await later(tx, { compile: () => sql`delete from noted where n = 99`.compile(tx) }, (changed) => {
          if (changed !== 1n) throw new Error(`${changed} rows`);
        });
      });
    await expect(change).rejects.toThrow("0 rows");
    expect(await noted()).toEqual(before);
  });

  it("is rolled back by any of its statements, and by its caller, also before it has said anything", async () => {
    await expect(
      database()
        .transaction()
        .execute(async (tx) => {
          await note(tx, 5);
          await note(tx, 5);
        }),
    ).rejects.toMatchObject({ code: "23505" });
    await expect(
      database()
        .transaction()
        .execute(async (tx) => {
          await note(tx, 6);
          throw new Error("no");
        }),
    ).rejects.toThrow("no");
    await expect(
      database()
        .transaction()
        .execute(async (tx) => {
          await note(tx, 1);
          await sql`select 1`.execute(tx).catch(() => undefined);
        }),
    ).rejects.toThrow("rolled back");
    expect(await noted()).toEqual([1, 2, 3]);
    await database()
      .transaction()
      .execute(() => Promise.resolve());
  });

  it("fails when its connection is cut, and the next one works", async () => {
    const cut = database()
      .transaction()
      .execute(async (tx) => {
        await note(tx, 7);
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
      });
    await expect(cut).rejects.toThrow(/terminat/);
    expect(await noted()).toEqual([1, 2, 3]);
    await database()
      .transaction()
      .execute((tx) => note(tx, 8));
    expect(await noted(database())).toEqual([1, 2, 3, 8]);
  });

  it("counts the rows of a change, and takes arrays, moments and objects", async () => {
    const { numUpdatedRows } = await database()
      .updateTable("business_calendar")
      .set({ closing_since: null })
      .executeTakeFirst();
    expect(numUpdatedRows).toBe(1n);
    const { rows } = await sql`
        select ${[new Date(0)]}::timestamptz[] as moments, ${[{ a: '"' }]}::jsonb[] as objects,
          ${{ b: 1 }}::jsonb as one, ${[Buffer.from([0, 255])]}::bytea[] as bytes
      `.execute(database());
    expect(rows).toEqual([
      { moments: [new Date(0)], objects: [{ a: '"' }], one: { b: 1 }, bytes: [Buffer.from([0, 255])] },
    ]);
  });
});

it("a transaction that nobody goes on with keeps its locks for two minutes at most", async () => {
  const { rows } = await api.app.pool.query<{ limit: string }>(
    "select current_setting('idle_in_transaction_session_timeout') as limit",
  );
  expect(rows).toEqual([{ limit: "2min" }]);
});

describe("a part that may fail without the rest", () => {
  const judged = (tx: Tx) =>
    later(tx, { compile: () => sql`delete from noted where n = 99`.compile(tx) }, (changed) => {
      if (changed !== 1n) throw new Error(`${changed} rows`);
    });
  const refuse = () => Promise.reject(new Error("refused"));
  it.each([
    ["a change that nobody waited for", (tx: Tx) => note(tx, 50), { code: "23505" }],
    ["what is judged afterwards", judged, { message: "0 rows" }],
    [
      "its own refusal, with a change that failed before it",
      (tx: Tx) => note(tx, 50).then(refuse),
      { message: "refused" },
    ],
  ])("leaves nothing after %s, says it, and the rest is committed", async (_, fails, said) => {
    await sql`delete from noted where n >= 50`.execute(api.app.db);
    await database()
      .transaction()
      .execute(async (tx) => {
        await note(tx, 50);
        const part = orNothing(tx, async () => {
          await note(tx, 51);
          await fails(tx);
        });
        await expect(part).rejects.toMatchObject(said);
        await note(tx, 52);
      });
    expect((await noted()).filter((n) => n >= 50)).toEqual([50, 52]);
  });
});
