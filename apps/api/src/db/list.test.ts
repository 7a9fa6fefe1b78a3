import { list } from "@manilla/contract/endpoint";
import { kobo } from "@manilla/contract/money";
import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { useTestApi } from "../../../../test/world.ts";
import { folded } from "./list-conditions.ts";
import { defineList } from "./list.ts";

const call = list("/test/things", {
  spec: "added",
  summary: "Things",
  audience: "admin",
  can: "signed_in",
  row: z.object({ id: z.uuid(), label: z.string(), amount_kobo: kobo }),
  search: ["label"],
  filters: { label: "text", amount_kobo: "kobo" },
  sorts: ["amount_kobo", "id"],
  default_sort: "amount_kobo",
});
const things = defineList(call, {
  from: "things t",
  select: "t.id, t.label, t.amount_kobo",
  id: "t.id",
  columns: { label: "t.label", amount_kobo: "t.amount_kobo", id: "t.id" },
  search: "t.label",
});

it("says when it is declared that a piece of its text is no SQL", () => {
  const select = `t.id, ${sql`now()`} as label, t.amount_kobo`;
  expect(() => defineList(call, { from: "things t", select, id: "t.id" })).toThrow("an object in its text");
});

const ROWS = 25_000;
const api = await useTestApi();
beforeAll(async () => {
  await api.database.pool.query(`
      create table things (
        id uuid primary key default gen_random_uuid(), label text not null, amount_kobo bigint not null
      ); grant
      select on things to manilla_app;
      insert into things (label, amount_kobo)
      select 'thing ' || n, (n * 7919) % 10007
      from generate_series(1, ${ROWS}) n; create index on things (amount_kobo, id)
    `);
});

const query = (more: object) => call.query.parse({ limit: 20, ...more });
const plain = async (page: number, order: "asc" | "desc") =>
  (
    await api.database.pool.query<{ id: string }>(
      `select id from things order by amount_kobo ${order}, id ${order} limit 20 offset ${(page - 1) * 20}`,
    )
  ).rows.map(({ id }) => id);
const idsOf = (page: { items: unknown[] }) => page.items.map((row) => (row as { id: string }).id);
const until = async (isSo: () => Promise<boolean>) => {
  for (let tries = 0; tries < 1_000 && !(await isSo()); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
};

describe("what is looked for", () => {
  it("is folded by the application exactly as the database folds what it looks into", async () => {
    const letters = [..."aZ09 -_%'.@ẸẹỌọṢṣÀáâñçÉïÖüÅøŁßæƁɓƊɗƘƙƳƴ\u0301\u0323\u0300₦", "E\u0323\u0301"];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...letters), { maxLength: 12 }).map((parts) => parts.join("")),
        async (text) => {
          const { rows } = await api.database.pool.query<{ folded: string }>("select folded($1)", [text]);
          expect(folded(text)).toBe(rows[0]?.folded);
        },
      ),
      { numRuns: 200 },
    );
    expect(["Ọlájídé ƊANLADI", "Ẹniọlá"].map(folded)).toEqual(["olajide danladi", "eniola"]);
  });
});

describe("a large list", () => {
  it("says that the total is more than what it has counted, then gives the exact figure", async () => {
    const bound = things.scoped(sql`true`);
    const first = await bound.page(api.app, query({}));
    expect(first.meta.total_is).toBe("at_least");
    await until(async () => (await bound.page(api.app, query({}))).meta.total_is === "counted");
    const later = await bound.page(api.app, query({}));
    expect([later.total_count, later.meta.totalPages]).toEqual([ROWS, ROWS / 20]);
  });

  it("estimates a filter whose like had many, walks it with one plan for all values, and counts it when it is asked again", async () => {
    await api.database.pool.query("analyze things");
    const bound = things.scoped(sql`true`);
    const above = (min: number) =>
      query({ filter: JSON.stringify({ amount_kobo: { min } }), sortColumn: "amount_kobo", sortOrder: "desc" });
    expect((await bound.page(api.app, above(1))).meta.total_is).toBe("at_least");
    for (const min of [100, 200, 300, 2_500]) {
      const page = await bound.page(api.app, above(min));
      const { rows } = await api.database.pool.query<{ id: string; n: number }>(
        "select id, count(*) over ()::int as n from things where amount_kobo >= $1 order by amount_kobo desc, id desc limit 20",
        [min],
      );
      expect([page.meta.total_is, idsOf(page)]).toEqual(["estimated", rows.map(({ id }) => id)]);
      const total = rows[0]?.n ?? 0;
      expect(Math.abs(page.total_count - total)).toBeLessThan(total / 5);
      await until(async () => (await bound.page(api.app, above(min))).meta.total_is === "counted");
      expect((await bound.page(api.app, above(min))).total_count).toBe(total);
    }
    // Few: found and counted, as ever.
    for (const min of [9_000, 9_000_000_000_000])
      expect((await bound.page(api.app, above(min))).meta.total_is).toBe("exact");
  });

  it("is found and counted where its estimate was wrong: nothing is never about 20,000", async () => {
    await api.database.pool.query(`
      create table gone (like things including all) with (autovacuum_enabled = false); grant
      select on gone to manilla_app;
      insert into gone (label, amount_kobo)
      select 'gone ' || n, n
      from generate_series(1, 25000) n; analyze gone;
      delete from gone where amount_kobo between 5000 and 24990
    `);
    const bound = defineList(call, {
      from: "gone t",
      select: "t.id, t.label, t.amount_kobo",
      id: "t.id",
      columns: { label: "t.label", amount_kobo: "t.amount_kobo", id: "t.id" },
    }).scoped(sql`true`);
    const between = (min: number, max: number) => query({ filter: JSON.stringify({ amount_kobo: { min, max } }) });
    // A like filter had many.
    await api.database.pool.query(
      "insert into gone (label, amount_kobo) select 'more', 1 from generate_series(1, 12000)",
    );
    expect((await bound.page(api.app, between(1, 2))).meta.total_is).toBe("at_least");
    for (const [max, total] of [
      [24_990, 0],
      [25_000, 10],
    ] as const) {
      const { meta, items, total_count } = await bound.page(api.app, between(5_000, max));
      expect([meta.total_is, items.length, total_count]).toEqual(["exact", total, total]);
    }
  });

  it.each(["asc", "desc"] as const)(
    "shows the same deep page (%s) whether it walks from a remembered key or counts through",
    async (order) => {
      const bound = things.scoped(sql`true`);
      for (const page of [101, 640, 1_000, 1_250]) {
        const before = await bound.page(api.app, query({ page, sortOrder: order, sortColumn: "amount_kobo" }));
        await new Promise((resolve) => setTimeout(resolve, 250));
        const after = await bound.page(api.app, query({ page, sortOrder: order, sortColumn: "amount_kobo" }));
        const expected = await plain(page, order);
        expect(idsOf(before)).toEqual(expected);
        expect(idsOf(after)).toEqual(expected);
      }
    },
  );

  it("keeps the scope whatever the query says", async () => {
    const bound = things.scoped(sql`t.label = 'thing 7'`);
    const page = await bound.page(api.app, query({ search: "thing", filter: '{"label":"thing"}' }));
    expect(page.items).toHaveLength(1);
    expect((await bound.page(api.app, query({ search: "thing 8" }))).items).toHaveLength(0);
  });

  it("treats what looks like SQL or a pattern as plain text", async () => {
    const bound = things.scoped(sql`true`);
    for (const search of ["%", "_", "' or 1=1 --", "\\", "thing 7' union select"])
      expect((await bound.page(api.app, query({ search }))).items).toHaveLength(0);
  });
});
