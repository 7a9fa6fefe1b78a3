import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { installQueues } from "./queue.ts";

const repository = join(import.meta.dirname, "../../../..");

/** Where the SQL is. The order of the schemas matters: the application refers to ledger accounts, never the reverse. */
export interface Sources {
  schemas: readonly { name: string; path: string }[];
  migrations: string;
}
const SOURCES: Sources = {
  schemas: [
    { name: "schema/ledger", path: join(repository, "packages/ledger/schema") },
    { name: "schema/api", path: join(repository, "apps/api/schema") },
  ],
  migrations: join(repository, "apps/api/migrations"),
};

/** Any number, the same in every process: two starts at once must not migrate at once. */
const ADVISORY_LOCK = 7_261_044_118;

/** The line in a schema file behind which everything can be run again. */
const SECOND_PART = /^-- Part 2, made anew after each migration\.$/m;
/** Under this name `schema_migrations` keeps the checksum of all second parts. */
const SECOND_PARTS = "schema, second parts";
/** `20261122143000_lending_loans_add_purpose_code.sql`: number (the time, so that two branches rarely choose the same), wing, noun, what. */
const MIGRATION_NAME = /^\d+_[a-z]+_[a-z]+_[a-z_]+\.sql$/;

/** A database that no migration can bring up to date; its message says what to do. */
export class UnusableDatabase extends Error {}

interface Step {
  name: string;
  sql: string;
  checksum: string;
}

/** Comments and the layout of a file may change after it was applied; its statements may not. */
const checksumOf = (sql: string): string =>
  createHash("sha256")
    .update(
      sql
        .replace(/('(?:[^']|'')*')|--[^\n]*|\s+/g, (_, quoted?: string) => quoted ?? " ")
        .replace(/ +/g, " ")
        .trim(),
    )
    .digest("hex");

const step = (name: string, sql: string): Step => ({ name, sql, checksum: checksumOf(sql) });

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  const byNumber = new Map<number, string>();
  for (const file of files) {
    const number = Number(/^\d+/.exec(file)?.[0]);
    if (Number.isNaN(number)) throw new Error(`${file} in ${folder} has no number in front.`);
    const other = byNumber.get(number);
    if (other) throw new Error(`${other} and ${file} in ${folder} have the same number; give one of them another.`);
    byNumber.set(number, file);
  }
  return [...byNumber].toSorted(([a], [b]) => a - b).map(([, file]) => file);
}

/**
 * The schema's files in order, each in two parts: `once` makes tables, constraints, indexes and first rows; `anew` makes functions, triggers,
 * policies, views and rights, and can be run again.
 * @throws Error when two files have the same number
 */
export function listSchema(sources: Sources = SOURCES): { once: Step[]; anew: Step[] } {
  const files = sources.schemas.flatMap(({ name, path }) =>
    listFiles(path).map((file) => ({
      name: `${name}/${file}`,
      parts: readFileSync(join(path, file), "utf8").split(SECOND_PART),
    })),
  );
  return {
    once: files.map(({ name, parts }) => step(name, parts[0] ?? "")),
    anew: files.map(({ name, parts }) => step(name, parts[1] ?? "")),
  };
}

/**
 * The changes since the schema was released, in order.
 * @throws Error when two files have the same number, or a name does not say what the file is about
 */
export function listMigrations(sources: Sources = SOURCES): Step[] {
  return listFiles(sources.migrations).map((file) => {
    if (!MIGRATION_NAME.test(file)) throw new Error(`${file} is not named <number>_<wing>_<noun>_<what>.sql.`);
    return step(`migrations/${file}`, readFileSync(join(sources.migrations, file), "utf8"));
  });
}

/**
 * Brings the database to the newest schema, under an advisory lock: first parts of schema files and migrations that were not applied yet, forward
 * only, each in its own transaction; then, when anything was applied or any of them changed, all second parts in one transaction.
 * @param owner_url a role that owns the schema
 * @returns the names of what was applied now
 * @throws Error when a file that was applied earlier has been edited since, or the database is older than the schema
 */
export async function migrate(owner_url: string, sources: Sources = SOURCES): Promise<string[]> {
  const { once, anew } = listSchema(sources);
  const steps = [...once, ...listMigrations(sources)];
  const client = new pg.Client({ connectionString: owner_url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [ADVISORY_LOCK]);
    const applied = await readApplied(client);
    const done: string[] = [];
    for (const one of steps) {
      const before = applied.get(one.name);
      if (before === one.checksum) continue;
      if (before)
        throw new Error(
          `${one.name} was edited after it had been applied; write a new file in apps/api/migrations instead.`,
        );
      await applyOnce(client, one);
      done.push(one.name);
    }
    const checksum = checksumOf(anew.map(({ name, sql }) => name + sql).join("\n"));
    if (done.length > 0 || applied.get(SECOND_PARTS) !== checksum) {
      // Before the second parts, which grant the application the use of the queues.
      await installQueues(owner_url);
      await makeAnew(client, anew, checksum);
      done.push(SECOND_PARTS);
    }
    return done;
  } finally {
    await client.end();
  }
}

async function readApplied(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  await client.query(
    `
      create table if not exists schema_migrations (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      )
    `,
  );
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from schema_migrations",
  );
  if (rows.some(({ name }) => name.startsWith("api/") || name.startsWith("ledger/")))
    throw new UnusableDatabase(
      "This database was made by a version before 0.2, whose schema was never released and cannot be brought up to date: " +
        "start with an empty database (`npm run db:reset` for the demo).",
    );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

/** The second parts are marked as out of date in the same transaction, so that a start killed before they ran makes them at the next. */
async function applyOnce(client: pg.Client, { name, sql, checksum }: Step): Promise<void> {
  await inTransaction(client, async () => {
    await run(client, name, sql);
    await client.query("delete from schema_migrations where name = $1", [SECOND_PARTS]);
    await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [name, checksum]);
  });
}

async function makeAnew(client: pg.Client, anew: readonly Step[], checksum: string): Promise<void> {
  await inTransaction(client, async () => {
    for (const { name, sql } of anew) await run(client, name, sql);
    await client.query(
      `
        insert into schema_migrations (name, checksum)
        values ($1, $2)
        on conflict (name) do update set checksum = excluded.checksum, applied_at = now()
      `,
      [SECOND_PARTS, checksum],
    );
  });
}

async function run(client: pg.Client, name: string, sql: string): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    throw new Error(`${name} failed: ${(error as Error).message}`, { cause: error });
  }
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query("begin");
  try {
    await work();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}
