/**
 * `npm run chaos -- companies`: the money of companies on real processes. `kill -9` of API with its worker and of the database while purses are filled, lines
 * drawn and paid back, and second persons agree; then while months are closed, statements issued and what is due taken. Nothing lost, nothing twice.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { addDays } from "@manilla/credit";
import { verifyLedger } from "@manilla/ledger";
import { uuidv7 } from "uuidv7";
import { openSession } from "../../apps/api/src/http/session.ts";
import { openLineAccounts, postLineGranted } from "../../apps/api/src/modules/money/books/index.ts";
import { receiveForCompany } from "../../apps/api/src/modules/money/receipts/index.ts";
import { createPerson } from "../../apps/api/src/modules/people/people/index.ts";
import { SYSTEM } from "../../apps/api/src/modules/platform/audit/index.ts";
import { ask, check, inLanes, insist, killOnce, mostMemory, rowsOf, seconds, summary } from "./hands.ts";
import { type ChaosWorld, FIRST_DATE, SANDBOX, eventually, startChaosWorld } from "./world.ts";

const [EMPLOYEES, OF_SMALL] = [25, 15];
const [SMALL, LARGE, DRAWS, BACK] = [300, 80, 40, 40];
const [SMALL_KOBO, LARGE_KOBO, DRAW_KOBO, BACK_KOBO] = [1_300, 10_000_000, 7_000_000, 500];
const [WALLET_KOBO, LINE_KOBO] = [2_000_000_000n, 1_000_000_000n];
const KILLS = 12;
const DAYS = 80;

interface Company {
  id: string;
  owner: string;
  finance: string;
  /** Asks for what a second person agrees to. */
  colleague: string;
  employees: string[];
}

async function makeCompany(world: ChaosWorld): Promise<Company> {
  const { app } = world;
  const id = uuidv7();
  const row = {
    id,
    name: "Chaos Traders",
    status: "approved",
    unique_plan: "Growth",
    profile_completed_at: new Date(),
  };
  await app.db.insertInto("companies").values(row).execute();
  const make = (role: string, at: number): Promise<string> =>
    app.db
      .transaction()
      .execute((tx) =>
        createPerson(tx, app, {
          name: "Chaos",
          last_name: `${role} ${at}`,
          email: `${role}-${at}-${id.slice(-6)}@chaos.example`,
          phone: null,
          password_hash: null,
          change_password_at: new Date(),
          company_id: id,
          roles: [role],
        }),
      );
  const signedIn = async (role: string, at = 0): Promise<string> =>
    (await openSession(app.db, { user_id: await make(role, at), network_address: "127.0.0.1", device: "chaos" })).token;
  const [owner, finance] = [await signedIn("company_super_admin"), await signedIn("company_finance_manager")];
  const colleague = await signedIn("company_finance_manager", 1);
  const employees: string[] = [];
  for (let at = 0; at < EMPLOYEES; at += 1) employees.push(await make("company_staff", at));
  const { rows } = await app.pool.query<{ id: string }>(
    "select id from users where company_id = $1 and email like 'company_super_admin%'",
    [id],
  );
  await app.db.transaction().execute(async (tx) => {
    const money = { amount_kobo: WALLET_KOBO, channel: "bank_transfer", source: "bank_operating" } as const;
    await receiveForCompany(tx, app, {
      company_id: id,
      ...money,
      reference: `CHAOS-${id}`,
      on: FIRST_DATE,
      actor: SYSTEM,
    });
    const application = { id: uuidv7(), company_id: id, status: "granted", amount_kobo: LINE_KOBO, purpose: "Stock" };
    await tx
      .insertInto("line_applications")
      .values({ ...application, monthly_turnover_kobo: LINE_KOBO, requested_by: rows[0]!.id })
      .execute();
    await tx
      .insertInto("credit_lines")
      .values({
        company_id: id,
        application_id: application.id,
        limit_kobo: LINE_KOBO,
        annual_rate_percent: "30",
        granted_at: new Date(),
      })
      .execute();
    await openLineAccounts(tx, id);
    await postLineGranted(tx, { id: uuidv7(), company_id: id, amount_kobo: LINE_KOBO, on: FIRST_DATE, actor: "chaos" });
  });
  return { id, owner, finance, colleague, employees };
}

/** The second person presses until the request is decided, whatever becomes of the answers. */
async function agree(world: ChaosWorld, id: string, token: string): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    const answer = await ask("POST", `/companies/approvals/${id}/approve`, token, { version: 1 }, `chaos-${id}`).catch(
      () => undefined,
    );
    if (answer?.status === 200) return;
    const found = await rowsOf<{ status: string }>(world, "select status from company_approvals where id = $1", [
      id,
    ]).catch(() => []);
    if (found[0]?.status === "approved") return;
    if (answer && answer.status < 500 && ![409, 425].includes(answer.status))
      throw new Error(`approval: ${answer.status} ${await answer.text()}`);
    await sleep(400);
  }
  throw new Error("an approval was never decided");
}

const LANES = 16;
const atOnce = (work: readonly (() => Promise<unknown>)[]): Promise<void> => inLanes(work, LANES, (each) => each());

async function killing(world: ChaosWorld, isOver: () => boolean): Promise<{ kills: number; databases: number }> {
  let [count, databases] = [0, 0];
  while (!isOver()) {
    await sleep(600 + Math.random() * 1_800);
    if (isOver()) break;
    if (count % 4 === 3) {
      await world.killDatabase();
      databases += 1;
      await sleep(300);
      await world.startDatabase();
    }
    if (count < KILLS || count % 4 === 3) {
      await killOnce(world);
      count += 1;
    } else return { kills: count, databases };
  }
  return { kills: count, databases };
}

async function money(world: ChaosWorld, company: Company): Promise<void> {
  const { id, owner, finance, colleague, employees } = company;
  const began = performance.now();
  console.log(
    `\n${SMALL} small assignments, ${LARGE} large ones and ${DRAWS} draws with a second person, ${BACK} taken back; sixteen at once`,
  );
  // Two groups, and two who give: what was given with a second person counts for what one person may still give that day, to them and to all.
  const to = (at: number) => employees[at % OF_SMALL]!;
  const toLarge = (at: number) => employees[OF_SMALL + (at % (EMPLOYEES - OF_SMALL))]!;
  const second = async (path: string, body: object, key: string) => {
    const { approval_id } = await insist<{ approval_id: string | null }>(path, colleague, body, key);
    if (!approval_id) throw new Error(`${path} did not wait for a second person`);
    await agree(world, approval_id, owner);
  };
  const assign = "/companies/wallet/assign-debit";
  const work = [
    ...Array.from(
      { length: SMALL },
      (_, at) => () => insist(assign, finance, { user_id: to(at), amount_kobo: SMALL_KOBO }, `chaos-small-${at}`),
    ),
    ...Array.from(
      { length: LARGE },
      (_, at) => () => second(assign, { user_id: toLarge(at), amount_kobo: LARGE_KOBO }, `chaos-large-${at}`),
    ),
    ...Array.from(
      { length: DRAWS },
      (_, at) => () => second("/companies/creditLimit/draw", { amount_kobo: DRAW_KOBO }, `chaos-draw-${at}`),
    ),
    ...Array.from(
      { length: BACK },
      (_, at) => () =>
        insist(`/companies/purses/${to(at)}/take-back`, finance, { amount_kobo: BACK_KOBO }, `chaos-back-${at}`),
    ),
  ];
  // What is taken back and what is large comes between what is small, but after each has something.
  const shuffled = [...work.slice(0, 4 * OF_SMALL), ...work.slice(4 * OF_SMALL).toSorted(() => Math.random() - 0.5)];
  let over = false;
  const [{ kills, databases }] = await Promise.all([
    killing(world, () => over),
    atOnce(shuffled).finally(() => (over = true)),
  ]);
  console.log(
    `  ${work.length} acts in ${seconds(began)}; API and worker killed ${kills} times, the database ${databases}; most memory ${mostMemory()}`,
  );
  const [wallet] = await rowsOf<{ kind: string; n: number; kobo: string }>(
    world,
    "select 'all' as kind, count(*)::int as n, sum(amount_kobo)::text as kobo from wallet_movements where company_id = $1",
    [id],
  );
  const by = new Map(
    (
      await rowsOf<{ kind: string; n: number; kobo: string }>(
        world,
        "select kind, count(*)::int as n, sum(amount_kobo)::text as kobo from wallet_movements where company_id = $1 group by 1",
        [id],
      )
    ).map(({ kind, ...row }) => [kind, row]),
  );
  check(
    "each assignment, draw and return happened once",
    by.get("assigned")?.n === SMALL + LARGE && by.get("drawn")?.n === DRAWS && by.get("taken_back")?.n === BACK,
    [...by].map(([kind, { n }]) => `${n} ${kind}`).join(", "),
  );
  const expected =
    WALLET_KOBO - BigInt(SMALL * SMALL_KOBO + LARGE * LARGE_KOBO) + BigInt(DRAWS * DRAW_KOBO + BACK * BACK_KOBO);
  check("the wallet has what it should, to the kobo", BigInt(wallet!.kobo) === expected, wallet!.kobo);
  const [purses] = await rowsOf<{ kobo: string; differ: number }>(
    world,
    `
      select sum(-b.balance_kobo)::text as kobo,
        (count(*) filter (where -b.balance_kobo <> (
          select -sum(m.amount_kobo) from wallet_movements m where m.user_id = p.user_id
        )))::int as differ
      from purses p
      join ledger.accounts a on a.code = 'purse:' || p.user_id
      join ledger.balances b on b.account_id = a.id
      where p.company_id = $1
    `,
    [id],
  );
  check(
    "each purse holds what was assigned to it",
    purses?.differ === 0 && BigInt(purses.kobo) === BigInt(SMALL * SMALL_KOBO + LARGE * LARGE_KOBO - BACK * BACK_KOBO),
    purses?.kobo ?? "",
  );
  const [requests] = await rowsOf<{ n: number; approved: number; twice: number }>(
    world,
    `
      select count(*)::int as n, (count(*) filter (where a.status = 'approved' and r.outcome = 'approved'))::int as approved,
        (count(*) filter (where (
          select count(*) from company_approval_events e where e.approval_id = a.id and e.what = 'approved'
        ) <> 1))::int as twice
      from company_approvals a
      join money_requests r on r.id = a.subject_id
      where a.company_id = $1
    `,
    [id],
  );
  check(
    "each request was asked once and decided once",
    requests?.n === LARGE + DRAWS && requests.approved === LARGE + DRAWS && requests.twice === 0,
    JSON.stringify(requests),
  );
}

async function months(world: ChaosWorld, { id }: Company): Promise<void> {
  const until = addDays(FIRST_DATE, DAYS);
  const began = performance.now();
  console.log(`\nClosing ${DAYS} days, with statements and what falls due: API, worker and database are killed`);
  await world.killApi();
  await fetch(`${SANDBOX}/clock/advance`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ days: DAYS }),
  });
  const isReached = async () =>
    (await rowsOf<{ d: string }>(world, "select business_date::text as d from business_calendar"))[0]?.d === until;
  let [kills, databases] = [0, 0];
  while (kills < 25 && !(await isReached())) {
    await world.startApi();
    await sleep(150 + Math.random() * 700);
    if (kills % 6 === 5) {
      await world.killDatabase();
      await world.startDatabase();
      databases += 1;
    }
    await world.killApi();
    kills += 1;
  }
  await world.startApi();
  await eventually("the last day is open", isReached, 400);
  await world.killApi();
  console.log(`  in ${seconds(began)}; API and worker killed ${kills} times, the database ${databases}`);
  const found = await rowsOf<{ month: string; status: string; full_kobo: string; booked: string; paid_kobo: string }>(
    world,
    `
      select s.month, s.status, s.full_kobo::text, s.paid_kobo::text,
        (
          select sum(p.amount_kobo)::text
          from ledger.accounts a
          join ledger.postings p on p.account_id = a.id and p.effective_on <= s.issued_on
          where a.owner_id = s.company_id::text and a.chart_code in ('line_principal', 'line_interest', 'line_penalty')
        ) as booked
      from line_statements s
      where s.company_id = $1
      order by s.month
    `,
    [id],
  );
  check(
    "each month has one statement, which is what the ledger says",
    found.map(({ month }) => month).join() === "2026-01,2026-02,2026-03" &&
      found.every(({ full_kobo, booked }) => full_kobo === booked),
    found.map(({ month, status, full_kobo }) => `${month} ${status} ${full_kobo}`).join(", "),
  );
  const [interest] = await rowsOf<{ n: number; days: number }>(
    world,
    "select count(*)::int as n, count(distinct effective_on)::int as days from ledger.transactions where kind = 'accrue_line'",
  );
  check(
    "interest was earned once for each day",
    interest?.n === DAYS && interest.days === DAYS,
    JSON.stringify(interest),
  );
  const [taken] = await rowsOf<{ n: number; kobo: string }>(
    world,
    "select count(*)::int as n, (-sum(amount_kobo))::text as kobo from wallet_movements where company_id = $1 and kind = 'repaid'",
    [id],
  );
  const due = await rowsOf<{ kobo: string; n: number }>(
    world,
    "select sum(minimum_kobo)::text as kobo, count(*)::int as n from line_statements where company_id = $1 and status = 'met'",
    [id],
  );
  check(
    "each minimum was taken once, on its day",
    taken?.n === due[0]?.n && taken?.kobo === due[0]?.kobo && due[0]!.n === 2,
    `${taken?.n} taken, ${taken?.kobo} kobo`,
  );
  const words = await rowsOf<{ title: string; n: number }>(
    world,
    `
      select n.title, count(*)::int as n
      from notifications n
      join users u on u.id = n.user_id
      where u.company_id = $1 and n.title like '%credit line%'
      group by n.title, n.user_id
      having count(*) > 1
    `,
    [id],
  );
  check("nobody read twice of the same statement", words.length === 0, JSON.stringify(words));
  const report = await verifyLedger(world.app.pool);
  check("the books prove", report.sums_zero && report.balances_match && report.chain_intact);
  const [lists] = await rowsOf<{ listed: string; booked: string }>(
    world,
    `
      select (select sum(amount_kobo)::text from wallet_movements where company_id = $1) as listed,
        (select (-b.balance_kobo)::text from ledger.accounts a join ledger.balances b on b.account_id = a.id
          where a.code = 'company_wallet:' || $1) as booked
    `,
    [id],
  );
  check("the wallet's list is what the ledger has", lists?.listed === lists?.booked, JSON.stringify(lists));
}

const world = await startChaosWorld();
try {
  const company = await makeCompany(world);
  await world.startApi();
  await money(world, company);
  await months(world, company);
} finally {
  await world.stop();
}
process.exit(summary());
