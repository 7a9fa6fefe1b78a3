/**
 * `npm run chaos -- rolling`: promise O3. Two addresses under a hundred requests a second (`A_SECOND`), one in ten of which moves money. Behind the first are two API processes and a worker (record 0061), behind the
 * second one process does all. Each address is restarted in turn; one API process of the first is killed, then each address whole; every connection to the database is cut every two seconds. A client tries the other
 * address with the same key, as a balancer and a patient client do. Afterwards every request was answered, what was acknowledged is there once, and what both workers were doing when they were killed is done within two minutes.
 */
import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { verifyLedger } from "@manilla/ledger";
import pg from "pg";
import { slipsOf } from "../../test/slips.ts";
import { PORT, eventually, gone, makeAcceptedLoans, signInFinance, start, startChaosWorld } from "./world.ts";

const LOANS = 40;
const LEFT_FOR_LATER = 20;
const SECONDS = Number(process.env["SECONDS"] ?? 60);
const A_SECOND = Number(process.env["A_SECOND"] ?? 100);
const MONEY_EACH = 10;
const PART_KOBO = 100;
/** The key of a request whose process was killed is free after a quarter of a minute (http/key-holder.ts). */
const TIMEOUT_MS = 60_000;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;
const CUT_EVERY_MS = 2_000;
const JOBS_BACK_SECONDS = 120;
const STARTS = 5;
const PORTS = [PORT, PORT + 5];
/** Two machines share the server's connections, and neither knows of the other. Each connection costs 30 to 70 ms of processor time when it is new, and here all are, every two seconds: no more than are used. */
const SHARES = [
  { API_PROCESSES: "2", DATABASE_CONNECTIONS: "38" },
  { API_PROCESSES: "1", DATABASE_CONNECTIONS: "16" },
];

let failed = 0;
const check = (name: string, passed: boolean, detail = ""): void => {
  if (!passed) failed += 1;
  console.log(`${passed ? "✓" : "✗"} ${name}${detail ? ` — ${detail}` : ""}`);
};

const world = await startChaosWorld();
const { app } = world;
const processes: (ChildProcess | undefined)[] = [];
/** A process whose start is cut off ends, and is started again, as systemd does it (deploy/). */
async function begin(which: number): Promise<void> {
  const environment = { ...world.environment, PORT: String(PORTS[which]), ...SHARES[which] };
  for (let tries = 1; ; tries += 1)
    try {
      processes[which] = await start("apps/api/src/processes.ts", environment);
      return;
    } catch (error) {
      if (tries === STARTS) throw error;
    }
}

interface Outcome {
  status: number;
  tries: number;
  milliseconds: number;
}

const agent = new Agent({ keepAlive: true });

/** One try; without an answer the status is 0. A hundred a second of `fetch` would take a third of a core from those who are tried. */
function ask(
  port: number,
  path: string,
  token: string,
  body: unknown,
  key: string | undefined,
): Promise<{ status: number; retry_after?: string | undefined }> {
  return new Promise((resolve) => {
    const asked = request(
      `http://127.0.0.1:${port}/api${path}`,
      {
        agent,
        method: body === undefined ? "GET" : "POST",
        signal: AbortSignal.timeout(10_000),
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { "content-type": "application/json", "idempotency-key": key ?? "" }),
        },
      },
      (answer) => {
        const { statusCode: status = 0, headers } = answer;
        answer.resume().once("error", () => resolve({ status: 0 }));
        answer.once("end", () => resolve({ status, retry_after: headers["retry-after"] }));
      },
    );
    asked.once("error", () => resolve({ status: 0 }));
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/**
 * How long a client waits before it asks again: what the answer says (RFC 9110, 10.2.3), otherwise longer each time; never all at once.
 * @returns milliseconds
 */
function pauseAfter(tries: number, retry_after: string | undefined): number {
  const longer = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1));
  return Math.max(longer, Number(retry_after ?? 0) * 1_000) * (1 + Math.random());
}

/** Asks one address, then the other, with the same key, until it is answered. */
async function insist(path: string, token: string, first: number, body?: unknown, key?: string): Promise<Outcome> {
  const began = performance.now();
  let status = 0;
  let tries = 0;
  while (performance.now() - began < TIMEOUT_MS) {
    const answer = await ask(PORTS[(first + tries) % PORTS.length] ?? PORT, path, token, body, key);
    tries += 1;
    status = answer.status;
    if (status >= 200 && status < 300) break;
    await sleep(pauseAfter(tries, answer.retry_after));
  }
  return { status, tries, milliseconds: performance.now() - began };
}

/** Cuts every connection of the application again and again. @returns ends it and says how many were cut */
function cutConnections(): () => Promise<number> {
  const admin = new pg.Client({ connectionString: world.postgres.admin_url });
  let isOver = false;
  let cut = 0;
  const work = (async () => {
    await admin.connect();
    while (!isOver) {
      const { rowCount } = await admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'manilla' and pid <> pg_backend_pid()",
      );
      cut += rowCount ?? 0;
      await sleep(CUT_EVERY_MS);
    }
    await admin.end();
  })();
  return async () => {
    isOver = true;
    await work;
    return cut;
  };
}

async function disburse(loan_ids: readonly string[], maker: string, checker: string, name: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${PORT}/api/admin/personal/loans/disburse-many`, {
    method: "POST",
    headers: { authorization: `Bearer ${maker}`, "content-type": "application/json", "idempotency-key": name },
    body: JSON.stringify({ loan_ids }),
  });
  const { data } = (await answer.json()) as { data: { approval_id: string } };
  await insist(`/admin/approvals/${data.approval_id}/approve`, checker, 0, { version: 1 }, `${name}-agreed`);
}
const running = async (): Promise<number> =>
  (await app.pool.query<{ n: number }>("select count(*)::int as n from loans where status = 'running'")).rows[0]?.n ??
  0;

/** Each payment brings a slip of its own, made before the faults begin. */
const MAX_PAYMENTS = 3_000;

/** A hundred requests a second, one in ten of them money (a payment costs as much as dozens of lists, and client, database and both processes share the machine). @returns the outcome of each, money apart */
async function load(
  token: string,
  repayments: readonly string[],
  slips: readonly string[],
  until: () => boolean,
): Promise<{ money: Map<string, Outcome>; reads: Outcome[] }> {
  const money = new Map<string, Outcome>();
  const reads: Outcome[] = [];
  const open = new Set<Promise<unknown>>();
  const began = performance.now();
  for (let number = 0; !until(); number += 1) {
    await sleep(Math.max(0, began + (number * 1_000) / A_SECOND - performance.now()));
    const reference = `ROLLING-${number}`;
    const asked =
      number % MONEY_EACH === 0
        ? insist(
            `/admin/personal/repayments/${repayments[number % repayments.length]}/pay-fraction`,
            token,
            number,
            { amount_kobo: PART_KOBO, reference, slip_id: slips[(number / MONEY_EACH) % MAX_PAYMENTS] },
            reference,
          ).then((outcome) => money.set(reference, outcome))
        : insist("/admin/personal/loans?limit=20", token, number).then((outcome) => reads.push(outcome));
    open.add(asked);
    void asked.finally(() => open.delete(asked));
  }
  await Promise.all(open);
  return { money, reads };
}

/** Of those behind the first address one, which is started again by itself. */
function killOneOf(all: ChildProcess | undefined): void {
  const [pid] = readFileSync(`/proc/${all?.pid}/task/${all?.pid}/children`, "utf8").split(" ");
  process.kill(Number(pid), "SIGKILL");
}

/** Each restarted as a release does it, then one of several and each whole killed. */
async function restartInTurn(): Promise<string> {
  const steps = [
    [0, "SIGTERM"],
    [1, "SIGTERM"],
    [0, "one killed"],
    [0, "SIGKILL"],
    [1, "SIGKILL"],
  ] as const;
  for (const [which, signal] of steps) {
    await sleep((SECONDS * 1_000) / (steps.length + 1));
    if (signal === "one killed") {
      killOneOf(processes[which]);
      continue;
    }
    await gone(processes[which], signal);
    await begin(which);
  }
  return steps.map(([which, signal]) => `${signal} ${which + 1}`).join(", ");
}

try {
  const { maker, checker } = await signInFinance(world);
  const loans = await makeAcceptedLoans(world, LOANS + LEFT_FOR_LATER);
  // One person records: what is tried is the receipt, not the second person.
  await app.pool.query("update configuration set value = '900000000000000' where key like 'recorded\\_alone\\_%'");
  await Promise.all(PORTS.map((_, which) => begin(which)));
  await disburse(loans.slice(0, LOANS), maker, checker, "rolling-first");
  await eventually("the loans run", async () => (await running()) === LOANS);
  const { rows: repayments } = await app.pool.query<{ id: string }>(
    "select r.id from repayments r join loans l on l.id = r.loan_id where l.status = 'running' and r.number = 1",
  );

  console.log(
    `${A_SECOND} requests a second to two addresses; every connection is cut every ${CUT_EVERY_MS / 1_000} s`,
  );
  const slips = await slipsOf(app, MAX_PAYMENTS, maker);
  const endCutting = cutConnections();
  const until = performance.now() + SECONDS * 1_000;
  let isRestarting = true;
  const [{ money, reads }, restarts] = await Promise.all([
    load(
      maker,
      repayments.map(({ id }) => id),
      slips,
      () => performance.now() > until && !isRestarting,
    ),
    restartInTurn().finally(() => (isRestarting = false)),
  ]);
  const cut = await endCutting();
  const all = [...money.values(), ...reads];
  const lost = all.filter(({ status }) => status !== 200);
  check(
    "no answer was lost",
    lost.length === 0,
    `${all.length} requests, ${all.filter(({ tries }) => tries > 1).length} of them asked again, ${cut} connections cut, ${restarts}; the longest took ${(Math.max(...all.map(({ milliseconds }) => milliseconds)) / 1_000).toFixed(1)} s${lost.length > 0 ? `; ${lost.length} lost, the first with ${lost[0]?.status}` : ""}`,
  );
  const { rows: kept } = await app.pool.query<{ reference: string; n: number; amount_kobo: string }>(
    `
      select reference, count(*)::int as n, sum(amount_kobo) as amount_kobo
      from receipts
      where reference like 'ROLLING-%'
      group by 1
    `,
  );
  const counts = new Map(kept.map(({ reference, n }) => [reference, n]));
  check(
    "what was acknowledged is there, once",
    [...money].every(([reference, { status }]) => status !== 200 || counts.get(reference) === 1) &&
      kept.every(({ n, amount_kobo }) => n === 1 && Number(amount_kobo) === PART_KOBO),
    `${money.size} payments, ${kept.length} receipts`,
  );

  await disburse(loans.slice(LOANS), maker, checker, "rolling-second");
  await sleep(300);
  await Promise.all(processes.map((child) => gone(child, "SIGKILL")));
  await Promise.all(PORTS.map((_, which) => begin(which)));
  const back = performance.now();
  await eventually(
    "what the killed workers were doing is done",
    async () =>
      (
        await app.pool.query<{ n: number }>(
          "select count(*)::int as n from payouts where status in ('approved', 'sent')",
        )
      ).rows[0]?.n === 0 && (await running()) >= LOANS,
    JOBS_BACK_SECONDS,
  );
  const { rows: ends } = await app.pool.query<{ status: string; n: number }>(
    "select status, count(*)::int as n from payouts group by 1 order by 1",
  );
  check(
    `what both workers were doing when they were killed is done within ${JOBS_BACK_SECONDS} s`,
    performance.now() - back < JOBS_BACK_SECONDS * 1_000,
    `${((performance.now() - back) / 1_000).toFixed(1)} s; payouts: ${ends.map(({ status, n }) => `${n} ${status}`).join(", ")}`,
  );
  const report = await verifyLedger(app.pool);
  check("the ledger is sound", report.is_sound);
} finally {
  await Promise.all(processes.map((child) => gone(child, "SIGKILL")));
  await world.stop();
}
console.log(failed > 0 ? `\n${failed} failed` : "\nall passed");
process.exit(failed > 0 ? 1 : 0);
