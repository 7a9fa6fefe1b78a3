/**
 * The ledger's speed beside a TPC-B-like load on the same server in the same run. Everything is on: idempotency keys, floors,
 * zero-sum check, 1 % refusals, 1 % repeated keys, the sealer of the hash chain every second.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import {
  type Account,
  type NewTransaction,
  openAccount,
  postMany,
  prepareLedger,
  sealBlock,
  verifyLedger,
} from "@manilla/ledger";
import pg from "pg";
import { type Figure, loadNow, median } from "./figure.ts";

const run = promisify(execFile);

export interface World {
  hot: Account;
  wallets: string[];
  /** Wallets without money. */
  poor: string[];
}

const WALLETS = 20_000;
const pick = <Item>(items: Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item;

/** Fills the baseline's tables. Answers whether the real pgbench is there to run the load. */
export async function prepareBaseline(url: string, pool: pg.Pool, scale: number): Promise<boolean> {
  try {
    await run("pgbench", ["-i", "-q", "-s", String(scale), url]);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    await fillBaseline(pool, scale);
    return false;
  }
}

async function fillBaseline(pool: pg.Pool, scale: number): Promise<void> {
  await pool.query("drop table if exists pgbench_accounts, pgbench_branches, pgbench_history, pgbench_tellers");
  await pool.query(`
    create table pgbench_branches (bid int primary key, bbalance int, filler char(88)) with (fillfactor = 100); create table pgbench_tellers (tid int primary key, bid int, tbalance int, filler char(84)) with (fillfactor = 100); create table pgbench_accounts (aid int primary key, bid int, abalance int, filler char(84)) with (fillfactor = 100); create table pgbench_history (
      tid int, bid int, aid int, delta int, mtime timestamp, filler char(22)
    );
    insert into pgbench_branches
    select i, 0, ''
    from generate_series(1, ${scale}) i;
    insert into pgbench_tellers
    select i, 1 + (i - 1) / 10, 0, ''
    from generate_series(1, ${scale * 10}) i;
    insert into pgbench_accounts
    select i, 1 + (i - 1) / 100000, 0, ''
    from generate_series(1, ${scale * 100_000}) i
  `);
  await pool.query("vacuum analyze pgbench_accounts");
}

/** Transactions a second of `pgbench -b tpcb-like -c 8 -j 2`, from the real program or the same statements from Node. */
export async function measureBaseline(
  url: string,
  pool: pg.Pool,
  isReal: boolean,
  scale: number,
  seconds: number,
): Promise<number> {
  if (!isReal) return measureBaselineFromNode(pool, scale, seconds);
  const { stdout } = await run("pgbench", ["-n", "-b", "tpcb-like", "-c", "8", "-j", "2", "-T", String(seconds), url]);
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1] ?? Number.NaN);
}

async function measureBaselineFromNode(pool: pg.Pool, scale: number, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1_000;
  let done = 0;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      const client = await pool.connect();
      while (performance.now() < until) {
        const [aid, tid, bid, delta] = [
          Math.random() * scale * 100_000,
          Math.random() * scale * 10,
          Math.random() * scale,
          Math.random() * 10_000,
        ].map((value) => 1 + Math.floor(value));
        await client.query("begin");
        await client.query("update pgbench_accounts set abalance = abalance + $1 where aid = $2", [delta, aid]);
        await client.query("select abalance from pgbench_accounts where aid = $1", [aid]);
        await client.query("update pgbench_tellers set tbalance = tbalance + $1 where tid = $2", [delta, tid]);
        await client.query("update pgbench_branches set bbalance = bbalance + $1 where bid = $2", [delta, bid]);
        await client.query(
          "insert into pgbench_history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)",
          [tid, bid, aid, delta],
        );
        await client.query("commit");
        done += 1;
      }
      client.release();
    }),
  );
  return done / seconds;
}

export async function makeWorld(pool: pg.Pool): Promise<World> {
  const hot = await openAccount(pool, { code: "bench_bank", name: "Bank", type: "asset", currency: "NGN", hot: true });
  await pool.query(
    `
      with opened as (
        insert into ledger.accounts (id, code, chart_code, name, type, currency, floor_kobo)
        select gen_random_uuid(), 'bench_wallet:' || i, 'bench_wallet', 'Wallet', 'liability', 'NGN', 0
        from generate_series(1, $1) i
        on conflict do nothing
        returning id, direction, floor_kobo, currency
      )
      insert into ledger.balances (account_id, direction, floor_kobo, currency)
      select id, direction, floor_kobo, currency
      from opened
    `,
    [WALLETS],
  );
  const { rows } = await pool.query<{ id: string }>(
    "select id::text from ledger.accounts where chart_code = 'bench_wallet'",
  );
  const wallets = rows.map((row) => row.id);
  const poor = wallets.splice(0, 100);
  for (let start = 0; start < wallets.length; start += 500) {
    await postMany(
      pool,
      wallets.slice(start, start + 500).map((wallet) => transfer(hot.id, wallet, 1_000_000_000n)),
    );
  }
  return { hot, wallets, poor };
}

let counter = 0;
function transfer(debit: string, credit: string, amount_kobo: bigint): NewTransaction {
  counter += 1;
  return {
    key: `bench-${process.pid}-${Date.now()}-${counter}`,
    kind: "transfer",
    description: "Bench transfer",
    effective_on: "2026-03-14",
    actor: "bench",
    postings: [
      { account: debit, amount_kobo },
      { account: credit, amount_kobo: -amount_kobo },
    ],
  };
}

/** 98 % sound transfers, 1 % that break a floor, 1 % that repeat a key that was answered before. */
function nextTransfer(world: World, mode: "hot" | "random", answered: NewTransaction[]): NewTransaction {
  const chance = Math.random();
  if (chance < 0.01) return transfer(pick(world.poor), mode === "hot" ? world.hot.id : pick(world.wallets), 5n);
  if (chance < 0.02 && answered.length > 0) return pick(answered);
  if (mode === "random") return transfer(pick(world.wallets), pick(world.wallets), 100n);
  return Math.random() < 0.5
    ? transfer(world.hot.id, pick(world.wallets), 100n)
    : transfer(pick(world.wallets), world.hot.id, 100n);
}

const remember = (answered: NewTransaction[], transaction: NewTransaction): void => {
  if (answered.length < 1_000) answered.push(transaction);
  else answered[Math.floor(Math.random() * 1_000)] = transaction;
};

export async function measureBatches(
  pool: pg.Pool,
  world: World,
  mode: "hot" | "random",
  size: number,
  seconds: number,
): Promise<number> {
  const answered: NewTransaction[] = [];
  const began = performance.now();
  const until = began + seconds * 1_000;
  let done = 0;
  await Promise.all(
    [1, 2].map(async () => {
      while (performance.now() < until) {
        const batch = Array.from({ length: size }, () => nextTransfer(world, mode, answered));
        const verdicts = await postMany(pool, batch);
        verdicts.forEach((verdict, index) => {
          const transaction = batch[index];
          if (verdict.verdict === "posted" && transaction && index % 50 === 0) remember(answered, transaction);
        });
        done += size;
      }
    }),
  );
  return done / ((performance.now() - began) / 1_000);
}

/**
 * Measures and proves the books afterwards.
 * @param options.url an owner's address of a migrated database; it is filled with bench rows
 * @param options.quick a smoke run of a few seconds; its figures mean little
 */
export async function benchLedger(options: { url: string; quick?: boolean }): Promise<Figure[]> {
  const [seconds, rounds, scale] = options.quick ? [1, 1, 2] : [2, 5, 20];
  const pool = new pg.Pool({ connectionString: options.url, max: 8 });
  pool.on("error", () => undefined);
  await prepareLedger(pool);
  const world = await makeWorld(pool);
  const isReal = await prepareBaseline(options.url, pool, scale);
  const cases: { name: string; target: string; measure(): Promise<number> }[] = [
    {
      name: "batches of 32, hot account on one side",
      target: "≥ 3.0",
      measure: () => measureBatches(pool, world, "hot", 32, seconds),
    },
    {
      name: "batches of 32, random pairs",
      target: "≥ 3.0",
      measure: () => measureBatches(pool, world, "random", 32, seconds),
    },
    {
      name: "batches of 500, hot account on one side",
      target: "≥ 6.0 (further 10)",
      measure: () => measureBatches(pool, world, "hot", 500, seconds),
    },
    {
      name: "batches of 500, random pairs",
      target: "≥ 6.0 (further 10)",
      measure: () => measureBatches(pool, world, "random", 500, seconds),
    },
  ];
  const seal = setInterval(() => void sealBlock(pool, async () => undefined).catch(() => undefined), 1_000);
  const measured = cases.map(({ name, target }) => ({
    name,
    target,
    figures: [] as { ours: number; baseline: number }[],
  }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { measure }] of cases.entries()) {
      // Other people use the machine too: each figure is held against a baseline measured the moment before.
      const baseline = await measureBaseline(options.url, pool, isReal, scale, seconds);
      measured[index]?.figures.push({ baseline, ours: await measure() });
    }
  }
  clearInterval(seal);
  const report = await verifyLedger(pool);
  await pool.query("drop table if exists pgbench_accounts, pgbench_branches, pgbench_history, pgbench_tellers");
  await pool.end();
  if (!report.is_sound) throw new Error(`The books do not hold after the bench: ${JSON.stringify(report.problems)}`);
  const load = loadNow();
  const rate = (name: string) =>
    median(measured.find((one) => one.name === name)?.figures.map((figure) => figure.ours) ?? []);
  return [
    ...measured.map(({ name, target, figures }) => ({
      name: `ledger, ${name}, transfers a second`,
      target,
      load,
      ours: median(figures.map((figure) => figure.ours)),
      baseline: median(figures.map((figure) => figure.baseline)),
      ratio: median(figures.map((figure) => figure.ours / figure.baseline)),
      note: `${rounds} rounds`,
    })),
    {
      name: "ledger, hot beside random, batches of 32",
      ours: rate("batches of 32, hot account on one side"),
      baseline: rate("batches of 32, random pairs"),
      ratio: rate("batches of 32, hot account on one side") / rate("batches of 32, random pairs"),
      target: "≥ 0.85",
      load,
    },
  ];
}
