/**
 * `npm run chaos -- clock` (promises E1, M11): the real processes under a clock that libfaketime moves. A session lives 3,599 seconds and not 3,601. The calendar goes from 31 January to 1 March at once, late and
 * under two workers: what falls on a day is done once for that day, also at the end of a month. The database keeps the true time: nothing may depend on whose clock is asked.
 */
import { type ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { verifyLedger } from "@manilla/ledger";
import { addDays } from "@manilla/credit";
import { createPerson } from "../../apps/api/src/modules/people/people/index.ts";
import { hashPassword } from "../../apps/api/src/modules/platform/session/index.ts";
import { check, endWithVerdict, needPackages } from "./debian.ts";
import {
  type ChaosWorld,
  PORT,
  eventually,
  gone,
  makeAcceptedLoans,
  signInFinance,
  start,
  startChaosWorld,
} from "./world.ts";

const LIBRARY = `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu/faketime/libfaketimeMT.so.1`;
const PASSWORD = "Kilimanjaro 5895 metres";
const [FIRST, JANUARY_ENDS, MARCH_BEGINS] = ["2025-12-31", "2026-01-31", "2026-03-01"];
const LOANS = 20;

needPackages(["libfaketime"], [LIBRARY]);
const world = await startChaosWorld({ first_date: FIRST });
const file = join(world.folder, "faketime");
/** Time stands still at this moment until it is set again; no timer is moved by it. */
const setClock = (moment: Date): void => writeFileSync(file, moment.toISOString().slice(0, 19).replace("T", " "));
const noon = (date: string): Date => new Date(`${date}T12:00:00Z`);
// Without the sandbox's time machine the calendar is the wall's, as in operation.
const moved = {
  LD_PRELOAD: LIBRARY,
  FAKETIME_TIMESTAMP_FILE: file,
  FAKETIME_NO_CACHE: "1",
  DONT_FAKE_MONOTONIC: "1",
  FAKETIME_DONT_FAKE_MONOTONIC: "1",
  TZ: "UTC",
  SANDBOX_URL: "",
};

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${PORT}/api${path}`, {
    method,
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

async function session({ app }: ChaosWorld): Promise<void> {
  const password_hash = await hashPassword(PASSWORD);
  await app.db
    .transaction()
    .execute((tx) =>
      createPerson(tx, app, {
        name: "Clock",
        last_name: "Watcher",
        email: "clock@chaos.example",
        phone: null,
        password_hash,
        change_password_at: new Date(),
        roles: ["super_support"],
      }),
    );
  const began = noon(FIRST);
  setClock(began);
  const answer = await call("POST", "/login/token", { email: "clock@chaos.example", password: PASSWORD });
  const { data } = (await answer.json()) as { data: { token: string; expires_at: string } };
  check(
    "a session ends an hour after it began, by the clock of the server",
    Date.parse(data.expires_at) - began.getTime() === 3_600_000,
    data.expires_at,
  );
  const at = async (seconds: number): Promise<number> => {
    setClock(new Date(began.getTime() + seconds * 1_000));
    return (await call("GET", "/session", undefined, { authorization: `Bearer ${data.token}` })).status;
  };
  const [before, after, never] = [await at(3_599), await at(3_601), await at(86_400)];
  check(
    "after 3,599 seconds it is open, after 3,601 it is not, nor a day later",
    before === 200 && after === 401 && never === 401,
    `${before}, ${after}, ${never}`,
  );
}

const insist = async (path: string, token: string, body: unknown, key: string): Promise<Record<string, unknown>> => {
  const answer = await call("POST", path, body, { authorization: `Bearer ${token}`, "idempotency-key": key });
  const { data, message } = (await answer.json()) as { data: Record<string, unknown>; message: string };
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${message}`);
  return data;
};

const openDate = async (): Promise<string> =>
  (await world.app.db.selectFrom("business_calendar").select("business_date").executeTakeFirstOrThrow()).business_date;
const count = async (text: string): Promise<number> =>
  Number((await world.app.pool.query<{ n: string }>(`select count(*) as n from ${text}`)).rows[0]?.n);

async function calendar(): Promise<void> {
  setClock(noon(FIRST));
  const { maker, checker } = await signInFinance(world);
  const loans = await makeAcceptedLoans(world, LOANS);
  const { approval_id } = await insist(
    "/admin/personal/loans/disburse-many",
    maker,
    { loan_ids: loans },
    "clock-disburse",
  );
  await insist(`/admin/approvals/${String(approval_id)}/approve`, checker, { version: 1 }, "clock-approve");
  await eventually("the loans are paid out", async () => (await count("loans where status = 'running'")) === LOANS);
  const due = await world.app.pool.query<{ due_on: string }>(
    "select distinct due_on::text as due_on from repayments order by 1",
  );
  check(
    "instalments of a loan of 31 December fall on the ends of the months",
    due.rows.map(({ due_on }) => due_on).join(" ") === "2026-01-31 2026-02-28 2026-03-31",
    due.rows.map(({ due_on }) => due_on).join(" "),
  );

  // A second worker on the same data, from now on.
  const other: ChildProcess = await start("apps/api/src/main.ts", {
    ...world.environment,
    ...moved,
    PORT: String(PORT + 5),
  });
  setClock(noon(JANUARY_ENDS));
  await eventually("31 January is open", async () => (await openDate()) === JANUARY_ENDS, 180);
  // Late: nobody was there for a month. Killed once on the way.
  await world.killApi();
  await gone(other, "SIGKILL");
  setClock(noon(MARCH_BEGINS));
  const again: ChildProcess = await start("apps/api/src/main.ts", {
    ...world.environment,
    ...moved,
    PORT: String(PORT + 5),
  });
  await world.startApi(moved);
  await eventually("February has begun", async () => (await openDate()) > "2026-02-05", 120);
  await world.killApi();
  await world.startApi(moved);
  await eventually("1 March is open", async () => (await openDate()) === MARCH_BEGINS, 240);
  await gone(again, "SIGTERM");
  await world.killApi();

  const days = [];
  for (let day = FIRST; day < MARCH_BEGINS; day = addDays(day, 1)) days.push(day);
  const closed = await world.app.pool.query<{ day: string }>(
    "select business_date::text as day from business_days where closed_at is not null order by 1",
  );
  check(
    "every day from 31 December to 28 February was closed, each once, none skipped",
    closed.rows.map(({ day }) => day).join() === days.join(),
    `${closed.rows.length} days of ${days.length}`,
  );
  check(
    "interest was accrued once for each loan and day",
    (await count("ledger.transactions where kind = 'accrue'")) > 0 &&
      (await count(
        "(select 1 from ledger.transactions where kind = 'accrue' group by metadata ->> 'loan_id', effective_on having count(*) > 1) x",
      )) === 0,
    `${await count("ledger.transactions where kind = 'accrue'")} postings`,
  );
  const fell = await count("transitions where to_state = 'due'");
  check(
    "each instalment fell due on its day, once",
    fell === 2 * LOANS &&
      (await count("(select 1 from transitions where to_state = 'due' group by subject_id having count(*) > 1) x")) ===
        0 &&
      (await count("repayments where due_on <= '2026-02-28' and status not in ('overdue', 'due')")) === 0,
    `${fell} transitions`,
  );
  check(
    "a penalty was taken at most once a day and instalment",
    (await count("ledger.transactions where kind = 'penalty'")) > 0 &&
      (await count(
        "(select 1 from ledger.transactions where kind = 'penalty' group by split_part(key, ':', 2), effective_on having count(*) > 1) x",
      )) === 0,
    `${await count("ledger.transactions where kind = 'penalty'")} postings`,
  );
  check(
    "days past due on 1 March are counted from 31 January",
    (await count("loans where days_past_due <> 29")) === 0,
    (await world.app.pool.query<{ days: number }>("select distinct days_past_due as days from loans")).rows
      .map(({ days: shown }) => shown)
      .join(),
  );
  const report = await verifyLedger(world.app.pool);
  check("the ledger is sound", report.sums_zero && report.balances_match, report.problems.join("; ") || "no problems");
}

try {
  setClock(noon(FIRST));
  await world.startApi(moved);
  await session(world);
  await calendar();
} finally {
  await world.stop();
}
endWithVerdict();
