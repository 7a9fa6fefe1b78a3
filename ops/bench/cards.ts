/**
 * Cards at work: the issuer's real webhook over HTTP with its signature, decision and hold, beside the TPC-B-like load of the same run; a thousand cards that
 * share one wallet beside as many that do not; a second process beside it; lists of cards, payments and captures beside bare handlers with the same SQL. `quick`
 * is a fortieth of it; `--only=authorisation` leaves the lists out.
 */
import { categoryOf } from "@manilla/contract/cards/merchant-categories";
import { type NewTransaction, postMany, prepareLedger, trialBalance } from "@manilla/ledger";
import pg from "pg";
import { queryable } from "../../apps/api/src/db/database.ts";
import { createServer } from "../../apps/api/src/http/server.ts";
import { accountOf, openCashAccount, openProviderAccounts } from "../../apps/api/src/modules/money/books/index.ts";
import { benchCardLists, benchSecondProcess, fillCaptures } from "./card-lists.ts";
import { type Figure, loadNow, median } from "./figure.ts";
import { measureBaseline, prepareBaseline } from "./ledger.ts";
import { type Measured, startLoad } from "./load.ts";
import { fillPeople, startBenchApp, withoutIndexes } from "./world.ts";

const SECRET = "issuer_webhook_bench";
const DAY = "2026-01-15";
const [ROUNDS, SECONDS, SCALE] = [3, 3, 20];
/** Cards of a wallet of their own each, and as many of one wallet. */
const PAYING = 1_000;
const IN_FLIGHT = [8, 64];
const ENOUGH_KOBO = 90_000_000_000_000n;
const idOf = (n: number): string => `00000000-0000-4000-a000-${String(n).padStart(12, "0")}`;
const issuersOf = (n: number): string => `bench-card-${n}`;

/** Cards in use, twenty of a person; the first thousand are of as many people, the next thousand of one. */
async function fillCards(pool: pg.Pool, cards: number): Promise<void> {
  await pool.query("alter table cards disable trigger user");
  await pool.query(
    `
      -- The cards that pay are the first: one in 211 people is on the blacklist, whose cards pay nothing.
      with people as (select id, row_number() over (order by is_blacklisted, id) as k from users where email like 'bench%'),
      numbered as (
        select n, case when n <= ${PAYING} then n when n <= 2 * ${PAYING} then ${PAYING} + 1 else 1 + n % (select count(*) from people) end as k
        from generate_series(1, $1::int) n
      )
      insert into cards (
        id, kind, form, status, user_id, issuer_reference, issuer_card_id, issuer_status, brand, last4, expires_on, activated_at, created_at
      )
      select ('00000000-0000-4000-a000-' || lpad(n::text, 12, '0'))::uuid, 'personal_debit', 'virtual', 'active', p.id, gen_random_uuid(),
        'bench-card-' || n, 'active', 'Verve', lpad((n % 10000)::text, 4, '0'), '2030-12-31', now(), now() - n * interval '1 second'
      from numbered join people p using (k)
    `,
    [cards],
  );
  await pool.query("alter table cards enable trigger user");
  await pool.query("vacuum analyze cards");
}

/** What was paid with them over two years: each captured, some declined. */
async function fillPayments(pool: pg.Pool, cards: number, payments: number): Promise<void> {
  await pool.query("alter table card_authorisations disable trigger user");
  await withoutIndexes(pool, "card_authorisations", async () => {
    for (let done = 0; done < payments; done += 500_000)
      await pool.query(
        `
          insert into card_authorisations (
            id, card_id, user_id, issuer_authorisation_id, reference, kind, channel, merchant, mcc, category, city, country, amount_kobo,
            approved_kobo, captured_kobo, status, is_over, day, response_code, reason, checks, expires_on, business_date, created_at
          )
          select gen_random_uuid(), c.id, c.user_id, 'bench-past-' || n, 'CPB' || n, 'purchase', (array['pos','web','pos','mobile'])[1 + n % 4],
            (array['Shoprite','Total','Jumia','Bolt','Bukka Hut','Konga','GIG','DSTV'])[1 + n % 8] || ' ' || n % 37, '5411', $4, 'Lagos', 'NG',
            (1 + (n::bigint * 7919) % 50000) * 100, s.taken, s.taken, s.status, true, current_date - n % 700, case when s.taken > 0 then '00' else '51' end,
            case when s.taken > 0 then null else 'insufficient_funds' end, '[]', current_date, '${DAY}', now() - n * interval '12 seconds'
          from generate_series($1::int, $2::int) n
          join lateral (
            select case when n % 11 = 0 then 'declined' else 'captured' end as status,
              case when n % 11 = 0 then 0 else (1 + (n::bigint * 7919) % 50000) * 100 end as taken
          ) s on true
          join cards c on c.id = ('00000000-0000-4000-a000-' || lpad((1 + n % $3::int)::text, 12, '0'))::uuid
        `,
        [done + 1, Math.min(done + 500_000, payments), cards, categoryOf("5411")],
      );
  });
  await pool.query("alter table card_authorisations enable trigger user");
  await pool.query("vacuum analyze card_authorisations");
}

/** Money in the wallets behind the cards that pay. */
async function fund(pool: pg.Pool, app: Awaited<ReturnType<typeof startBenchApp>>["app"]): Promise<void> {
  const { rows } = await pool.query<{ user_id: string }>("select distinct user_id from cards where id <= $1::uuid", [
    idOf(2 * PAYING),
  ]);
  await app.db.transaction().execute(async (tx) => {
    for (const { user_id } of rows) await openCashAccount(tx, user_id);
  });
  const entries: NewTransaction[] = rows.map(({ user_id }) => ({
    key: `bench-cash:${user_id}`,
    kind: "bench_cash",
    description: "Cash for the bench",
    effective_on: DAY,
    actor: "bench",
    postings: [
      { account: "bank_operating", amount_kobo: ENOUGH_KOBO },
      { account: accountOf("cash_wallet", user_id), amount_kobo: -ENOUGH_KOBO },
    ],
  }));
  for (const { verdict } of await postMany(queryable(app.db), entries))
    if (verdict !== "posted") throw new Error(`The wallets were not funded: ${verdict}`);
}

const REQUEST = JSON.stringify({
  _id: "event-{n}",
  type: "authorization.request",
  data: {
    object: {
      _id: "payment-{n}",
      card: { _id: "{id}" },
      amount: 0,
      pendingRequest: { amount: 12.5, currency: "NGN", merchantAmount: 12.5, merchantCurrency: "NGN" },
      channel: "pos",
      merchant: { name: "Shoprite Ikeja", category: "5411", city: "Lagos", country: "NG" },
      transactionMetadata: { type: "purchase" },
      verification: { pin: "match" },
    },
  },
});

/** @param options.quick a fortieth of the cards and payments */
export async function benchCards(options: {
  url: string;
  app_url: string;
  folder: string;
  quick: boolean;
  only?: string;
}): Promise<Figure[]> {
  const [cards, payments] = options.quick ? [5_000, 125_000] : [200_000, 5_000_000];
  const owner = new pg.Pool({ connectionString: options.url, max: 8 });
  // Where something fails the server is stopped under its connections: the first error is the one to see.
  owner.on("error", () => undefined);
  await prepareLedger(owner);
  const isReal = await prepareBaseline(options.url, owner, SCALE);
  // With room for those on the blacklist, who come last.
  await fillPeople(options.url, Math.max(cards / 20, PAYING * 1.1));
  const { app, token, stop } = await startBenchApp({ ...options, environment: { ISSUER_WEBHOOK_SECRET: SECRET } });
  await openProviderAccounts(queryable(app.db));
  await fillCards(owner, cards);
  await fillPayments(owner, cards, payments);
  await fillCaptures(owner);
  await fund(owner, app);
  const server = await createServer(app);
  const address = await server.listen({ port: 0, host: "127.0.0.1" });
  const load = startLoad();
  // What filling has left to be written is not what a payment waits for.
  await owner.query("checkpoint");
  let sent = 0;
  const pay = async (from: number, in_flight: number, seconds: number) => {
    const ids = Array.from({ length: 60_000 }, (_, at) => issuersOf(from + (at % PAYING)));
    const url = `${address}/api/webhooks/issuer`;
    const sign = { secret: SECRET, header: "x-issuer-signature" };
    const measured = await load.run({ url, ids, body: REQUEST, sign, seconds, in_flight });
    sent += measured.count;
    return measured;
  };
  // All connections have planned what they ask by then, as those of a server that runs have.
  for (const in_flight of IN_FLIGHT) await pay(1, in_flight, SECONDS);
  const rounds: { baseline: number; apart: Measured[]; shared: Measured }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const baseline = await measureBaseline(options.url, owner, isReal, SCALE, SECONDS);
    const apart: Measured[] = [];
    for (const in_flight of IN_FLIGHT) apart.push(await pay(1, in_flight, SECONDS));
    rounds.push({ baseline, apart, shared: await pay(PAYING + 1, IN_FLIGHT.at(-1)!, SECONDS) });
  }
  const environment = {
    NODE_ENV: "test",
    DATABASE_URL: options.app_url,
    DATABASE_OWNER_URL: options.url,
    DATA_FOLDER: options.folder,
    LOG_LEVEL: "fatal",
    RATE_LIMIT: "0",
  };
  const second = await benchSecondProcess(environment, { token, payments }, (seconds) => pay(1, 8, seconds));
  load.stop();
  const { rows } = await owner.query<{ n: number; held: number }>(
    "select count(*)::int as n, count(hold_id)::int as held from card_authorisations where issuer_authorisation_id like 'payment-%' and status = 'approved'",
  );
  if (rows[0]?.n !== sent || rows[0].held !== sent)
    throw new Error(`${sent} requests, of which ${rows[0]?.n} were let through and ${rows[0]?.held} hold their money.`);
  const { totals } = await trialBalance(owner);
  if (totals.some(({ debit_kobo, credit_kobo }) => debit_kobo !== credit_kobo))
    throw new Error("The books do not balance.");
  const lists =
    options.only === "authorisation" ? [] : await benchCardLists(owner, address, { token, cards, payments });
  await server.close();
  await owner.end();
  await stop();
  const of = (value: (round: (typeof rounds)[number]) => number): number => median(rounds.map(value));
  const rule = `${cards} cards, ${payments} payments, ${isReal ? "real pgbench" : "the same from Node"}`;
  const apart: Figure[] = IN_FLIGHT.flatMap((in_flight, at) => {
    const rate = of((round) => round.apart[at]!.rate);
    const p99 = of((round) => round.apart[at]!.p99);
    const name = `authorisation by the issuer's webhook, ${in_flight} in flight, one process`;
    const bound = in_flight === 8 ? 25 : 150;
    const load_then = { load: loadNow() };
    return [
      {
        name: `${name}, a second`,
        ours: rate,
        baseline: of(({ baseline }) => baseline),
        ratio: of((round) => round.apart[at]!.rate / round.baseline),
        target: "≥ 0.15",
        note: rule,
        ...load_then,
      },
      {
        name: `${name}, p99 in milliseconds`,
        ours: p99,
        baseline: bound,
        ratio: p99,
        target: `≤ ${bound}`,
        ...load_then,
      },
    ];
  });
  const shared: Figure = {
    name: `${PAYING} cards of one wallet, ${IN_FLIGHT.at(-1)} in flight, authorisations a second`,
    ours: of((round) => round.shared.rate),
    baseline: of((round) => round.apart.at(-1)!.rate),
    ratio: of((round) => round.shared.rate / round.apart.at(-1)!.rate),
    target: "≥ 0.6",
    note: `beside ${PAYING} cards of a wallet each; p99 ${of((round) => round.shared.p99).toFixed(0)} ms`,
    load: loadNow(),
  };
  return [...apart, shared, ...second, ...lists];
}
