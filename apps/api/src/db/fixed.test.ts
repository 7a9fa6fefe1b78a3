import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, createTestDatabase } from "../../../../test/database.ts";
import { createDatabase } from "./database.ts";
import { ask, fixed, insertTogether, newRow } from "./fixed.ts";
import { moneyDatabase } from "./pipelined-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe("a statement whose text never changes", () => {
  const sum = fixed<{ one: number; other: number }, { sum: number; twice: number }>(
    (place) =>
      sql`select ${place("one")}::int + ${place("other")}::int as sum, ${place("one")}::int * ${2}::int as twice`,
  );

  it("is made once and asked with other values each time", async () => {
    const db = createDatabase(database.pool);
    expect(await ask(db, sum(db, { one: 1, other: 2 }))).toEqual([{ sum: 3, twice: 2 }]);
    expect(await ask(db, sum(db, { one: 40, other: 2 }))).toEqual([{ sum: 42, twice: 80 }]);
    expect(sum(db, { one: 1, other: 2 }).compile().sql).toBe(sum(db, { one: 3, other: 4 }).compile().sql);
  });
});

describe("rows that are inserted together", () => {
  const setting = (key: string, value: unknown, on_conflict?: string) =>
    newRow("configuration", { key, value: JSON.stringify(value), description: "Test" }, on_conflict);
  const keptOf = async (...keys: string[]) =>
    (
      await database.pool.query<{ key: string; value: unknown }>(
        "select key, value from configuration where key = any($1) order by key",
        [keys],
      )
    ).rows;

  it("are one statement, and nothing of it stays where one is refused", async () => {
    const db = moneyDatabase(database.pool);
    const both = (first: string, second: string) =>
      db.transaction().execute((tx) => insertTogether(tx, [setting(first, 1), setting(second, 2)]));
    await both("fixed-a", "fixed-b");
    expect(await keptOf("fixed-a", "fixed-b")).toEqual([
      { key: "fixed-a", value: 1 },
      { key: "fixed-b", value: 2 },
    ]);
    await expect(both("fixed-c", "fixed-a")).rejects.toThrow(/duplicate key/);
    expect(await keptOf("fixed-c")).toEqual([]);
  });

  it("have the default in a column without a value, and change a row that is there as they say", async () => {
    const db = moneyDatabase(database.pool);
    const put = (value: number) =>
      insertTogether(db, [
        setting("fixed-d", value, "on conflict (key) do update set value = excluded.value"),
        newRow("transitions", {
          id: "00000000-0000-4000-8000-0000000fe001",
          noun: "card",
          subject_id: "00000000-0000-4000-8000-0000000fe002",
          from_state: null,
          to_state: String(value),
          actor_id: null,
          actor_name: "Test",
          reason: undefined,
        }),
      ]);
    await put(1);
    expect(await keptOf("fixed-d")).toEqual([{ key: "fixed-d", value: 1 }]);
    await expect(put(2)).rejects.toThrow(/duplicate key/);
    expect(await keptOf("fixed-d")).toEqual([{ key: "fixed-d", value: 1 }]);
  });
});
