/** A purse funded, and an approval with its chain, over HTTP with all checks, beside the TPC-B-like load of the same run. */
import { defaultSteps } from "@manilla/contract/companies/chain-steps";
import type pg from "pg";
import { uuidv7 } from "uuidv7";
import type { App } from "../../apps/api/src/house/app.ts";
import { receiveForCompany } from "../../apps/api/src/modules/money/receipts/index.ts";
import { SYSTEM } from "../../apps/api/src/modules/platform/audit/index.ts";
import { DAY, PEOPLE, type Size, companyOf, personOf, tokenOf } from "./company-world.ts";
import { type Figure, loadNow, median } from "./figure.ts";
import { measureBaseline } from "./ledger.ts";
import { startLoad } from "./load.ts";

const [SECONDS, WARM_SECONDS, SCALE] = [3, 6, 20];
/** Employees of a company whose purses are funded. */
const FUNDED_OF_EACH = 8;

/** Half of the companies fund, the others approve: who had a large sum approved today does not fund a purse alone any more. */
const halfOf = ({ funded }: Size): number => Math.floor(funded / 2);

/** Wallets with money, and requests that wait for the owner of each company of the second half. */
async function prepareMoney(
  owner: pg.Pool,
  app: App,
  size: Size,
): Promise<{ approvals: string[]; subjects: string[] }> {
  const { funded } = size;
  for (let n = 1; n <= funded; n += 1)
    await app.db
      .transaction()
      .execute((tx) =>
        receiveForCompany(tx, app, {
          company_id: companyOf(n),
          amount_kobo: 900_000_000_000n,
          channel: "bank_transfer",
          source: "bank_operating",
          reference: `BENCH-${n}`,
          on: DAY,
          actor: SYSTEM,
        }),
      );
  const ofSecond = (at: number): number => 1 + halfOf(size) + (at % halfOf(size));
  const rows = Array.from({ length: size.approvals }, (_, at) => ({ at, id: uuidv7(), subject: uuidv7() }));
  const json = JSON.stringify(
    rows.map(({ at, ...ids }) => ({
      ...ids,
      company: companyOf(ofSecond(at)),
      maker: personOf(1, ofSecond(at)),
      owner: personOf(0, ofSecond(at)),
      employee: personOf(2 + (at % (PEOPLE - 2)), ofSecond(at)),
    })),
  );
  const from = `jsonb_to_recordset($1::jsonb) as r (id uuid, subject uuid, company uuid, maker uuid, owner uuid, employee uuid)`;
  await owner.query(
    `insert into money_requests (id, company_id, what, user_id, amount_kobo, asked_by) select subject, company, 'purse', employee, 10000000, maker from ${from}`,
    [json],
  );
  await owner.query(
    `
      insert into company_approvals (id, company_id, kind, subject_id, steps, waits_since, title, amount_kobo, requester_id, payee_id)
      select id, company, 'purse_assignment', subject, $2::jsonb, '${DAY}', 'Assign ₦100,000.00', 10000000, maker, employee from ${from}
    `,
    [json, JSON.stringify(defaultSteps)],
  );
  await owner.query(
    `insert into company_approvers (approval_id, position, approver_id, company_id, because) select id, 0, owner, company, 'chain' from ${from}`,
    [json],
  );
  for (const table of ["company_approvals", "company_approvers", "money_requests"])
    await owner.query(`vacuum analyze ${table}`);
  return { approvals: rows.map(({ id }) => id), subjects: rows.map(({ subject }) => subject) };
}

/** @param options.isReal of the baseline */
export async function benchMoney(
  owner: pg.Pool,
  app: App,
  address: string,
  { url, isReal, size }: { url: string; isReal: boolean; size: Size },
): Promise<Figure[]> {
  const [companies, times] = [halfOf(size), size.rounds];
  const { approvals, subjects } = await prepareMoney(owner, app, size);
  const [owners, makers]: string[][] = [[], []];
  for (let n = 1; n <= companies; n += 1) {
    owners!.push(await tokenOf(app, personOf(0, companies + n)));
    makers!.push(await tokenOf(app, personOf(1, n)));
  }
  const load = startLoad();
  // Ids and sessions go round together: the request at a place is of the company whose session stands there.
  let [agreed, funded] = [0, 0];
  const approve = async (in_flight: number, seconds: number) => {
    const measured = await load.run({
      url: `${address}/api/companies/approvals/{id}/approve`,
      ids: approvals.slice(agreed),
      tokens: owners!,
      body: '{"version":1}',
      seconds,
      in_flight,
    });
    // The next run begins at the first company again.
    agreed += Math.ceil((measured.count + in_flight) / companies) * companies;
    return measured;
  };
  // The purses are opened by the run before those that are measured.
  const people = Array.from({ length: 60_000 }, (_, at) =>
    personOf(2 + (Math.floor(at / companies) % FUNDED_OF_EACH), 1 + (at % companies)),
  );
  const fund = async (in_flight: number, seconds: number) => {
    const measured = await load.run({
      url: `${address}/api/companies/wallet/assign-debit`,
      ids: people.slice(funded),
      tokens: makers!,
      body: '{"user_id":"{id}","amount_kobo":100}',
      seconds,
      in_flight,
    });
    funded += Math.ceil((measured.count + in_flight) / companies) * companies;
    return measured;
  };
  // Each connection plans a statement five times before it keeps the plan: a server that runs has done so.
  await fund(16, WARM_SECONDS);
  await approve(16, WARM_SECONDS);
  const names = ["a purse funded", "an approval with its chain, which funds a purse"] as const;
  const rounds: { baseline: number; rates: { rate: number; p99: number }[] }[] = [];
  for (let round = 0; round < times; round += 1)
    rounds.push({
      baseline: await measureBaseline(url, owner, isReal, SCALE, SECONDS),
      rates: [await fund(16, SECONDS), await approve(16, SECONDS)],
    });
  load.stop();
  const { rows: asked } = await owner.query("select from money_requests where id <> all($1::uuid[])", [subjects]);
  if (asked.length > 0) throw new Error(`${asked.length} purses were not funded but asked for`);
  return names.map((name, at) => ({
    name: `${name}, over HTTP with all checks, 16 in flight, one process, calls a second`,
    ours: median(rounds.map(({ rates }) => rates[at]!.rate)),
    baseline: median(rounds.map(({ baseline }) => baseline)),
    ratio: median(rounds.map(({ rates, baseline }) => rates[at]!.rate / baseline)),
    target: "≥ 0.12",
    note: `p99 ${median(rounds.map(({ rates }) => rates[at]!.p99)).toFixed(0)} ms, ${times} rounds, ${companies} companies, ${isReal ? "real pgbench" : "the same from Node"}`,
    load: loadNow(),
  }));
}
