/**
 * Payments in bulk: the verdicts of a batch beside the existing import of people, its release beside the bare SQL that writes the same rows, refunds in bulk,
 * a long statement, and lists of millions of money events beside bare handlers. `quick` has fewer events, refunds and lines. The books are proved afterwards.
 */
import { trialBalance } from "@manilla/ledger";
import pg from "pg";
import { uuidv7 } from "uuidv7";
import { queryable } from "../../apps/api/src/db/database.ts";
import type { App } from "../../apps/api/src/house/app.ts";
import { openSession } from "../../apps/api/src/http/session.ts";
import { createServer } from "../../apps/api/src/http/server.ts";
import { openProviderAccounts } from "../../apps/api/src/modules/money/books/index.ts";
import { receiveForCompany } from "../../apps/api/src/modules/money/receipts/index.ts";
import { checkBatch } from "../../apps/api/src/modules/payments/transfer-batches/checking.ts";
import { sendBatch } from "../../apps/api/src/modules/payments/transfer-batches/sending.ts";
import { runImport } from "../../apps/api/src/modules/people/imports/index.ts";
import { SYSTEM } from "../../apps/api/src/modules/platform/audit/index.ts";
import { makeNuban } from "../../apps/sandbox/src/nuban.ts";
import { type Figure, loadNow, median } from "./figure.ts";
import { benchEvents } from "./money-events.ts";
import { fillPeople, startBenchApp } from "./world.ts";

const DAY = "2026-01-15";
const [ROWS, ROUNDS, AT_ONCE] = [10_000, 3, 50];
const COMPANY = "00000000-0000-4000-8000-000000000001";
const personOf = (n: number): string => `00000000-0000-4000-9000-${String(n).padStart(12, "0")}`;

interface World {
  owner: pg.Pool;
  app: App;
  address: string;
  /** Of our staff, of the company's administrator, and of its finance manager. */
  staff: string;
  admin: string;
  finance: string;
}

const milliseconds = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** @throws unless it is answered with 200 */
async function ask<Data>(
  { address }: World,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<Data> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${address}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      "idempotency-key": uuidv7(),
      ...(body && !isForm && { "content-type": "application/json" }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { data: Data }).data;
}

/** A company with money, an administrator and a finance manager. Its batches are not looked at. */
async function prepareCompany(owner: pg.Pool, app: App): Promise<{ admin: string; finance: string }> {
  await owner.query(
    `insert into companies (id, name, status, unique_plan, profile_completed_at) values ($1, 'Bench company', 'approved', 'Growth', now())`,
    [COMPANY],
  );
  await owner.query(
    `
      insert into users (id, name, last_name, email, company_id, status, profile_status, change_password_at)
      select u.id, 'Person', u.role, u.role || '@bench-company.example', $1, 'processed', 'activated', now()
      from (values ($2::uuid, 'admin'), ($3::uuid, 'finance')) u (id, role)
    `,
    [COMPANY, personOf(1), personOf(2)],
  );
  await owner.query(
    "insert into user_roles (user_id, role) values ($1, 'company_super_admin'), ($2, 'company_finance_manager')",
    [personOf(1), personOf(2)],
  );
  await owner.query("update configuration set value = '1000000' where key = 'batch_review_payees'");
  await owner.query(
    "update configuration set value = '900000000000' where key in ('company_review_from_kobo', 'refund_alone_kobo')",
  );
  // The key with which a person's fields are encrypted is made when they are.
  for (const n of [1, 2])
    await owner.query("update users set data_key = $2 where id = $1 and data_key is null", [
      personOf(n),
      app.encryption.createKey(personOf(n)),
    ]);
  const paid = { amount_kobo: 900_000_000_000n, channel: "bank_transfer", source: "bank_operating" } as const;
  await app.db
    .transaction()
    .execute((tx) =>
      receiveForCompany(tx, app, { ...paid, company_id: COMPANY, reference: "BENCH-1", on: DAY, actor: SYSTEM }),
    );
  const tokenOf = async (user_id: string) =>
    (await openSession(app.db, { user_id, network_address: "127.0.0.1", device: "bench" })).token;
  return { admin: await tokenOf(personOf(1)), finance: await tokenOf(personOf(2)) };
}

/** Brings a file of new accounts; the banks' answers are as if they had come. @returns its id, and how long file and verdicts took */
async function bring(world: World, serial: number): Promise<{ id: string; took: number }> {
  const lines = Array.from({ length: ROWS }, (_, at) => {
    const name = `Payee ${String.fromCharCode(97 + (at % 26))}${String.fromCharCode(97 + (Math.floor(at / 26) % 26))}`;
    return `${name},058,${makeNuban("058", serial + at)},${(2 + (at % 90) / 100).toFixed(2)},Invoice ${at}`;
  });
  const body = new FormData();
  body.set("kind", "payments");
  body.set(
    "file",
    new Blob([["name,bank,account_number,amount,narration", ...lines].join("\n")]),
    `bench-${serial}.csv`,
  );
  let id = "";
  const kept = await milliseconds(async () => {
    ({
      batch: { id },
    } = await ask<{ batch: { id: string } }>(world, world.finance, "POST", "/companies/transfer-batches", body));
  });
  await world.owner.query(
    "update transfer_batch_rows set is_asked = true, account_name = payee, match_percent = 100 where batch_id = $1",
    [id],
  );
  const judged = await milliseconds(() => checkBatch(world.app, id));
  return { id, took: kept + judged };
}

/** As many people by the import that there is (C031): read, verdict, made. */
async function importPeople(world: World, round: number): Promise<number> {
  const lines = Array.from({ length: ROWS }, (_, at) => {
    const n = round * ROWS + at;
    return `Ada Bench,import-${n}@import.example,0803${String(n).padStart(7, "0")},1990-05-14,employed,Lagos Works,250000,25,${n} Marina`;
  });
  const heading = "name,email,phone,date_of_birth,employment_status,employer,salary,salary_day,address";
  const body = new FormData();
  body.set("file", new Blob([[heading, ...lines].join("\n")]), `people-${round}.csv`);
  return milliseconds(async () => {
    const path = "/admin/personal/users/create/many";
    const found = await ask<{ import: { id: string } }>(world, world.staff, "POST", path, body);
    await runImport(world.app, found.import.id);
  });
}

/** What a release writes, to be written by bare SQL: [table, condition on $1, the batch]. */
const OF_TRANSFERS = "(select t.id from transfers t where t.batch_id = $1)";
const OF_PAYOUTS = "(select t.payout_id from transfers t where t.batch_id = $1)";
const WRITTEN = [
  ["transfers", "batch_id = $1"],
  ["payouts", `id in ${OF_PAYOUTS}`],
  ["transitions", `subject_id in ${OF_TRANSFERS} or subject_id in ${OF_PAYOUTS}`],
  ["money_events", `id in ${OF_TRANSFERS}`],
  ["pgboss.job", `name = 'send-payout' and (data ->> 'payout_id')::uuid in ${OF_PAYOUTS}`],
] as const;

/** Bare SQL writes the same rows into tables with the same indexes, in one transaction. */
async function bareRelease(owner: pg.Pool, id: string): Promise<number> {
  const client = await owner.connect();
  for (const [at, [table]] of WRITTEN.entries())
    await client.query(
      `create table if not exists bench_written_${at} (like ${table} including defaults including indexes including storage)`,
    );
  const took = await milliseconds(async () => {
    await client.query("begin");
    for (const [at, [table, where]] of WRITTEN.entries())
      await client.query(`insert into bench_written_${at} select * from ${table} where ${where}`, [id]);
    await client.query("commit");
  });
  for (const at of WRITTEN.keys()) await client.query(`drop table bench_written_${at}`);
  client.release();
  return took;
}

/** Submitted, agreed to by the company, and each of its transfers made. */
async function release(world: World, id: string): Promise<number> {
  const { version } = await ask<{ version: number }>(world, world.finance, "GET", `/companies/transfer-batches/${id}`);
  const path = `/companies/transfer-batches/${id}/submit`;
  const { approval_id } = await ask<{ approval_id: string }>(world, world.finance, "POST", path, { version });
  return milliseconds(async () => {
    await ask(world, world.admin, "POST", `/companies/approvals/${approval_id}/approve`, { version: 1 });
    await sendBatch(world.app, id);
  });
}

/** @throws unless each row has its transfer */
async function requireSent(owner: pg.Pool, id: string): Promise<void> {
  const { rows } = await owner.query("select 1 from transfers where batch_id = $1", [id]);
  if (rows.length !== ROWS) throw new Error(`${rows.length} of ${ROWS} rows have a transfer.`);
}

async function benchBatches(world: World): Promise<Figure[]> {
  const { owner } = world;
  const rounds: { took: number; imported: number; released: number; bare: number }[] = [];
  await bring(world, 100_000_000);
  await importPeople(world, 0);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { id, took } = await bring(world, 100_000_000 + round * 20_000);
    const imported = await importPeople(world, round);
    const released = await release(world, id);
    await requireSent(owner, id);
    rounds.push({ took, imported, released, bare: await bareRelease(owner, id) });
    for (const table of ["transfers", "payouts", "transitions", "money_events", "transfer_batch_rows", "users"])
      await owner.query(`analyze ${table}`);
  }
  const perSecond = (of: (round: (typeof rounds)[number]) => number) =>
    median(rounds.map((one) => ROWS / (of(one) / 1_000)));
  const figure = { load: loadNow() };
  return [
    {
      name: `the verdicts of a batch of ${ROWS}, name enquiries apart, rows a second`,
      ours: perSecond(({ took }) => took),
      baseline: perSecond(({ imported }) => imported),
      ratio: median(rounds.map(({ took, imported }) => imported / took)),
      target: "≥ 0.5",
      note: "file over HTTP, kept, judged; beside the import of as many people",
      ...figure,
    },
    {
      name: `a batch of ${ROWS} released, rows a second`,
      ours: perSecond(({ released }) => released),
      baseline: perSecond(({ bare }) => bare),
      ratio: median(rounds.map(({ released, bare }) => bare / released)),
      target: "≥ 0.25",
      note: "agreed to over HTTP and each transfer made; beside bare SQL that writes the same rows",
      ...figure,
    },
  ];
}

/** The most memory of this process over what it had, in MB, while something is done. */
async function grown(work: () => Promise<unknown>): Promise<number> {
  globalThis.gc?.();
  const rest = process.memoryUsage().rss;
  let most = rest;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50);
  await work();
  clearInterval(watch);
  return (most - rest) / 1_048_576;
}
const flat = (name: string, many: number, few: number, note: string): Figure => ({
  name: `${name}: MB over rest`,
  ours: many,
  baseline: few,
  ratio: many,
  target: "≤ 200",
  note,
  load: loadNow(),
});

/** Airtime that was delivered and is claimed about, refunded in the desk's own portions. */
async function benchRefunds(world: World, count: number): Promise<Figure> {
  const { owner } = world;
  await owner.query("alter table bills disable trigger user");
  const made = await owner.query<{ id: string }>(
    `
      with people as (select id, row_number() over (order by id) as k from users where email like 'bench%@bench.example'),
      made as (
        insert into bills (
          id, user_id, paid_from, kind, service, service_name, item, item_name, customer_no, amount_kobo, fee_kobo, vat_kobo, commission_bps,
          cashback_bps, reference, provider, status, commission_kobo, business_date, ledger_transaction_id, ended_at
        )
        select gen_random_uuid(), p.id, 'cash', 'airtime', 'mtn', 'MTN', 'any', 'Airtime', '08031234567', 10000 + n, 0, 0, 300, 0, 'BLB' || n,
          'baxi', 'delivered', 300, '${DAY}', gen_random_uuid(), now()
        from generate_series(1, $1::int) n
        join people p on p.k = 1 + n % (select count(*) from people)
        returning id, user_id, reference, amount_kobo
      )
      insert into refund_cases (id, bill_id, user_id, reference, what, cause, claim, status, amount_kobo, paid_at, due_at, created_at)
      select gen_random_uuid(), id, user_id, reference, 'MTN Airtime', 'claimed', 'not_arrived', 'open', amount_kobo, now(), now(), now()
      from made
      returning id
    `,
    [count],
  );
  await owner.query("alter table bills enable trigger user");
  for (const table of ["bills", "refund_cases"]) await owner.query(`analyze ${table}`);
  const ids = made.rows.map(({ id }) => id);
  const few = Math.round(count / 10);
  const refund = async (some: readonly string[]) => {
    for (let at = 0; at < some.length; at += AT_ONCE) {
      const body = { ids: some.slice(at, at + AT_ONCE), reason: "Not delivered after all", fault: "goodwill" };
      const path = "/admin/transactions/refundable/bills";
      const { done } = await ask<{ done: number }>(world, world.staff, "PUT", path, body);
      if (done !== body.ids.length) throw new Error(`${done} of ${body.ids.length} refunded`);
    }
  };
  await refund(ids.slice(0, few));
  const small = await grown(() => refund(ids.slice(few, 2 * few)));
  let took = 0;
  const large = await grown(async () => (took = await milliseconds(() => refund(ids.slice(2 * few)))));
  const rate = (count - 2 * few) / (took / 1_000);
  return flat(
    `${count - 2 * few} bills refunded in bulk, beside ${few}`,
    large,
    small,
    `${rate.toFixed(0)} a second, ${AT_ONCE} a request, each with its verdict`,
  );
}

/** A company's statement of many lines, as each kind of file. */
async function benchStatement(world: World, lines: number): Promise<Figure[]> {
  await world.owner.query(
    `
      insert into wallet_movements (id, company_id, kind, amount_kobo, balance_kobo, reference, note, business_date, happened_at)
      select gen_random_uuid(), $1, 'transfer_in', 100 + k, 0, 'B' || k, 'From customer ' || k,
        date '2025-09-01' + (case when k <= $2::int / 10 then 0 else 30 end) + k % 30, '2025-10-01'
      from generate_series(1, $2::int + $2::int / 10) k
    `,
    [COMPANY, lines],
  );
  const figures: Figure[] = [];
  for (const format of ["csv", "xlsx", "pdf"] as const) {
    let [bytes, first, took] = [0, 0, 0];
    const download = async (month: string): Promise<void> => {
      const began = performance.now();
      [bytes, first] = [0, 0];
      const path = `/companies/statement/download/${COMPANY}?month=${month}&format=${format}`;
      const answer = await fetch(`${world.address}/api${path}`, {
        headers: { authorization: `Bearer ${world.admin}`, "accept-encoding": "identity" },
      });
      if (answer.status !== 200) throw new Error(`statement: ${answer.status} ${await answer.text()}`);
      for await (const part of answer.body!) {
        first ||= performance.now() - began;
        bytes += (part as Uint8Array).length;
      }
      took = performance.now() - began;
    };
    await download("2025-09");
    const few = await grown(() => download("2025-09"));
    const many = await grown(() => download("2025-10"));
    const note = `first byte ${first.toFixed(0)} ms, ${(took / 1_000).toFixed(1)} s, ${Math.round(bytes / 1_000)} kB`;
    figures.push(flat(`a statement of ${lines} lines as ${format}, beside ${lines / 10}`, many, few, note));
  }
  return figures;
}

/** @param options.quick a fortieth of the events, a tenth of the refunds and lines */
export async function benchPaymentsMany(options: {
  url: string;
  app_url: string;
  folder: string;
  quick: boolean;
}): Promise<Figure[]> {
  const [events, refunds, lines] = options.quick ? [125_000, 1_000, 10_000] : [5_000_000, 12_000, 100_000];
  const owner = new pg.Pool({ connectionString: options.url, max: 8 });
  // Where something fails the server is stopped under its connections: the first error is the one to see.
  owner.on("error", () => undefined);
  await fillPeople(options.url, 12_000);
  const { app, token: staff, stop } = await startBenchApp({ ...options, business_date: DAY });
  await openProviderAccounts(queryable(app.db));
  const server = await createServer(app);
  const address = await server.listen({ port: 0, host: "127.0.0.1" });
  const world: World = { owner, app, address, staff, ...(await prepareCompany(owner, app)) };
  const figures = [
    ...(await benchBatches(world)),
    await benchRefunds(world, refunds),
    ...(await benchStatement(world, lines)),
    ...(await benchEvents(world, events)),
  ];
  const { totals } = await trialBalance(owner);
  if (totals.some(({ debit_kobo, credit_kobo }) => debit_kobo !== credit_kobo))
    throw new Error("The books do not balance.");
  await server.close();
  await owner.end();
  await stop();
  return figures;
}
