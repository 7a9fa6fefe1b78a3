import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDatabase, createTestDatabase } from "../../../../test/database.ts";
import { migrate } from "./migrate.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const remember = (name: string, checksum: string) =>
  database.pool.query("update schema_migrations set checksum = $2 where name = $1", [name, checksum]);

it("finds nothing to do where everything was done", async () => {
  expect(await migrate(database.url)).toEqual([]);
});

it("takes a database that was made while one file stood in other words", async () => {
  await remember("api/0132_folded_search.sql", "13f037297bfcebb1bfa1c8680303683ae1654fb44cebd2aa7f0e55e62a9b320c");
  expect(await migrate(database.url)).toEqual([]);
});

it("refuses a file that was edited after it had been applied", async () => {
  await remember("api/0132_folded_search.sql", "0".repeat(64));
  await expect(migrate(database.url)).rejects.toThrow("api/0132_folded_search.sql was edited");
  await remember("api/0132_folded_search.sql", "13f037297bfcebb1bfa1c8680303683ae1654fb44cebd2aa7f0e55e62a9b320c");
  await remember("api/0001_identity.sql", "13f037297bfcebb1bfa1c8680303683ae1654fb44cebd2aa7f0e55e62a9b320c");
  await expect(migrate(database.url)).rejects.toThrow("api/0001_identity.sql was edited");
});
