/**
 * `npm run chaos -- restore` (promise O2): a PostgreSQL server of Debian's archives its log with pgbackrest, a full backup is taken while money moves, and the books are brought back to moments chosen
 * afterwards: what was acknowledged before the moment is there, what began after it is not, the ledger holds. How long each took is printed.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { chownSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type NewTransaction,
  openAccount,
  post,
  postMany,
  prepareLedger,
  sealBlock,
  verifyLedger,
} from "@manilla/ledger";
import pg from "pg";
import { migrate } from "../../apps/api/src/db/migrate.ts";
import { BIN, check, endWithVerdict, folderOfPostgres, needPackages, prepareServer } from "./debian.ts";

const [PORT, RESTORED_PORT] = [5_521, 5_522];
const LOADED = Number(process.argv[2] ?? 100_000);
const MOMENTS = 3;
const PGBACKREST = "/usr/bin/pgbackrest";

needPackages(["postgresql-15", "pgbackrest"], [`${BIN}/postgres`, PGBACKREST]);
const { folder, uid, gid } = folderOfPostgres("/var/tmp/manilla-restore-");
const asPostgres = { uid, gid, cwd: folder, env: { PATH: `${BIN}:/usr/bin:/bin`, HOME: folder, LC_ALL: "C.UTF-8" } };
const inFolder = (name: string): string => {
  mkdirSync(join(folder, name), { mode: 0o700 });
  chownSync(join(folder, name), uid, gid);
  return join(folder, name);
};
const [data, repository, restored] = ["data", "repository", "restored"].map(inFolder) as [string, string, string];
const configuration = join(folder, "pgbackrest.conf");
writeFileSync(
  configuration,
  `[global]\nrepo1-path=${repository}\nrepo1-retention-full=2\nlog-path=${inFolder("log")}\nlock-path=${inFolder("lock")}\nlog-level-console=warn\nstart-fast=y\nprocess-max=2\n[manilla]\npg1-path=${data}\npg1-port=${PORT}\npg1-socket-path=${folder}\n`,
);
const servers: ChildProcess[] = [];

const pgbackrest = (...args: string[]): void =>
  void execFileSync(PGBACKREST, [`--config=${configuration}`, "--stanza=manilla", ...args], {
    ...asPostgres,
    stdio: ["ignore", "ignore", "inherit"],
  });
const address = (user: string, database: string, port = PORT) => `postgres://${user}@127.0.0.1:${port}/${database}`;

async function startServer(directory: string, port: number, settings: Record<string, string>): Promise<void> {
  const given = { port: String(port), listen_addresses: "127.0.0.1", unix_socket_directories: folder, ...settings };
  servers.push(
    spawn(
      `${BIN}/postgres`,
      ["-D", directory, ...Object.entries(given).flatMap(([key, value]) => ["-c", `${key}=${value}`])],
      { ...asPostgres, stdio: "ignore" },
    ),
  );
  for (let attempt = 0; attempt < 2_400; attempt += 1) {
    const client = new pg.Client({ connectionString: address("postgres", "postgres", port) });
    client.on("error", () => undefined);
    try {
      await client.connect();
      // A restored server answers questions before it has reached its moment; it is ready when it takes writes.
      const { rows } = await client.query<{ is_behind: boolean }>("select pg_is_in_recovery() as is_behind");
      if (rows[0]?.is_behind === false) return await client.end();
      await client.end();
    } catch {
      // not yet
    }
    await sleep(50);
  }
  throw new Error("The server did not answer within two minutes.");
}
async function stopServer(): Promise<void> {
  const server = servers.pop();
  if (!server || server.exitCode !== null) return;
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGINT");
  await ended;
}

interface Written {
  key: string;
  began: number;
  acknowledged: number;
}

async function main(): Promise<void> {
  execFileSync(
    `${BIN}/initdb`,
    ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-instructions"],
    { ...asPostgres, stdio: "ignore" },
  );
  await startServer(data, PORT, {
    archive_mode: "on",
    wal_level: "replica",
    archive_command: `pgbackrest --config=${configuration} --stanza=manilla archive-push %p`,
    archive_timeout: "5",
  });
  pgbackrest("stanza-create");
  await prepareServer(address);
  await migrate(address("manilla_owner", "manilla"));
  const pool = new pg.Pool({ connectionString: address("manilla_owner", "manilla"), max: 8 });
  pool.on("error", () => undefined);
  await prepareLedger(pool);
  const bank = await openAccount(pool, { code: "bank", name: "Bank", type: "asset", currency: "NGN", hot: true });
  const wallet = await openAccount(pool, {
    code: "wallet",
    name: "Wallets",
    type: "liability",
    currency: "NGN",
    hot: true,
  });
  let number = 0;
  const transfer = (): NewTransaction => ({
    key: `restore-${(number += 1)}`,
    kind: "restore",
    description: "Restore",
    effective_on: "2026-03-14",
    actor: "restore",
    postings: [
      { account: bank.id, amount_kobo: 100n },
      { account: wallet.id, amount_kobo: -100n },
    ],
  });
  for (let done = 0; done < LOADED; done += 500) await postMany(pool, Array.from({ length: 500 }, transfer));

  // From here on as in operation: single transfers, the chain sealed each second, and a full backup meanwhile.
  const written: Written[] = [];
  const seal = setInterval(() => void sealBlock(pool, async () => undefined).catch(() => undefined), 1_000);
  let isOver = false;
  const writers = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      const transaction = transfer();
      const began = Date.now();
      await post(pool, transaction);
      written.push({ key: transaction.key, began, acknowledged: Date.now() });
      await sleep(2);
    }
  });
  const backupBegan = performance.now();
  // In a process of its own, so that the writers go on.
  await new Promise<void>((resolve, reject) =>
    spawn(PGBACKREST, [`--config=${configuration}`, "--stanza=manilla", "--type=full", "backup"], {
      ...asPostgres,
      stdio: "inherit",
    }).once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`pgbackrest backup: ${code}`)))),
  );
  console.log(
    `full backup of ${LOADED} transactions while others are written: ${((performance.now() - backupBegan) / 1_000).toFixed(1)} s`,
  );
  const moments: number[] = [];
  for (let n = 0; n < MOMENTS; n += 1) {
    await sleep(2_000 + Math.random() * 3_000);
    moments.push(Date.now());
  }
  await sleep(1_500);
  isOver = true;
  await Promise.all(writers);
  clearInterval(seal);
  await pool.query("select pg_switch_wal()").catch(() => undefined);
  await pool.end();
  await stopServer();

  for (const moment of moments) {
    const began = performance.now();
    const target = new Date(moment).toISOString().replace("T", " ").replace("Z", "+00");
    rmSync(restored, { recursive: true, force: true });
    mkdirSync(restored, { mode: 0o700 });
    chownSync(restored, uid, gid);
    pgbackrest(`--pg1-path=${restored}`, "--type=time", `--target=${target}`, "--target-action=promote", "restore");
    await startServer(restored, RESTORED_PORT, { archive_mode: "off" });
    const seconds = (performance.now() - began) / 1_000;
    const again = new pg.Pool({ connectionString: address("manilla_owner", "manilla", RESTORED_PORT), max: 2 });
    again.on("error", () => undefined);
    const { rows } = await again.query<{ key: string }>("select key from ledger.transactions where kind = 'restore'");
    const kept = new Set(rows.map(({ key }) => key));
    const missing = written.filter(({ key, acknowledged }) => acknowledged < moment && !kept.has(key)).length;
    const early = written.filter(({ key, began: at }) => at > moment && kept.has(key)).length;
    const report = await verifyLedger(again);
    check(
      `restored to ${target}`,
      missing === 0 && early === 0 && kept.size >= LOADED,
      `${kept.size} transactions, ${missing} of before missing, ${early} of after there, ${seconds.toFixed(1)} s`,
    );
    check("    … its ledger holds", report.is_sound, report.problems.join("; ") || "no problems");
    await again.end();
    await stopServer();
  }
}

try {
  await main();
} finally {
  for (const server of servers) server.kill("SIGKILL");
  spawnSync("pkill", ["-9", "-f", folder]);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
}
endWithVerdict();
