/**
 * Payments over HTTP with session, permission, key, limits, audit and notification: a person sends money to another wallet and to a bank (C304) and buys airtime
 * (C341), beside the TPC-B-like load of the same run. What a provider answers is not waited for: the worker asks it, and none runs here; only the bank's name for an
 * account is asked before, and answered at once here. Each request is of another person. The books are proved afterwards. `quick` has one round.
 */
import { buyAirtime } from "@manilla/contract/payments/bills";
import { initiate } from "@manilla/contract/payments/transfers";
import { postMany, prepareLedger, trialBalance } from "@manilla/ledger";
import pg from "pg";
import { queryable } from "../../apps/api/src/db/database.ts";
import type { App } from "../../apps/api/src/house/app.ts";
import { openSession } from "../../apps/api/src/http/session.ts";
import { createServer } from "../../apps/api/src/http/server.ts";
import { accountOf, openCashWallet, openProviderAccounts } from "../../apps/api/src/modules/money/books/index.ts";
import { makeNuban } from "../../apps/sandbox/src/nuban.ts";
import { type Figure, loadNow, median, processorMilliseconds } from "./figure.ts";
import { measureBaseline, prepareBaseline } from "./ledger.ts";
import { startLoad } from "./load.ts";
import { fillPeople, startBenchApp } from "./world.ts";

const DAY = "2026-01-15";
const [PEOPLE, CASH_KOBO] = [12_000, 4_000_000n];
const [SECONDS, SCALE, MAX_P99] = [3, 20, 200];
const IN_FLIGHT = [8, 64];
const SESSIONS_AT_ONCE = 50;
/** As the bank calls each account of it. */
const PAYEE = "ADA BENCH";

/** People who may pay, each with cash in the wallet and a payee of old, and what Baxi sells. @returns the payers and their payees */
async function prepare(owner: pg.Pool, app: App): Promise<{ id: string; payee_id: string }[]> {
  await owner.query(`
    update users
    set profile_status = 'activated', is_customer = true, is_blacklisted = false, change_password_at = now()
    where email like 'bench%@bench.example'
  `);
  await owner.query(`
    insert into user_roles (user_id, role)
    select id, 'staff' from users where email like 'bench%@bench.example'
    on conflict do nothing
  `);
  const { rows: all } = await owner.query<{ id: string }>(
    "select id from users where email like 'bench%@bench.example'",
  );
  await owner.query(
    "update users u set data_key = k.key from unnest($1::uuid[], $2::bytea[]) k (id, key) where k.id = u.id",
    [all.map(({ id }) => id), all.map(({ id }) => app.encryption.createKey(id))],
  );
  await owner.query(`
    update profiles
    set employment_status = 'employed', salary_kobo = 1, account_no_encrypted = 'x', address = 'x'
    where user_id in (select id from users where email like 'bench%@bench.example')
  `);
  const { rows } = await owner.query<{ id: string; payee_id: string }>(`
    with people as (
      select id, lead(id, ${PEOPLE / 3}) over (order by id) as next_id
      from users
      where email like 'bench%@bench.example' and profile_status not in ('declined', 'deactivated')
    )
    insert into transfer_payees (id, user_id, kind, name, to_user_id, is_saved, created_at)
    select gen_random_uuid(), p.id, 'wallet', n.name || ' ' || left(n.last_name, 1) || '.', n.id, true, now() - interval '90 days'
    from people p
    join users n on n.id = p.next_id
    where p.id < (select id from people order by id offset ${PEOPLE / 3} limit 1)
    returning user_id as id, id as payee_id
  `);
  await owner.query(`
    insert into bill_products (provider, kind, service, item, service_name, item_name, provider_service, provider_item)
    values ('baxi', 'airtime', 'mtn', 'any', 'MTN', 'Airtime', 'mtn', 'any')
    on conflict do nothing
  `);
  for (let at = 0; at < rows.length; at += 1_000) {
    const some = rows.slice(at, at + 1_000);
    await app.db.transaction().execute(async (tx) => {
      for (const { id } of some) await openCashWallet(tx, id);
    });
    const verdicts = await postMany(
      owner,
      some.map(({ id }) => ({
        key: `bench-cash:${id}`,
        kind: "bench",
        description: "Cash for the bench",
        effective_on: DAY,
        actor: "bench",
        postings: [
          { account: "bank_operating", amount_kobo: CASH_KOBO },
          { account: accountOf("cash_wallet", id), amount_kobo: -CASH_KOBO },
        ],
      })),
    );
    const refused = verdicts.find(({ verdict }) => verdict === "rejected");
    if (refused) throw new Error(`cash for the bench: ${refused.key}`);
  }
  for (const table of ["users", "user_roles", "transfer_payees", "ledger.balances", "ledger.accounts"])
    await owner.query(`vacuum analyze ${table}`);
  return rows;
}

async function sessionsOf({ db }: App, people: readonly { id: string }[]): Promise<string[]> {
  const tokens: string[] = [];
  for (let at = 0; at < people.length; at += SESSIONS_AT_ONCE)
    tokens.push(
      ...(await Promise.all(
        people
          .slice(at, at + SESSIONS_AT_ONCE)
          .map(
            async ({ id }) =>
              (await openSession(db, { user_id: id, network_address: "127.0.0.1", device: "bench" })).token,
          ),
      )),
    );
  return tokens;
}

/** The rows of issue 14, section 6, that money calls have. */
export async function benchPayments(options: {
  url: string;
  app_url: string;
  folder: string;
  quick: boolean;
}): Promise<Figure[]> {
  const times = options.quick ? 1 : 3;
  const owner = new pg.Pool({ connectionString: options.url, max: 8 });
  // The server stops before its connections where something failed; that is what is shown.
  owner.on("error", () => undefined);
  await prepareLedger(owner);
  const isReal = await prepareBaseline(options.url, owner, SCALE);
  await fillPeople(options.url, PEOPLE);
  const { app, stop } = await startBenchApp({
    ...options,
    business_date: DAY,
    environment: { BAXI_API_KEY: "bench-key-of-nobody", BAXI_AGENT_ID: "bench" },
  });
  await openProviderAccounts(queryable(app.db));
  Object.assign(app.outside.payments, { resolveAccount: () => Promise.resolve({ account_name: PAYEE }) });
  const people = await prepare(owner, app);
  const tokens = await sessionsOf(app, people);
  const { rows: named } = await owner.query<{ payee_id: string; name: string }>(
    "select id as payee_id, name from transfer_payees",
  );
  const accounts = new Map(people.map(({ id }, at) => [id, makeNuban("058", 200_000_000 + at * 7)]));
  const nameOf = new Map(named.map(({ payee_id, name }) => [payee_id, name]));
  const server = await createServer(app);
  const address = await server.listen({ port: 0, host: "127.0.0.1" });
  const load = startLoad();
  let used = 0;
  /** Ids and sessions go round together: each request is of the person whose session it has. */
  const ask = async (path: string, body: string, idOf: (one: (typeof people)[number]) => string, in_flight: number) => {
    const before = await processorMilliseconds(owner);
    const [some, theirs] = [people.slice(used), tokens.slice(used)];
    const measured = await load.run({
      url: `${address}/api${path}`,
      ids: some.map(idOf),
      tokens: theirs,
      body,
      seconds: SECONDS,
      in_flight,
    });
    used = (used + measured.count + in_flight) % (people.length / 2);
    const after = await processorMilliseconds(owner);
    const node = (after.node - before.node) / measured.count;
    return { ...measured, node, database: (after.database - before.database) / measured.count };
  };
  const calls = [
    [
      "a transfer to another wallet (C304)",
      (in_flight: number) =>
        ask(
          initiate.path,
          '{"kind":"wallet","is_repeat":true,"amount_kobo":10000,{id}}',
          ({ payee_id }) => `"payee_id":"${payee_id}","payee_name":${JSON.stringify(nameOf.get(payee_id))}`,
          in_flight,
        ),
    ],
    [
      "a transfer to a bank (C304)",
      (in_flight: number) =>
        ask(
          initiate.path,
          `{"kind":"bank","bank_code":"058","account_no":"{id}","payee_name":"${PAYEE}","is_repeat":true,"amount_kobo":10000}`,
          ({ id }) => accounts.get(id)!,
          in_flight,
        ),
    ],
    [
      "airtime (C341)",
      (in_flight: number) =>
        ask(
          buyAirtime.path,
          '{"service":"mtn","phone":"08031234567","amount_kobo":10000,"is_again":true}',
          ({ id }) => id,
          in_flight,
        ),
    ],
  ] as const;
  // All connections have planned what they ask by then, as those of a server that runs have.
  for (const [, call] of calls) for (const in_flight of IN_FLIGHT) await call(in_flight);
  const rounds: { baseline: number; measured: Awaited<ReturnType<typeof ask>>[] }[] = [];
  for (let round = 0; round < times; round += 1) {
    const baseline = await measureBaseline(options.url, owner, isReal, SCALE, SECONDS);
    const measured = [];
    for (const [, call] of calls) for (const in_flight of IN_FLIGHT) measured.push(await call(in_flight));
    rounds.push({ baseline, measured });
  }
  load.stop();
  const { totals } = await trialBalance(owner);
  if (totals.some(({ debit_kobo, credit_kobo }) => debit_kobo !== credit_kobo))
    throw new Error("The books do not balance.");
  await server.close();
  await owner.end();
  await stop();
  return calls.flatMap(([name], at) =>
    IN_FLIGHT.flatMap((in_flight, place): Figure[] => {
      const all = rounds.map(({ baseline, measured }) => ({ baseline, ...measured[at * IN_FLIGHT.length + place]! }));
      const of = (value: (one: (typeof all)[number]) => number): number => median(all.map(value));
      const called = `${name} over HTTP with all checks, ${in_flight} in flight, one process`;
      const p99 = of((one) => one.p99);
      const load_then = { load: loadNow() };
      const rate: Figure = {
        name: `${called}, calls a second`,
        ours: of((one) => one.rate),
        baseline: of(({ baseline }) => baseline),
        ratio: of((one) => one.rate / one.baseline),
        target: "≥ 0.12",
        note: `p99 ${p99.toFixed(0)} ms, processor a call: Node ${of((one) => one.node).toFixed(1)} ms, database ${of((one) => one.database).toFixed(1)} ms, ${times} rounds, ${isReal ? "real pgbench" : "the same from Node"}`,
        ...load_then,
      };
      if (in_flight !== IN_FLIGHT.at(-1)) return [rate];
      const late = { ours: p99, baseline: MAX_P99, ratio: p99, target: `≤ ${MAX_P99}`, ...load_then };
      return [rate, { name: `${called}, p99 in milliseconds`, ...late }];
    }),
  );
}
