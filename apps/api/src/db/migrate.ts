import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { installQueues } from "../jobs/queue.ts";

const repository = join(import.meta.dirname, "../../../..");
/** The order matters: modules refer to ledger accounts, never the other way round. */
const folders = [
  { name: "ledger", path: join(repository, "packages/ledger/migrations") },
  { name: "api", path: join(repository, "apps/api/migrations") },
];

/** Any number, the same in every process: two starts at once must not migrate at once. */
const ADVISORY_LOCK = 7_261_044_118;

/** A file that stood in other words for a while: a database of those days remembers them. What it made then and what it makes now is the same by the end of all migrations. */
const ONCE_OTHERWISE: Readonly<Record<string, string>> = {
  // `folded` was not strict at once, as 0138_folded_in_the_statement.sql makes it for everybody.
  "api/0132_folded_search.sql": "13f037297bfcebb1bfa1c8680303683ae1654fb44cebd2aa7f0e55e62a9b320c",
};

/** All migrations in order, each `{ name: "api/0001_identity.sql", sql }`. */
export function listMigrations(): { name: string; sql: string; checksum: string }[] {
  return folders.flatMap(({ name, path }) =>
    readdirSync(path)
      .filter((file) => file.endsWith(".sql"))
      .sort()
      .map((file) => {
        const sql = readFileSync(join(path, file), "utf8");
        return { name: `${name}/${file}`, sql, checksum: createHash("sha256").update(sql).digest("hex") };
      }),
  );
}

/**
 * Brings the database to the newest schema: forward only, each file in its own transaction, under an advisory lock.
 * @param owner_url a role that owns the schema
 * @returns the names of the files that were applied now
 * @throws Error when a file that was applied earlier has been edited since
 */
export async function migrate(owner_url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: owner_url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [ADVISORY_LOCK]);
    await client.query(
      `
        create table if not exists schema_migrations (
          name text primary key, checksum text not null, applied_at timestamptz not null default now()
        )
      `,
    );
    const { rows } = await client.query<{ name: string; checksum: string }>(
      "select name, checksum from schema_migrations",
    );
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    const done: string[] = [];
    for (const { name, sql, checksum } of listMigrations()) {
      const before = applied.get(name);
      if (before === checksum || (before && before === ONCE_OTHERWISE[name])) continue;
      if (before)
        throw new Error(`The migration ${name} was edited after it had been applied; write a new file instead.`);
      await applyOne(client, name, sql, checksum);
      done.push(name);
    }
    if (done.length > 0) await installQueues(owner_url);
    if (done.length > 0)
      for (const file of ["grants.sql", "policies.sql"])
        await client.query(readFileSync(join(import.meta.dirname, file), "utf8"));
    return done;
  } finally {
    await client.end();
  }
}

async function applyOne(client: pg.Client, name: string, sql: string, checksum: string): Promise<void> {
  await client.query("begin");
  try {
    await client.query(sql);
    await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [name, checksum]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}
