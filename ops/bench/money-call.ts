/**
 * A real money call over HTTP: recording a part received (C106), each on a loan of its own under a key of its own, beside the TPC-B-like load of the same
 * run. One process serves; the books are proved afterwards.
 */
import { payFraction } from "@manilla/contract/lending/repayments";
import { postMany, prepareLedger, trialBalance } from "@manilla/ledger";
import pg from "pg";
import { queryable } from "../../apps/api/src/db/database.ts";
import { createServer } from "../../apps/api/src/http/server.ts";
import { importedLoanEntry, openProviderAccounts } from "../../apps/api/src/modules/money/books/index.ts";
import { FIRST_DAY, fillRunning } from "./close.ts";
import { type Figure, loadNow, median, processorMilliseconds } from "./figure.ts";
import { measureBaseline, prepareBaseline } from "./ledger.ts";
import { startLoad } from "./load.ts";
import { fillPeople, openColleague, startBenchApp } from "./world.ts";

const ROUNDS = 3;
const SECONDS = 3;
const SCALE = 20;
const LOANS = 25_000;
/** Sums by recorder have one row a recorder: with one of them, all would wait for each other as nobody's staff do. */
const RECORDERS = 64;
const IN_FLIGHT = [8, 64];

/** The newest instalment of each loan that has come so far is open again, so that there is something to pay. @returns one repayment a loan */
async function openInstalments(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `
      update repayments
      set status = 'due', paid_principal_kobo = 0, paid_interest_kobo = 0, paid_on = null
      where due_on > $1::date - 30 and due_on <= $1::date
      returning id
    `,
    [FIRST_DAY],
  );
  await pool.query("update business_calendar set business_date = $1::date", [FIRST_DAY]);
  return rows.map(({ id }) => id);
}

/** Something to pay on each loan of the age: open instalments, a slip under the id of each, and the loans' money in the ledger. @returns the instalments */
export async function openReceipts(owner: pg.Pool): Promise<string[]> {
  const ids = await openInstalments(owner);
  await owner.query(
    `
      insert into slips (id, original_name, media_type, digest, storage_name, uploaded_by)
      select r.id, 'slip.pdf', 'application/pdf', uuid_send(r.id), 'nowhere', (select user_id from sessions limit 1)
      from repayments r
      where r.id = any($1)
    `,
    [ids],
  );
  const { rows: loans } = await owner.query<{ loan_id: string; reference: string; principal_kobo: string }>(
    "select id as loan_id, reference, principal_kobo from loans",
  );
  for (let at = 0; at < loans.length; at += 1_000)
    await postMany(
      owner,
      loans
        .slice(at, at + 1_000)
        .map((loan) =>
          importedLoanEntry({ ...loan, interest_kobo: 0n, principal_kobo: BigInt(loan.principal_kobo), on: FIRST_DAY }),
        ),
    );
  for (const table of ["repayments", "ledger.balances"]) await owner.query(`vacuum analyze ${table}`);
  // One person records: what is measured is the receipt, not the second person.
  await owner.query("update configuration set value = '900000000000000' where key like 'recorded\\_alone\\_%'");
  return ids;
}

/** @returns calls a second beside transactions a second of the baseline */
export async function benchMoneyCall(options: { url: string; app_url: string; folder: string }): Promise<Figure[]> {
  const owner = new pg.Pool({ connectionString: options.url, max: 8 });
  // The server stops before its connections where something failed; that is what is shown.
  owner.on("error", () => undefined);
  await prepareLedger(owner);
  const isReal = await prepareBaseline(options.url, owner, SCALE);
  await fillPeople(options.url, LOANS);
  const { app, stop } = await startBenchApp(options);
  await openProviderAccounts(queryable(app.db));
  await fillRunning(options.url, LOANS);
  const ids = await openReceipts(owner);
  const recorders = await Promise.all(Array.from({ length: RECORDERS }, () => openColleague(app)));
  const recorderOf = (at: number) => recorders[at % RECORDERS]!;
  // A slip serves who brought it.
  await owner.query(
    "update slips set uploaded_by = u.recorder from unnest($1::uuid[], $2::uuid[]) u (slip, recorder) where id = u.slip",
    [ids, ids.map((_, at) => recorderOf(at).user_id)],
  );
  const tokens = ids.map((_, at) => recorderOf(at).token);
  const server = await createServer(app);
  const address = await server.listen({ port: 0, host: "127.0.0.1" });
  const load = startLoad();
  let used = 0;
  const ask = async (in_flight: number, seconds: number) => {
    const before = await processorMilliseconds(owner);
    const measured = await load.run({
      url: `${address}/api${payFraction.path}`,
      ids: ids.slice(used),
      tokens: tokens.slice(used),
      body: '{"amount_kobo":100000,"reference":"SLIP-{n}","slip_id":"{id}"}',
      seconds,
      in_flight,
    });
    used += measured.count;
    const after = await processorMilliseconds(owner);
    return {
      ...measured,
      node: (after.node - before.node) / measured.count,
      database: (after.database - before.database) / measured.count,
    };
  };
  await ask(16, 4);
  const rounds: { baseline: number; measured: Awaited<ReturnType<typeof ask>>[] }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const baseline = await measureBaseline(options.url, owner, isReal, SCALE, SECONDS);
    const measured = [];
    for (const in_flight of IN_FLIGHT) measured.push(await ask(in_flight, SECONDS));
    rounds.push({ baseline, measured });
  }
  load.stop();
  const { totals } = await trialBalance(owner);
  if (totals.some(({ debit_kobo, credit_kobo }) => debit_kobo !== credit_kobo))
    throw new Error("The books do not balance.");
  await server.close();
  await owner.end();
  await stop();
  return IN_FLIGHT.map((in_flight, at) => {
    const of = (value: (one: (typeof rounds)[number]["measured"][number], baseline: number) => number): number =>
      median(rounds.flatMap(({ baseline, measured }) => (measured[at] ? [value(measured[at], baseline)] : [])));
    const processor = `processor a call: Node ${of(({ node }) => node).toFixed(1)} ms, database ${of(({ database }) => database).toFixed(1)} ms`;
    return {
      name: `a real money call (C106) over HTTP, ${in_flight} in flight, one process, calls a second`,
      ours: of(({ rate }) => rate),
      baseline: median(rounds.map(({ baseline }) => baseline)),
      ratio: of(({ rate }, baseline) => rate / baseline),
      target: "≥ 0.20",
      p99: { milliseconds: of(({ p99 }) => p99), at_most: in_flight > 8 ? 150 : 40 },
      note: `${processor}, ${ROUNDS} rounds, ${isReal ? "real pgbench" : "the same from Node"}`,
      load: loadNow(),
    };
  });
}
