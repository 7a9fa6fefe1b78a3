/**
 * The money of companies: lists of a million expenses of two thousand companies beside bare handlers with the same SQL, a policy tried on 90 days, a statement of
 * ten thousand lines, and, over HTTP with all checks, a purse funded and an approval with its chain beside the TPC-B-like load of the same run.
 */
import { readFileSync, readdirSync } from "node:fs";
import { defaultSteps } from "@manilla/contract/companies/chain-steps";
import { trialBalance } from "@manilla/ledger";
import pg from "pg";
import { uuidv7 } from "uuidv7";
import { queryable } from "../../apps/api/src/db/database.ts";
import type { App } from "../../apps/api/src/house/app.ts";
import { openSession } from "../../apps/api/src/http/session.ts";
import { createServer } from "../../apps/api/src/http/server.ts";
import { openProviderAccounts } from "../../apps/api/src/modules/money/books/index.ts";
import { receiveForCompany } from "../../apps/api/src/modules/money/receipts/index.ts";
import { SYSTEM } from "../../apps/api/src/modules/platform/audit/index.ts";
import { type Figure, loadNow, median } from "./figure.ts";
import { measureBaseline, prepareBaseline } from "./ledger.ts";
import { benchListed } from "./listed.ts";
import { startLoad } from "./load.ts";
import { startBenchApp } from "./world.ts";

const [COMPANIES, EXPENSES, PEOPLE] = [2_000, 1_000_000, 10];
/** The first company has a hundredth of all; the others share the rest. */
const OF_THE_FIRST = 10_000;
const [FUNDED, REQUESTS, LINES] = [100, 12_000, 10_000];
const [ROUNDS, SECONDS, SCALE] = [3, 3, 20];
const DAY = "2026-01-15";

/** Companies with people and expenses over two years. */
async function fill(pool: pg.Pool): Promise<void> {
  await pool.query(
    `
      insert into companies (id, name, status, unique_plan, profile_completed_at)
      select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Bench company ' || n, 'approved', 'Growth', now()
      from generate_series(1, $1::int) n
    `,
    [COMPANIES],
  );
  await pool.query("alter table users disable trigger user");
  await pool.query(
    `
      insert into users (id, name, last_name, email, company_id, status, profile_status, change_password_at)
      select ('00000000-0000-4000-9' || lpad(p::text, 3, '0') || '-' || lpad(n::text, 12, '0'))::uuid, 'Person', p || ' of ' || n,
        'bench-' || p || '-' || n || '@company.example', ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
        'processed', 'activated', now()
      from generate_series(1, $1::int) n, generate_series(0, $2::int - 1) p
    `,
    [COMPANIES, PEOPLE],
  );
  await pool.query("alter table users enable trigger user");
  await pool.query(`
    insert into user_roles (user_id, role)
    select id, case split_part(email, '-', 2) when '0' then 'company_super_admin' when '1' then 'company_finance_manager' else 'company_staff' end
    from users where email like 'bench-%@company.example'
  `);
  await pool.query(
    `
      insert into expense_categories (id, company_id, name, ledger_code)
      select gen_random_uuid(), c.id, 'Category ' || k, 'L' || k from companies c, generate_series(1, 5) k where c.name like 'Bench company %'
    `,
  );
  await pool.query(
    `
      with numbered as (
        select n, case when n <= ${OF_THE_FIRST} then 1 else 2 + n % (${COMPANIES} - 1) end as c
        from generate_series(1, $1::int) n
      )
      insert into expenses (id, company_id, user_id, category_id, merchant, amount_kobo, spent_on, has_receipt, status, created_at)
      select gen_random_uuid(), ('00000000-0000-4000-8000-' || lpad(c::text, 12, '0'))::uuid,
        ('00000000-0000-4000-9' || lpad((2 + (n / 7) % ${PEOPLE - 2})::text, 3, '0') || '-' || lpad(c::text, 12, '0'))::uuid,
        null, (array['NNPC Ikeja','Bukka Hut','GIG Mobility','Transcorp Hilton','Shoprite','Konga','Jumia','Total'])[1 + n % 8] || ' ' || n % 37,
        (1 + (n::bigint * 7919) % 5000) * 1000, date '${DAY}' - (n * 31 % 700), n % 3 > 0,
        (array['approved','approved','recorded','flagged'])[1 + n % 4], now() - n * interval '1 second'
      from numbered
    `,
    [EXPENSES],
  );
  for (const table of ["companies", "users", "user_roles", "expenses", "expense_categories"])
    await pool.query(`vacuum analyze ${table}`);
}

const companyOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const personOf = (p: number, n: number): string =>
  `00000000-0000-4000-9${String(p).padStart(3, "0")}-${String(n).padStart(12, "0")}`;
const tokenOf = async ({ db }: App, user_id: string): Promise<string> =>
  (await openSession(db, { user_id, network_address: "127.0.0.1", device: "bench" })).token;

const COLUMNS = `
  e.id, u.full_name as person, e.merchant, c.name as category, c.ledger_code, d.name as department, e.amount_kobo, e.spent_on,
  e.has_receipt, exists (
    select 1 from expenses s
    where s.company_id = e.company_id and s.user_id = e.user_id and s.spent_on = e.spent_on and s.id <> e.id
      and s.amount_kobo = e.amount_kobo and lower(s.merchant) = lower(e.merchant) and s.status <> 'deleted'
  ) as is_twice, e.status, e.version, e.created_at
`;
const FROM = `
  expenses e join users u on u.id = e.user_id
  left join expense_categories c on c.id = e.category_id left join departments d on d.id = e.department_id
`;
/** [name, our query, the same as SQL] */
const LISTS = [
  ["by day", {}, "true", "e.spent_on desc, e.id desc"],
  ["by amount", { sortColumn: "amount_kobo", sortOrder: "desc" }, "true", "e.amount_kobo desc, e.id desc"],
  ["by merchant", { sortColumn: "merchant", sortOrder: "asc" }, "true", "e.merchant, e.id"],
  ["flagged", { filter: '{"status":["flagged"]}' }, "e.status = 'flagged'", "e.spent_on desc, e.id desc"],
  ["search", { search: "hilton" }, "folded(e.merchant) like '%hilton%'", "e.spent_on desc, e.id desc"],
] as const;

/** Lists of one company: its rows and an exact total. */
async function benchLists(owner: pg.Pool, app: App, address: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [n, size] of [
    [1, OF_THE_FIRST],
    [7, Math.round((EXPENSES - OF_THE_FIRST) / (COMPANIES - 1))],
  ] as const) {
    const token = await tokenOf(app, personOf(1, n));
    const lists = LISTS.map(([name, query, where, order]) => ({
      name: `expenses of a company with ${size} of ${EXPENSES}, ${name}`,
      path: "/companies/expenses",
      query,
      token,
      rows: `${COLUMNS} from ${FROM}`,
      counted: "expenses e",
      where: `e.company_id = '${companyOf(n)}' and ${where}`,
      order,
    }));
    figures.push(...(await benchListed(owner, address, lists)));
  }
  return figures;
}

const milliseconds = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** Two rules on 90 days of one company, beside the SQL that reads those expenses and counts those above the cap. */
async function benchPreview(owner: pg.Pool, app: App, address: string): Promise<Figure> {
  const token = await tokenOf(app, personOf(1, 1));
  const body = JSON.stringify({
    roles: ["company_staff"],
    rules: [
      { name: "Dear", effect: "warn", cap_item_kobo: 4_000_000 },
      { name: "Receipt", effect: "ask", receipt_from_kobo: 100_000 },
    ],
  });
  const ask = async (): Promise<void> => {
    const answer = await fetch(`${address}/api/companies/expense/policy/preview`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body,
    });
    if (answer.status !== 200) throw new Error(`preview: ${answer.status} ${await answer.text()}`);
  };
  const bare = () =>
    owner.query(
      `
        select e.id, e.user_id, u.full_name, e.merchant, c.name, e.amount_kobo, e.spent_on, e.has_receipt,
          e.amount_kobo > 4000000 as is_dear, not e.has_receipt and e.amount_kobo >= 100000 as lacks
        from expenses e join users u on u.id = e.user_id left join expense_categories c on c.id = e.category_id
        where e.company_id = $1 and e.spent_on >= $2::date - 90 and e.status <> 'deleted'
        order by e.user_id, e.spent_on, e.id
      `,
      [companyOf(1), DAY],
    );
  const times = [];
  for (let round = 0; round < 9; round += 1) times.push([await milliseconds(ask), await milliseconds(bare)] as const);
  const [ours, baseline] = [median(times.map(([one]) => one)), median(times.map(([, one]) => one))];
  return {
    name: `a policy tried on 90 days of a company with ${OF_THE_FIRST} expenses, milliseconds`,
    ours,
    baseline,
    ratio: ours / baseline,
    target: "≤ 10",
    note: "beside the bare SQL that reads the same rows",
    load: loadNow(),
  };
}

const memoryOf = (pid: string, field: "VmHWM" | "VmRSS"): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_024;
/** The most memory of the process that prints, while it lives. */
function watchPrinter(): { stop(): number } {
  let most = 0;
  const timer = setInterval(() => {
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
      try {
        if (readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("long-printer"))
          most = Math.max(most, memoryOf(pid, "VmHWM"));
      } catch {
        // It has ended since it was listed.
      }
  }, 100);
  return { stop: () => (clearInterval(timer), most) };
}

/** A statement as PDF: its time, and the memory of what prints it and of the server, at a tenth of the lines and at all. */
async function benchStatement(owner: pg.Pool, app: App, address: string): Promise<Figure[]> {
  const print = async (n: number, lines: number) => {
    const id = companyOf(n);
    await owner.query(
      `
        insert into wallet_movements (id, company_id, kind, amount_kobo, balance_kobo, reference, note, business_date, happened_at)
        select gen_random_uuid(), $1, 'transfer_in', 100 + k, 0, 'B' || k, 'From customer ' || k, date '2025-10-01' + k % 30, '2025-10-01'
        from generate_series(1, $2::int) k
      `,
      [id, lines],
    );
    const token = await tokenOf(app, personOf(1, n));
    const before = memoryOf(String(process.pid), "VmRSS");
    const watch = watchPrinter();
    let bytes = 0;
    const time = await milliseconds(async () => {
      const answer = await fetch(`${address}/api/companies/statement/download/${id}?month=2025-10&format=pdf`, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (answer.status !== 200) throw new Error(`statement: ${answer.status}`);
      for await (const part of answer.body!) bytes += (part as Uint8Array).length;
    });
    return { time, bytes, printer: watch.stop(), grown: memoryOf(String(process.pid), "VmRSS") - before };
  };
  await print(11, 300);
  const [few, many] = [await print(12, LINES / 10), await print(13, LINES)];
  return [
    {
      name: `a statement of ${LINES} lines as PDF: most memory of its printer in MB, beside ${LINES / 10} lines`,
      ours: many.printer,
      baseline: few.printer,
      ratio: many.printer / few.printer,
      target: "≤ 1.5",
      note: `${(many.time / 1_000).toFixed(1)} s, ${Math.round(many.bytes / 1_000)} kB; the server grew by ${many.grown.toFixed(0)} MB`,
      load: loadNow(),
    },
  ];
}

/** Wallets with money, and requests that wait for the owner of each company. */
async function prepareMoney(owner: pg.Pool, app: App): Promise<{ approvals: string[] }> {
  for (let n = 1; n <= FUNDED; n += 1)
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
  const rows = Array.from({ length: REQUESTS }, (_, at) => ({ at, id: uuidv7(), subject: uuidv7() }));
  const json = JSON.stringify(
    rows.map(({ at, ...ids }) => ({
      ...ids,
      company: companyOf(1 + (at % FUNDED)),
      maker: personOf(1, 1 + (at % FUNDED)),
      owner: personOf(0, 1 + (at % FUNDED)),
      employee: personOf(2 + (at % (PEOPLE - 2)), 1 + (at % FUNDED)),
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
  return { approvals: rows.map(({ id }) => id) };
}

async function benchMoney(
  owner: pg.Pool,
  app: App,
  address: string,
  { url, isReal }: { url: string; isReal: boolean },
): Promise<Figure[]> {
  const { approvals } = await prepareMoney(owner, app);
  const [owners, makers]: string[][] = [[], []];
  for (let n = 1; n <= FUNDED; n += 1) {
    owners!.push(await tokenOf(app, personOf(0, n)));
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
    agreed += Math.ceil((measured.count + in_flight) / FUNDED) * FUNDED;
    return measured;
  };
  const people = Array.from({ length: 60_000 }, (_, at) =>
    personOf(2 + (Math.floor(at / FUNDED) % (PEOPLE - 2)), 1 + (at % FUNDED)),
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
    funded += Math.ceil((measured.count + in_flight) / FUNDED) * FUNDED;
    return measured;
  };
  await fund(8, 2);
  await approve(8, 1);
  const names = ["a purse funded", "an approval with its chain, which funds a purse"] as const;
  const rounds: { baseline: number; rates: { rate: number; p99: number }[] }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({
      baseline: await measureBaseline(url, owner, isReal, SCALE, SECONDS),
      rates: [await fund(16, SECONDS), await approve(16, SECONDS)],
    });
  load.stop();
  return names.map((name, at) => ({
    name: `${name}, over HTTP with all checks, 16 in flight, one process, calls a second`,
    ours: median(rounds.map(({ rates }) => rates[at]!.rate)),
    baseline: median(rounds.map(({ baseline }) => baseline)),
    ratio: median(rounds.map(({ rates, baseline }) => rates[at]!.rate / baseline)),
    target: "≥ 0.12",
    note: `p99 ${median(rounds.map(({ rates }) => rates[at]!.p99)).toFixed(0)} ms, ${ROUNDS} rounds, ${FUNDED} companies, ${isReal ? "real pgbench" : "the same from Node"}`,
    load: loadNow(),
  }));
}

/** The rows of issue 12, section 6. */
export async function benchCompanies(options: { url: string; app_url: string; folder: string }): Promise<Figure[]> {
  const owner = new pg.Pool({ connectionString: options.url, max: 8 });
  // The server stops before its connections where something failed; that is what is shown.
  owner.on("error", () => undefined);
  const isReal = await prepareBaseline(options.url, owner, SCALE);
  const { app, stop } = await startBenchApp({ ...options, business_date: DAY });
  await openProviderAccounts(queryable(app.db));
  await fill(owner);
  const server = await createServer(app);
  const address = await server.listen({ port: 0, host: "127.0.0.1" });
  const figures = [
    ...(await benchLists(owner, app, address)),
    await benchPreview(owner, app, address),
    ...(await benchStatement(owner, app, address)),
    ...(await benchMoney(owner, app, address, { url: options.url, isReal })),
  ];
  const { totals } = await trialBalance(owner);
  if (totals.some(({ debit_kobo, credit_kobo }) => debit_kobo !== credit_kobo))
    throw new Error("The books do not balance.");
  await server.close();
  await owner.end();
  await stop();
  return figures;
}
