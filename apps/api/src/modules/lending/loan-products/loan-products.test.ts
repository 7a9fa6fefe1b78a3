import * as approvals from "@manilla/contract/platform/approvals";
import * as calls from "@manilla/contract/lending/loan-products";
import { accessiblePlans as plansCall } from "@manilla/contract/lending/loans";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";
import { isOver } from "../../platform/approvals/withdrawing.ts";
import { offerLetterContent } from "../loans/letter-content.ts";
import { lateInWords } from "./index.ts";

const api = await useTestApi();
const [maker, checker] = [await api.person("super_admin"), await api.person("super_admin")];
const colleague = await api.person("super_admin");

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
const create = (code: string, more: Record<string, unknown> = {}, { token } = maker) =>
  api.call(calls.create, {
    token,
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
      interest_on_overdue: false,
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

it("terms whose first day passed while they waited reach back for nobody: refused by a code, and withdrawn", async () => {
  await agree(await create("late", {}, colleague));
  const id = (await product("late"))?.id ?? "";
  const ask = async (valid_from: string) =>
    (await api.call(calls.addVersion, { token: maker.token, params: { id }, body: { ...version, valid_from } })).body
      .data as { approval_id: string };
  const { approval_id } = await ask("2026-01-16");
  const over = async () => {
    const { rows } = await sql<{ is_over: boolean }>`
      select ${isOver(api.app.house)} as is_over from approvals a where a.id = ${approval_id}
    `.execute(api.app.db);
    return rows[0]?.is_over;
  };
  const live = (on: string) => sql`update business_calendar set business_date = ${on}`.execute(api.app.db);
  const approve = () =>
    api.call(approvals.approve, { token: checker.token, params: { id: approval_id }, body: { version: 1 } });
  // On the day itself they hold for who asks from then on.
  await live("2026-01-16");
  expect(await over()).toBe(false);
  await live("2026-01-17");
  expect(await approve()).toMatchObject({ status: 409, body: { code: "day_passed" } });
  expect(await over()).toBe(true);
  expect((await product("late"))?.versions).toHaveLength(1);
  await live("2026-01-15");
});

describe("interest on overdue principal", () => {
  it.each([
    ["a flat loan", { method: "flat" }],
    ["interest to the end of the period", { settlement_interest: "to_period_end" }],
  ])("is refused for %s, at its field", async (_, terms) => {
    const { status, body } = await create("overdue-wrong", { ...terms, interest_on_overdue: true }, colleague);
    expect([status, Object.keys(body.errors)]).toEqual([422, ["interest_on_overdue"]]);
  });

  it("is part of the terms, and said to the customer who asks what being late costs", async () => {
    await agree(await create("overdue", { interest_on_overdue: true }, colleague));
    expect((await product("overdue"))?.versions[0]).toMatchObject({ interest_on_overdue: true });
    const { token } = await api.person("staff");
    const { plans } = (await api.call(plansCall, { token })).body.data as {
      plans: { code: string; penalty: string }[];
    };
    const said = (code: string) => plans.find((plan) => plan.code === code)?.penalty;
    expect(said("overdue")).toContain("Overdue principal also bears interest at the rate of the loan until it is paid");
    expect(said("plain")).not.toContain("bears interest");
  });

  it("is part of the offer letter, which otherwise says that overdue principal bears none", () => {
    const terms = {
      principal_kobo: 10_000_000n,
      annual_rate_percent: "48",
      instalments: 2,
      method: "declining" as const,
      interest: "per_period" as const,
      frequency: "monthly" as const,
      day_count: "actual/365" as const,
      disbursed_on: "2026-01-25",
      first_due_on: "2026-02-25",
      fees: [],
    };
    const said = (interest_on_overdue: boolean) =>
      JSON.stringify(
        offerLetterContent(
          {
            reference: "LN-1",
            product: "Personal",
            terms: terms as never,
            interest_on_overdue,
            penalty: lateInWords({ penalty: { kind: "none" }, grace_days: 3, interest_on_overdue }, 5_000_000n),
          },
          { name: "Ada", address: null },
          "2026-01-20",
          "2026-01-27",
          { signatory: "", accepted: null },
        ).parts,
        (_, value) => (typeof value === "bigint" ? String(value) : value),
      );
    const [on, off] = [said(true), said(false)];
    expect([on.includes("no more interest"), on.includes("Overdue principal also bears interest")]).toEqual([
      false,
      true,
    ]);
    expect([off.includes("no more interest"), off.includes("Overdue principal also")]).toEqual([true, false]);
  });
});
