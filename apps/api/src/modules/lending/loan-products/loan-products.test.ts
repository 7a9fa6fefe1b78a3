import * as approvals from "@manilla/contract/platform/approvals";
import * as calls from "@manilla/contract/lending/loan-products";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";

const api = await useTestApi();
const [maker, checker] = [await api.person("super_admin"), await api.person("super_admin")];

const version = {
  valid_from: "2026-01-15",
  annual_rate_percent: "24",
  method: "declining",
  interest: "per_period",
  day_count: "actual/365",
  minimum_principal_kobo: 1_000_000,
  maximum_principal_kobo: 50_000_000,
  minimum_instalments: 1,
  maximum_instalments: 12,
  rounding_multiple_kobo: 100,
  rounding_mode: "nearest",
  principal_grace: 0,
  follows_salary_day: true,
  fees: [],
  penalty: { kind: "percentage", percent: "1" },
  grace_days: 3,
  settlement_interest: "to_date",
  offer_valid_days: 7,
};
const lateness = {
  materiality: { floor_kobo: 10_000, share_percent: "1" },
  allocation_order: ["fees", "interest", "principal", "penalty"],
  penalty: { kind: "percentage", percent: "1", minimum_kobo: 20_000, cap_percent_a_month: "2" },
};
const create = (code: string, more: Record<string, unknown> = {}) =>
  api.call(calls.create, {
    token: maker.token,
    body: { code, name: `Product ${code}`, kind: "personal", description: "", version: { ...version, ...more } },
  });
const agree = async (answer: { body: { data: unknown } }) => {
  const { approval_id } = answer.body.data as { approval_id: string };
  const { version: at } = await api.app.db
    .selectFrom("approvals")
    .select("version")
    .where("id", "=", approval_id)
    .executeTakeFirstOrThrow();
  expect(
    (await api.call(approvals.approve, { token: checker.token, params: { id: approval_id }, body: { version: at } }))
      .status,
  ).toBe(200);
  return approval_id;
};
const product = async (code: string) => {
  const { products } = (await api.call(calls.listAll, { token: maker.token })).body.data as {
    products: { id: string; code: string; versions: Record<string, unknown>[] }[];
  };
  return products.find((one) => one.code === code);
};

describe("how lateness is judged and a payment divided", () => {
  it("is as it always was where nobody says anything", async () => {
    await agree(await create("plain"));
    expect((await product("plain"))?.versions[0]).toMatchObject({
      materiality: {},
      allocation_order: ["penalty", "fees", "interest", "principal"],
      penalty: { kind: "percentage", percent: "1" },
    });
  });

  it("is part of a product's terms, and the second person sees what becomes another", async () => {
    await agree(await create("strict", lateness));
    const made = await product("strict");
    expect(made?.versions[0]).toMatchObject(lateness);
    const asked = await api.call(calls.addVersion, {
      token: maker.token,
      params: { id: made?.id ?? "" },
      body: { ...version, valid_from: "2099-01-01" },
    });
    const id = await agree(asked);
    const row = await api.app.db
      .selectFrom("approvals")
      .select(["before", "payload"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(row.before).toMatchObject(lateness);
    expect(row.payload).toMatchObject({
      materiality: {},
      allocation_order: ["penalty", "fees", "interest", "principal"],
    });
    expect((await product("strict"))?.versions.map(({ materiality }) => materiality)).toEqual([
      {},
      lateness.materiality,
    ]);
  });

  it.each([
    ["a floor of nothing", { materiality: { floor_kobo: 0 } }, "version.materiality.floor_kobo"],
    ["part of a kobo", { materiality: { floor_kobo: 1.5 } }, "version.materiality.floor_kobo"],
    ["a share of nothing", { materiality: { share_percent: "0.00" } }, "version.materiality.share_percent"],
    ["more than the whole", { materiality: { share_percent: "100.01" } }, "version.materiality.share_percent"],
    ["what is no share", { materiality: { share_percent: "a tenth" } }, "version.materiality.share_percent"],
    ["what materiality does not have", { materiality: { days: 3 } }, "version.materiality.days"],
    [
      "an order that leaves something out",
      { allocation_order: ["penalty", "fees", "interest"] },
      "version.allocation_order",
    ],
    [
      "an order that takes twice",
      { allocation_order: ["penalty", "fees", "fees", "interest"] },
      "version.allocation_order",
    ],
    [
      "an order of other things",
      { allocation_order: ["penalty", "fees", "interest", "tips"] },
      "version.allocation_order.3",
    ],
    [
      "a minimum below nothing",
      { penalty: { kind: "percentage", percent: "1", minimum_kobo: -1 } },
      "version.penalty.minimum_kobo",
    ],
  ])("refuses %s, at its field", async (_, wrong, field) => {
    const { status, body } = await create("wrong", wrong);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });
});
