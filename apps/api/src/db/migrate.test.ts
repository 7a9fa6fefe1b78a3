import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type TestDatabase, createTestDatabase } from "../../../../test/database.ts";
import { type Sources, listMigrations, listSchema, migrate } from "./migrate.ts";

let database: TestDatabase;
let folder: string;
/** A schema of one noun and its migrations, brought to a database that has the real one already. */
let sources: Sources;

const SECOND_PARTS = "schema, second parts";
const FRUITS = `-- Fruits.
create table fruits (name text primary key);
insert into fruits (name) values ('fig -- or date');

-- Part 2, made anew after each migration.
create or replace view sweet_fruits as select name from fruits;
`;

const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
const query = (text: string, values: unknown[] = []) => database.pool.query(text, values);

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "manilla-migrate-"));
  mkdirSync(join(folder, "schema"));
  mkdirSync(join(folder, "migrations"));
  write("schema/01_growth_fruits.sql", FRUITS);
  sources = {
    schemas: [{ name: "schema/test", path: join(folder, "schema") }],
    migrations: join(folder, "migrations"),
  };
  await query(
    "drop table if exists fruits cascade; delete from schema_migrations where name ~ '^(schema/test/|migrations/\\d{1,2}_)'",
  );
  return () => rmSync(folder, { recursive: true, force: true });
});

it("finds nothing to do in a database that is up to date", async () => {
  expect(await migrate(database.url)).toEqual([]);
});

it("applies first parts, then migrations, then all second parts", async () => {
  write("migrations/2_growth_fruits_add_colour.sql", "alter table fruits add column colour text;");
  write("migrations/10_growth_fruits_fill_colour.sql", "update fruits set colour = 'green';");
  expect(await migrate(database.url, sources)).toEqual([
    "schema/test/01_growth_fruits.sql",
    "migrations/2_growth_fruits_add_colour.sql",
    "migrations/10_growth_fruits_fill_colour.sql",
    SECOND_PARTS,
  ]);
  expect((await query("select name from sweet_fruits")).rows).toEqual([{ name: "fig -- or date" }]);
  expect(await migrate(database.url, sources)).toEqual([]);
});

it("works without a folder of migrations", async () => {
  expect(listMigrations({ ...sources, migrations: join(folder, "nowhere") })).toEqual([]);
});

it("makes second parts anew when only they have changed", async () => {
  await migrate(database.url, sources);
  write("schema/01_growth_fruits.sql", FRUITS.replace("select name from", "select upper(name) as name from"));
  expect(await migrate(database.url, sources)).toEqual([SECOND_PARTS]);
  expect((await query("select name from sweet_fruits")).rows).toEqual([{ name: "FIG -- OR DATE" }]);
});

it("makes second parts after a start that was killed before them", async () => {
  await migrate(database.url, sources);
  await query("drop view sweet_fruits");
  await query("delete from schema_migrations where name = $1", [SECOND_PARTS]);
  expect(await migrate(database.url, sources)).toEqual([SECOND_PARTS]);
  expect((await query("select name from sweet_fruits")).rowCount).toBe(1);
});

it("marks second parts as out of date with each migration", async () => {
  await migrate(database.url, sources);
  write("schema/01_growth_fruits.sql", FRUITS.replace("select name from", "select nothing from"));
  write("migrations/1_growth_fruits_add_colour.sql", "alter table fruits add column colour text;");
  await expect(migrate(database.url, sources)).rejects.toThrow(
    '01_growth_fruits.sql failed: column "nothing" does not exist',
  );
  expect((await query("select from schema_migrations where name = $1", [SECOND_PARTS])).rowCount).toBe(0);
  write("schema/01_growth_fruits.sql", FRUITS);
  expect(await migrate(database.url, sources)).toEqual([SECOND_PARTS]);
});

it("applies the file of a new noun to a database that exists", async () => {
  await migrate(database.url, sources);
  write("schema/02_growth_trees.sql", "create temporary table trees (name text);");
  expect(await migrate(database.url, sources)).toEqual(["schema/test/02_growth_trees.sql", SECOND_PARTS]);
});

it("refuses a first part that was edited after it had been applied", async () => {
  await migrate(database.url, sources);
  write("schema/01_growth_fruits.sql", FRUITS.replace("fig -- or date", "fig -- or plum"));
  await expect(migrate(database.url, sources)).rejects.toThrow("schema/test/01_growth_fruits.sql was edited");
});

it("refuses a migration that was edited after it had been applied", async () => {
  write("migrations/1_growth_fruits_add_colour.sql", "alter table fruits add column colour text;");
  await migrate(database.url, sources);
  write("migrations/1_growth_fruits_add_colour.sql", "alter table fruits add column colour text not null default '';");
  await expect(migrate(database.url, sources)).rejects.toThrow("1_growth_fruits_add_colour.sql was edited");
});

it("takes a file whose comments and layout alone have changed", async () => {
  await migrate(database.url, sources);
  write(
    "schema/01_growth_fruits.sql",
    FRUITS.replace("-- Fruits.", "-- Fruits, by name.").replace("fruits (name", "fruits\n  (name"),
  );
  expect(await migrate(database.url, sources)).toEqual([]);
});

it("refuses a number that is used twice", () => {
  write("migrations/7_growth_fruits_add_colour.sql", "");
  write("migrations/07_growth_fruits_add_shape.sql", "");
  expect(() => listMigrations(sources)).toThrow(
    "07_growth_fruits_add_shape.sql and 7_growth_fruits_add_colour.sql in " +
      `${join(folder, "migrations")} have the same number`,
  );
  write("schema/01_growth_trees.sql", "");
  expect(() => listSchema(sources)).toThrow("have the same number");
});

it("refuses a migration whose name does not say wing, noun and what", () => {
  write("migrations/1_colour.sql", "");
  expect(() => listMigrations(sources)).toThrow("1_colour.sql is not named <number>_<wing>_<noun>_<what>.sql.");
});

it("leaves nothing of a migration that fails", async () => {
  write("migrations/1_growth_fruits_break.sql", "insert into fruits (name) values ('plum'); select 1 / 0;");
  await expect(migrate(database.url, sources)).rejects.toThrow("1_growth_fruits_break.sql failed: division by zero");
  expect((await query("select from fruits where name = 'plum'")).rowCount).toBe(0);
});

it("refuses a database of before the squash with one sentence that says what to do", async () => {
  await query("insert into schema_migrations (name, checksum) values ('api/0001_identity.sql', '')");
  await expect(migrate(database.url)).rejects.toThrow(
    /^This database was made by a version before 0\.2, whose schema was never released and cannot be brought up to date: start with an empty database \(`npm run db:reset` for the demo\)\.$/,
  );
  await query("delete from schema_migrations where name = 'api/0001_identity.sql'");
});
