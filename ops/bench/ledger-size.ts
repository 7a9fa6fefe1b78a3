/** The ledger with ten thousand entries and with ten million: the same load on both, in the same run. Takes minutes. */
import { prepareLedger } from "@manilla/ledger";
import pg from "pg";
import { type Figure, loadNow, median } from "./figure.ts";
import { makeWorld, measureBatches } from "./ledger.ts";

const ROUNDS = 5;
const SECONDS = 2;
const TRANSACTIONS = 5_000_000;
const AT_ONCE = 100_000;

/** Two entries each, between accounts of the bench, written as the ledger's own function writes them: guards and balances included. */
async function fill(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  await client.query("set synchronous_commit = off");
  await client.query(
    `
      create temporary table wallet as
      select id, row_number() over () - 1 as n
      from ledger.accounts
      where chart_code = 'bench_wallet'
    `,
  );
  await client.query("create unique index on wallet (n); analyze wallet");
  const { rows } = await client.query<{ n: string }>("select count(*) as n from wallet");
  const wallets = Number(rows[0]?.n ?? 1);
  for (let done = 0; done < TRANSACTIONS; done += AT_ONCE) {
    await client.query("begin");
    await client.query(
      `
        create temporary table fresh on commit drop as
        select uuidv7() as id, n, (n * 7919) % ${wallets} as a, (n * 104729 + 1) % ${wallets} as b
        from generate_series(${done}::bigint, ${done + AT_ONCE - 1}::bigint) n
      `,
    );
    await client.query(
      `
        insert into ledger.transactions (
          id, key, request_hash, kind, description, effective_on, recorded_at, position, actor, metadata
        )
        select id, 'fill-' || n, 'fill', 'transfer', 'Fill', date '2026-01-01' + (n % 60)::int, now(),
          ledger.current_position(), 'bench', '{}'
        from fresh
      `,
    );
    await client.query(
      `
        insert into ledger.postings (
          transaction_id, number, account_id, amount_kobo, currency, effective_on, recorded_at, position
        )
        select f.id, s.number, w.id, s.amount, 'NGN', date '2026-01-01' + (f.n % 60)::int, now(),
          ledger.current_position()
        from fresh f
        cross join (values (1, 100), (2, -100)) s (number, amount)
        join wallet w on w.n = case when s.number = 1 then f.a else f.b end
        where f.a <> f.b
      `,
    );
    await client.query("commit");
  }
  client.release();
  await pool.query("vacuum analyze ledger.transactions");
  await pool.query("vacuum analyze ledger.balances");
  await pool.query("analyze ledger.postings");
  await pool.query("checkpoint").catch(() => undefined);
}

/** @returns for each way of posting, the speed with few entries beside the speed with many */
export async function benchLedgerSize(options: { url: string }): Promise<Figure[]> {
  const pool = new pg.Pool({ connectionString: options.url, max: 8 });
  await prepareLedger(pool);
  const world = await makeWorld(pool);
  const ways = [
    { name: "batches of 32, hot", measure: () => measureBatches(pool, world, "hot", 32, SECONDS) },
    { name: "batches of 32, random pairs", measure: () => measureBatches(pool, world, "random", 32, SECONDS) },
    { name: "batches of 500, random pairs", measure: () => measureBatches(pool, world, "random", 500, SECONDS) },
  ];
  const measureAll = async (): Promise<number[]> => {
    const figures: number[][] = ways.map(() => []);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [index, way] of ways.entries()) figures[index]?.push(await way.measure());
    return figures.map(median);
  };
  const few = await measureAll();
  const load_few = loadNow();
  await fill(pool);
  const many = await measureAll();
  const { rows } = await pool.query<{ n: string }>("select count(*) as n from ledger.postings");
  await pool.end();
  const load = loadNow();
  return ways.map(({ name }, index) => {
    const [before, after] = [few[index] ?? Number.NaN, many[index] ?? Number.NaN];
    return {
      name: `ledger with ${Number(rows[0]?.n).toLocaleString("en")} entries, ${name}: times slower than with few`,
      ours: after,
      baseline: before,
      ratio: before / after,
      target: "≤ 1.2",
      load,
      note: `${ROUNDS} rounds; load with few ${load_few.toFixed(1)}`,
    };
  });
}
