/** A primary with a standby that streams from it: two servers of the embedded PostgreSQL. */
import { execFileSync } from "node:child_process";
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { migrate } from "../apps/api/src/db/migrate.ts";
import { type EmbeddedPostgres, serverUser, startPostgres } from "../scripts/postgres.ts";
import { makeScratchFolder } from "../scripts/scratch.ts";

export interface Pair {
  primary: EmbeddedPostgres;
  standby: EmbeddedPostgres;
  /** Asks the standby as its administrator. */
  onStandby(text: string): Promise<void>;
  stop(): Promise<void>;
}

const NOT_COPIED = ["postmaster.pid", "postmaster.opts"];
const FAST = { fsync: "off", full_page_writes: "off" };

/** The primary's data as a base backup, which begins as a standby. */
async function copyOf(primary: EmbeddedPostgres, folder: string): Promise<void> {
  const admin = new pg.Client({ connectionString: primary.admin_url });
  await admin.connect();
  await admin.query("select pg_backup_start('standby', true)");
  const data = join(folder, "postgres");
  cpSync(primary.data_directory, data, {
    recursive: true,
    filter: (path) => !NOT_COPIED.some((name) => path.endsWith(`/${name}`)),
  });
  cpSync(join(primary.data_directory, "../postgres-password"), join(folder, "postgres-password"));
  const { rows } = await admin.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
  await admin.end();
  writeFileSync(join(data, "backup_label"), rows[0]?.labelfile ?? "");
  writeFileSync(join(data, "standby.signal"), "");
  const user = serverUser();
  if (user) execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, folder]);
}

/** Starts both, migrated. @throws where the standby does not begin */
export async function startPair(): Promise<Pair> {
  const folders = ["primary", "standby"].map((name) => makeScratchFolder(`manilla-test-${name}`));
  const [first = "", second = ""] = folders;
  const primary = await startPostgres({ folder: first, settings: { ...FAST, wal_level: "replica" } });
  await migrate(primary.owner_url);
  await copyOf(primary, second);
  const { password } = new URL(primary.admin_url);
  const primary_conninfo = `host=127.0.0.1 port=${primary.port} user=postgres password=${password}`;
  const standby = await startPostgres({ folder: second, settings: { ...FAST, primary_conninfo } });
  return {
    primary,
    standby,
    async onStandby(text) {
      const client = new pg.Client({ connectionString: standby.admin_url });
      await client.connect();
      await client.query(text);
      await client.end();
    },
    async stop() {
      await standby.stop();
      await primary.stop();
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}
