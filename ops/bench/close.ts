/**
 * Close of business beside bare set-based SQL that reads the same loans and writes the same rows (physical limit): copies of the tables with their
 * indexes, no triggers, no keys to prove, no judgement of floors, everything in a handful of statements. A normal day: most loans earn, a thirtieth falls due.
 */
import pg from "pg";
import { createApp } from "../../apps/api/src/main.ts";
import { queryable } from "../../apps/api/src/db/database.ts";
import { readConfig } from "../../apps/api/src/config.ts";
import { openProviderAccounts } from "../../apps/api/src/modules/money/books/index.ts";
import { closeBusinessDay } from "../../apps/api/src/modules/platform/business-day/index.ts";
import { prepareLedger } from "@manilla/ledger";
import { type Figure, loadNow } from "./figure.ts";
import { fillPeople } from "./world.ts";

export const FIRST_DAY = "2026-03-10";

/** Running loans of twelve months in all their ages, with their accounts; what fell due before is paid. Ids grow with time, as the application makes them. */
export async function fillRunning(url: string, loans: number): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1, options: "-c synchronous_commit=off" });
  for (const table of ["loans", "repayments"]) await pool.query(`alter table ${table} disable trigger user`);
  await pool.query(
    "insert into loan_products (id, code, name) select gen_random_uuid(), 'bench-close', 'Bench' on conflict do nothing",
  );
  await pool.query(`
    insert into loan_product_versions (
      id, product_id, valid_from, annual_rate_percent, method, minimum_principal_kobo, maximum_principal_kobo,
      minimum_instalments, maximum_instalments, grace_days, penalty
    )
    select gen_random_uuid(), id, '2020-01-01', 24, 'declining', 1, 100000000000, 1, 60, 3,
      '{"kind": "percent_once", "percent": "1"}'
    from loan_products
    where code = 'bench-close'
      and not exists (select 1 from loan_product_versions v where v.product_id = loan_products.id)
  `);
  await pool.query(
    `
      insert into loans (
        id, reference, user_id, product_id, product_version_id, status, requested_principal_kobo,
        requested_instalments, principal_kobo, instalment_count, annual_rate_percent, terms,
        outstanding_principal_kobo, next_due_on, disbursed_on, first_due_on, created_at
      )
      select uuidv7(), 'LC-' || n, u.id, v.product_id, v.id, 'running', 12000000, 12, 12000000, 12, 24,
        '{"annual_rate_percent":"24","method":"declining","interest":"per_period","day_count":"actual/365"}',
        12000000 - 1000000 * (age / 30), $1::date - age + 30 * (1 + age / 30), $1::date - age, $1::date - age + 30,
        now()
      from (select n, n % 330 as age from generate_series(1, ${loans}) n) n join (
        select id, row_number() over () as k from users where email like 'bench%' limit ${loans}
      ) u on u.k = n.n
      cross join (
        select v.id, v.product_id
        from loan_product_versions v
        join loan_products p on p.id = v.product_id
        where p.code = 'bench-close'
      ) v
    `,
    [FIRST_DAY],
  );
  await pool.query(
    `
      insert into repayments (
        id, loan_id, user_id, number, status, due_on, principal_kobo, interest_kobo, balance_kobo,
        paid_principal_kobo, paid_interest_kobo, paid_on
      )
      select uuidv7(), l.id, l.user_id, k, case when is_past then 'paid' else 'scheduled' end,
        l.disbursed_on + 30 * k, 1000000, 240000 - 20000 * (k - 1), 12000000 - 1000000 * k,
        case when is_past then 1000000 else 0 end, case when is_past then 240000 - 20000 * (k - 1) else 0 end,
        case when is_past then l.disbursed_on + 30 * k end
      from loans l
      cross join generate_series(1, 12) k
      cross join lateral (select l.disbursed_on + 30 * k <= $1::date as is_past) p
      where l.reference like 'LC-%'
    `,
    [FIRST_DAY],
  );
  await pool.query(
    `
      with opened as (
        insert into ledger.accounts (id, code, chart_code, name, type, currency, owner_type, owner_id, floor_kobo)
        select uuidv7(), c || ':' || l.id, c, 'Loan', 'asset', 'NGN', 'loan', l.id::text,
          case when c = 'loan_interest' then null else 0 end
        from loans l
        cross join unnest(array['loan_principal', 'loan_interest', 'loan_fees', 'loan_penalty']) c
        where l.reference like 'LC-%'
        returning id, direction, floor_kobo, currency
      )
      insert into ledger.balances (account_id, direction, floor_kobo, currency)
      select id, direction, floor_kobo, currency
      from opened
    `,
  );
  for (const table of ["loans", "repayments"]) await pool.query(`alter table ${table} enable trigger user`);
  for (const table of ["loans", "repayments", "ledger.accounts", "ledger.balances"])
    await pool.query(`vacuum analyze ${table}`);
  await pool.end();
}

const COPIED = ["loans", "repayments", "transitions", "notifications", "repayment_reminders", "arrears_history"];

/** Copies of the tables as they are before the day, with their indexes and nothing else. */
async function copyTables(pool: pg.Pool): Promise<void> {
  await pool.query("drop schema if exists bare cascade; create schema bare");
  for (const table of [...COPIED, "ledger.transactions", "ledger.postings", "ledger.balances", "pgboss.job"]) {
    const copy = `bare.${table.split(".").at(-1) ?? table}`;
    await pool.query(`create table ${copy} (like ${table} including defaults including indexes including storage)`);
    if (["loans", "repayments", "ledger.balances"].includes(table))
      await pool
        .query(`insert into ${copy} overriding system value select * from ${table}`)
        .catch(() => pool.query(`insert into ${copy} select * from ${table}`));
    await pool.query(`vacuum analyze ${copy}`);
  }
}

/** The day again with bare statements, from what it wrote. @returns seconds */
async function runBare(pool: pg.Pool, day: string, from: { position: string; job: Date }): Promise<number> {
  const client = await pool.connect();
  // What the day wrote lies ready, so that reading it is not counted.
  const staged = {
    transactions: `select * from ledger.transactions where position >= ${from.position}`,
    postings: `select * from ledger.postings where position >= ${from.position}`,
    transitions: "select * from transitions",
    notifications: "select * from notifications",
    repayment_reminders: "select * from repayment_reminders",
    arrears_history: "select * from arrears_history",
    job: "select * from pgboss.job where created_on >= $1",
  };
  for (const [table, select] of Object.entries(staged)) {
    await client.query(
      `create temporary table staged_${table} as ${select.replace("$1", `'${from.job.toISOString()}'`)}`,
    );
    await client.query(`analyze staged_${table}`);
  }
  const started = performance.now();
  await client.query("begin");
  await client.query(
    `
      update bare.loans l
      set accrued_interest_kobo = l.accrued_interest_kobo + e.difference, accrued_to = $1::date
      from (
        select b.id,
          coalesce(sum(r.interest_kobo) filter (where r.due_on <= $1::date), 0) - coalesce(sum(r.paid_interest_kobo), 0) + coalesce(
            (array_agg(r.interest_kobo order by r.due_on) filter (where r.due_on > $1::date))[1] / 30, 0
          ) - min(b.accrued_interest_kobo) as difference
        from bare.loans b
        join bare.repayments r on r.loan_id = b.id
        where b.status in ('running', 'past_due', 'stop_requested') and r.status <> 'superseded'
        group by b.id
      ) e
      where e.id = l.id
    `,
    [day],
  );
  for (const table of Object.keys(staged))
    await client.query(`insert into bare.${table} select * from staged_${table}`);
  await client.query(
    `
      update bare.balances b
      set balance_kobo = b.balance_kobo + p.amount
      from (select account_id, sum(amount_kobo)::bigint as amount from staged_postings group by 1) p
      where p.account_id = b.account_id
    `,
  );
  await client.query(
    `
      update bare.repayments r
      set status = t.to_state, version = version + 1
      from staged_transitions t
      where t.subject_id = r.id
    `,
  );
  await client.query("commit");
  const seconds = (performance.now() - started) / 1_000;
  for (const table of Object.keys(staged)) await client.query(`drop table staged_${table}`);
  client.release();
  return seconds;
}

/** @returns seconds of our day and of the bare one, megabytes over rest, and the seconds of each step */
export async function closeOnce(options: {
  url: string;
  app_url: string;
  folder: string;
  loans: number;
}): Promise<{ ours: number; bare: number; memory: number; steps: string; written: number }> {
  await fillPeople(options.url, options.loans);
  await fillRunning(options.url, options.loans);
  const { app, stop } = await createApp(
    readConfig({
      NODE_ENV: "test",
      DATABASE_URL: options.app_url,
      DATA_FOLDER: options.folder,
      LOG_LEVEL: "silent",
      RATE_LIMIT: "0",
      RUN: "api",
    }),
  );
  const pool = new pg.Pool({ connectionString: options.url, max: 2 });
  await prepareLedger(pool);
  await openProviderAccounts(queryable(app.db));
  await app.db
    .insertInto("business_calendar")
    .values({ business_date: FIRST_DAY })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // The first day books what loans had earned before; the second is a day as any other.
  const day = await closeBusinessDay(app);
  for (const table of ["loans", "repayments", "ledger.balances", "ledger.transactions"])
    await pool.query(`vacuum analyze ${table}`);
  await pool.query(
    "delete from notifications; delete from repayment_reminders; delete from transitions; delete from arrears_history",
  );
  await copyTables(pool);
  // A day lies between two closes: nobody's pages are still in the write-ahead log, and the first change of each is written whole, in the small run as in the large.
  await pool.query("checkpoint");
  const { rows } = await pool.query<{ position: string; job: Date }>(
    "select (coalesce(max(position), 0) + 1)::text as position, now() as job from ledger.transactions",
  );
  const rest = process.memoryUsage().rss;
  let most = rest;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50);
  const steps = new Map<string, number>();
  let last = performance.now();
  const started = last;
  await closeBusinessDay(app, {
    onProgress({ step }) {
      const now = performance.now();
      steps.set(step, (steps.get(step) ?? 0) + now - last);
      last = now;
    },
  });
  const ours = (performance.now() - started) / 1_000;
  clearInterval(watch);
  const { rows: written } = await pool.query<{ n: string }>(
    "select count(*) as n from ledger.transactions where position >= $1",
    [rows[0]?.position],
  );
  const bare = await runBare(pool, day, rows[0] ?? { position: "0", job: new Date() });
  await pool.query("drop schema bare cascade");
  await pool.end();
  await stop();
  return {
    ours,
    bare,
    memory: (most - rest) / 1_048_576,
    written: Number(written[0]?.n ?? 0),
    steps: [...steps]
      .filter(([, milliseconds]) => milliseconds > 50)
      .map(([name, milliseconds]) => `${name} ${(milliseconds / 1_000).toFixed(1)} s`)
      .join(", "),
  };
}

/** @param options.database makes an empty migrated database of its own and answers its addresses */
export async function benchClose(options: {
  folder: string;
  database(name: string): Promise<{ url: string; app_url: string }>;
}): Promise<Figure[]> {
  const small = await closeOnce({ ...(await options.database("close_small")), folder: options.folder, loans: 10_000 });
  const large = await closeOnce({ ...(await options.database("close_large")), folder: options.folder, loans: 100_000 });
  const load = loadNow();
  return [
    {
      name: "close of business, 100,000 running loans, loans a second",
      ours: 100_000 / large.ours,
      baseline: 100_000 / large.bare,
      ratio: large.bare / large.ours,
      target: "≥ 0.25",
      load,
      note: `${large.ours.toFixed(1)} s, bare ${large.bare.toFixed(1)} s, ${large.written} postings' transactions; ${large.steps}`,
    },
    {
      name: "    … beside a tenth of the loans, seconds",
      ours: large.ours,
      baseline: small.ours,
      ratio: large.ours / small.ours,
      target: "≤ 11",
      load,
      note: `${small.ours.toFixed(1)} s, bare ${small.bare.toFixed(1)} s; ${small.steps}`,
    },
    {
      name: "    … memory over rest, GB",
      ours: large.memory / 1_024,
      baseline: 1,
      ratio: large.memory / 1_024,
      target: "≤ 1",
      load,
    },
  ];
}
