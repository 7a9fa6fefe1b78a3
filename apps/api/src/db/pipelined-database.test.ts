import { CompiledQuery, sql } from "kysely";
import pg from "pg";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { useTestApi } from "../../../../test/world.ts";
import { type Database, type Tx, createPool } from "./database.ts";
import { mustChange, unlessChanged } from "./must-change.ts";
import { later, moneyDatabase, pipelinedDatabase } from "./pipelined-database.ts";
import { orNothing } from "./savepoint.ts";
import { enterScope, scopedDatabase } from "./scope.ts";

const api = await useTestApi();
beforeAll(async () => {
  await api.database.pool.query(
    "create table noted (n int primary key); grant select, insert, update, delete on noted to manilla_app",
  );
});

const database = () => moneyDatabase(api.app.pool);
const note = (tx: Tx, n: number) => later(tx, sql`insert into noted values (${n}::int)`);
const deleteOne = (tx: Tx, n: number) =>
  later(
    tx,
    sql`with gone as (delete from noted where n = ${n}::int returning 1) ${mustChange("gone", 1)}`,
    unlessChanged(() => new Error(`there is no ${n}`)),
  );
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

  it("commits with its last change: what changed too few rows leaves nothing, in its own words", async () => {
    const before = await noted();
    const change = database()
      .transaction()
      .execute(async (tx) => {
        await note(tx, 4);
        await deleteOne(tx, 99);
      });
    await expect(change).rejects.toThrow("there is no 99");
    expect(await noted()).toEqual(before);
    const both = database()
      .transaction()
      .execute(async (tx) => {
        await deleteOne(tx, 99);
        // The next statement reports that error, not the database's "transaction is aborted".
        await sql`select 1`.execute(tx);
      });
    await expect(both).rejects.toThrow("there is no 99");
    await database()
      .transaction()
      .execute(async (tx) => {
        await note(tx, 99);
        await deleteOne(tx, 99);
      });
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

describe("what is asked together in a transaction", () => {
  it("goes out together, in its order", async () => {
    const asked = vi.spyOn(pg.Client.prototype, "query");
    const sent = (): string[] => asked.mock.calls.map(([query]) => (query as { text?: string }).text ?? "");
    const holder = await api.database.pool.connect();
    try {
      await holder.query("begin; select pg_advisory_xact_lock(35)");
      const both = database()
        .transaction()
        .execute(async (tx) => {
          const one = sql<{ n: number }>`select 1 as n from pg_advisory_xact_lock(35)`.execute(tx);
          const other = sql<{ n: number }>`select 2 as n`.execute(tx);
          return (await Promise.all([one, other])).map(({ rows }) => rows[0]!.n);
        });
      // The first waits for its lock, and the second has been sent by then.
      await vi.waitFor(() => expect(sent()).toContain("select 2 as n"));
      expect(sent().indexOf("select 1 as n from pg_advisory_xact_lock(35)")).toBeLessThan(
        sent().indexOf("select 2 as n"),
      );
      await holder.query("commit");
      expect(await both).toEqual([1, 2]);
    } finally {
      asked.mockRestore();
      holder.release();
    }
  });

  it("says the error of the first that failed", async () => {
    const together = database()
      .transaction()
      .execute((tx) => Promise.all([sql`select 1 / 0`.execute(tx), sql`select 1`.execute(tx)]));
    await expect(together).rejects.toMatchObject({ code: "22012" });
    // Though the refusal of what came after it has the shorter way to the caller.
    const nested = database()
      .transaction()
      .execute((tx) => {
        const deep = async () => {
          const [found] = await Promise.all([sql`select 1 / 0`.execute(tx), sql`select 2`.execute(tx)]);
          return found;
        };
        return Promise.all([deep().then((found) => found), sql`select 1`.execute(tx)]);
      });
    await expect(nested).rejects.toMatchObject({ code: "22012" });
    const goesOn = database()
      .transaction()
      .execute(async (tx) => {
        await orNothing(tx, () => sql`select 1 / 0`.execute(tx)).catch(() => undefined);
        await Promise.all([sql`select 'x'::int`.execute(tx), sql`select 1`.execute(tx)]);
      });
    await expect(goesOn, "what failed in a part that was taken back is over").rejects.toMatchObject({ code: "22P02" });
  });

  it("reaches no database any more where another part has failed and the transaction is taken back", async () => {
    let late: Promise<unknown> | undefined;
    const together = database()
      .transaction()
      .execute(async (tx) => {
        await sql`select 1`.execute(tx);
        // By then the rollback has been sent, and is not answered.
        late = new Promise(setImmediate).then(() => sql`insert into noted values (60)`.execute(tx));
        late.catch(() => undefined);
        throw new Error("no");
      });
    await expect(together).rejects.toThrow("no");
    await expect(late).rejects.toThrow(/ended|rolled back/);
    expect(await noted()).not.toContain(60);
  });
});

it("a text in a scope and the same without one are two statements, each with its plan", async () => {
  const { user_id } = await api.person("staff");
  const ask = (tx: Tx) => sql`select 35 as n from business_calendar`.execute(tx);
  const pids = async (db: Database, enter?: (tx: Tx) => Promise<void>) =>
    db.transaction().execute(async (tx) => {
      await enter?.(tx);
      await ask(tx);
      await ask(tx);
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_prepared_statements where statement = 'select 35 as n from business_calendar'
      `.execute(tx);
      return rows[0]!.n;
    });
  const pool = createPool(api.database.app_url, 1);
  try {
    const db = pipelinedDatabase(pool);
    expect(await pids(db)).toBe(1);
    const scope = { user_id, company_id: null, managed_company_id: null, viewer_id: null };
    expect(await pids(db, (tx) => enterScope(tx, scope))).toBe(2);
    expect(await pids(db)).toBe(2);
  } finally {
    await pool.end();
  }
});

it("what a scope reads has one plan for any person, made once on a connection", async () => {
  const { user_id } = await api.person("staff");
  const pool = createPool(api.database.app_url, 1);
  try {
    const scope = { user_id, company_id: null, managed_company_id: null, viewer_id: null };
    const reading = scopedDatabase(pool, scope);
    for (const id of [user_id, user_id, uuidv7()])
      await reading.selectFrom("users").select("email").where("id", "=", id).execute();
    const { rows } = await pool.query<{ generic_plans: string; custom_plans: string }>(
      "select generic_plans, custom_plans from pg_prepared_statements where statement like '%from \"users\"%'",
    );
    expect(rows).toEqual([{ generic_plans: 3n, custom_plans: 0n }]);
  } finally {
    await pool.end();
  }
});

it("what answers with every column is planned each time: its columns may change", async () => {
  const pool = createPool(api.database.app_url, 1);
  try {
    const db = pipelinedDatabase(pool);
    const texts = [
      "select * from noted",
      "select noted.* from noted",
      "select n, noted.* from noted",
      "delete from noted where n > 900 returning *",
    ];
    const kept = [
      "select count(*) from noted",
      "select n*1 from noted",
      "insert into noted select * from (select 970) x (n) on conflict do nothing",
      "delete from noted where n in (select * from generate_series(960, 970)) returning n",
    ];
    for (const text of [...texts, ...kept]) await db.executeQuery(CompiledQuery.raw(text));
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
    const statements = rows.map(({ statement }) => statement);
    expect(texts.filter((text) => statements.includes(text))).toEqual([]);
    expect(kept.filter((text) => !statements.includes(text))).toEqual([]);
  } finally {
    await pool.end();
  }
});

it("a transaction that nobody goes on with keeps its locks for two minutes at most", async () => {
  const { rows } = await api.app.pool.query<{ limit: string }>(
    "select current_setting('idle_in_transaction_session_timeout') as limit",
  );
  expect(rows).toEqual([{ limit: "2min" }]);
});

describe("a part that may fail without the rest", () => {
  const refuse = () => Promise.reject(new Error("refused"));
  it.each([
    ["a change that nobody waited for", (tx: Tx) => note(tx, 50), { code: "23505" }],
    ["a number of rows that has to be", (tx: Tx) => deleteOne(tx, 99), { message: "there is no 99" }],
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
