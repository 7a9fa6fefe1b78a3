import { list } from "@manilla/contract/endpoint";
import { kobo } from "@manilla/contract/money";
import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { useTestApi } from "../../../../test/world.ts";
import { defineList } from "./list.ts";
import { columnsOf, exportList } from "./list-export.ts";

const call = list("/test/odd", {
  spec: "added",
  summary: "Odd things",
  audience: "admin",
  can: "signed_in",
  row: z.object({ id: z.int(), label: z.string().nullable(), amount_kobo: kobo, is_odd: z.boolean() }),
  sorts: ["id"],
  default_sort: "id",
});
const odd = defineList(call, {
  from: "odd o",
  select: "o.id, o.label, o.amount_kobo, o.is_odd",
  id: "o.id",
  columns: { id: "o.id" },
});
const LABELS = ['say "hello"', "a,b", "two\nlines", "carriage\rreturn", "=1+1", "@sum", "", null, "Ọlá — ₦", " space "];
const AMOUNTS = [0n, 1n, -1n, 99n, 100n, 123_456_789n, -9_007_199_254_740_991n, 29n, 57n, 1_000_000_000_000_015n];

const api = await useTestApi();
beforeAll(async () => {
  await api.database.pool.query(
    `
      create table odd (id int primary key, label text, amount_kobo bigint not null, is_odd boolean not null); grant
      select on odd to manilla_app
    `,
  );
  await api.database.pool.query(
    "insert into odd select n - 1, l, a, n % 2 = 0 from unnest($1::text[], $2::bigint[]) with ordinality x (l, a, n)",
    [LABELS, AMOUNTS.map(String)],
  );
});

const textOf = async () => {
  const chunks: Buffer[] = [];
  for await (const chunk of exportList(
    api.app.pool,
    api.app.db,
    odd.scoped(sql`true`),
    call.query.parse({ exportType: "csv" }),
  ).body)
    chunks.push(Buffer.from(chunk as string));
  return Buffer.concat(chunks).toString("utf8");
};

describe("an export as CSV", () => {
  it("reads back as it was, formulas as plain text, money in naira", async () => {
    const [headings, ...rows] = parse(await textOf(), { bom: true });
    expect(headings?.slice(0, 4)).toEqual(["Id", "Label", "Amount (NGN)", "Odd"]);
    expect(rows).toEqual(
      LABELS.map((label, index) => [
        String(index),
        label === null ? "" : /^[=@]/.test(label) ? `'${label}` : label,
        String(Number(AMOUNTS[index]) / 100),
        index % 2 === 1 ? "yes" : "no",
        index === 0 ? expect.stringMatching(/Africa\/Lagos\): all rows$/) : "",
      ]),
    );
  });

  it("has every row once, over many batches", async () => {
    await api.database.pool.query("insert into odd select n, 'more', n, false from generate_series(100, 9099) n");
    const rows: string[][] = parse(await textOf(), { bom: true, from: 2 });
    expect(rows.map(([id]) => Number(id))).toEqual([
      ...LABELS.keys(),
      ...Array.from({ length: 9_000 }, (_, index) => index + 100),
    ]);
  });
});

describe("a list whose rows go straight from the database to the file", () => {
  const kinds = list("/test/kinds", {
    spec: "added",
    summary: "Every type of column",
    audience: "admin",
    can: "signed_in",
    row: z.object({
      id: z.int(),
      small: z.int().nullable(),
      fee_kobo: kobo.nullable(),
      rate: z.string().nullable(),
      born_on: z.string().nullable(),
      made_at: z.date().nullable(),
      is_paid: z.boolean().nullable(),
      person: z.any(),
      more: z.any(),
      share: z.number().nullable(),
      tags: z.any(),
      key: z.string().nullable(),
    }),
    sorts: ["id"],
    default_sort: "id",
  });
  // Another order than the row's, and one column that the row does not have.
  const select =
    "k.key, k.id, k.small, k.fee_kobo, k.rate, k.born_on, k.made_at, k.is_paid, k.person, k.more, k.share, k.tags, 'x' as unknown";
  const definition = { from: "kinds k", select, id: "k.id", columns: { id: "k.id" } };
  const exported = async (definitionOf: typeof definition & { map?: (row: never) => never }): Promise<string> => {
    const chunks: Buffer[] = [];
    for await (const chunk of exportList(
      api.app.pool,
      api.app.db,
      defineList(kinds, definitionOf).scoped(sql`true`),
      kinds.query.parse({ exportType: "csv" }),
    ).body)
      chunks.push(Buffer.from(chunk as string));
    return Buffer.concat(chunks).toString("utf8");
  };

  it("has the same cells as one whose rows are looked at on the way", async () => {
    await api.database.pool.query(`
      create table kinds (
        id int primary key, small smallint, fee_kobo bigint, rate numeric, born_on date, made_at timestamptz,
        is_paid boolean, person jsonb, more json, share double precision, tags text[], key uuid
      ); grant
      select on kinds to manilla_app;
      insert into kinds
      values (
        1, 7, 123456, 12.50, '1990-02-28', '2026-11-21 18:18:46.123456+00', true, '{"id": 1, "name": "=Ada"}',
        '[1, "two"]', 0.25, '{a,"b,c"}', '01a1ff67-94c7-7224-86cd-f9bd50acd9e9'
      ),
        (
          2, -7, -9007199254740993, -1.5, '0001-01-01', '2026-01-01 01:00:00+01', false, '{"id": 2}', '{"kobo": 5}',
          -1e30, '{}', null
        ), (3, null, 100000000000000050, null, null, '1999-12-31 23:59:59.9+00', null, null, null, null, null, null),
        (4, 0, 0, 0, null, '2026-06-01 12:00:00+00', true, '"text"', 'null', 'NaN', null, null)
    `);
    const plain = await exported(definition);
    expect(plain).toBe(await exported({ ...definition, map: (row) => row }));
    const [first] = parse(plain, { bom: true, from: 2, to: 2 });
    expect(first?.slice(0, 8)).toEqual([
      "1",
      "7",
      "1234.56",
      "12.50",
      "1990-02-28",
      "2026-11-21 19:18:46",
      "yes",
      "'=Ada",
    ]);
  });
});

it("leaves ids of ours out where a row has a name or a reference, and keeps them where it has none", () => {
  const [id, text] = [z.uuid(), z.string()];
  expect(columnsOf({ id, reference: text, user_id: id.nullable(), session_id: text, abilities: text })).toEqual([
    "reference",
    "session_id",
  ]);
  expect(columnsOf({ id, kind: text })).toEqual(["id", "kind"]);
});
