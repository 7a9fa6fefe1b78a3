/**
 * `npm run chaos -- payments`: transfers and bills of people, half and half, through providers of which for ten minutes 30 of 100 calls fail and 10 hang, half of them
 * after the money has left. API with its worker and the database are killed meanwhile. Afterwards: what left the bank and what the billers sold is what we say,
 * to the kobo; nobody lost anything; nothing is without an end or a person after a quarter of an hour. `PAYMENTS` and `MINUTES` make it smaller.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { verifyLedger } from "@manilla/ledger";
import { uuidv7 } from "uuidv7";
import { makeNuban } from "../../apps/sandbox/src/nuban.ts";
import { earnReward } from "../../apps/api/src/modules/growth/rewards/index.ts";
import { readProviders } from "../../apps/api/src/modules/payments/bills/index.ts";
import { SYSTEM } from "../../apps/api/src/modules/platform/audit/index.ts";
import { openSession } from "../../apps/api/src/http/session.ts";
import { check, inLanes, insist, killing, makeCustomers, read, rowsOf, seconds, setFault, summary } from "./hands.ts";
import { type ChaosWorld, FIRST_DATE, SANDBOX, startChaosWorld } from "./world.ts";

const PAYMENTS = Number(process.env["PAYMENTS"] ?? 10_000);
const MINUTES = Number(process.env["MINUTES"] ?? 10);
const OVERDUE_MINUTES = 15;
/** Of each person: so few that no limit of how often stops them. */
const EACH = 7;
const CASH_KOBO = 5_000_000n;
const LANES = 16;
const MIXTURE = [
  { mode: "error", percent: 30 },
  { mode: "timeout_after_effect", percent: 5, delay_ms: 300 },
  { mode: "timeout_before_effect", percent: 5, delay_ms: 300 },
];
const PROVIDERS = ["paystack", "baxi", "flutterwave"];
/** Between two kills; every third is of the database. */
const KILL_SECONDS = 25;

interface Payer {
  id: string;
  token: string;
  account_no: string;
  payee: string;
}

/** People with cash, each with somebody to pay whom the bank has named. */
async function makePayers(world: ChaosWorld, count: number): Promise<Payer[]> {
  const { app } = world;
  const people = await makeCustomers(world, "Payer", count);
  const payers: Payer[] = [];
  for (const [at, { id }] of people.entries()) {
    const { token } = await openSession(app.db, { user_id: id, network_address: "127.0.0.1", device: "chaos" });
    const account_no = makeNuban("058", 200_000_000 + at * 7);
    const { data_key } = await app.db
      .selectFrom("users")
      .select("data_key")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const profile = {
      status: "activated",
      employment_status: "employed",
      salary_kobo: 25_000_000n,
      address: "1 Broad Street, Lagos",
      account_no_encrypted: app.encryption.encrypt(id, data_key ?? Buffer.alloc(0), "account_no", account_no),
    };
    await app.db.updateTable("profiles").set(profile).where("user_id", "=", id).execute();
    await app.db.insertInto("user_plans").values({ id: uuidv7(), user_id: id, plan: "tier_3" }).execute();
    await app.db
      .transaction()
      .execute((tx) =>
        earnReward(tx, {
          user_id: id,
          kind: "given",
          source_id: uuidv7(),
          reason: "For chaos",
          amount_kobo: CASH_KOBO,
          on: FIRST_DATE,
          actor: SYSTEM,
        }),
      );
    payers.push({ id, token, account_no: makeNuban("058", 300_000_000 + at * 7), payee: "" });
  }
  return payers;
}

/** Their cash is in the wallet, and the bank has named whom they pay. */
async function prepare(payer: Payer): Promise<void> {
  await read("/personal/users/transaction/redeem-wallet", payer.token);
  const body = { kind: "bank", bank_code: "058", account_no: payer.account_no, amount_kobo: 100_000 };
  payer.payee = (await insist<{ payee: string }>("/transfer/quote", payer.token, body, `quote-${payer.id}`)).payee;
}

/** One payment of a person: their even ones are transfers, the others airtime. Each has an amount of its own, so that none looks like a slip. */
function pay({ id, token, account_no, payee }: Payer, number: number): Promise<unknown> {
  const key = `payment-${id}-${number}`;
  if (number % 2 === 1) {
    const phone = `0803${String(number).padStart(3, "0")}${id.replaceAll(/\D/g, "").slice(-4).padStart(4, "1")}`;
    const body = { service: "mtn", phone, amount_kobo: 10_000 + number * 100, paid_from: "cash", is_again: true };
    return insist("/baxi/airtime-request", token, body, key);
  }
  const to = { kind: "bank", bank_code: "058", account_no, payee_name: payee };
  return insist("/transfer/initiate", token, { ...to, amount_kobo: 100_000 + number * 100, is_repeat: true }, key);
}

/** Without an end, and without a person who was told. */
const OPEN = `
  select
    (select count(*) from transfers t left join payouts p on p.id = t.payout_id
      where t.status in ('approved', 'sent', 'unknown') and p.needs_review_at is null and p.silence_told_at is null)::int as transfers,
    (select count(*) from bills where status in ('accepted', 'sent', 'unknown') and needs_review_at is null)::int as bills,
    (select coalesce(max(extract(epoch from now() - sent_at)), 0) from payouts
      where status in ('sent', 'unknown') and needs_review_at is null and silence_told_at is null)::int as oldest_transfer,
    (select coalesce(max(extract(epoch from now() - sent_at)), 0) from bills
      where status in ('sent', 'unknown') and needs_review_at is null)::int as oldest_bill
`;
interface Open {
  transfers: number;
  bills: number;
  oldest_transfer: number;
  oldest_bill: number;
}

/** Waits until all have ended or are before a person. @returns the most seconds that one was neither */
async function untilEnded(world: ChaosWorld, minutes: () => number): Promise<number> {
  let [isCalm, oldest] = [false, 0];
  for (;;) {
    if (!isCalm && minutes() >= MINUTES) {
      isCalm = true;
      await fetch(`${SANDBOX}/faults`, { method: "DELETE" });
      console.log(`  ${minutes().toFixed(1)} min: the providers are well again`);
    }
    const [open] = await rowsOf<Open>(world, OPEN).catch(() => []);
    if (open) {
      oldest = Math.max(oldest, open.oldest_transfer, open.oldest_bill);
      console.log(`  ${minutes().toFixed(1)} min: ${open.transfers} transfers and ${open.bills} bills are open`);
      if (isCalm && open.transfers + open.bills === 0) return oldest;
    }
    if (minutes() > MINUTES + 2 * OVERDUE_MINUTES) return Infinity;
    await sleep(10_000);
  }
}

interface Sale {
  reference: string;
  amount_kobo: number;
  commission_kobo: number;
  is_delivered: boolean;
}
interface Billers {
  floats: Record<string, number>;
  sales: Record<string, Record<string, Sale>>;
}
const json = async <Body>(path: string): Promise<Body> => (await (await fetch(`${SANDBOX}${path}`)).json()) as Body;
const sum = (amounts: readonly number[]): number => amounts.reduce((total, each) => total + each, 0);

async function compare(world: ChaosWorld, payers: readonly Payer[], made: number): Promise<void> {
  const transfers = await rowsOf<{ reference: string; status: string; amount_kobo: bigint; payout: string }>(
    world,
    "select t.reference, t.status, t.amount_kobo, p.reference as payout from transfers t left join payouts p on p.id = t.payout_id",
  );
  const bills = await rowsOf<{ reference: string; status: string; amount_kobo: bigint; provider: string }>(
    world,
    "select reference, status, amount_kobo, provider from bills",
  );
  check(
    "each payment is there once",
    transfers.length + bills.length === made,
    `${transfers.length} + ${bills.length}`,
  );
  const { movements } = await json<{ movements: { reference: string; amount_kobo: number }[] }>("/bank/movements.json");
  const out = movements.filter(({ amount_kobo }) => amount_kobo < 0);
  const left = new Set(out.map(({ reference }) => reference));
  check("no transfer left the bank twice", left.size === out.length, `${out.length} at the bank`);
  const arrived = transfers.filter(({ status }) => status === "success");
  const open = transfers.filter(({ status }) => ["approved", "sent", "unknown"].includes(status));
  check(
    "what we say arrived left the bank, and nothing else did",
    transfers.every((each) => open.includes(each) || (each.status === "success") === left.has(each.payout)),
    `${arrived.length} arrived, ${transfers.length - arrived.length - open.length} came back, ${open.length} before a person`,
  );
  const { sales, floats } = await json<Billers>("/billers.json");
  const sold = Object.values(sales).flatMap((each) => Object.values(each).filter(({ is_delivered }) => is_delivered));
  const soldTwice = sold.length - new Set(sold.map(({ reference }) => reference)).size;
  check("no bill was delivered twice", soldTwice === 0, `${sold.length} delivered by the billers, ${soldTwice} twice`);
  const delivered = new Set(bills.filter(({ status }) => status === "delivered").map(({ reference }) => reference));
  const wrong = sold.filter(({ reference }) => !delivered.has(reference));
  const claims = await rowsOf<{ n: number }>(world, "select count(*)::int as n from bill_claims");
  check(
    "what we say was delivered was delivered, and what came after an end is claimed",
    delivered.size === sold.length - wrong.length && wrong.length <= (claims[0]?.n ?? 0),
    `${delivered.size} delivered, ${wrong.length} late`,
  );
  const book = async (code: string): Promise<number> =>
    Number(
      (
        await rowsOf<{ kobo: bigint }>(
          world,
          "select coalesce(sum(p.amount_kobo), 0)::bigint as kobo from ledger.postings p join ledger.accounts a on a.id = p.account_id where coalesce(a.chart_code, a.code) = $1",
          [code],
        )
      )[0]?.kobo ?? 0n,
    );
  for (const at of ["baxi", "flutterwave"]) {
    const said = sum(
      Object.values(sales[at] ?? {}).map((sale) => (sale.is_delivered ? sale.amount_kobo - sale.commission_kobo : 0)),
    );
    check(
      `${at}: the books say what its float says`,
      -(await book(`biller_float_${at}`)) === said,
      `${said} kobo sold, ${floats[at]} left`,
    );
  }
  const inTransit = -(await book("transfers_in_transit"));
  const owed = await rowsOf<{ kobo: bigint }>(
    world,
    "select coalesce(sum(amount_kobo + fee_kobo + vat_kobo + stamp_duty_kobo), 0)::bigint as kobo from transfers where status in ('approved', 'sent', 'unknown')",
  );
  check("on its way is what is open, to the kobo", inTransit === Number(owed[0]?.kobo ?? 0n), `${inTransit} kobo`);
  const gone = await rowsOf<{ kobo: bigint }>(
    world,
    `select coalesce((select sum(amount_kobo + fee_kobo + vat_kobo + stamp_duty_kobo) from transfers where status in ('approved', 'sent', 'unknown', 'success')), 0)::bigint
      + coalesce((select sum(amount_kobo + fee_kobo + vat_kobo) from bills where status in ('accepted', 'sent', 'unknown', 'delivered')), 0)::bigint as kobo`,
  );
  const cash = -(await book("cash_wallet"));
  check(
    "the wallets hold what was not paid",
    BigInt(cash) + (gone[0]?.kobo ?? 0n) === CASH_KOBO * BigInt(payers.length),
    `${cash} kobo`,
  );
  const report = await verifyLedger(world.app.pool);
  check("the ledger is sound", report.is_sound);
}

const world = await startChaosWorld();
try {
  await readProviders(world.app);
  const count = Math.max(1, Math.round(PAYMENTS / EACH));
  const payers = await makePayers(world, count);
  await setFault("paystack", { mode: "ok" });
  await fetch(`${SANDBOX}/faults/webhooks`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ duplicate: 2, reorder: true }),
  });
  await world.startApi();
  await inLanes(payers, LANES, prepare);
  console.log(`${payers.length} people pay ${payers.length * EACH} times`);
  const started = performance.now();
  const minutes = (): number => (performance.now() - started) / 60_000;
  for (const provider of PROVIDERS) await setFault(provider, { mode: "mixture", mixture: MIXTURE });
  const killed = killing(world, KILL_SECONDS, () => minutes() >= MINUTES);
  const work = Array.from({ length: EACH }, (_, number) => payers.map((payer) => () => pay(payer, number))).flat();
  const paying = inLanes(work, LANES, (each) => each());
  const oldest = await Promise.all([untilEnded(world, minutes), paying]).then(([seconds_]) => seconds_);
  const { api, database } = await killed;
  console.log(`  all accepted and ended after ${seconds(started)}; API killed ${api} times, database ${database}`);
  check(
    `none was without an end or a person for longer than ${OVERDUE_MINUTES} minutes`,
    oldest < OVERDUE_MINUTES * 60,
    `${oldest} s at most`,
  );
  await compare(world, payers, work.length);
} finally {
  await world.killApi();
  await world.stop();
}
process.exit(summary());
