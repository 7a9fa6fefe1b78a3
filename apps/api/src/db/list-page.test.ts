import { list } from "@manilla/contract/endpoint";
import { kobo } from "@manilla/contract/money";
import type { Page } from "@manilla/contract/page";
import fc from "fast-check";
import { sql } from "kysely";
import pg from "pg";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { useTestApi } from "../../../../test/world.ts";
import { defineList } from "./list.ts";
import { aliasOf, mergedWalks, walkOver } from "./list-page.ts";
import { type Statement, oneRoundTrip } from "./pipeline.ts";

const call = list("/test/parcels", {
  spec: "added",
  summary: "Parcels",
  audience: "admin",
  can: "signed_in",
  row: z.object({
    id: z.int(),
    label: z.string(),
    town: z.string(),
    amount_kobo: kobo,
    sent_on: z.string().nullable(),
  }),
  search: ["label", "town"],
  filters: {
    town: "text",
    amount_kobo: "kobo",
    weight: "number",
    status: { kind: "choice", options: ["a", "b", "c"] },
  },
  sorts: ["amount_kobo", "sent_on", "id", "town"],
  ranges: ["sent_on"],
  default_sort: "id",
});
const COLUMNS = {
  town: "t.name",
  amount_kobo: "p.amount_kobo",
  weight: "p.weight",
  status: "p.status",
  sent_on: "p.sent_on",
  id: "p.id",
};
const DEFINITION = {
  from: "parcels p join towns t on t.id = p.town_id",
  rows_of: "parcels p",
  select: "p.id, p.label, t.name as town, p.amount_kobo, p.sent_on",
  id: "p.id",
  id_type: "int",
  columns: COLUMNS,
  search: ["p.label", "lower(t.name)"],
} as const;
const parcels = defineList(call, DEFINITION);
/** The same list with a walk of its own: an index in another order, and a walk of each status where nothing else is asked for. */
const walkedParcels = defineList(call, {
  ...DEFINITION,
  walk({ shape, request, conditionsOf }) {
    const alias = aliasOf(shape);
    const [one, ...others] = request.conditions;
    const isAlone = others.length === 0 && request.words.length === 0;
    if (alias === undefined || one?.kind !== "choice" || !isAlone || one.values.length < 2) return undefined;
    const rows = shape.limit + shape.offset;
    const walks = [...new Set(one.values)].map((value) =>
      walkOver(shape, alias, conditionsOf([{ ...one, values: [value] }]), rows, 0),
    );
    return mergedWalks(shape, alias, sql`(${sql.join(walks, sql` union all `)})`);
  },
});

/** Comes before the statements of rows that belong to a scope. */
const SCOPE: Statement = { text: "select 1 as scope", values: [] };
const ROWS = 24_000;
const api = await useTestApi();
beforeAll(async () => {
  await api.database.pool.query(`
    create table towns (id int primary key, name text not null); create table parcels (
      id int primary key, town_id int not null, label text not null, amount_kobo bigint not null,
      status text not null, weight int not null, sent_on date
    ); grant
    select on towns, parcels to manilla_app;
    insert into towns
    values (0, 'Aba'), (1, 'Kano'), (2, 'Jos');
    insert into parcels
    select n, n % 3, 'parcel p' || n, (n * 7919) % 997, (array['a','a','a','a','a','a','a','b','c'])[1 + n % 9],
      n % 40, case when n % 5 > 0 then date '2026-01-01' + (n % 90) end
    from generate_series(1, ${ROWS}) n; create index on parcels (amount_kobo, id); create index on parcels (
      sent_on, id, status collate "C"
    ); create index on parcels (
      status, amount_kobo, id
    ); create index parcels_by_weight on parcels (weight, sent_on, id)
    where weight > 0; analyze parcels
  `);
});

interface Asked {
  filter: Record<string, unknown>;
  search: string;
  sortColumn: string;
  sortOrder: "asc" | "desc";
  page: number;
}

const asked = fc.record<Asked>({
  filter: fc.record(
    {
      status: fc.constantFrom(["a"], ["b"], ["b", "c"], ["a", "b"], ["c", "a", "b", "a"]),
      amount_kobo: fc.constantFrom({ min: 10 }, { min: 100, max: 140 }, 500, { min: 5_000 }),
      weight: fc.constantFrom({ min: 0, max: 20 }, { min: 3, max: 29 }, { min: 5 }, { min: 8, max: 90 }, 7),
      town: fc.constantFrom("kan", "o", "zzz"),
    },
    { requiredKeys: [] },
  ),
  search: fc.constantFrom(
    "",
    "parcel",
    "99",
    "kano 7",
    "aba",
    "%",
    "p1234",
    "l p2",
    "12345",
    "P023999",
    "-12345",
    "kano 1234",
    "aba p1234 99",
  ),
  sortColumn: fc.constantFrom("amount_kobo", "sent_on", "id", "town"),
  sortOrder: fc.constantFrom("asc", "desc"),
  page: fc.constantFrom(1, 2, 7, 300),
});

/** The same question asked in the plainest words. */
async function plainly({
  filter,
  search,
  sortColumn,
  sortOrder,
  page,
}: Asked): Promise<{ ids: number[]; total: number }> {
  const boundsOf = (name: string): (number | undefined)[] => {
    const value = filter[name] as { min?: number; max?: number } | number | undefined;
    return typeof value === "object" ? [value.min, value.max] : [value, value];
  };
  const from = `from parcels p join towns t on t.id = p.town_id where ($1::text[] is null or p.status = any($1)) and ($2::bigint is null or p.amount_kobo >= $2) and ($3::bigint is null or p.amount_kobo <= $3)
    and ($4::text is null or strpos(lower(t.name), $4) > 0) and (select coalesce(bool_and(strpos(p.label || ' ' || lower(t.name), word) > 0), true) from unnest($5::text[]) word) and ($6::int is null or p.weight >= $6) and ($7::int is null or p.weight <= $7)`;
  const values = [
    filter["status"] ?? null,
    ...boundsOf("amount_kobo"),
    filter["town"] ?? null,
    search === "" ? [] : search.split(" "),
    ...boundsOf("weight"),
  ];
  const { rows } = await api.database.pool.query<{ id: number }>(
    `
      select p.id ${from}
      order by ${COLUMNS[sortColumn as "id"]} ${sortOrder}, p.id ${sortOrder}
      limit 20
      offset ${(page - 1) * 20}
    `,
    values,
  );
  const { rows: counted } = await api.database.pool.query<{ n: number }>(`select count(*)::int as n ${from}`, values);
  return { ids: rows.map(({ id }) => id), total: counted[0]?.n ?? -1 };
}

/** The total is exact, a lower bound or an estimate, as the page says. */
function expectTotal({ meta, total_count }: Page<unknown>, expected: number): void {
  if (meta.total_is === "at_least") expect(expected).toBeGreaterThan(10_000);
  else if (meta.total_is === "estimated") expect(expected).toBeGreaterThan(5_000);
  else expect(total_count).toBe(expected);
}

const idsOf = (page: { items: unknown[] }) => page.items.map((row) => (row as { id: number }).id);

describe("a page of a list", () => {
  it("has the rows and the total that plain words ask for, few or many, before and after they were counted", async () => {
    await fc.assert(
      fc.asyncProperty(asked, async (one) => {
        const { filter, ...rest } = one;
        const query = call.query.parse({
          limit: 20,
          ...rest,
          filter: JSON.stringify(filter),
          ...(rest.search === "" && { search: undefined }),
        });
        const expected = await plainly(one);
        const bound = (time: number) => (time === 2 ? walkedParcels : parcels).scoped(sql`true`);
        for (let time = 0; time < 3; time += 1) {
          const page = await bound(time).page(api.app, query);
          expect(idsOf(page)).toEqual(expected.ids);
          expectTotal(page, expected.total);
          // The very statements again, with the settings of a round trip.
          const { statements, read } = bound(time).plan(api.app.db, query);
          const again = read(await oneRoundTrip(api.app.pool, statements));
          if (again) expect(idsOf(again)).toEqual(expected.ids);
          // As rows of a scope: found and shown by one statement, once it was asked before.
          const own = await bound(time).page(api.app, query, [SCOPE]);
          expect(idsOf(own)).toEqual(expected.ids);
          expectTotal(own, expected.total);
        }
      }),
      { numRuns: 60 },
    );
  });

  it.each([[["a", "b"]], [["a", "c"]], [["c", "a", "b", "a"]]])(
    "walks %j one by one, page after page",
    async (status) => {
      const bound = walkedParcels.scoped(sql`true`);
      for (const page of [1, 2, 11, 40, 49, 50, 52, 400]) {
        for (const sortOrder of ["asc", "desc"] as const) {
          const query = call.query.parse({
            limit: 20,
            page,
            sortColumn: "sent_on",
            sortOrder,
            filter: JSON.stringify({ status }),
          });
          const { ids } = await plainly({ filter: { status }, search: "", sortColumn: "sent_on", sortOrder, page });
          for (let time = 0; time < 2; time += 1) expect(idsOf(await bound.page(api.app, query))).toEqual(ids);
          const { statements, read } = bound.plan(api.app.db, query);
          const again = read(await oneRoundTrip(api.app.pool, statements));
          if (again) expect(idsOf(again)).toEqual(ids);
          if (page <= 50) expect(statements.at(-1)?.text).toContain("union all");
        }
      }
    },
  );

  it("chooses the rows of its first table before the others are joined, however its joins are laid out", () => {
    const rows_of = "parcels p";
    for (const from of ["parcels p left join towns t on true", "parcels p\n  left join towns t on true"])
      expect(aliasOf({ from, rows_of })).toBe("p");
    expect(aliasOf({ from: "parcels p", rows_of }), "nothing is joined").toBeUndefined();
    expect(aliasOf({ from: "parcels people", rows_of }), "another table").toBeUndefined();
    const joined = "parcels p join towns t on t.name = p.town";
    expect(aliasOf({ from: `${joined} left join people o on true`, rows_of: joined })).toBeUndefined();
  });

  it("keeps to its scope where the id is unique within it only", async () => {
    await api.database.pool.query(
      `
        create table leaves (book int, number int, label text, primary key (book, number)); grant
        select on leaves to manilla_app;
        insert into leaves
        select b, n, b || ':' || n
        from generate_series(1, 3) b, generate_series(1, 30) n
      `,
    );
    const leaf = list("/test/leaves", {
      spec: "added",
      summary: "Leaves",
      audience: "admin",
      can: "signed_in",
      row: z.object({ number: z.int(), label: z.string() }),
      sorts: ["number"],
      default_sort: "number",
    });
    const leaves = defineList(leaf, {
      from: "leaves l",
      select: "l.number, l.label",
      id: "l.number",
      id_type: "int",
      columns: { number: "l.number" },
    });
    const { items, total_count } = await leaves
      .scoped(sql`l.book = 2`)
      .page(api.app, leaf.query.parse({ limit: 20, page: 2 }));
    expect([total_count, items]).toEqual([
      30,
      Array.from({ length: 10 }, (_, n) => ({ number: n + 21, label: `2:${n + 21}` })),
    ]);
  });

  it("carries the list's own columns and nothing else", async () => {
    const bound = parcels.scoped(sql`p.id <= 20`);
    const { items } = await bound.page(api.app, call.query.parse({ limit: 20, filter: '{"amount_kobo":{"min":1}}' }));
    expect(Object.keys(items[0] as object).toSorted()).toEqual(["amount_kobo", "id", "label", "sent_on", "town"]);
    const { items: none, total_count } = await bound.page(api.app, call.query.parse({ limit: 20, search: "nowhere" }));
    expect([none, total_count]).toEqual([[], 0]);
    const asked = vi.spyOn(pg.Client.prototype, "query");
    const query = call.query.parse({ limit: 5, page: 4 });
    const behind = call.query.parse({ limit: 5, page: 5 });
    const first = [await bound.page(api.app, query, [SCOPE]), await bound.page(api.app, behind, [SCOPE])];
    const isAtOnce = () =>
      asked.mock.calls.some(([one]) => (one as { text?: string }).text?.includes("left join lateral"));
    expect(isAtOnce()).toBe(false);
    // What is asked again is found and shown by one statement.
    const again = [await bound.page(api.app, query, [SCOPE]), await bound.page(api.app, behind, [SCOPE])];
    expect(isAtOnce()).toBe(true);
    asked.mockRestore();
    expect(again).toEqual(first);
    expect(again.map((page) => [page.items.length, page.total_count])).toEqual([
      [5, 20],
      [0, 20],
    ]);
  });
});
