/**
 * Lists of cards, of what was paid with them and of what the issuer took, beside bare handlers with the same SQL; and one of them asked of a second process,
 * while the first one rests and while it decides.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type pg from "pg";
import { type Figure, loadNow, median } from "./figure.ts";
import { benchListed, waitForTotal } from "./listed.ts";
import { startLoad } from "./load.ts";
import { withoutIndexes } from "./world.ts";

const idOf = (n: number): string => `00000000-0000-4000-a000-${String(n).padStart(12, "0")}`;
/** One of so many was taken without a payment that we know. */
const UNMATCHED = 200;

/** What shops took of the payments that they captured. */
export async function fillCaptures(pool: pg.Pool): Promise<void> {
  await pool.query("alter table card_captures disable trigger user");
  await withoutIndexes(pool, "card_captures", async () => {
    await pool.query(`
      insert into card_captures (
        id, card_id, user_id, company_id, kind, issuer_transaction_id, issuer_authorisation_id, authorisation_id, reference, merchant, mcc, category,
        amount_kobo, ledger_transaction_id, business_date, happened_at, created_at
      )
      select gen_random_uuid(), p.card_id, p.user_id, p.company_id, 'capture', 'T' || p.reference, p.issuer_authorisation_id,
        case when row_number() over () % ${UNMATCHED} > 0 then p.id end, 'T' || p.reference, p.merchant, p.mcc, p.category, p.captured_kobo,
        gen_random_uuid(), p.business_date, p.created_at, p.created_at
      from card_authorisations p
      where p.status = 'captured'
    `);
  });
  await pool.query("alter table card_captures enable trigger user");
  await pool.query("vacuum analyze card_captures");
}

/** [name, our query, condition and order of the same as SQL] */
const LISTS = [
  ["the newest", {}, "true", "p.created_at desc, p.id desc"],
  ["by amount", { sortColumn: "amount_kobo", sortOrder: "desc" }, "true", "p.amount_kobo desc, p.id desc"],
  ["of one card", { filter: `{"card_id":"${idOf(77)}"}` }, `p.card_id = '${idOf(77)}'`, "p.created_at desc, p.id desc"],
] as const;
const ROWS = `
  p.id, p.reference, c.label, c.last4, u.full_name, o.name, p.kind, p.merchant, p.category, p.channel, p.amount_kobo, p.captured_kobo, p.status,
  p.created_at, p.reason, p.found
  from card_authorisations p join cards c on c.id = p.card_id join users u on u.id = p.user_id left join companies o on o.id = p.company_id
`;

/** What a card's row shows, and whom its rules ask about. */
const CARD_ROWS = `
  c.id, c.status, c.kind, c.form, c.currency, json_build_object('id', c.user_id, 'name', u.full_name) as person, c.label, c.limit_kobo,
  c.is_single_use, c.merchant_lock, c.brand, c.last4, c.expires_on,
  array(select f."by" from card_freezes f where f.card_id = c.id and f.lifted_at is null order by f.since, f.id) as frozen_by, c.version, c.created_at,
  exists (select 1 from cards n where n.replacement_for = c.id and n.status <> 'declined') as is_replaced, u.erased_at
  from cards c left join users u on u.id = c.user_id left join companies o on o.id = c.company_id
  left join employments e on e.user_id = c.user_id and e.company_id = c.company_id
`;
const CARD_OWNERS = `
  cards c left join users u on u.id = c.user_id left join employments e on e.user_id = c.user_id and e.company_id = c.company_id
`;
const FOUND = `
  (folded(coalesce(u.full_name, e.kept_name, 'Somebody')) like '%0077%' or coalesce(c.last4, '') like '%0077%')
`;
const CARD_LISTS = [
  ["the newest", {}, "true", "cards c", "c.created_at desc, c.id desc"],
  ["search", { search: "0077" }, FOUND, CARD_OWNERS, "c.created_at desc, c.id desc"],
] as const;

const CAPTURES = "card_captures m join cards c on c.id = m.card_id join users u on u.id = m.user_id";
const CAPTURE_ROWS = `
  m.id, m.reference, m.kind, m.merchant, m.category, c.currency, m.amount_kobo, m.overdrawn_kobo, m.authorisation_id, m.expense_id, m.happened_at,
  c.label, c.last4, u.full_name
  from ${CAPTURES}
`;
const NEWEST = "m.happened_at desc, m.id desc";
const UNKNOWN = { filter: '{"is_matched":false}' } as const;
const CAPTURE_LISTS = [
  ["the newest", {}, "true", NEWEST],
  ["by amount", { sortColumn: "amount_kobo", sortOrder: "desc" }, "true", "m.amount_kobo desc, m.id desc"],
  ["without a payment", UNKNOWN, "m.authorisation_id is null", NEWEST],
  [
    "without a payment, by amount",
    { ...UNKNOWN, sortColumn: "amount_kobo", sortOrder: "desc" },
    "m.authorisation_id is null",
    "m.amount_kobo desc, m.id desc",
  ],
  [
    "search",
    { search: "jumia 22" },
    "folded(m.merchant || ' ' || m.reference) like '%jumia%' and folded(m.merchant || ' ' || m.reference) like '%22%'",
    NEWEST,
  ],
] as const;

/** @param cards how many there are @param payments how many were paid with them */
export function benchCardLists(
  owner: pg.Pool,
  address: string,
  { token, cards, payments }: { token: string; cards: number; payments: number },
): Promise<Figure[]> {
  /** The 40,000th of five million. */
  const page = payments / 125;
  const far = ["a page far behind", { page: `${page}` }, "true", `${LISTS[0][3]} offset ${(page - 1) * 20}`] as const;
  const ofPayments = [...LISTS, far].map(([name, query, where, order]) => ({
    name: `card payments of ${payments}, ${name}`,
    path: "/cards/transactions",
    query,
    token,
    rows: ROWS,
    counted: "card_authorisations p",
    where,
    order,
  }));
  const ofCards = CARD_LISTS.map(([name, query, where, counted, order]) => ({
    name: `cards of ${cards}, ${name}`,
    path: "/personal/cards/all",
    query,
    token,
    rows: CARD_ROWS,
    counted,
    where: `c.company_id is null and ${where}`,
    order,
  }));
  const ofCaptures = CAPTURE_LISTS.map(([name, query, where, order]) => ({
    name: `what was taken with cards, of ${payments} payments, ${name}`,
    path: "/admin/cards/captures",
    query,
    token,
    rows: CAPTURE_ROWS,
    counted: "card_captures m",
    where,
    order,
  }));
  return benchListed(owner, address, [...ofPayments, ...ofCards, ...ofCaptures]);
}

const [ROUNDS, SECONDS, IN_FLIGHT, MAX_P99] = [5, 3, 8, 50];
const PORT = 4_870;

/** A second process of the API on the same database. */
async function startSecond(environment: Record<string, string>): Promise<{ address: string; child: ChildProcess }> {
  const child = fork(join(import.meta.dirname, "../../apps/api/src/main.ts"), {
    env: { ...process.env, ...environment, PORT: String(PORT), RUN: "api" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const began = await Promise.race([once(child, "message"), once(child, "exit").then(() => undefined)]);
  if (!began) throw new Error("The second process did not start.");
  return { address: `http://127.0.0.1:${PORT}`, child };
}

/**
 * The newest payments of a second process, eight in flight: alone, and while the first one decides.
 * @param decide payments asked of the first process for so many seconds
 */
export async function benchSecondProcess(
  environment: Record<string, string>,
  { token, payments }: { token: string; payments: number },
  decide: (seconds: number) => Promise<unknown>,
): Promise<Figure[]> {
  const { address, child } = await startSecond(environment);
  const load = startLoad();
  const headers = { authorization: `Bearer ${token}` };
  const url = `${address}/api/cards/transactions?limit=20`;
  await waitForTotal(url, headers);
  const look = () => load.run({ url, headers, seconds: SECONDS, in_flight: IN_FLIGHT });
  await look();
  const [alone, beside] = [[], []] as [number[], number[]];
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push((await look()).p99);
    const [measured] = await Promise.all([look(), decide(SECONDS)]);
    beside.push(measured.p99);
  }
  load.stop();
  child.kill("SIGTERM");
  await once(child, "exit");
  const name = `card payments of ${payments}, the newest, of a second process, ${IN_FLIGHT} in flight`;
  const figure = (more: string, times: readonly number[], target: string): Figure => ({
    name: `${name}${more}: p99 in milliseconds`,
    ours: median(times),
    baseline: MAX_P99,
    ratio: median(times),
    target,
    note: `${ROUNDS} rounds, ${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)}`,
    load: loadNow(),
  });
  return [
    figure("", alone, `≤ ${MAX_P99}`),
    figure(", beside 8 decided in flight by the first", beside, "for the eye"),
  ];
}
