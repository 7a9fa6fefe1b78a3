/**
 * Payments in bulk: the verdicts of a batch beside the existing import of people, its release beside the bare SQL that writes the same rows, refunds in bulk,
 * a long statement, and lists of millions of money events beside bare handlers. `quick` has one round, fewer events, rows, refunds and lines; `--only=` names one of batches, refunds, statement, events. The books are proved afterwards.
 */
import { trialBalance } from "@manilla/ledger";
import pg from "pg";
import { queryable } from "../../apps/api/src/db/database.ts";
import { createServer } from "../../apps/api/src/http/server.ts";
import { openProviderAccounts } from "../../apps/api/src/modules/money/books/index.ts";
import { checkBatch } from "../../apps/api/src/modules/payments/transfer-batches/checking.ts";
import { sendBatch } from "../../apps/api/src/modules/payments/transfer-batches/sending.ts";
import { runImport } from "../../apps/api/src/modules/people/imports/index.ts";
import { makeNuban } from "../../apps/sandbox/src/nuban.ts";
import { type Figure, loadNow, median } from "./figure.ts";
import { benchEvents } from "./money-events.ts";
import { benchRefunds, benchStatement } from "./payments-flat.ts";
import { DAY, type World, ask, milliseconds, prepareCompany } from "./payments-world.ts";
import { fillPeople, startBenchApp } from "./world.ts";

const ROUNDS = 3;
/** Brings a file of new accounts; the banks' answers are as if they had come. @returns its id, and how long file and verdicts took */
async function bring(world: World, count: number, serial: number): Promise<{ id: string; took: number }> {
  const lines = Array.from({ length: count }, (_, at) => {
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
async function importPeople(world: World, count: number, round: number): Promise<number> {
  const lines = Array.from({ length: count }, (_, at) => {
    const n = round * count + at;
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
async function requireSent(owner: pg.Pool, count: number, id: string): Promise<void> {
  const { rows } = await owner.query("select 1 from transfers where batch_id = $1", [id]);
  if (rows.length !== count) throw new Error(`${rows.length} of ${count} rows have a transfer.`);
}

async function benchBatches(world: World, count: number, times: number): Promise<Figure[]> {
  const { owner } = world;
  const rounds: { took: number; imported: number; released: number; bare: number }[] = [];
  await bring(world, count, 100_000_000);
  for (let round = 1; round <= times; round += 1) {
    const { id, took } = await bring(world, count, 100_000_000 + round * 20_000);
    const imported = await importPeople(world, count, round);
    const released = await release(world, id);
    await requireSent(owner, count, id);
    rounds.push({ took, imported, released, bare: await bareRelease(owner, id) });
    for (const table of ["transfers", "payouts", "transitions", "money_events", "transfer_batch_rows", "users"])
      await owner.query(`analyze ${table}`);
  }
  const perSecond = (of: (round: (typeof rounds)[number]) => number) =>
    median(rounds.map((one) => count / (of(one) / 1_000)));
  const figure = { load: loadNow() };
  return [
    {
      name: `the verdicts of a batch of ${count}, name enquiries apart, rows a second`,
      ours: perSecond(({ took }) => took),
      baseline: perSecond(({ imported }) => imported),
      ratio: median(rounds.map(({ took, imported }) => imported / took)),
      target: "≥ 0.5",
      note: "file over HTTP, kept, judged; beside the import of as many people",
      ...figure,
    },
    {
      name: `a batch of ${count} released, rows a second`,
      ours: perSecond(({ released }) => released),
      baseline: perSecond(({ bare }) => bare),
      ratio: median(rounds.map(({ released, bare }) => bare / released)),
      target: "≥ 0.25",
      note: "agreed to over HTTP and each transfer made; beside bare SQL that writes the same rows",
      ...figure,
    },
  ];
}

/** @param options.quick a fortieth of the events, a tenth of the rows, refunds and lines */
export async function benchPaymentsMany(options: {
  url: string;
  app_url: string;
  folder: string;
  quick: boolean;
  /** One of its parts. */
  only?: string;
}): Promise<Figure[]> {
  const [events, refunds, lines, rows] = options.quick
    ? [125_000, 1_250, 10_000, 1_000]
    : [5_000_000, 12_500, 100_000, 10_000];
  const owner = new pg.Pool({ connectionString: options.url, max: 8 });
  // Where something fails the server is stopped under its connections: the first error is the one to see.
  owner.on("error", () => undefined);
  await fillPeople(options.url, 12_000);
  const { app, token: staff, stop } = await startBenchApp({ ...options, business_date: DAY });
  await openProviderAccounts(queryable(app.db));
  const server = await createServer(app);
  const address = await server.listen({ port: 0, host: "127.0.0.1" });
  const world: World = { owner, app, address, staff, ...(await prepareCompany(owner, app)) };
  const parts = {
    batches: () => benchBatches(world, rows, options.quick ? 1 : ROUNDS),
    refunds: () => benchRefunds(world, refunds),
    statement: () => benchStatement(world, lines),
    events: () => benchEvents(world, events),
  };
  const figures: Figure[] = [];
  for (const [name, part] of Object.entries(parts))
    if (options.only === undefined || options.only === name) figures.push(...(await part()));
  const { totals } = await trialBalance(owner);
  if (totals.some(({ debit_kobo, credit_kobo }) => debit_kobo !== credit_kobo))
    throw new Error("The books do not balance.");
  await server.close();
  await owner.end();
  await stop();
  return figures;
}
