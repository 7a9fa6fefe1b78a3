import { list } from "@manilla/contract/endpoint";
import { kobo } from "@manilla/contract/money";
import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type TestApi, startTestApi } from "../../../../test/api.ts";
import { defineList } from "./list.ts";
import { exportList } from "./list-export.ts";

const call = list("/test/odd", {
  spec: "added", summary: "Odd things", audience: "admin", can: "signed_in", row: z.object({ id: z.int(), label: z.string().nullable(), amount_kobo: kobo, is_odd: z.boolean() }),
  list: { filters: {}, sorts: ["id"], ranges: [], default_sort: { column: "id", order: "asc" } },
});
const odd = defineList(call, { from: "odd o", select: "o.id, o.label, o.amount_kobo, o.is_odd", id: "o.id", columns: { id: "o.id" } });
const LABELS = ['say "hello"', "a,b", "two\nlines", "carriage\rreturn", "=1+1", "@sum", "", null, "Ọlá — ₦", " space "];
const AMOUNTS = [0n, 1n, -1n, 99n, 100n, 123_456_789n, -9_007_199_254_740_991n, 29n, 57n, 1_000_000_000_000_015n];

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
  await api.database.pool.query("create table odd (id int primary key, label text, amount_kobo bigint not null, is_odd boolean not null); grant select on odd to manilla_app");
  await api.database.pool.query("insert into odd select n - 1, l, a, n % 2 = 0 from unnest($1::text[], $2::bigint[]) with ordinality x (l, a, n)", [LABELS, AMOUNTS.map(String)]);
});
afterAll(() => api.stop());

const textOf = async () => {
  const chunks: Buffer[] = [];
  for await (const chunk of exportList(api.app.pool, api.app.db, odd.scoped(sql`true`), call.query.parse({ exportType: "csv" })).body) chunks.push(Buffer.from(chunk as string));
  return Buffer.concat(chunks).toString("utf8");
};

describe("an export as CSV", () => {
  it("reads back as it was, formulas as plain text, money in naira", async () => {
    const [headings, ...rows] = parse(await textOf(), { bom: true });
    expect(headings?.slice(0, 4)).toEqual(["id", "label", "amount (NGN)", "is odd"]);
    expect(rows).toEqual(
      LABELS.map((label, index) => [String(index), label === null ? "" : /^[=@]/.test(label) ? `'${label}` : label, String(Number(AMOUNTS[index]) / 100), index % 2 === 1 ? "yes" : "no", ""]),
    );
  });

  it("has every row once, over many batches", async () => {
    await api.database.pool.query("insert into odd select n, 'more', n, false from generate_series(100, 9099) n");
    const rows: string[][] = parse(await textOf(), { bom: true, from: 2 });
    expect(rows.map(([id]) => Number(id))).toEqual([...LABELS.keys(), ...Array.from({ length: 9_000 }, (_, index) => index + 100)]);
  });
});
