import { globSync } from "node:fs";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, createTestDatabase } from "../database.ts";
import { type Statement, describeStatement, statementsIn } from "../written-sql.ts";

let database: TestDatabase;
let client: pg.PoolClient;
beforeAll(async () => {
  database = await createTestDatabase();
  client = await database.pool.connect();
});
afterAll(async () => {
  client.release();
  await database.drop();
});

const TEXT = 25;
/** What the driver makes of a column (apps/api/src/db/database.ts), by PostgreSQL's number of its type. */
const READ_AS: Readonly<Record<number, string>> = {
  16: "boolean",
  17: "Buffer",
  20: "bigint",
  21: "number",
  23: "number",
  700: "number",
  701: "number",
  1082: "string",
  1184: "Date",
  1700: "string",
  2950: "string",
  [TEXT]: "string",
};
/** Of more than 700 statements: those whose type is written out. */
const COMPARED = 400;
/** Statements that cannot be read without what other files put in. */
const UNREAD = 61;
const PRIMITIVES = new Set(["boolean", "Buffer", "bigint", "number", "string", "Date"]);

/** A column of a fragment that another file writes: PostgreSQL takes it for a text that comes with the call. */
const NAMELESS = "?column?";
const comesFromElsewhere = (text: string, name: string): boolean => new RegExp(`\\$\\d+[^,]*\\b${name}\\b`).test(text);

/** What a type by hand says of the columns that the driver does not do. */
function disagreements({ text, columns = {} }: Statement, answered: ReadonlyMap<string, number>): string[] {
  return Object.entries(columns).flatMap(([name, type]) => {
    const oid = answered.get(name);
    if (oid === undefined)
      return answered.has(NAMELESS) ? [] : [`answers no ${name}, but ${[...answered.keys()].join(", ")}`];
    if (oid === TEXT && comesFromElsewhere(text, name)) return [];
    const written = type.replace(/ \| null$/, "");
    const read = READ_AS[oid];
    return read && PRIMITIVES.has(written) && read !== written
      ? [`${name} is a ${read}, and written as ${written}`]
      : [];
  });
}

describe("statements whose rows have a type by hand", () => {
  it("answer the columns of that type, as the driver reads them", async () => {
    const statements = globSync("apps/api/src/**/*.ts")
      .filter((file) => !file.endsWith(".test.ts"))
      .toSorted()
      .flatMap(statementsIn);
    const wrong: string[] = [];
    const unread: string[] = [];
    let compared = 0;
    for (const statement of statements)
      try {
        const answered = await describeStatement(client, statement.text);
        wrong.push(...disagreements(statement, answered).map((words) => `${statement.place} ${words}`));
        if (statement.columns) compared += 1;
      } catch (error) {
        const { message } = error as Error;
        // The name of what is not there is a mistake wherever its fragments come from.
        (/does not exist/.test(message) ? wrong : unread).push(`${statement.place} ${message}`);
      }
    expect(wrong).toEqual([]);
    // Where the type is no shape of its own it is a schema's, which holds each answer.
    expect(compared, `of ${statements.length}`).toBeGreaterThan(COMPARED);
    expect(unread.length, unread.join("\n")).toBeLessThanOrEqual(UNREAD);
  });

  it("are refused where a name or a type is another one", async () => {
    const answered = await describeStatement(client, "select id, count(*) as n, now() as at from users group by id");
    const of = (columns: Record<string, string>) => disagreements({ place: "", text: "", columns }, answered);
    expect(of({ id: "string", n: "bigint", at: "Date" })).toEqual([]);
    expect(of({ ids: "string" })).toEqual(["answers no ids, but id, n, at"]);
    expect(of({ n: "number | null" })).toEqual(["n is a bigint, and written as number"]);
    await expect(describeStatement(client, "select nothing from users")).rejects.toThrow("does not exist");
  });
});
