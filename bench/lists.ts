/**
 * Lists at a million rows and more, through the real call (session, permission, scope, validation, envelope), beside a bare Fastify + pg
 * handler with an exact count on the same table in the same run. Directus was measured at 0.70 × that bare handler (design/performance.md).
 */
import { performance } from "node:perf_hooks";
import fastify from "fastify";
import pg from "pg";
import { uuidv7 } from "uuidv7";
import { readConfig } from "../apps/api/src/config.ts";
import { createServer } from "../apps/api/src/http/server.ts";
import { openSession } from "../apps/api/src/http/session.ts";
import { createApp } from "../apps/api/src/main.ts";
import { createPerson } from "../apps/api/src/modules/people/index.ts";

export interface Figure {
  name: string;
  ours: number;
  baseline: number;
  ratio: number;
  target: string;
  note?: string;
}

const IN_FLIGHT = 8;

/** Fills `loans` with invented rows, quickly; the portfolio's shape is like a real one: mostly settled and running. */
export async function fillLoans(url: string, rows: number): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  const people = Math.max(1_000, Math.round(rows / 10));
  await pool.query("set synchronous_commit = off");
  await pool.query(
    `insert into users (id, name, last_name, email, created_at)
     select gen_random_uuid(), (array['Amara','Tunde','Ngozi','Ibrahim','Folake','Chidi','Halima','Emeka'])[1 + n % 8], (array['Okafor','Bello','Eze','Sule','Adeyemi','Nwosu','Yusuf','Obi'])[1 + (n / 8) % 8], 'bench' || n || '@bench.example', now() - (n % 900) * interval '1 day'
     from generate_series(1, ${people}) n on conflict do nothing`,
  );
  const product = uuidv7();
  const version = uuidv7();
  await pool.query("insert into loan_products (id, code, name) values ($1, $2, 'Bench loan')", [product, `bench-${product}`]);
  await pool.query(
    `insert into loan_product_versions (id, product_id, valid_from, annual_rate_percent, method, minimum_principal_kobo, maximum_principal_kobo, minimum_instalments, maximum_instalments)
     values ($1, $2, '2020-01-01', 24, 'declining', 1, 100000000000, 1, 60)`,
    [version, product],
  );
  for (let done = 0; done < rows; done += 250_000) {
    const count = Math.min(250_000, rows - done);
    await pool.query(
      `insert into loans (id, reference, user_id, product_id, product_version_id, status, requested_principal_kobo, requested_instalments, principal_kobo, instalment_count, annual_rate_percent, terms,
         outstanding_principal_kobo, overdue_kobo, days_past_due, arrears_bucket, next_due_on, disbursed_on, created_at)
       select gen_random_uuid(), 'LB-' || $1::text || '-' || n, u.id, $2, $3, s.status, p.amount, 12, p.amount, 12, 24, '{}',
         case when s.status = 'settled' then 0 else p.amount / 2 end, case when s.status = 'past_due' then p.amount / 12 else 0 end, case when s.status = 'past_due' then 1 + n % 120 else 0 end,
         case when s.status = 'past_due' then (array['1-30','31-60','61-90','91+'])[1 + (n % 120) / 30] else 'current' end,
         case when s.status = 'settled' then null else current_date + (n % 30) end, current_date - (n % 700), now() - (n % 1000) * interval '1 day' - n * interval '1 millisecond'
       from generate_series(1, ${count}) n
       join lateral (select (array['settled','running','running','settled','past_due','settled','declined','rejected'])[1 + n % 8] as status) s on true
       join lateral (select (1 + (n::bigint * 7919) % 50000) * 10000 as amount) p on true
       join (select id, row_number() over () as k from (select id from users limit ${people}) x) u on u.k = 1 + n % ${people}`,
      [String(done), product, version],
    );
  }
  await pool.query("analyze loans");
  await pool.query("analyze users");
  await pool.end();
}

/** Requests a second with a fixed number in flight, and the slowest hundredth in milliseconds. */
export async function load(url: string, headers: Record<string, string>, seconds: number, inFlight = IN_FLIGHT): Promise<{ rate: number; p99: number }> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1_000;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (performance.now() < end) {
        const before = performance.now();
        const response = await fetch(url, { headers });
        await response.arrayBuffer();
        if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
        times.push(performance.now() - before);
      }
    }),
  );
  times.sort((a, b) => a - b);
  return { rate: times.length / ((performance.now() - started) / 1_000), p99: times[Math.floor(times.length * 0.99)] ?? 0 };
}

const COLUMNS = "l.id, l.reference, u.name, u.last_name, p.name as product, l.status, l.principal_kobo, l.instalment_count, l.annual_rate_percent, l.outstanding_principal_kobo, l.overdue_kobo, l.days_past_due, l.next_due_on, l.created_at";
const JOINS = "loans l join users u on u.id = l.user_id join loan_products p on p.id = l.product_id";

const cases = [
  { name: "newest first", query: "", where: "true", order: "l.created_at desc, l.id desc", page: 1 },
  { name: "running, by amount", query: `filter=${encodeURIComponent('{"status":["running"]}')}&sortColumn=principal_kobo&sortOrder=desc`, where: "l.status = 'running'", order: "l.principal_kobo desc, l.id desc", page: 1 },
  { name: "past due, by days", query: `filter=${encodeURIComponent('{"status":["past_due"]}')}&sortColumn=days_past_due&sortOrder=desc`, where: "l.status = 'past_due'", order: "l.days_past_due desc, l.id desc", page: 1 },
  { name: "amount between, newest first", query: `filter=${encodeURIComponent('{"principal_kobo":{"min":100000000,"max":200000000}}')}`, where: "l.principal_kobo between 100000000 and 200000000", order: "l.created_at desc, l.id desc", page: 1 },
  { name: "page 40,000", query: "page=40000", where: "true", order: "l.created_at desc, l.id desc", page: 40_000 },
];

/** @param options.rows how many loans; @param options.seconds for each measurement */
export async function benchLists(options: { url: string; app_url: string; rows: number; seconds?: number; folder: string }): Promise<Figure[]> {
  const seconds = options.seconds ?? 4;
  const { app, stop } = await createApp(readConfig({ NODE_ENV: "test", DATABASE_URL: options.app_url, DATA_FOLDER: options.folder, LOG_LEVEL: "silent", RATE_LIMIT: "0", RUN: "api" }));
  await app.db.insertInto("business_calendar").values({ business_date: "2026-01-15" }).onConflict((conflict) => conflict.doNothing()).execute();
  const user_id = await app.db.transaction().execute((tx) =>
    createPerson(tx, app, { name: "Bench", last_name: "Person", email: `${uuidv7()}@bench.example`, phone: null, password_hash: null, change_password_at: new Date(), roles: ["super_admin"] }),
  );
  const { token } = await openSession(app.db, { user_id, network_address: "127.0.0.1", device: "bench" });
  const server = await createServer(app);
  const ours = await server.listen({ port: 0, host: "127.0.0.1" });

  const pool = new pg.Pool({ connectionString: options.app_url, max: 16 });
  const bare = fastify();
  for (const [index, { where, order, page }] of cases.entries()) {
    const select = `select ${COLUMNS} from ${JOINS} where ${where} order by ${order} limit 20 offset ${(page - 1) * 20}`;
    bare.get(`/exact/${index}`, async () => {
      const [rows, count] = await Promise.all([pool.query(select), pool.query(`select count(*) from loans l where ${where}`)]);
      return { items: rows.rows, total: count.rows[0] };
    });
    bare.get(`/same/${index}`, async () => ({ items: (await pool.query(select)).rows }));
  }
  const bareAddress = await bare.listen({ port: 0, host: "127.0.0.1" });

  const figures: Figure[] = [];
  const headers = { authorization: `Bearer ${token}`, "accept-encoding": "identity" };
  for (const [index, { name, query, page }] of cases.entries()) {
    if (page > options.rows / 20) continue;
    const url = `${ours}/api/admin/personal/loans?limit=20&${query}`;
    // The first request of a large filter sets its one background count going, as it would for the first person of the day.
    await fetch(url, { headers }).then((response) => response.arrayBuffer());
    await new Promise((resolve) => setTimeout(resolve, Math.min(20_000, 1_500 + options.rows / 250)));
    await load(url, headers, 1);
    const mine = await load(url, headers, seconds);
    const exact = await load(`${bareAddress}/exact/${index}`, {}, seconds);
    const label = `${(options.rows / 1_000_000).toLocaleString("en")} M rows, ${name}`;
    figures.push({ name: label, ours: mine.rate, baseline: exact.rate, ratio: mine.rate / exact.rate, target: "≥ 28", note: `p99 ${mine.p99.toFixed(0)} ms` });
    if (page === 1) {
      const same = await load(`${bareAddress}/same/${index}`, {}, seconds);
      figures.push({ name: `${label}: beside a bare handler of the same SQL`, ours: mine.rate, baseline: same.rate, ratio: mine.rate / same.rate, target: "≥ 0.7" });
    }
  }
  await bare.close();
  await pool.end();
  await server.close();
  await stop();
  return figures;
}
