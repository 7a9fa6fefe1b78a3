/**
 * `npm run chaos -- cards`: a company's cards on real processes, killed in the middle: while cards are asked for and made, while they are used in shops with every
 * fault that the issuer has (twice, late, in parts, in the wrong order, without asking, taken before asked), and while the issuer's files are read. No card is made twice, each sum
 * that a shop took is booked once, to the kobo, and so is each file. `PURCHASES` makes it smaller.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { verifyLedger } from "@manilla/ledger";
import { uuidv7 } from "uuidv7";
import { clock } from "../../apps/api/src/clock.ts";
import { openSession } from "../../apps/api/src/http/session.ts";
import { createPerson } from "../../apps/api/src/modules/people/people/index.ts";
import { purseWith } from "../../test/card-payments.ts";
import { addDays } from "@manilla/credit";
import { ask, check, inLanes, insist, killing, rowsOf, seconds, signIn, summary } from "./hands.ts";
import { type ChaosWorld, FIRST_DATE, SANDBOX, eventually, startChaosWorld } from "./world.ts";

const PURCHASES = Number(process.env["PURCHASES"] ?? 2_000);
const HOLDERS = 30;
const PURSE_KOBO = 500_000_000n;
const LANES = 8;
const KILL_SECONDS = 8;
const AWAY_MILLISECONDS = 700;
/** The issuer tells again for some minutes what nobody took. */
const TIMEOUT_SECONDS = 420;
/** Mostly nothing goes wrong. */
const FAULTS = ["none", "none", "none", "double", "reordered", "stand_in", "late", "early"] as const;

interface Holder {
  id: string;
  token: string;
}
interface IssuersCard {
  _id: string;
  status: string;
  metadata: { reference?: string };
}
interface Moved {
  _id: string;
  type: string;
  amount: number;
}

const json = async <Body>(path: string): Promise<Body> => (await (await fetch(`${SANDBOX}${path}`)).json()) as Body;
const post = (path: string, body: object): Promise<Response> =>
  fetch(`${SANDBOX}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer issuer_sandbox" },
    body: JSON.stringify(body),
  });

/** A company whose people have money in their purses. */
async function makeCompany(world: ChaosWorld): Promise<{ owner: Holder; holders: Holder[] }> {
  const { app } = world;
  const company_id = uuidv7();
  const row = { name: "Chaos Cards", status: "approved", unique_plan: "Growth", profile_completed_at: clock.now() };
  await app.db
    .insertInto("companies")
    .values({ id: company_id, ...row })
    .execute();
  const make = async (role: string, at: number): Promise<Holder> => {
    const id = await app.db
      .transaction()
      .execute((tx) =>
        createPerson(tx, app, {
          name: "Chaos",
          last_name: `Holder ${at}`,
          email: `${role}-${at}@cards.example`,
          phone: `+234803${String(1_000_000 + at)}`,
          password_hash: null,
          change_password_at: clock.now(),
          company_id,
          roles: [role],
        }),
      );
    const { token } = await openSession(app.db, { user_id: id, network_address: "127.0.0.1", device: "chaos" });
    return { id, token };
  };
  const owner = await make("company_super_admin", 0);
  const holders: Holder[] = [];
  for (let at = 1; at <= HOLDERS; at += 1) {
    const holder = await make("company_staff", at);
    await purseWith({ app }, { company_id, user_id: holder.id, amount_kobo: PURSE_KOBO });
    holders.push(holder);
  }
  return { owner, holders };
}

/** Sends it again until it is done: a call that was killed after its change, before its answer, is refused the second time (409). */
const until = (
  what: string,
  path: string,
  token: string,
  body: object,
  isDone: () => Promise<boolean>,
): Promise<void> =>
  eventually(
    what,
    async () => {
      await ask("POST", path, token, body).catch(() => undefined);
      return isDone().catch(() => false);
    },
    TIMEOUT_SECONDS,
  );

/** From the request to a card that shops take. @returns the issuer's ids of the cards */
async function makeCards(world: ChaosWorld, owner: Holder, holders: readonly Holder[]): Promise<string[]> {
  const operations = await signIn(world, "super_operations");
  await inLanes(holders, LANES, async ({ id, token }) => {
    const asked = await insist<{ card: { id: string } }>(
      "/companies/debitCard/create",
      owner.token,
      { user_id: id, form: "virtual" },
      `card-${id}`,
    );
    const card_id = asked.card.id;
    const statusOf = async (): Promise<string | undefined> =>
      (await rowsOf<{ status: string }>(world, "select status from cards where id = $1", [card_id]))[0]?.status;
    await until(`approve ${card_id}`, "/personal/card/approve", operations, { card_id }, async () => {
      return (await statusOf()) !== "requested";
    });
    const made = async (): Promise<string | undefined> =>
      (await rowsOf<{ last4: string | null }>(world, "select last4 from cards where id = $1", [card_id]))[0]?.last4 ??
      undefined;
    await eventually("a card is made", async () => (await made()) !== undefined, TIMEOUT_SECONDS);
    const last4 = await eventuallyRead(made);
    await until(`activate ${card_id}`, "/personal/user/card/activation", token, { card_id, last4 }, async () => {
      return (await statusOf()) === "active";
    });
  });
  await eventually(
    "the issuer knows that they are used",
    async () => (await active()).length === holders.length,
    TIMEOUT_SECONDS,
  );
  return (await active()).map(({ _id }) => _id);
}
const active = async (): Promise<IssuersCard[]> =>
  (await json<{ cards: IssuersCard[] }>("/issuer-cards.json")).cards.filter(({ status }) => status === "active");
async function eventuallyRead<Value>(read: () => Promise<Value | undefined>): Promise<Value> {
  for (;;) {
    const value = await read().catch(() => undefined);
    if (value !== undefined) return value;
    await sleep(200);
  }
}

/** What shops took and gave back, as the issuer has it, beside what we booked. */
async function compare(world: ChaosWorld, holders: readonly Holder[]): Promise<void> {
  const { cards } = await json<{ cards: IssuersCard[] }>("/issuer-cards.json");
  const ours = await rowsOf<{ issuer_card_id: string }>(world, "select issuer_card_id from cards");
  check(
    "no card was made twice",
    cards.length === holders.length && ours.length === holders.length,
    `${cards.length} at the issuer`,
  );
  check(
    "each of ours is the issuer's",
    ours.every(({ issuer_card_id }) => cards.some(({ _id }) => _id === issuer_card_id)),
  );
  const moved = async () => (await json<{ transactions: Moved[] }>("/issuer-payments.json")).transactions;
  const booked = () =>
    rowsOf<{ issuer_transaction_id: string; amount_kobo: bigint; n: number; expenses: number }>(
      world,
      `select c.issuer_transaction_id, max(c.amount_kobo)::bigint as amount_kobo, count(distinct c.id)::int as n, count(distinct e.id)::int as expenses
        from card_captures c left join expenses e on e.id = c.expense_id and e.amount_kobo = c.amount_kobo group by 1`,
    );
  const since = performance.now();
  await eventually(
    "all that the issuer told is booked",
    async () => (await booked()).length === (await moved()).length,
    TIMEOUT_SECONDS,
  ).catch(() => undefined);
  const [theirs, all] = [await moved(), await booked()];
  const kobo = (amount: number): bigint => BigInt(Math.round(amount * 100));
  const sums = new Map(all.map((each) => [each.issuer_transaction_id, each]));
  check(
    "each sum that a shop took is booked once, to the kobo",
    theirs.length >= PURCHASES / 4 &&
      theirs.length === all.length &&
      theirs.every(({ _id, amount }) => sums.get(_id)?.n === 1 && sums.get(_id)?.amount_kobo === kobo(amount)),
    `${theirs.length} at the issuer, ${all.length} here, after ${seconds(since)}`,
  );
  check(
    "each is exactly one expense",
    all.every(({ expenses }) => expenses === 1),
  );
  const taken = theirs.reduce((sum, { amount, type }) => sum + (type === "capture" ? kobo(amount) : -kobo(amount)), 0n);
  const [purses] = await rowsOf<{ kobo: bigint }>(
    world,
    `select -coalesce(sum(p.amount_kobo), 0)::bigint as kobo from ledger.postings p join ledger.accounts a on a.id = p.account_id
      where a.code like 'purse:%' or a.code like 'card_overdrawn:%'`,
  );
  check(
    "the purses hold what shops did not take",
    (purses?.kobo ?? 0n) === PURSE_KOBO * BigInt(holders.length) - taken,
    `${taken} kobo taken`,
  );
  const [held] = await rowsOf<{ kobo: bigint }>(
    world,
    "select coalesce(sum(held_kobo), 0)::bigint as kobo from ledger.balances",
  );
  check("nothing stays held for payments that are over", (held?.kobo ?? 0n) === 0n, `${held?.kobo ?? 0n} kobo held`);
  check("the ledger is sound", (await verifyLedger(world.app.pool)).is_sound);
}

const DAYS = 4;
const SETTLING_KILLS = 14;

/** Days are closed and the issuer's files of them read, while API with its worker and the database are killed: each file is booked once, and our account with the issuer is what it says. */
async function settle(world: ChaosWorld): Promise<void> {
  const since = performance.now();
  await world.killApi();
  await fetch(`${SANDBOX}/clock/advance`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ days: DAYS }),
  });
  const until = addDays(FIRST_DATE, DAYS);
  const isOver = async () => {
    const [row] = await rowsOf<{ day: string; files: number; compared: string | null }>(
      world,
      `
        select (select business_date::text from business_calendar) as day, count(distinct s.day)::int as files,
          (select max(day)::text from issuer_float_days) as compared
        from card_settlements s
      `,
    );
    return row?.day === until && row.files === DAYS && row.compared === addDays(until, -1);
  };
  let [api, database] = [0, 0];
  while (api < SETTLING_KILLS && !(await isOver().catch(() => false))) {
    await world.startApi();
    await sleep(400 + Math.random() * 1_600);
    if (api % 4 === 3) {
      await world.killDatabase();
      await world.startDatabase();
      database += 1;
    }
    await world.killApi();
    api += 1;
  }
  await world.startApi();
  await eventually("all files are read and the account is compared", isOver, TIMEOUT_SECONDS);
  console.log(`${DAYS} days settled after ${seconds(since)}; API killed ${api} times, database ${database}`);
  const [files] = await rowsOf<{ lines: number; named: number; open: number; booked: number; entries: number }>(
    world,
    `
      select (select sum(lines)::int from card_settlements) as lines,
        (select count(distinct issuer_transaction_id)::int from card_settlement_lines) as named,
        (select count(*)::int from card_settlement_lines where status <> 'matched') as open,
        (select count(*)::int from card_settlements where ledger_transaction_id is not null) as booked,
        (select count(*)::int from ledger.transactions where key like 'card-settlement:%') as entries
    `,
  );
  const { transactions } = await json<{ transactions: Moved[] }>("/issuer-payments.json");
  check(
    "each payment is in one file, once, and agrees",
    files?.lines === transactions.length && files.named === transactions.length && files.open === 0,
    JSON.stringify(files),
  );
  check("each file is booked once", files?.booked === files?.entries && (files?.booked ?? 0) > 0);
  const [owed] = await rowsOf<{ settlement: string; float: string }>(
    world,
    `
      select coalesce(sum(p.amount_kobo) filter (where a.code = 'issuer_settlement'), 0)::text as settlement,
        coalesce(sum(p.amount_kobo) filter (where a.code = 'issuer_float'), 0)::text as float
      from ledger.accounts a
      join ledger.postings p on p.account_id = a.id
    `,
  );
  const path = `/issuer/accounts/chaos/balance?date=${addDays(until, -1)}&currency=NGN`;
  const answer = await fetch(`${SANDBOX}${path}`, { headers: { authorization: "Bearer issuer_sandbox" } });
  const { data } = (await answer.json()) as { data: { currentBalance: string } };
  check("nothing is owed to the issuer any more", owed?.settlement === "0", owed?.settlement ?? "");
  check(
    "our account with the issuer is what it says, to the kobo",
    owed?.float === data.currentBalance.replace(".", ""),
    `${owed?.float} here, ${data.currentBalance} there`,
  );
  const days = await rowsOf<{ status: string }>(world, "select status from issuer_float_days");
  check(
    "each day that was compared agrees",
    days.length > 0 && days.every(({ status }) => status === "agrees"),
    `${days.length} days`,
  );
  check("the ledger is sound after it", (await verifyLedger(world.app.pool)).is_sound);
}

const world = await startChaosWorld();
try {
  const { owner, holders } = await makeCompany(world);
  await world.startApi();
  let isOver = false;
  const killed = killing(world, KILL_SECONDS, () => isOver);
  const started = performance.now();
  const cards = await makeCards(world, owner, holders);
  console.log(`${cards.length} cards in use after ${seconds(started)}`);
  const purchases = Array.from({ length: PURCHASES }, (_, at) => at);
  await inLanes(purchases, LANES, async (at) => {
    const answer = await post("/issuer/cards/simulator/authorization", {
      cardId: cards[at % cards.length],
      amount: 100 + (at % 500) + 0.25,
      fault: FAULTS[at % FAULTS.length],
      merchant: { name: `Shop ${at % 7}`, category: "5411", city: "Lagos", country: "NG" },
    });
    const { data } = (await answer.json()) as { data: { responseCode: string } };
    // We are away: a queue at the till, else all of them would be declined in the second in which we come back.
    if (data.responseCode === "91") await sleep(AWAY_MILLISECONDS);
  });
  isOver = true;
  const { api, database } = await killed;
  console.log(`${PURCHASES} purchases after ${seconds(started)}; API killed ${api} times, database ${database}`);
  await post("/issuer-payments/clear", {});
  const { payments } = await json<{ payments: { responseCode: string }[] }>("/issuer-payments.json");
  const codes = Map.groupBy(payments, ({ responseCode }) => responseCode);
  console.log(`The shops read: ${[...codes].map(([code, { length }]) => `${code} ${length} times`).join(", ")}`);
  const reasons = await rowsOf<{ reason: string; n: number }>(
    world,
    "select reason, count(*)::int as n from card_authorisations where status = 'declined' group by 1",
  );
  console.log(`Declined here: ${reasons.map(({ reason, n }) => `${reason} ${n} times`).join(", ") || "none"}`);
  await compare(world, holders);
  await settle(world);
} finally {
  await world.killApi();
  await world.stop();
}
process.exit(summary());
