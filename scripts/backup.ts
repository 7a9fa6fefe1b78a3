/**
 * `npm run backup -- <folder>` and `npm run restore -- <folder> [--keys <folder>]`: the embedded database with everything that belongs to it, taken while Manilla runs.
 * What pg_basebackup does (which the embedded server does not ship): the data directory is copied between `pg_backup_start` and `pg_backup_stop`, with the log that makes it whole.
 * The keys are never part of it: a backup that is found must not be readable. A server of one's own is backed up with its own tools (README, "Backups").
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { chown, copyFile, lstat, mkdir, readFile, readdir, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { verifyLedger } from "@manilla/ledger";
import pg from "pg";
import { type EmbeddedPostgres, defaultDataFolder, serverUser, startPostgres } from "./postgres.ts";

/** What opens a backup; stays in the data folder, and should be kept somewhere else as well. */
const KEYS = ["master-key", "index-key", "postgres-password"];
/** Beside the database: the documents, and the published heads of the two chains, against which it can be proved. */
const BESIDE = ["files", "audit-head.log", "ledger-heads.jsonl", "sandbox.json"];
/** Contents that a server makes anew, or that a copy must not have (PostgreSQL manual, "Making a base backup using the low level API"). */
const EMPTY = new Set([
  "pg_wal",
  "pg_dynshmem",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
]);
const LEFT_OUT = new Set(["postmaster.pid", "postmaster.opts", "pg_internal.init"]);

interface Manifest {
  made_at: string;
  server_version: string;
  /** SHA-256 of each file, so that a damaged backup is refused before it takes the place of anything. */
  files: Record<string, string>;
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

async function* filesUnder(folder: string, path = ""): AsyncGenerator<string> {
  for (const entry of await readdir(join(folder, path), { withFileTypes: true })) {
    const inside = path ? `${path}/${entry.name}` : entry.name;
    if (entry.isDirectory()) yield* filesUnder(folder, inside);
    else yield inside;
  }
}

async function fingerprint(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

/** Copies a tree; what vanishes meanwhile was not needed, the server's log remakes what changes meanwhile. */
async function copyTree(
  from: string,
  to: string,
  options: { skips?: (path: string) => boolean; owner?: { uid: number; gid: number } } = {},
  path = "",
): Promise<void> {
  const [source, target] = [join(from, path), join(to, path)];
  const found = await lstat(source).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (!found || options.skips?.(path)) return;
  if (found.isDirectory()) {
    await mkdir(target, { recursive: true, mode: 0o700 });
    for (const name of await readdir(source)) await copyTree(from, to, options, path ? `${path}/${name}` : name);
  } else if (found.isSymbolicLink()) await symlink(await readlink(source), target);
  else
    await copyFile(source, target).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  if (options.owner) await chown(target, options.owner.uid, options.owner.gid).catch(() => undefined);
}

/** The server over this data folder: the one that runs, or one started for the while. */
async function serverOf(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const [port, password] = await Promise.all(
    ["postgres-port", "postgres-password"].map((name) =>
      readFile(join(folder, name), "utf8").then(
        (text) => text.trim(),
        () => "",
      ),
    ),
  );
  const url = `postgres://postgres:${password ?? ""}@127.0.0.1:${port ?? ""}/manilla`;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>("show data_directory");
    await client.end();
    if (rows[0]?.data_directory === resolve(folder, "postgres")) return { url, stop: async () => undefined };
  } catch {
    // Nobody answers: it does not run.
  }
  const started: EmbeddedPostgres = await startPostgres({ folder });
  return { url: Object.assign(new URL(started.admin_url), { pathname: "/manilla" }).href, stop: () => started.stop() };
}

/**
 * Takes a backup of a data folder while it is in use; everything committed before the call is in it.
 * @param options.to a folder that does not exist yet or is empty
 * @throws when `to` holds something
 */
export async function backUp(options: { folder: string; to: string }): Promise<Manifest> {
  const { folder, to } = options;
  await mkdir(to, { recursive: true, mode: 0o700 });
  if ((await readdir(to)).length > 0) throw new Error(`${to} is not empty.`);
  const { url, stop } = await serverOf(folder);
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    const data = join(folder, "postgres");
    // Held by this connection: the server keeps the log from here on until the copy has it.
    await client.query("select pg_create_physical_replication_slot('manilla_backup_' || pg_backend_pid(), true, true)");
    await client.query("select pg_backup_start('manilla', true)");
    await copyTree(data, join(to, "postgres"), {
      skips: (path) =>
        LEFT_OUT.has(path.split("/").at(-1) ?? "") ||
        path === "global/pg_control" ||
        (EMPTY.has(path.split("/")[0] ?? "") && path.includes("/")),
    });
    // Last, so that it never tells of a checkpoint later than the files.
    await copyFile(join(data, "global/pg_control"), join(to, "postgres/global/pg_control"));
    const { rows } = await client.query<{ labelfile: string; spcmapfile: string; server_version: string }>(
      "select labelfile, spcmapfile, current_setting('server_version') as server_version from pg_backup_stop(false)",
    );
    const [stopped] = rows;
    if (!stopped) throw new Error("The server did not say where the backup ends.");
    await writeFile(join(to, "postgres/backup_label"), stopped.labelfile);
    if (stopped.spcmapfile) await writeFile(join(to, "postgres/tablespace_map"), stopped.spcmapfile);
    await copyTree(join(data, "pg_wal"), join(to, "postgres/pg_wal"));
    for (const name of BESIDE) await copyTree(join(folder, name), join(to, "beside", name));
    const files: Record<string, string> = {};
    for await (const path of filesUnder(to)) files[path] = await fingerprint(join(to, path));
    const manifest: Manifest = { made_at: new Date().toISOString(), server_version: stopped.server_version, files };
    await writeFile(join(to, "manifest.json"), JSON.stringify(manifest, null, 1));
    return manifest;
  } finally {
    await client.end();
    await stop();
  }
}

/**
 * Makes a data folder from a backup, starts its server once and proves the ledger.
 * @param options.folder must hold no database yet
 * @param options.keys where the keys are; default: in `folder` already
 * @returns what the ledger's proof says
 * @throws when the folder has a database, a file of the backup is damaged or missing, or a key is missing
 */
export async function restore(options: {
  from: string;
  folder: string;
  keys?: string;
}): Promise<{ made_at: string; is_sound: boolean; transactions: number }> {
  const { from, folder, keys = folder } = options;
  const manifest = JSON.parse(await readFile(join(from, "manifest.json"), "utf8")) as Manifest;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).includes("postgres"))
    throw new Error(`${folder} holds a database already. Restore into another DATA_FOLDER.`);
  const present = await readdir(keys).catch((): string[] => []);
  const missing = KEYS.filter((name) => !present.includes(name));
  if (missing.length > 0)
    throw new Error(
      `Not in ${keys}: ${missing.join(", ")}. A backup can only be read with its keys (--keys <folder>).`,
    );
  for (const [path, expected] of Object.entries(manifest.files)) {
    const found = await fingerprint(join(from, path)).catch(() => "");
    if (found !== expected) throw new Error(`The backup is damaged: ${path}. Nothing was changed.`);
  }
  if (keys !== folder) for (const name of KEYS) await copyFile(join(keys, name), join(folder, name));
  const owner = serverUser();
  if (owner) await chown(folder, owner.uid, owner.gid);
  try {
    await copyTree(join(from, "beside"), folder);
    await copyTree(join(from, "postgres"), join(folder, "postgres"), owner ? { owner } : {});
    for (const name of EMPTY) await mkdir(join(folder, "postgres", name), { recursive: true, mode: 0o700 });
    const server = await startPostgres({ folder });
    const pool = new pg.Pool({ connectionString: server.owner_url, max: 2 });
    // A pool ends before its connections have: the server's farewell to them is no failure of the restore.
    pool.on("error", () => undefined);
    const report = await verifyLedger(pool);
    const { rows } = await pool.query<{ n: string }>("select count(*) as n from ledger.transactions");
    await pool.end();
    await server.stop();
    return { made_at: manifest.made_at, is_sound: report.is_sound, transactions: Number(rows[0]?.n ?? 0) };
  } catch (error) {
    await rm(join(folder, "postgres"), { recursive: true, force: true });
    throw error;
  }
}

if (import.meta.main) {
  const [word, given = "", ...rest] = process.argv.slice(2);
  const folder = process.env.DATA_FOLDER ?? defaultDataFolder();
  try {
    if (!given || (word !== "backup" && word !== "restore"))
      throw new Error(`Say where: npm run ${word === "restore" ? "restore" : "backup"} -- <folder>`);
    if (word === "backup") {
      const { files, made_at } = await backUp({ folder, to: resolve(given) });
      console.log(
        `${Object.keys(files).length} files of ${made_at} in ${resolve(given)}. Not among them: ${KEYS.join(", ")} of ${folder}. Keep those in another place.`,
      );
    } else {
      const keys = rest[0] === "--keys" && rest[1] ? resolve(rest[1]) : undefined;
      const { made_at, is_sound, transactions } = await restore({
        from: resolve(given),
        folder,
        ...(keys && { keys }),
      });
      console.log(
        `Restored into ${folder} as it was at ${made_at}: ${transactions} ledger transactions, the books ${is_sound ? "hold" : "do NOT hold: run npm run ledger:verify"}.`,
      );
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
