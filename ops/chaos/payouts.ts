/**
 * `npm run chaos -- payouts`: promises M5 and M13 at their own numbers. 10,000 payouts through a provider of which, for ten minutes, 30 of 100 calls fail, 10 hang (half of them
 * after the money has left) and each event comes twice and out of order. Three parties work on the same payouts at once: the worker, and two that take every
 * open payout without asking who else has it. Afterwards: no payout left the bank twice, each ended settled, failed or before a person, and the books are the bank's.
 * `PAYOUTS` and `MINUTES` make it smaller.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { verifyLedger } from "@manilla/ledger";
import { askPayout, sendPayout } from "../../apps/api/src/modules/money/payouts/index.ts";
import { PORT, SANDBOX, makeAcceptedLoans, signInFinance, startChaosWorld } from "./world.ts";

const PAYOUTS = Number(process.env["PAYOUTS"] ?? 10_000);
const MINUTES = Number(process.env["MINUTES"] ?? 10);
const AT_ONCE = 500;
const HANDS = 8;
const OVERDUE_MINUTES = 15;
let failed = 0;
const check = (name: string, passed: boolean, detail = ""): void => {
  if (!passed) failed += 1;
  console.log(`${passed ? "✓" : "✗"} ${name}${detail ? ` — ${detail}` : ""}`);
};
const put = (path: string, body: unknown) =>
  fetch(`${SANDBOX}${path}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const MIXTURE = [
  { mode: "error", percent: 30 },
  { mode: "timeout_after_effect", percent: 5, delay_ms: 300 },
  { mode: "timeout_before_effect", percent: 5, delay_ms: 300 },
];

const world = await startChaosWorld();
const { app } = world;
/** Over, or in the hands of a person. */
const OPEN = "status in ('approved', 'sent', 'unknown') and needs_review_at is null and silence_told_at is null";

async function ask(path: string, token: string, body: unknown, key: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`http://127.0.0.1:${PORT}/api${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}`, "idempotency-key": key },
    body: JSON.stringify(body),
  });
  const { data, message } = (await answer.json()) as { data: Record<string, unknown>; message: string };
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${message}`);
  return data;
}

/** Takes every open job, again and again, also those that another worker has. */
async function meddle(until: () => boolean): Promise<void> {
  while (!until()) {
    const { rows } = await app.pool.query<{ id: string; status: string }>(
      `select id, status from payouts where ${OPEN} order by random() limit 200`,
    );
    const next = rows.values();
    await Promise.all(
      Array.from({ length: HANDS }, async () => {
        for (const { id, status } of next)
          await (status === "approved" ? sendPayout(app, id) : askPayout(app, id)).catch(() => undefined);
      }),
    );
    if (rows.length === 0) await sleep(500);
  }
}

try {
  const { maker, checker } = await signInFinance(world);
  console.log(`${PAYOUTS} loans are made`);
  const loans = await makeAcceptedLoans(world, PAYOUTS, 100_000n);
  await put("/faults/webhooks", { duplicate: 2, reorder: true });
  await world.startApi();
  const started = performance.now();
  const minutes = (): number => (performance.now() - started) / 60_000;
  await put("/faults/paystack", { mode: "mixture", mixture: MIXTURE });
  let isOver = false;
  const meddlers = [meddle(() => isOver), meddle(() => isOver)];
  for (let at = 0; at < loans.length; at += AT_ONCE) {
    const { approval_id } = await ask(
      "/admin/personal/loans/disburse-many",
      maker,
      { loan_ids: loans.slice(at, at + AT_ONCE) },
      `payouts-${at}`,
    );
    await ask(`/admin/approvals/${String(approval_id)}/approve`, checker, { version: 1 }, `agreed-${at}`);
  }
  let isCalm = false;
  let left = -1;
  let oldest = 0;
  for (;;) {
    if (!isCalm && minutes() >= MINUTES) {
      isCalm = true;
      await fetch(`${SANDBOX}/faults`, { method: "DELETE" });
      console.log(`  ${minutes().toFixed(1)} min: the provider is well again`);
    }
    const { rows } = await app.pool.query<{ n: number; sending: number; oldest: number }>(
      `
        select count(*)::int as n, count(*) filter (where status = 'approved')::int as sending,
          coalesce(max(extract(epoch from now() - sent_at)), 0)::int as oldest
        from payouts
        where ${OPEN}
      `,
    );
    left = rows[0]?.n ?? 0;
    oldest = Math.max(oldest, rows[0]?.oldest ?? 0);
    console.log(
      `  ${minutes().toFixed(1)} min: ${left} open, ${rows[0]?.sending} of them not sent yet; the longest for ${rows[0]?.oldest} s`,
    );
    if ((left === 0 && isCalm) || minutes() > MINUTES + 2 * OVERDUE_MINUTES) break;
    await sleep(15_000);
  }
  isOver = true;
  await Promise.all(meddlers);
  const { movements } = (await (await fetch(`${SANDBOX}/bank/movements.json`)).json()) as {
    movements: { reference: string; amount_kobo: number }[];
  };
  const out = movements.filter(({ amount_kobo }) => amount_kobo < 0);
  const { rows: payouts } = await app.pool.query<{ reference: string; status: string; needs_review_at: Date | null }>(
    "select reference, status, needs_review_at from payouts",
  );
  const count = (status: string): number => payouts.filter((payout) => payout.status === status).length;
  const left_the_bank = new Set(out.map(({ reference }) => reference));
  check(
    `each of ${PAYOUTS} payouts is settled, failed, or before a person`,
    left === 0 && payouts.length === PAYOUTS,
    `${count("success")} settled, ${count("failed")} failed, ${count("unknown")} before a person`,
  );
  check("no payout left the bank twice", left_the_bank.size === out.length, `${out.length} transfers at the bank`);
  check(
    "what is settled left the bank, and nothing else did",
    count("success") === out.length &&
      payouts.every(({ status, reference }) => (status === "success") === left_the_bank.has(reference)),
  );
  check(
    `none was without an end for longer than ${OVERDUE_MINUTES} minutes after it was sent`,
    oldest < OVERDUE_MINUTES * 60,
    `${oldest} s at most`,
  );
  const report = await verifyLedger(app.pool);
  const { rows: posted } = await app.pool.query<{ n: number }>(
    "select count(*)::int as n from ledger.transactions where kind = 'disburse'",
  );
  check(
    "the ledger is sound, and has each of them once",
    report.is_sound && posted[0]?.n === count("success"),
    `${posted[0]?.n} postings of disbursements`,
  );
} finally {
  await world.killApi();
  await world.stop();
}
console.log(failed > 0 ? `\n${failed} failed` : "\nall passed");
process.exit(failed > 0 ? 1 : 0);
