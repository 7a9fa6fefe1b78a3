import * as calls from "@manilla/contract/companies/expenses";
import * as departments from "@manilla/contract/companies/departments";
import * as views from "@manilla/contract/platform/saved-views";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { keepReturned } from "./index.ts";
import { useTestApi } from "../../../../../../test/world.ts";

const api = await useTestApi();
const { db } = api.app;

interface Part {
  id: string;
  name: string | null;
  amount_kobo: number;
  count: number;
  before_kobo: number;
}
interface Analytics {
  from: string;
  to: string;
  amount_kobo: number;
  count: number;
  before_kobo: number;
  by_day: { day: string; amount_kobo: number }[];
  by: Record<(typeof calls.spendDimensions)[number], Part[]>;
  budgets: {
    from: string;
    to: string;
    departments: { id: string; name: string; is_unit: boolean; budget_kobo: number; spent_kobo: number }[];
  };
}

const company_id = await api.company({ name: "Lagoon Foods" });
const owner = await api.person("company_super_admin", { company_id });
const people = [
  await api.person("company_staff", { company_id, name: "Emeka" }),
  await api.person("company_staff", { company_id, name: "Ada" }),
];
const make = async (name: string, monthly_budget_kobo?: number, parent_id?: string) => {
  const body = { name, ...(monthly_budget_kobo && { monthly_budget_kobo }), ...(parent_id && { parent_id }) };
  const answer = await api.call(departments.create, { token: owner.token, body });
  return (answer.body.data as { department: { id: string } }).department.id;
};
const kitchen = await make("Kitchen", 1_000_000);
const bakery = await make("Bakery", 300_000, kitchen);
const fleet = await make("Fleet", 90_000);
const fuel = uuidv7();
const oil = uuidv7();
for (const [id, name, code] of [
  [fuel, "Fuel", "5400"],
  [oil, "Fuel and oil", "5401"],
])
  await sql`
    insert into expense_categories (id, company_id, name, ledger_code) values (${id}, ${company_id}, ${name}, ${code})
  `.execute(db);

// Every place × category × merchant, over the two months around the business day, some deleted.
const merchants = ["Bukka Hut", "BUKKA HUT", "Total, Ikeja", "Total"];
for (let at = 0; at < 240; at += 1) {
  const on = new Date(Date.UTC(2025, 11, 1 + (at % 45))).toISOString().slice(0, 10);
  await db
    .insertInto("expenses")
    .values({
      id: uuidv7(),
      company_id,
      user_id: people[at % 2]!.user_id,
      department_id: [kitchen, bakery, fleet, null][at % 4]!,
      category_id: [fuel, oil, null][at % 3]!,
      merchant: merchants[(at * 7) % 4]!,
      amount_kobo: BigInt(1_001 + at * 37),
      spent_on: on,
      status: at % 11 === 0 ? "deleted" : at % 5 === 0 ? "flagged" : "recorded",
    })
    .execute();
}

const analytics = async (query: Record<string, string> = {}, token = owner.token) =>
  (await api.call(calls.analytics, { token, query })).body.data as Analytics;
/** What the list sums to under a filter, as the bar's address opens it. */
async function listed(filter: object, from: string, to: string) {
  let [sum, count] = [0, 0];
  for (let page = 1; ; page += 1) {
    const { body } = await api.call(calls.listAll, {
      token: owner.token,
      query: {
        page,
        limit: 100,
        filter: JSON.stringify({ status: ["recorded", "flagged", "approved"], ...filter }),
        rangeKey: "spent_on",
        rangeStart: from,
        rangeEnd: to,
      },
    });
    const { items, total_count } = body.datatable as { items: { amount_kobo: number }[]; total_count: number };
    for (const { amount_kobo } of items) [sum, count] = [sum + amount_kobo, count + 1];
    if (count >= total_count) return { sum, count };
  }
}

describe("what a company spent", () => {
  it.each<Record<string, string>>([
    {},
    { rangeStart: "2025-12-10", rangeEnd: "2026-01-09" },
    { rangeEnd: "2025-12-20" },
  ])(
    "equals its lists to the kobo, bar by bar, in %o",
    async (query) => {
      const found = await analytics(query);
      const { from, to, by } = found;
      expect(await listed({}, from, to)).toEqual({ sum: found.amount_kobo, count: found.count });
      for (const dimension of calls.spendDimensions) {
        const parts = by[dimension];
        expect(parts.length).toBeGreaterThan(1);
        expect(parts.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0)).toBe(found.amount_kobo);
        for (const { id, amount_kobo, count } of parts)
          expect(await listed({ [`${dimension}_id`]: id }, from, to), `${dimension}`).toEqual({
            sum: amount_kobo,
            count,
          });
      }
      for (const { day, amount_kobo } of found.by_day)
        expect(await listed({}, day, day)).toMatchObject({ sum: amount_kobo });
    },
    60_000,
  );

  it("is compared with as many days before", async () => {
    const found = await analytics({ rangeStart: "2025-12-20", rangeEnd: "2025-12-29" });
    expect(await listed({}, "2025-12-10", "2025-12-19")).toMatchObject({ sum: found.before_kobo });
    expect(found.by.merchant.map(({ name }) => name?.toLowerCase()).toSorted()).toEqual([
      "bukka hut",
      "total",
      "total, ikeja",
    ]);
  });

  it("is measured by the month's budgets: a department's with its units', a unit's alone", async () => {
    const { budgets } = await analytics({ rangeEnd: "2025-12-20" });
    expect([budgets.from, budgets.to]).toEqual(["2026-01-01", "2026-01-15"]);
    expect(budgets.departments.map(({ name, is_unit }) => [name, is_unit])).toEqual([
      ["Kitchen", false],
      ["Bakery", true],
      ["Fleet", false],
    ]);
    for (const { id, is_unit, spent_kobo } of budgets.departments)
      expect(await listed({ [is_unit ? "department_id" : "within_id"]: id }, budgets.from, budgets.to)).toMatchObject({
        sum: spent_kobo,
      });
  });

  it("equals its lists to the kobo where expenses are split, in a category or department several times too", async () => {
    const ids = [uuidv7(), uuidv7()];
    const parts = [
      [fuel, fleet, 60_001],
      [oil, bakery, 30_000],
      [fuel, bakery, 9_998],
      [fuel, fleet, 1],
    ] as const;
    for (const id of ids)
      await db
        .insertInto("expenses")
        .values({
          id,
          company_id,
          user_id: people[1]!.user_id,
          department_id: kitchen,
          category_id: oil,
          merchant: "Total",
          amount_kobo: 100_000n,
          spent_on: "2026-01-14",
          splits: JSON.stringify(
            parts.map(([category_id, department_id, amount_kobo]) => ({ category_id, department_id, amount_kobo })),
          ),
        })
        .execute();
    const { from, to, by, budgets } = await analytics();
    for (const dimension of ["department", "category", "merchant", "person"] as const)
      for (const { id, amount_kobo, count } of by[dimension])
        expect(await listed({ [`${dimension}_id`]: id }, from, to), `${dimension}`).toEqual({
          sum: amount_kobo,
          count,
        });
    for (const { id, is_unit, spent_kobo } of budgets.departments)
      expect(await listed({ [is_unit ? "department_id" : "within_id"]: id }, from, to)).toMatchObject({
        sum: spent_kobo,
      });
    // And the tile above the list.
    const [{ id: part, amount_kobo: figure }] = by.category as [Part];
    const filter = JSON.stringify({ status: ["recorded", "flagged", "approved"], category_id: part });
    const tile = JSON.stringify([{ list: calls.listAll.path, filter, sum: "amount_kobo" }]);
    const { body: tiles } = await api.call(views.figures, { token: owner.token, query: { of: tile } });
    const { sum: all } = await listed({ category_id: part }, "2025-01-01", "2026-12-31");
    expect(all).toBeGreaterThanOrEqual(figure);
    expect(tiles.data).toMatchObject({ figures: [{ sum_kobo: all }] });
    // What came back is shared as the parts are.
    for (const id of ids) await db.transaction().execute((tx) => keepReturned(tx, [id], 33_333n));
    const left = await analytics();
    for (const dimension of ["department", "category", "merchant"] as const)
      for (const { id, amount_kobo } of left.by[dimension])
        expect([dimension, await listed({ [`${dimension}_id`]: id }, from, to)]).toMatchObject([
          dimension,
          { sum: amount_kobo },
        ]);
    for (const dimension of calls.spendDimensions)
      expect(left.by[dimension].reduce((sum, part) => sum + part.amount_kobo, 0)).toBe(left.amount_kobo);
    const { body: page } = await api.call(calls.find, { token: owner.token, params: { id: ids[0]! } });
    const { amount_kobo: whole, splits } = page.data as { amount_kobo: number; splits: { amount_kobo: number }[] };
    expect([whole, splits.reduce((sum, part) => sum + part.amount_kobo, 0)]).toEqual([66_667, 66_667]);
    for (const id of ids) await db.transaction().execute((tx) => keepReturned(tx, [id], 0n));
    const both = { category_id: fuel, department_id: fleet, person_id: people[1]!.user_id };
    const plain = await listed(both, "2026-01-14", "2026-01-14");
    await db.deleteFrom("expenses").where("id", "in", ids).execute();
    expect(plain.sum - (await listed(both, "2026-01-14", "2026-01-14")).sum).toBe(2 * 60_002);
  });

  it("counts what is split in each category and department by its part, as journals book it", async () => {
    const splits = [
      { category_id: fuel, department_id: fleet, amount_kobo: 60_001 },
      { category_id: oil, department_id: bakery, amount_kobo: 39_999 },
    ];
    const days = { rangeStart: "2026-01-14", rangeEnd: "2026-01-15" };
    const before = await analytics(days);
    const id = uuidv7();
    await db
      .insertInto("expenses")
      .values({
        id,
        company_id,
        user_id: people[0]!.user_id,
        department_id: kitchen,
        category_id: null,
        merchant: "Total",
        amount_kobo: 100_000n,
        spent_on: "2026-01-14",
        splits: JSON.stringify(splits),
      })
      .execute();
    const after = await analytics(days);
    const more = (dimension: "category" | "department" | "merchant") =>
      after.by[dimension].flatMap(({ id: part, name, amount_kobo, count }) => {
        const was = before.by[dimension].find((each) => each.id === part);
        const came = amount_kobo - (was?.amount_kobo ?? 0);
        return came > 0 ? [[name, came, count - (was?.count ?? 0)]] : [];
      });
    expect(more("category").toSorted()).toEqual([
      ["Fuel and oil", 39_999, 1],
      ["Fuel", 60_001, 1],
    ]);
    expect(more("department").toSorted()).toEqual([
      ["Bakery", 39_999, 1],
      ["Fleet", 60_001, 1],
    ]);
    expect(more("merchant")).toEqual([["Total", 100_000, 1]]);
    expect([after.amount_kobo - before.amount_kobo, after.count - before.count]).toEqual([100_000, 1]);
    expect(
      after.budgets.departments.map(({ name, spent_kobo }, at) => [
        name,
        spent_kobo - before.budgets.departments[at]!.spent_kobo,
      ]),
    ).toEqual([
      ["Kitchen", 39_999],
      ["Bakery", 39_999],
      ["Fleet", 60_001],
    ]);
    await db.deleteFrom("expenses").where("id", "=", id).execute();
  });

  it("is for those of the company who may see it, and shows another company nothing of it", async () => {
    for (const role of ["company_hr", "company_staff"] as const)
      expect((await api.call(calls.analytics, { token: (await api.person(role, { company_id })).token })).status).toBe(
        403,
      );
    const other = await api.person("company_finance_manager", { company_id: await api.company({ name: "Other" }) });
    expect(await analytics({ rangeStart: "2025-12-01" }, other.token)).toMatchObject({ amount_kobo: 0, count: 0 });
    expect((await api.call(calls.analytics, { token: owner.token, query: { rangeStart: "soon" } })).status).toBe(422);
  });
});
