/**
 * `npm run chaos -- spending`: what a company pays back and keeps back, on real processes. Expenses are asked for, agreed to and paid into purses; a deduction file is confirmed, paid and
 * given to each loan. API with its worker and the database are killed in the middle of both. Nothing lost, nothing twice. `REQUESTS` and `LOANS` make it smaller.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { verifyLedger } from "@manilla/ledger";
import { uuidv7 } from "uuidv7";
import { openSession } from "../../apps/api/src/http/session.ts";
import { receiveForCompany } from "../../apps/api/src/modules/money/receipts/index.ts";
import { createPerson } from "../../apps/api/src/modules/people/people/index.ts";
import { SYSTEM } from "../../apps/api/src/modules/platform/audit/index.ts";
import { ask, check, inLanes, insist, killing, kills, rowsOf, seconds, summary } from "./hands.ts";
import {
  type ChaosWorld,
  FIRST_DATE,
  SANDBOX,
  eventually,
  makeAcceptedLoans,
  signInFinance,
  startChaosWorld,
} from "./world.ts";

const REQUESTS = Number(process.env["REQUESTS"] ?? 240);
const LOANS = Number(process.env["LOANS"] ?? 60);
const EMPLOYEES = 20;
const LANES = 8;
const REQUEST_KOBO = 130_000;
const WALLET_KOBO = 2_000_000_000n;
const KILL_SECONDS = 3;

interface Company {
  id: string;
  owner: string;
  hr: string;
  finance: string;
  /** Tokens of those who spend. */
  staff: string[];
}

async function makeCompany({ app }: ChaosWorld): Promise<Company> {
  const id = uuidv7();
  const row = {
    id,
    name: "Chaos Spenders",
    status: "approved",
    unique_plan: "Growth",
    profile_completed_at: new Date(),
  };
  await app.db.insertInto("companies").values(row).execute();
  const signedIn = async (role: string, at = 0): Promise<string> => {
    const user_id = await app.db
      .transaction()
      .execute((tx) =>
        createPerson(tx, app, {
          name: "Chaos",
          last_name: `${role} ${at}`,
          email: `${role}-${at}@spending.example`,
          phone: null,
          password_hash: null,
          change_password_at: new Date(),
          company_id: id,
          roles: [role],
        }),
      );
    return (await openSession(app.db, { user_id, network_address: "127.0.0.1", device: "chaos" })).token;
  };
  await app.db
    .transaction()
    .execute((tx) =>
      receiveForCompany(tx, app, {
        company_id: id,
        amount_kobo: WALLET_KOBO,
        channel: "bank_transfer",
        source: "bank_operating",
        reference: `CHAOS-${id}`,
        on: FIRST_DATE,
        actor: SYSTEM,
      }),
    );
  const staff: string[] = [];
  for (let at = 0; at < EMPLOYEES; at += 1) staff.push(await signedIn("company_staff", at));
  const [owner, hr, finance] = [
    await signedIn("company_super_admin"),
    await signedIn("company_hr"),
    await signedIn("company_finance_manager"),
  ];
  return { id, owner, hr, finance, staff };
}

/** One row by its id, also while the database is away. */
const one = async <Row extends object>(world: ChaosWorld, text: string, id: string): Promise<Row | undefined> =>
  (await rowsOf<Row>(world, text, [id]).catch(() => []))[0];

/** Sends it again until it is done, whatever becomes of the answers. */
async function until(what: string, send: () => Promise<unknown>, isDone: () => Promise<boolean>): Promise<void> {
  await eventually(
    what,
    async () => {
      if (await isDone()) return true;
      await send().catch(() => undefined);
      return isDone();
    },
    300,
  );
}

/** From the employee's request to the money in the purse. */
async function reimburse(world: ChaosWorld, company: Company, at: number): Promise<void> {
  const { request } = await insist<{ request: { id: string } }>(
    "/companies/expense/request",
    company.staff[at % EMPLOYEES]!,
    {
      kind: "reimbursement",
      purpose: `Errand ${at}`,
      lines: [{ merchant: `Shop ${at}`, amount_kobo: REQUEST_KOBO, spent_on: FIRST_DATE }],
      is_draft: false,
    },
    `chaos-request-${at}`,
  );
  const read = () =>
    one<{ status: string; version: number }>(
      world,
      "select status, version from expense_requests where id = $1",
      request.id,
    );
  const approval = () =>
    one<{ id: string; version: number }>(
      world,
      "select id, version from company_approvals where subject_id = $1",
      request.id,
    );
  await until(
    `request ${at} is approved`,
    async () => {
      const found = await approval();
      if (found)
        await ask("POST", `/companies/approvals/${found.id}/approve`, company.owner, { version: found.version });
    },
    async () => (await read())?.status !== "pending" && (await read()) !== undefined,
  );
  await until(
    `request ${at} is paid`,
    async () => {
      const found = await read();
      // Without the database its version is not known, and another body under the same key would be refused for good.
      if (!found) return;
      const body = { into: "purse", version: found.version };
      const key = `chaos-pay-${at}-${found.version}`;
      await ask("POST", `/companies/expense/request/${request.id}/pay`, company.finance, body, key);
    },
    async () => (await read())?.status === "paid",
  );
}

async function reimbursements(world: ChaosWorld, company: Company): Promise<void> {
  console.log(`\n${REQUESTS} expenses asked for, agreed to and paid into purses; ${LANES} at once`);
  const since = performance.now();
  let isOver = false;
  const killed = killing(world, KILL_SECONDS, () => isOver);
  await inLanes(
    Array.from({ length: REQUESTS }, (_, at) => at),
    LANES,
    (at) => reimburse(world, company, at),
  );
  isOver = true;
  const { api, database } = await killed;
  console.log(`  in ${seconds(since)}; API and worker killed ${api} times, the database ${database}`);
  const [found] = await rowsOf<Record<"asked" | "paid" | "expenses" | "twice" | "references", number>>(
    world,
    `
      select count(*)::int as asked, (count(*) filter (where r.status = 'paid'))::int as paid,
        count(distinct r.payment_reference)::int as references,
        (select count(*)::int from expenses e where e.company_id = $1 and e.status = 'approved') as expenses,
        (count(*) filter (where (
          select count(*) from transitions t where t.subject_id = r.id and t.to_state = 'paid'
        ) <> 1))::int as twice
      from expense_requests r
      where r.company_id = $1
    `,
    [company.id],
  );
  check(
    "each was asked once, decided once, paid once and is one expense",
    JSON.stringify(found) ===
      JSON.stringify({ asked: REQUESTS, paid: REQUESTS, references: REQUESTS, expenses: REQUESTS, twice: 0 }),
    JSON.stringify(found),
  );
  const [money] = await rowsOf<{ purses: string; wallet: string }>(
    world,
    `
      select coalesce(-sum(p.amount_kobo) filter (where a.code like 'purse:%'), 0)::text as purses,
        coalesce(-sum(p.amount_kobo) filter (where a.code = 'company_wallet:' || $1), 0)::text as wallet
      from ledger.postings p
      join ledger.accounts a on a.id = p.account_id
    `,
    [company.id],
  );
  const paid = BigInt(REQUESTS * REQUEST_KOBO);
  check(
    "the purses have it, and the wallet the rest, to the kobo",
    money?.purses === String(paid) && money.wallet === String(WALLET_KOBO - paid),
    JSON.stringify(money),
  );
}

const advance = (days: number): Promise<Response> =>
  fetch(`${SANDBOX}/clock/advance`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ days }),
  });

/** Loans of the company's people, paid out, whose owners agree to the deduction. */
async function lend(world: ChaosWorld, { id }: Company): Promise<void> {
  const { maker, checker } = await signInFinance(world);
  const loan_ids = await makeAcceptedLoans(world, LOANS);
  const body = { loan_ids };
  const asked = await insist<{ approval_id: string }>("/admin/personal/loans/disburse-many", maker, body, "chaos-lend");
  await insist(`/admin/approvals/${asked.approval_id}/approve`, checker, { version: 1 }, "chaos-agree");
  await eventually(
    "the loans run",
    async () =>
      (await rowsOf<{ n: number }>(world, "select count(*)::int as n from loans where status = 'running'"))[0]?.n ===
      LOANS,
    300,
  );
  const { pool } = world.app;
  await pool.query("update users u set company_id = $1 from loans l where l.user_id = u.id", [id]);
  await pool.query("update loans set company_id = $1", [id]);
  await pool.query(
    "insert into deduction_terms (company_id, is_on, pay_day, changed_at) values ($1, true, 20, now())",
    [id],
  );
  await pool.query(
    "insert into deduction_consents (loan_id, user_id, company_id, given_at) select id, user_id, $1, now() from loans",
    [id],
  );
}

async function deductions(world: ChaosWorld, company: Company): Promise<void> {
  console.log(`\nA deduction file of ${LOANS} loans, confirmed, paid and given to each`);
  await lend(world, company);
  await advance(1);
  const file = async () =>
    (
      await rowsOf<{ id: string; status: string; version: number; people: number; kobo: string }>(
        world,
        "select id, status, version, people, deducted_kobo::text as kobo from deduction_files where company_id = $1",
        [company.id],
      ).catch(() => [])
    )[0];
  await eventually("the file is made", async () => (await file()) !== undefined, 300);
  const since = performance.now();
  let isOver = false;
  const killed = killing(world, 1, () => isOver);
  const send = async (action: string, token: string) => {
    const found = await file();
    const path = `/companies/deductions/${found?.id}/${action}`;
    await ask("POST", path, token, { version: found?.version }, `chaos-${action}`);
  };
  await until(
    "it is confirmed",
    () => send("confirm", company.hr),
    async () => (await file())?.status === "confirmed",
  );
  const isPaid = async () => ["paid", "allocated"].includes((await file())?.status ?? "");
  await until("it is paid", () => send("pay", company.finance), isPaid);
  await sleep(2_500);
  isOver = true;
  const { api, database } = await killed;
  await kills(world, 4, 300);
  await eventually("each loan has its part", async () => (await file())?.status === "allocated", 300);
  console.log(`  in ${seconds(since)}; API and worker killed ${api + 4} times, the database ${database}`);
  const { people, kobo } = (await file())!;
  const [found] = await rowsOf<Record<"lines" | "receipts" | "differ" | "movements", number> & { clearing: string }>(
    world,
    `
      select count(*)::int as lines, count(distinct x.receipt_id)::int as receipts,
        (count(*) filter (where r.amount_kobo is distinct from x.deducted_kobo))::int as differ,
        (select count(*)::int from wallet_movements where company_id = $1 and kind = 'deductions_paid') as movements,
        (
          select coalesce(sum(p.amount_kobo), 0)::text
          from ledger.postings p join ledger.accounts a on a.id = p.account_id
          where a.code = 'deductions_clearing'
        ) as clearing
      from deduction_lines x
      left join receipts r on r.id = x.receipt_id
      where x.company_id = $1
    `,
    [company.id],
  );
  check(
    "it left the wallet once, and each loan has its part once, to the kobo",
    JSON.stringify(found) ===
      JSON.stringify({ lines: LOANS, receipts: LOANS, differ: 0, movements: 1, clearing: "0" }) && people === LOANS,
    `${JSON.stringify(found)}, ${kobo} kobo`,
  );
  const [received] = await rowsOf<{ n: number; kobo: string }>(
    world,
    "select count(*)::int as n, sum(amount_kobo)::text as kobo from receipts where channel = 'salary_deduction'",
  );
  check("no loan was paid twice", received?.n === LOANS && received.kobo === kobo, JSON.stringify(received));
  check("the ledger is sound", (await verifyLedger(world.app.pool)).is_sound);
}

const world = await startChaosWorld();
try {
  const company = await makeCompany(world);
  await world.startApi();
  await reimbursements(world, company);
  await deductions(world, company);
} finally {
  await world.killApi();
  await world.stop();
}
process.exit(summary());
