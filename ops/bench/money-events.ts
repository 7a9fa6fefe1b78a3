/** Lists and search of money events over HTTP, at a million and at five, beside bare handlers with the same SQL and an exact count. */
import type pg from "pg";
import { type Figure, loadNow } from "./figure.ts";
import { benchListed } from "./listed.ts";
import { DAY } from "./payments-world.ts";
import { withoutIndexes } from "./world.ts";

/** Movements of money of two years, from the `from`th to the last: a hundredth is under way. */
async function fillEvents(owner: pg.Pool, from: number, last: number): Promise<void> {
  await withoutIndexes(owner, "money_events", async () => {
    for (let done = from - 1; done < last; done += 500_000)
      await owner.query(
        `
          with people as (select id, row_number() over (order by id) as k from users where email like 'bench%@bench.example')
          insert into money_events (id, source, purpose, direction, user_id, reference, counterparty, amount_kobo, status, business_date, happened_at)
          select gen_random_uuid(), (array['transfer','bill','transfer','card'])[1 + n % 4], 'bench', (array['out','in'])[1 + n % 2], p.id, 'MEB' || n,
            (array['Shoprite','Total','Jumia','Bolt','Bukka Hut','Konga','GIG','DSTV'])[1 + n % 8] || ' ' || n % 9973,
            (1 + (n::bigint * 7919) % 50000) * 100, case when n % 100 = 0 then 'pending' when n % 11 = 0 then 'failed' else 'success' end,
            '${DAY}', now() - n * interval '12 seconds'
          from generate_series($1::int, $2::int) n
          join people p on p.k = 1 + n % (select count(*) from people)
        `,
        [done + 1, Math.min(done + 500_000, last)],
      );
  });
  await owner.query("vacuum analyze money_events");
}

const COLUMNS = `
  e.id, e.source, e.purpose, e.direction, coalesce(c.name, u.full_name) as owner, e.user_id, e.company_id, e.counterparty, e.reference,
  e.amount_kobo, e.status, e.is_unknown, e.happened_at
  from money_events e left join users u on u.id = e.user_id left join companies c on c.id = e.company_id
`;
const NEWEST = "e.happened_at desc, e.id desc";
/** Path, our query, condition and order of the same as SQL. */
type Case = readonly [
  name: string,
  path: string,
  query: Readonly<Record<string, string>>,
  where: string,
  order: string,
];
const LISTS: readonly Case[] = [
  ["the newest", "/transactions", {}, "true", NEWEST],
  [
    "by amount",
    "/transactions",
    { sortColumn: "amount_kobo", sortOrder: "desc" },
    "true",
    "e.amount_kobo desc, e.id desc",
  ],
  ["failed", "/payments/history", { filter: '{"status":["failed"]}' }, "e.status = 'failed'", NEWEST],
  ["under way", "/payments", {}, "e.status = 'pending'", NEWEST],
  ["search for a reference", "/transactions", { search: "MEB77123" }, "folded(e.reference) like '%meb77123%'", NEWEST],
  [
    "search for a name",
    "/transactions",
    { search: "jumia 4711" },
    "folded(e.counterparty) like '%jumia 4711%'",
    NEWEST,
  ],
];

/** A fifth of the events, and all: at all, no list is more than twice slower (design/performance.md). */
const [FEWER, TIMES_SLOWER] = [5, 2];

interface World {
  owner: pg.Pool;
  address: string;
  staff: string;
}

function measure({ owner, address, staff }: World, events: number): Promise<Figure[]> {
  const page = events / 125;
  const order = `${NEWEST} offset ${(page - 1) * 20}`;
  const far: Case = ["a page far behind", "/transactions", { page: `${page}` }, "true", order];
  return benchListed(
    owner,
    address,
    [...LISTS, far].map(([name, path, query, where, sorted]) => ({
      name: `money events of ${events}, ${name}`,
      path,
      query,
      token: staff,
      rows: COLUMNS,
      counted: "money_events e",
      where,
      order: sorted,
    })),
  );
}

export async function benchEvents(world: World, events: number): Promise<Figure[]> {
  const few = events / FEWER;
  await fillEvents(world.owner, 1, few);
  const atFew = await measure(world, few);
  await fillEvents(world.owner, few + 1, events);
  const atAll = await measure(world, events);
  const before = new Map(atFew.map(({ name, ours }) => [name.replace(`of ${few}`, `of ${events}`), ours]));
  const slower = atAll.flatMap(({ name, ours }) => {
    const earlier = name.startsWith("money events") ? before.get(name) : undefined;
    if (earlier === undefined) return [];
    const times = { ours, baseline: earlier, ratio: earlier / ours, target: `≤ ${TIMES_SLOWER}`, load: loadNow() };
    return [{ name: `${name}: times slower than at ${few}`, ...times }];
  });
  return [...atFew, ...atAll, ...slower];
}
