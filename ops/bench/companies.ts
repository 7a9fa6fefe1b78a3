/**
 * The money of companies: lists of a million expenses of two thousand companies beside bare handlers with the same SQL, a policy tried on 90 days, a statement of
 * ten thousand lines, and, over HTTP with all checks, a purse funded and an approval with its chain beside the TPC-B-like load of the same run. `quick` is a
 * fortieth of it; `--only=` names one of lists, preview, statement, money.
 */
import { readFileSync, readdirSync } from "node:fs";
import { trialBalance } from "@manilla/ledger";
import pg from "pg";
import { queryable } from "../../apps/api/src/db/database.ts";
import type { App } from "../../apps/api/src/house/app.ts";
import { createServer } from "../../apps/api/src/http/server.ts";
import { openProviderAccounts } from "../../apps/api/src/modules/money/books/index.ts";
import { benchCompanyLists } from "./company-lists.ts";
import { benchMoney } from "./company-money.ts";
import { DAY, FULL, QUICK, type Size, companyOf, fillCompanies, ofFirst, personOf, tokenOf } from "./company-world.ts";
import { type Figure, loadNow, median } from "./figure.ts";
import { prepareBaseline } from "./ledger.ts";
import { startBenchApp } from "./world.ts";

const SCALE = 20;

const milliseconds = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** Two rules on 90 days of one company, beside the SQL that reads those expenses and counts those above the cap. */
async function benchPreview(owner: pg.Pool, app: App, address: string, { expenses }: Size): Promise<Figure> {
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
    name: `a policy tried on 90 days of a company with ${ofFirst(expenses)} expenses, milliseconds`,
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
async function benchStatement(owner: pg.Pool, app: App, address: string, { lines }: Size): Promise<Figure[]> {
  const print = async (n: number, count: number) => {
    const id = companyOf(n);
    await owner.query(
      `
        insert into wallet_movements (id, company_id, kind, amount_kobo, balance_kobo, reference, note, business_date, happened_at)
        select gen_random_uuid(), $1, 'transfer_in', 100 + k, 0, 'B' || k, 'From customer ' || k, date '2025-10-01' + k % 30, '2025-10-01'
        from generate_series(1, $2::int) k
      `,
      [id, count],
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
  const [few, many] = [await print(12, lines / 10), await print(13, lines)];
  return [
    {
      name: `a statement of ${lines} lines as PDF: most memory of its printer in MB, beside ${lines / 10} lines`,
      ours: many.printer,
      baseline: few.printer,
      ratio: many.printer / few.printer,
      target: "≤ 1.5",
      note: `${(many.time / 1_000).toFixed(1)} s, ${Math.round(many.bytes / 1_000)} kB; the server grew by ${many.grown.toFixed(0)} MB`,
      load: loadNow(),
    },
  ];
}

/** The rows of issue 12, section 6. @param options.quick a fortieth of it */
export async function benchCompanies(options: {
  url: string;
  app_url: string;
  folder: string;
  quick: boolean;
  /** One of its parts. */
  only?: string;
}): Promise<Figure[]> {
  const size = options.quick ? QUICK : FULL;
  const owner = new pg.Pool({ connectionString: options.url, max: 8 });
  // The server stops before its connections where something failed; that is what is shown.
  owner.on("error", () => undefined);
  const isReal = await prepareBaseline(options.url, owner, SCALE);
  const { app, token: staff, stop } = await startBenchApp({ ...options, business_date: DAY });
  await openProviderAccounts(queryable(app.db));
  await fillCompanies(owner, size);
  const server = await createServer(app);
  const address = await server.listen({ port: 0, host: "127.0.0.1" });
  const parts = {
    lists: () => benchCompanyLists(owner, app, { address, staff, size }),
    preview: async () => [await benchPreview(owner, app, address, size)],
    statement: () => benchStatement(owner, app, address, size),
    money: () => benchMoney(owner, app, address, { url: options.url, isReal, size }),
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
