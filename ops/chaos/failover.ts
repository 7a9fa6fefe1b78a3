/**
 * `npm run chaos -- failover` (promises M3, O1): two PostgreSQL nodes with a synchronous standby under Patroni, etcd and haproxy (Debian's packages; installed by itself as root), a call that
 * moves money through the whole application in front, and the primary killed again and again. What was acknowledged is there, once; how long no write was answered is printed.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import cookie from "@fastify/cookie";
import { post } from "@manilla/contract/endpoint";
import { positiveKobo } from "@manilla/contract/money";
import { openAccount, post as postEntry, prepareLedger, verifyLedger } from "@manilla/ledger";
import fastify from "fastify";
import { uuidv7 } from "uuidv7";
import { z } from "zod";
import { readConfig } from "../../apps/api/src/config.ts";
import { queryable } from "../../apps/api/src/db/database.ts";
import { migrate } from "../../apps/api/src/db/migrate.ts";
import { serve } from "../../apps/api/src/http/serve.ts";
import { openSession } from "../../apps/api/src/http/session.ts";
import { createApp } from "../../apps/api/src/main.ts";
import { createPerson } from "../../apps/api/src/modules/people/people/index.ts";
import { BIN, check, endWithVerdict, folderOfPostgres, needPackages, prepareServer } from "./debian.ts";

const [ETCD, PROXY] = [2_479, 5_510];
const nodes = [
  { name: "node1", port: 5_501, rest: 8_101 },
  { name: "node2", port: 5_502, rest: 8_102 },
];
const WORKERS = 16;
const FAST_KILLS = 5;
const WANTED = Number(process.argv[2] ?? 50_000);

needPackages(
  ["postgresql-15", "patroni", "etcd-server", "haproxy"],
  [`${BIN}/postgres`, "/usr/bin/patroni", "/usr/bin/etcd", "/usr/sbin/haproxy"],
);
const { folder, uid, gid } = folderOfPostgres("/var/tmp/manilla-failover-");
const children = new Map<string, ChildProcess>();

/** Each in a group of its own, so that a node goes with everything in it. */
function run(name: string, command: string, args: readonly string[]): void {
  const child = spawn(command, args, {
    uid,
    gid,
    detached: true,
    stdio: "ignore",
    cwd: folder,
    env: { PATH: `${BIN}:/usr/bin:/bin:/usr/sbin`, HOME: folder, LC_ALL: "C.UTF-8" },
  });
  children.set(name, child);
}
const kill = (name: string, signal: NodeJS.Signals): void => {
  const pid = children.get(name)?.pid;
  if (pid) {
    try {
      process.kill(-pid, signal);
    } catch {
      // gone already
    }
  }
};

const patroniOf = ({ name, port, rest }: (typeof nodes)[number]) => `
scope: manilla
name: ${name}
restapi: { listen: "127.0.0.1:${rest}", connect_address: "127.0.0.1:${rest}" }
etcd3: { host: "127.0.0.1:${ETCD}" }
bootstrap:
  dcs: { ttl: 20, loop_wait: 2, retry_timeout: 5, maximum_lag_on_failover: 16777216, synchronous_mode: true, primary_start_timeout: 0, postgresql: { use_pg_rewind: true, parameters: { max_connections: 80, wal_level: replica, max_wal_senders: 6, wal_log_hints: "on", synchronous_commit: "on" } } }
  initdb: [ { encoding: UTF8 }, data-checksums ]
  pg_hba: [ "host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust" ]
postgresql:
  listen: "127.0.0.1:${port}"
  connect_address: "127.0.0.1:${port}"
  data_dir: ${folder}/${name}
  bin_dir: ${BIN}
  pgpass: ${folder}/${name}.pgpass
  authentication: { superuser: { username: postgres, password: "x" }, replication: { username: replicator, password: "x" }, rewind: { username: rewinder, password: "x" } }
  parameters: { unix_socket_directories: "${folder}" }
`;
const HAPROXY = `
global
  maxconn 400
defaults
  mode tcp
  timeout connect 2s
  timeout client 10m
  timeout server 10m
listen primary
  bind 127.0.0.1:${PROXY}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, port, rest }) => `  server ${name} 127.0.0.1:${port} check port ${rest}`).join("\n")}
`;

type Role = "leader" | "sync_standby" | "replica";
async function roles(): Promise<Map<string, Role>> {
  for (const { rest } of nodes) {
    const cluster = await fetch(`http://127.0.0.1:${rest}/cluster`, { signal: AbortSignal.timeout(1_000) }).then(
      (answer) => answer.json() as Promise<{ members: { name: string; role: Role; state: string }[] }>,
      () => undefined,
    );
    if (cluster)
      return new Map(
        cluster.members
          .filter(({ state }) => state === "running" || state === "streaming")
          .map(({ name, role }) => [name, role]),
      );
  }
  return new Map();
}
async function until(what: string, isSo: () => Promise<boolean>, seconds = 90): Promise<void> {
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; await sleep(250))
    if (await isSo().catch(() => false)) return;
  throw new Error(`It did not happen within ${seconds} s: ${what}`);
}
const hasPair = async () => [...(await roles()).values()].toSorted().join(",") === "leader,sync_standby";
const leader = async (): Promise<string> => [...(await roles())].find(([, role]) => role === "leader")?.[0] ?? "";

const transfer = post("/chaos/transfers", {
  spec: "added",
  summary: "A transfer between two accounts",
  audience: "admin",
  can: ["provider:can_view_loans"],
  effect: "moves_money",
  body: z.strictObject({ amount_kobo: positiveKobo }),
  response: z.object({ transaction_id: z.uuid() }),
});

/** Asks until it is answered, with one key: what a client does whose answer was lost. */
async function insist(address: string, token: string, key: string): Promise<string> {
  for (;;) {
    const answer = await fetch(`${address}/chaos/transfers`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}`, "idempotency-key": key },
      body: '{"amount_kobo":100}',
      signal: AbortSignal.timeout(15_000),
    }).catch(() => undefined);
    if (answer?.status === 200)
      return ((await answer.json()) as { data: { transaction_id: string } }).data.transaction_id;
    await answer?.body?.cancel();
    await sleep(50);
  }
}

async function main(): Promise<void> {
  run("etcd", "/usr/bin/etcd", [
    "--data-dir",
    join(folder, "etcd"),
    "--listen-client-urls",
    `http://127.0.0.1:${ETCD}`,
    "--advertise-client-urls",
    `http://127.0.0.1:${ETCD}`,
    "--listen-peer-urls",
    `http://127.0.0.1:${ETCD + 1}`,
    "--initial-advertise-peer-urls",
    `http://127.0.0.1:${ETCD + 1}`,
    "--initial-cluster",
    `default=http://127.0.0.1:${ETCD + 1}`,
  ]);
  writeFileSync(join(folder, "haproxy.cfg"), HAPROXY);
  for (const node of nodes) writeFileSync(join(folder, `${node.name}.yml`), patroniOf(node));
  const startNode = (name: string): void => run(name, "/usr/bin/patroni", [join(folder, `${name}.yml`)]);
  for (const { name } of nodes) startNode(name);
  run("haproxy", "/usr/sbin/haproxy", ["-db", "-f", join(folder, "haproxy.cfg")]);
  await until("a leader and its synchronous standby", hasPair);
  await sleep(2_000);
  const databaseAt = (user: string, database: string) => `postgres://${user}@127.0.0.1:${PROXY}/${database}`;
  await prepareServer(databaseAt);
  const [owner_url, app_url] = [databaseAt("manilla_owner", "manilla"), databaseAt("manilla_app", "manilla")];
  await migrate(owner_url);
  const data = join(folder, "data");
  mkdirSync(data);
  const { app, stop } = await createApp(
    readConfig({
      NODE_ENV: "test",
      DATABASE_URL: app_url,
      DATABASE_OWNER_URL: owner_url,
      DATA_FOLDER: data,
      LOG_LEVEL: "silent",
      RATE_LIMIT: "0",
      RUN: "api",
      DATABASE_POOL: "24",
    }),
  );
  await prepareLedger(queryable(app.db));
  const bank = await openAccount(queryable(app.db), {
    code: "bank",
    name: "Bank",
    type: "asset",
    currency: "NGN",
    hot: true,
  });
  const wallet = await openAccount(queryable(app.db), {
    code: "wallet",
    name: "Wallets",
    type: "liability",
    currency: "NGN",
    hot: true,
  });
  const user_id = await app.db
    .transaction()
    .execute((tx) =>
      createPerson(tx, app, {
        name: "Chaos",
        last_name: "Person",
        email: "chaos@colleague.example",
        phone: null,
        password_hash: null,
        change_password_at: new Date(),
        roles: ["super_admin"],
      }),
    );
  const { token } = await openSession(app.db, { user_id, network_address: "127.0.0.1", device: "chaos" });
  const server = fastify();
  await server.register(cookie);
  serve(server, app, transfer, (context, { body }) =>
    context.once(async (tx) => {
      const { transaction_id } = await postEntry(queryable(tx), {
        key: `chaos:${context.idempotency_key}`,
        kind: "chaos",
        description: "Chaos",
        effective_on: "2026-03-14",
        actor: "chaos",
        postings: [
          { account: bank.id, amount_kobo: body.amount_kobo },
          { account: wallet.id, amount_kobo: -body.amount_kobo },
        ],
      });
      return { transaction_id };
    }),
  );
  const address = await server.listen({ port: 0, host: "127.0.0.1" });

  const acknowledged = new Map<string, string>();
  let lastAnswer = performance.now();
  let gap = 0;
  let isOver = false;
  const answered = (): void => {
    gap = Math.max(gap, performance.now() - lastAnswer);
    lastAnswer = performance.now();
  };
  const workers = Array.from({ length: WORKERS }, async () => {
    while (!isOver) {
      const key = uuidv7();
      acknowledged.set(key, await insist(address, token, key));
      answered();
    }
  });
  const killProcess = async (name: string): Promise<void> => {
    execFileSync("pkill", ["-9", "-o", "-f", `^${BIN}/postgres -D ${folder}/${name}`]);
    await sleep(1_000);
  };
  const measured = async (name: string, most_seconds: number, act: () => Promise<void>): Promise<void> => {
    await sleep(3_000);
    [gap, lastAnswer] = [0, performance.now()];
    await act();
    await until("writes are answered again", async () => performance.now() - lastAnswer < 200 && gap > 0, 60);
    await sleep(2_000);
    check(
      `${name}: writes go on`,
      gap / 1_000 <= most_seconds,
      `no answer for ${(gap / 1_000).toFixed(1)} s of ${most_seconds}, ${acknowledged.size} acknowledged`,
    );
    await until("the pair stands again", hasPair, 120);
  };
  for (let round = 1; round <= 3; round += 1) {
    await measured(`node killed, ${round}`, 25, async () => {
      const name = await leader();
      execFileSync("pkill", ["-9", "-f", `${folder}/${name}`]);
      kill(name, "SIGKILL");
      await until("another leader", async () => ![name, ""].includes(await leader()), 60);
      startNode(name);
    });
  }
  await measured("database process killed", 10, async () => {
    await killProcess(await leader());
  });
  await measured("planned switch", 5, async () => {
    const name = await leader();
    const { rest } = nodes.find((node) => node.name === name) ?? nodes[0]!;
    await fetch(`http://127.0.0.1:${rest}/switchover`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ leader: name }),
    });
    await until("the other one leads", async () => ![name, ""].includes(await leader()), 60);
  });
  // The rest at full speed, with the database's process killed every few thousand writes.
  let killed = 0;
  for (
    const [end, from] = [performance.now() + 600_000, acknowledged.size];
    acknowledged.size < WANTED && performance.now() < end;
    await sleep(200)
  ) {
    if (acknowledged.size < from + (killed + 1) * ((WANTED - from) / (FAST_KILLS + 1))) continue;
    killed += 1;
    await killProcess(await leader());
    await until("the pair stands again", hasPair, 120);
  }
  isOver = true;
  await Promise.all(workers);

  const { rows } = await app.pool.query<{ key: string; id: string }>(
    "select key, id::text from ledger.transactions where kind = 'chaos'",
  );
  const kept = new Map(rows.map(({ key, id }) => [key.slice("chaos:".length), id]));
  const lost = [...acknowledged].filter(([key, id]) => kept.get(key) !== id).length;
  check(
    "every acknowledged write is there",
    lost === 0,
    `${acknowledged.size} acknowledged, ${lost} lost, ${killed} more kills at full speed`,
  );
  check(
    "none is there twice, and none that nobody asked for",
    rows.length === acknowledged.size && kept.size === rows.length,
    `${rows.length} transactions`,
  );
  const report = await verifyLedger(app.pool);
  check("the ledger is sound", report.sums_zero && report.balances_match, report.problems.join("; ") || "no problems");
  await server.close();
  await stop();
}

try {
  await main();
} finally {
  for (const name of children.keys()) kill(name, "SIGKILL");
  spawnSync("pkill", ["-9", "-f", folder]);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
}
endWithVerdict();
