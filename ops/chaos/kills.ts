/**
 * `npm run chaos`: minutes of faults on real processes, run before an issue is called done (not in `npm test`). `kill -9` of API, worker and
 * database in the middle of disbursement and of close of business: afterwards nothing is lost or done twice. Ends with the words of a test run.
 */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { verifyLedger } from "@manilla/ledger";
import pg from "pg";
import { readConfig } from "../../apps/api/src/config.ts";
import { createApp } from "../../apps/api/src/main.ts";
import { catchUp } from "../../apps/api/src/modules/platform/business-day/index.ts";
import {
  type ChaosWorld,
  FIRST_DATE,
  PORT,
  SANDBOX,
  eventually,
  makeAcceptedLoans,
  signInFinance,
  startChaosWorld,
} from "./world.ts";

const LOANS = 60;
const KILLS = 20;
const DAYS = 75;
const verdicts: { name: string; passed: boolean; detail: string }[] = [];
const check = (name: string, passed: boolean, detail = "") => {
  verdicts.push({ name, passed, detail });
  console.log(`${passed ? "✓" : "✗"} ${name}${detail ? ` — ${detail}` : ""}`);
};

const send = (method: string, path: string, token: string, body: unknown, key: string) =>
  fetch(`http://127.0.0.1:${PORT}/api${path}`, {
    method,
    headers: { "content-type": "application/json", authorization: `Bearer ${token}`, "idempotency-key": key },
    body: JSON.stringify(body),
  });
const setFault = (mode: string, times: number) =>
  fetch(`${SANDBOX}/faults/paystack`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ mode, times, delay_ms: 400, call: "POST /transfer" }),
  });

/** A call whose answer may be lost is sent again under the same key until it is answered. */
async function insist(
  method: string,
  path: string,
  token: string,
  body: unknown,
  key: string,
): Promise<{ data: Record<string, unknown> }> {
  for (let tries = 0; tries < 60; tries += 1) {
    const answer = await send(method, path, token, body, key).catch(() => undefined);
    if (answer?.status === 200) return (await answer.json()) as { data: Record<string, unknown> };
    await sleep(500);
  }
  throw new Error(`${path} was never answered`);
}

interface Movement {
  reference: string;
  amount_kobo: number;
}

async function proveMoney(world: ChaosWorld, loans: string[]): Promise<void> {
  const payouts = await world.app.db
    .selectFrom("payouts")
    .select(["reference", "status", "subject_id", "amount_kobo"])
    .where("subject_id", "in", loans)
    .execute();
  const { movements } = (await (await fetch(`${SANDBOX}/bank/movements.json`)).json()) as { movements: Movement[] };
  const out = movements.filter(({ amount_kobo }) => amount_kobo < 0);
  const paid = payouts.filter(({ status }) => status === "success");
  const perReference = new Map<string, number>();
  for (const { reference } of out) perReference.set(reference, (perReference.get(reference) ?? 0) + 1);
  const unknown = payouts.filter(({ status }) => status === "unknown");
  check(
    "every loan was paid out, or waits for a person because the bank never heard of it",
    paid.length + unknown.length === LOANS,
    `${paid.length} paid, ${unknown.length} waiting, of ${LOANS}`,
  );
  check(
    "what waits never left the bank",
    unknown.every(({ reference }) => out.every((movement) => movement.reference !== reference)),
  );
  check(
    "no payout left the bank twice",
    [...perReference.values()].every((count) => count === 1) && out.length === paid.length,
    `${out.length} transfers at the bank`,
  );
  check(
    "nothing left the bank that the books do not know",
    out.every(({ reference }) => paid.some((payout) => payout.reference === reference)),
  );
  const report = await verifyLedger(world.app.pool);
  check(
    "the ledger is sound",
    report.sums_zero && report.balances_match && report.chain_intact,
    JSON.stringify(report, (_, value: unknown) => (typeof value === "bigint" ? Number(value) : value)).slice(0, 200),
  );
}

async function disbursement(world: ChaosWorld): Promise<string[]> {
  console.log(
    `\nDisbursing ${LOANS} loans: API and worker are killed ${KILLS} times, the database twice, ten transfers lose their answer`,
  );
  const { maker, checker } = await signInFinance(world);
  const loans = await makeAcceptedLoans(world, LOANS);
  await world.startApi();
  await setFault("timeout_after_effect", 10);
  const { data } = await insist(
    "POST",
    "/admin/personal/loans/disburse-many",
    maker,
    { loan_ids: loans },
    "chaos-disburse",
  );
  if (!data["approval_id"]) throw new Error(`The batch was refused: ${JSON.stringify(data["items"]).slice(0, 400)}`);
  await insist(
    "POST",
    `/admin/approvals/${String(data["approval_id"])}/approve`,
    checker,
    { version: 1 },
    "chaos-approve",
  );
  for (let kill = 0; kill < KILLS; kill += 1) {
    await sleep(100 + Math.random() * 500);
    if (kill === 7 || kill === 14) {
      await world.killDatabase();
      await sleep(300);
      await world.startDatabase();
    }
    await world.killApi();
    await world.startApi();
  }
  let shown = "";
  await eventually(
    "every payout is over",
    async () => {
      // One that was killed between "sent" and the sending stays unknown: the bank has never heard of it, and a person decides (after ten minutes it asks for one).
      const { rows } = await world.app.pool.query<{ status: string; is_over: boolean; count: string }>(
        `
          select status,
            (status in ('success', 'failed', 'reversed') or (status = 'unknown' and asked_times >= 2)) as is_over,
            count(*)
          from payouts
          group by 1, 2
          order by 1
        `,
      );
      const now = rows.map(({ status, count }) => `${count} ${status}`).join(", ");
      if (now !== shown) console.log(`  ${(shown = now)}`);
      return rows.every(({ is_over }) => is_over);
    },
    900,
  );
  await proveMoney(world, loans);
  return loans;
}

/** What must be the same whether the days were closed quietly or under fire. */
async function fingerprint(pool: pg.Pool): Promise<Record<string, string>> {
  const queries = {
    repayments: `
        select l.reference, r.number, r.status, r.penalty_kobo, r.paid_principal_kobo, r.paid_interest_kobo,
          r.paid_penalty_kobo, r.days_past_due
        from repayments r
        join loans l on l.id = r.loan_id
        order by 1, 2
      `,
    loans: `
        select reference, status, outstanding_principal_kobo, overdue_kobo, days_past_due, arrears_bucket,
          accrued_interest_kobo, accrued_to, is_non_performing
        from loans
        order by 1
      `,
    arrears: `
        select l.reference, a.business_date, a.days_past_due, a.overdue_kobo
        from arrears_history a
        join loans l on l.id = a.loan_id
        order by 1, 2
      `,
    postings: `
        select t.key, p.amount_kobo, a.code
        from ledger.postings p
        join ledger.transactions t on t.id = p.transaction_id
        join ledger.accounts a on a.id = p.account_id
        order by 1, 3, 2
      `,
    notifications: "select kind, title, body, count(*) from notifications group by 1, 2, 3 order by 1, 2, 3",
  };
  const digests: Record<string, string> = {};
  for (const [name, text] of Object.entries(queries)) {
    const { rows } = await pool.query(text);
    digests[name] = `${rows.length} rows ${createHash("sha256")
      .update(JSON.stringify(rows, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)))
      .digest("hex")
      .slice(0, 12)}`;
  }
  return digests;
}

async function closeOfBusiness(world: ChaosWorld): Promise<void> {
  console.log(
    `\nClosing ${DAYS} days: API and worker are killed ${KILLS} times; a copy of the database lives the same days in peace`,
  );
  await world.killApi();
  const until = new Date(Date.parse(FIRST_DATE) + DAYS * 86_400_000).toISOString().slice(0, 10);
  const copyUrl = await copyDatabase(world);
  await fetch(`${SANDBOX}/clock/advance`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ days: DAYS }),
  });
  let kills = 0;
  const isReached = async () =>
    (await world.app.db.selectFrom("business_calendar").select("business_date").executeTakeFirstOrThrow())
      .business_date === until;
  while (kills < KILLS && !(await isReached())) {
    await world.startApi();
    await sleep(50 + Math.random() * 700);
    await world.killApi();
    kills += 1;
  }
  await world.startApi();
  await eventually("the last day is open", isReached, 300);
  await world.killApi();
  check("the days were really interrupted", kills >= 5, `${kills} kills`);
  const quiet = await createApp(readConfig({ ...world.environment, DATABASE_URL: copyUrl, RUN: "worker" }));
  await catchUp(quiet.app, until);
  const [mine, theirs] = [await fingerprint(world.app.pool), await fingerprint(quiet.app.pool)];
  for (const name of Object.keys(mine))
    check(`${name} are the same as in peace`, mine[name] === theirs[name], `${mine[name]} / ${theirs[name]}`);
  await quiet.stop();
  const report = await verifyLedger(world.app.pool);
  check("the ledger is sound after the months", report.sums_zero && report.balances_match && report.chain_intact);
}

async function copyDatabase(world: ChaosWorld): Promise<string> {
  const url = new URL(world.postgres.admin_url);
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'manilla' and pid <> pg_backend_pid()",
  );
  await admin.query("create database quiet template manilla owner manilla_owner");
  await admin.end();
  const copy = new URL(world.postgres.app_url);
  copy.pathname = "/quiet";
  return copy.href;
}

const world = await startChaosWorld();
try {
  await disbursement(world);
  await closeOfBusiness(world);
} finally {
  await world.stop();
}
const failed = verdicts.filter(({ passed }) => !passed).length;
console.log(`\n${verdicts.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
