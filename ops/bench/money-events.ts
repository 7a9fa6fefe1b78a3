/** Lists and search of millions of money events over HTTP, beside bare handlers with the same SQL and an exact count. */
import type pg from "pg";
import type { Figure } from "./figure.ts";
import { benchListed } from "./listed.ts";
import { DAY } from "./payments-world.ts";

/** Movements of money of two years: a hundredth is under way. */
async function fillEvents(owner: pg.Pool, events: number): Promise<void> {
  for (let done = 0; done < events; done += 500_000)
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
      [done + 1, Math.min(done + 500_000, events)],
    );
  await owner.query("vacuum analyze money_events");
}

const COLUMNS = `
  e.id, e.source, e.purpose, e.direction, coalesce(c.name, u.full_name) as owner, e.user_id, e.company_id, e.counterparty, e.reference,
  e.amount_kobo, e.status, e.is_unknown, e.happened_at
  from money_events e left join users u on u.id = e.user_id left join companies c on c.id = e.company_id
`;
const NEWEST = "e.happened_at desc, e.id desc";
/** [name, path, our query, condition and order of the same as SQL] */
const LISTS = [
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
] as const;

export async function benchEvents(
  { owner, address, staff }: { owner: pg.Pool; address: string; staff: string },
  events: number,
): Promise<Figure[]> {
  await fillEvents(owner, events);
  return benchListed(
    owner,
    address,
    LISTS.map(([name, path, query, where, order]) => ({
      name: `money events of ${events}, ${name}`,
      path,
      query,
      token: staff,
      rows: COLUMNS,
      counted: "money_events e",
      where,
      order,
    })),
  );
}
