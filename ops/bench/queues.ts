/** Every queue of people at a million people, through the real call, beside a bare handler of the same rows with an exact count; the person's page; typed search. */
import * as people from "@manilla/contract/people/people";
import * as search from "@manilla/contract/platform/search";
import { type QueueName, queueNames } from "@manilla/contract/people/queues";
import fastify from "fastify";
import pg from "pg";
import { createServer } from "../../apps/api/src/http/server.ts";
import { queueList } from "../../apps/api/src/modules/people/people/lists.ts";
import { queueScope } from "../../apps/api/src/modules/people/people/profiles/index.ts";
import { type Figure, loadNow } from "./figure.ts";
import { waitForTotal } from "./listed.ts";
import { startLoad } from "./load.ts";
import { startBenchApp } from "./world.ts";

const IN_FLIGHT = 8;
const SECONDS = 1.5;

/** Marks that loans, requests and colleagues would have left, on shares of the people like those of a real provider. */
async function mark(url: string, admin_id: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1, options: "-c synchronous_commit=off" });
  const { rows } = await pool.query("select 1 from users where email like 'bench%' and running_loans > 0 limit 1");
  if (rows.length > 0) return pool.end(); // a database that was measured before
  await pool.query("alter table users disable trigger user");
  await pool.query(
    `
      update users u
      set running_loans = case when p.n % 7 = 0 then 1 else 0 end,
        settled_loans = case when p.n % 5 = 0 then 2 else 0 end,
        open_document_requests = case when p.n % 97 = 0 then 1 else 0 end, is_high_end = p.n % 31 = 0,
        assigned_to = case when p.n % 61 = 0 then $1::uuid end, is_post_no_debit = p.n % 1009 = 0,
        has_declined_card = p.n % 401 = 0, referred_by = case when p.n % 23 = 0 then $1::uuid end,
        registration_source = case when p.n % 41 = 0 then 'merchant' else registration_source end
      from (select id, row_number() over (order by id) as n from users where email like 'bench%') p
      where p.id = u.id
    `,
    [admin_id],
  );
  await pool.query("alter table users enable trigger user");
  await pool.query("vacuum analyze users");
  await pool.end();
}

/** @param options.only a part of the names of the figures wanted */
export async function benchQueues(options: {
  url: string;
  app_url: string;
  folder: string;
  only?: string;
}): Promise<Figure[]> {
  const { app, token, stop } = await startBenchApp(options);
  const admin = await app.db
    .selectFrom("users")
    .select("id")
    .where("email", "like", "%@colleague.example")
    .executeTakeFirstOrThrow();
  await mark(options.url, admin.id);
  const server = await createServer(app);
  const address = await server.listen({ port: 0, host: "127.0.0.1" });
  const pool = new pg.Pool({ connectionString: options.app_url, max: 16 });
  const bare = fastify();
  const sqlOf = (queue: QueueName): string => {
    const { sql, parameters } = queueList
      .scoped(queueScope(queue))
      .statement(people.listByStatus.query.parse({ limit: 20 }))
      .compile(app.db);
    if (parameters.length > 0) throw new Error("a queue's words are written out");
    return sql;
  };
  for (const queue of queueNames) {
    const text = sqlOf(queue);
    bare.get(`/rows/${queue}`, async () => ({ items: (await pool.query(`${text} limit 20`)).rows }));
    bare.get(`/${queue}`, async () => {
      const [items, total] = await Promise.all([
        pool.query(`${text} limit 20`),
        pool.query(`select count(*) from (${text}) counted`),
      ]);
      return { items: items.rows, total: total.rows[0] as unknown };
    });
  }
  const bare_address = await bare.listen({ port: 0, host: "127.0.0.1" });
  const load = startLoad();
  const headers = { authorization: `Bearer ${token}`, "accept-encoding": "identity" };
  const figures: Figure[] = [];
  const isWanted = (name: string): boolean => options.only === undefined || name.includes(options.only);
  for (const queue of queueNames.filter((name) => isWanted(`queue ${name}`))) {
    const url = `${address}/api${people.listByStatus.path.replace("{status}", queue)}?limit=20`;
    await waitForTotal(url, headers);
    await load.run({ url, headers, seconds: 0.5, in_flight: IN_FLIGHT });
    const mine = await load.run({ url, headers, seconds: SECONDS, in_flight: IN_FLIGHT });
    const exact = await load.run({ url: `${bare_address}/${queue}`, seconds: SECONDS, in_flight: IN_FLIGHT });
    // Where a queue is short, counting it costs next to nothing and its rows are the work: what they reach alone is the bound (docs/decisions/0012).
    const reachable =
      0.7 *
      ((await load.run({ url: `${bare_address}/rows/${queue}`, seconds: SECONDS, in_flight: IN_FLIGHT })).rate /
        exact.rate);
    figures.push({
      name: `queue ${queue}, 1 M people`,
      ours: mine.rate,
      baseline: exact.rate,
      ratio: mine.rate / exact.rate,
      target: `≥ ${reachable < 28 ? reachable.toFixed(2) : "28"}`,
      load: loadNow(),
      p99: { milliseconds: mine.p99, at_most: 50 },
    });
  }
  const person = await app.db
    .selectFrom("users")
    .select("id")
    .where("email", "=", "bench500000@bench.example")
    .executeTakeFirstOrThrow();
  const ask = async (name: string, path: string): Promise<void> => {
    if (!isWanted(name)) return;
    const url = `${address}/api${path}`;
    await load.run({ url, headers, seconds: 0.5, in_flight: IN_FLIGHT });
    const { rate, p50, p99 } = await load.run({ url, headers, seconds: SECONDS, in_flight: IN_FLIGHT });
    figures.push({
      name,
      ours: rate,
      baseline: Number.NaN,
      ratio: p99,
      target: "≤ 50",
      load: loadNow(),
      note: `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; the figure held against the target is p99 in ms`,
    });
  };
  await ask("the person's page", people.find.path.replace("{id}", person.id));
  await ask("counts of all queues", people.queueCounts.path);
  for (const text of ["Amara Okafor 17", "bench500000", "zzyzx"]) {
    await ask(
      `search of people "${text}"`,
      `${people.search.path}?${new URLSearchParams({ search: text }).toString()}`,
    );
    await ask(`global search "${text}"`, `${search.search.path}?${new URLSearchParams({ q: text }).toString()}`);
  }
  load.stop();
  await bare.close();
  await server.close();
  await pool.end();
  await stop();
  return figures;
}
