/**
 * What docs/scale.md reckons with: statements, milliseconds of the database, rows, bytes and write-ahead log of a loan's day, of a payment and of a page of a list, one at a time, as the server itself
 * counts them (`pg_stat_statements`). Counts and bytes do not depend on what else the machine does; milliseconds do.
 */
import { payFraction } from "@manilla/contract/lending/repayments";
import { prepareLedger } from "@manilla/ledger";
import pg from "pg";
import { queryable } from "../../apps/api/src/db/database.ts";
import { createServer } from "../../apps/api/src/http/server.ts";
import { openProviderAccounts } from "../../apps/api/src/modules/money/books/index.ts";
import { closeBusinessDay } from "../../apps/api/src/modules/platform/business-day/index.ts";
import { FIRST_DAY, fillRunning } from "./close.ts";
import { openReceipts } from "./money-call.ts";
import { fillLoans, fillPeople, startBenchApp } from "./world.ts";

export const COUNTING = { shared_preload_libraries: "pg_stat_statements", "pg_stat_statements.track_planning": "on" };
const LOANS = 10_000;
const LISTED = 200_000;
const CALLS = 300;
/** Statistics of a session reach the server's tables a second after it rests. */
const FLUSHED_MILLISECONDS = 1_500;

interface Counts {
  statements: number;
  executing: number;
  planning: number;
  inserted: number;
  updated: number;
  bytes: number;
  log: number;
}

/** All that the database has done and holds by now. */
async function countsOf(admin: pg.Pool): Promise<Counts> {
  await new Promise((resolve) => setTimeout(resolve, FLUSHED_MILLISECONDS));
  const { rows } = await admin.query<Record<keyof Counts, string>>(`
    select s.*, t.*, pg_current_wal_insert_lsn() - '0/0'::pg_lsn as log
    from (
      select sum(calls) as statements, sum(total_exec_time) as executing, sum(total_plan_time) as planning
      from pg_stat_statements
      where toplevel and dbid = (select oid from pg_database where datname = current_database()) and query !~ 'pg_stat'
    ) s, (
      select sum(n_tup_ins) as inserted, sum(n_tup_upd) as updated, sum(pg_total_relation_size(relid)) as bytes
      from pg_stat_user_tables
    ) t
  `);
  return Object.fromEntries(Object.entries(rows[0]!).map(([name, value]) => [name, Number(value)])) as Record<
    keyof Counts,
    number
  >;
}

/** Prints what one of `times` has cost. */
async function measure(admin: pg.Pool, name: string, times: number, work: () => Promise<unknown>): Promise<void> {
  await admin.query("checkpoint");
  const before = await countsOf(admin);
  await work();
  const after = await countsOf(admin);
  const each = (of: keyof Counts): number => (after[of] - before[of]) / times;
  const cells = [
    each("statements").toFixed(2),
    (each("executing") + each("planning")).toFixed(2),
    each("planning").toFixed(2),
    each("inserted").toFixed(2),
    each("updated").toFixed(2),
    each("bytes").toFixed(0),
    each("log").toFixed(0),
  ];
  console.log(`| ${[name, ...cells].join(" | ")} |`);
}

/** Prints a line for each. @param options.database makes an empty migrated database on a server that counts ({@link COUNTING}) */
export async function benchScale(options: {
  folder: string;
  admin_url: string;
  database(name: string): Promise<{ url: string; app_url: string }>;
}): Promise<void> {
  console.log(
    "\n| work | statements | database, ms | of which planning | rows new | rows changed | bytes of tables and indexes | bytes of log |\n|---|---|---|---|---|---|---|---|",
  );
  async function inWorld(
    name: string,
    people: number,
    work: (world: {
      admin: pg.Pool;
      owner: pg.Pool;
      url: string;
      made: Awaited<ReturnType<typeof startBenchApp>>;
      ask(path: string, body?: unknown): Promise<void>;
    }) => Promise<void>,
  ): Promise<void> {
    const { url, app_url } = await options.database(name);
    const [admin, owner] = [
      new pg.Pool({
        connectionString: Object.assign(new URL(options.admin_url), { pathname: `/${name}` }).href,
        max: 1,
      }),
      new pg.Pool({ connectionString: url, max: 2 }),
    ];
    for (const pool of [admin, owner]) pool.on("error", () => undefined);
    await admin.query("create extension pg_stat_statements");
    await fillPeople(url, people);
    const made = await startBenchApp({ app_url, folder: options.folder, business_date: FIRST_DAY });
    const server = await createServer(made.app);
    const address = await server.listen({ port: 0, host: "127.0.0.1" });
    let asked = 0;
    await work({
      admin,
      owner,
      url,
      made,
      async ask(path, body) {
        const answer = await fetch(`${address}/api${path}`, {
          method: body === undefined ? "GET" : "POST",
          headers: {
            authorization: `Bearer ${made.token}`,
            ...(body !== undefined && {
              "content-type": "application/json",
              "idempotency-key": `scale-${++asked}-key`,
            }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
        await answer.arrayBuffer();
      },
    });
    await server.close();
    await made.stop();
    await Promise.all([admin.end(), owner.end()]);
  }

  await inWorld("scale_day", LOANS, async ({ admin, owner, url, made: { app } }) => {
    await prepareLedger(owner);
    await openProviderAccounts(queryable(app.db));
    await fillRunning(url, LOANS);
    // The first day books what loans had earned before; the second is a day as any other.
    await closeBusinessDay(app);
    await measure(admin, "a loan's day (close of business)", LOANS, () => closeBusinessDay(app));
  });
  await inWorld("scale_pay", LOANS, async ({ admin, owner, url, made: { app }, ask }) => {
    await prepareLedger(owner);
    await openProviderAccounts(queryable(app.db));
    await fillRunning(url, LOANS);
    const ids = await openReceipts(owner);
    const pay = async (from: number): Promise<void> => {
      for (const id of ids.slice(from, from + CALLS))
        await ask(payFraction.path.replace("{id}", id), {
          amount_kobo: 100_000,
          reference: `SCALE-${id}`,
          slip_id: id,
        });
    };
    await pay(0);
    await measure(admin, "a payment (a part received, C106)", CALLS, () => pay(CALLS));
  });
  await inWorld("scale_list", LOANS, async ({ admin, url, ask }) => {
    await fillLoans(url, LISTED);
    const look = async (more: (number: number) => string): Promise<void> => {
      for (let number = 0; number < CALLS; number += 1) await ask(`/admin/personal/loans?limit=20${more(number)}`);
    };
    const ways: [string, (number: number) => string][] = [
      ["newest first", () => ""],
      [
        "another range of amounts each time",
        (number) => `&filter={"principal_kobo":{"min":${1_000_000 + number * 997}}}`,
      ],
    ];
    for (const [name, more] of ways) {
      await look(more);
      await measure(admin, `a page of loans, ${name}`, CALLS, () => look(more));
    }
  });
}
