import * as categories from "@manilla/contract/companies/expense-categories";
import { expenseChart } from "@manilla/contract/companies/expense-chart";
import * as calls from "@manilla/contract/companies/expense-policies";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";
import { checkExpense, rulesFor } from "./index.ts";

const api = await useTestApi();
const { db } = api.app;
await sql`insert into business_calendar (business_date) values ('2026-01-15') on conflict do nothing`.execute(db);

async function makeCompany() {
  const company_id = await api.company({ name: "Lagoon Foods" });
  const finance = await api.person("company_finance_manager", { company_id });
  const owner = await api.person("company_super_admin", { company_id });
  const staff = await api.person("company_staff", { company_id, name: "Emeka", last_name: "Staff" });
  return { company_id, finance, owner, staff };
}
type Company = Awaited<ReturnType<typeof makeCompany>>;
interface Category {
  id: string;
  name: string;
  ledger_code: string;
  version: number;
  status: string;
  below: Category[];
}
const fieldsOf = ({ body }: { body: { errors?: object | undefined } }) => Object.keys(body.errors ?? {});
const treeOf = async ({ company_id, finance }: Company, token = finance.token) =>
  ((await api.call(categories.tree, { token, params: { id: company_id } })).body.data as { categories: Category[] })
    .categories;
const takeChart = ({ finance }: Company) => api.call(categories.takeChart, { token: finance.token, body: {} });
const madeOf = ({ body }: { body: { data?: unknown } }) => (body.data as { category: Category }).category;

describe("expense categories", () => {
  it("begin with the usual chart, once, and nothing that is there is touched", async () => {
    const company = await makeCompany();
    const own = { name: "Meals at work", ledger_code: "491", mccs: ["5811"] };
    expect((await api.call(categories.create, { token: company.finance.token, body: own })).status).toBe(200);
    await takeChart(company);
    const tree = await treeOf(company);
    const total = expenseChart.reduce((count, { below }) => count + 1 + below.length, 0);
    expect(
      tree.reduce((count, { below }) => count + 1 + below.length, 0),
      "one code was taken",
    ).toBe(total);
    expect((await takeChart(company)).body.data).toEqual({ made: 0 });
  });

  it("are two levels with codes and merchants of their own, changed, archived and used again", async () => {
    const company = await makeCompany();
    const { finance } = company;
    const make = (body: object) => api.call(categories.create, { token: finance.token, body });
    const travel = madeOf(await make({ name: "Travel", ledger_code: "490" }));
    const below = (body: object) =>
      api.call(categories.createBelow, { token: finance.token, body: { parent_id: travel.id, ...body } });
    const lodging = madeOf(await below({ name: "Lodging", ledger_code: "492", mccs: ["7011"] }));
    expect(fieldsOf(await make({ name: "travel", ledger_code: "1" }))).toEqual(["name"]);
    expect(fieldsOf(await make({ name: "Other", ledger_code: "490" }))).toEqual(["ledger_code"]);
    expect(fieldsOf(await make({ name: "Other", ledger_code: "9", mccs: ["7011"] }))).toEqual(["mccs"]);
    expect(fieldsOf(await make({ name: "Other", ledger_code: "9", mccs: ["70"] }))[0]).toContain("mccs");
    expect(fieldsOf(await below({ name: "X y", ledger_code: "9", parent_id: lodging.id }))).toEqual(["parent_id"]);
    const act = (call: typeof categories.archive | typeof categories.restore, id: string) =>
      api.call(call, { token: finance.token, params: { id }, body: {} });
    expect((await act(categories.archive, travel.id)).body.code).toBe("has_below");
    expect((await act(categories.archive, lodging.id)).status).toBe(200);
    expect((await act(categories.archive, travel.id)).status).toBe(200);
    expect((await act(categories.restore, lodging.id)).body.code).toBe("is_below_archived");
    expect((await act(categories.restore, travel.id)).status).toBe(200);
    const change = (body: object) =>
      api.call(categories.update, {
        token: finance.token,
        params: { id: travel.id },
        body: { name: "Trips", ledger_code: "490", ...body },
      });
    expect((await change({ version: 1 })).status).toBe(412);
    const { version } = (await treeOf(company))[0]!;
    expect((await change({ version })).status).toBe(200);
    expect((await treeOf(company))[0]).toMatchObject({
      name: "Trips",
      below: [{ name: "Lodging", status: "archived" }],
    });
    const { body } = await api.call(categories.listBelow, { token: finance.token });
    expect((body.datatable as { items: object[] }).items).toMatchObject([{ name: "Lodging", parent: "Trips" }]);
  });

  it("are a company's own", async () => {
    const [company, other] = [await makeCompany(), await makeCompany()];
    await takeChart(company);
    const [first] = await treeOf(company);
    expect(
      (await api.call(categories.tree, { token: other.finance.token, params: { id: company.company_id } })).status,
    ).toBe(404);
    expect(
      (await api.call(categories.archive, { token: other.finance.token, params: { id: first!.id }, body: {} })).status,
    ).toBe(404);
    const body = { parent_id: first!.id, name: "Theirs", ledger_code: "7" };
    expect(fieldsOf(await api.call(categories.createBelow, { token: other.finance.token, body }))).toEqual([
      "parent_id",
    ]);
    expect((await api.call(categories.listAll, { token: company.staff.token })).status, "they choose one").toBe(200);
    const made = await api.call(categories.create, {
      token: company.staff.token,
      body: { name: "Mine", ledger_code: "9" },
    });
    expect(made.status).toBe(403);
  });
});

interface Policy {
  id: string;
  number: number;
  version: number;
  status: string;
  roles: string[];
  versions: { number: number }[];
  rules: { name: string }[];
}
const rule = (values: object = {}) => ({ name: "Meals", effect: "ask", cap_item_kobo: 500_000, ...values });
const policyOf = ({ body }: { body: { data?: unknown } }) => (body.data as { policy: Policy }).policy;
const create = ({ finance }: Company, body: object = {}) =>
  api.call(calls.create, { token: finance.token, body: { name: `Policy ${uuidv7()}`, rules: [rule()], ...body } });
const found = async ({ finance }: Company, id: string) =>
  (await api.call(calls.find, { token: finance.token, params: { id } })).body.data as Policy;

describe("expense policies", () => {
  it("are versions: another one holds from now on, the old ones stay", async () => {
    const company = await makeCompany();
    const { id } = policyOf(await create(company, { name: "Spending" }));
    const update = (version: number, rules = [rule({ cap_item_kobo: 700_000 })]) =>
      api.call(calls.update, {
        token: company.finance.token,
        body: { policy_id: id, version, name: "Spending", rules },
      });
    expect(policyOf(await update(1))).toMatchObject({ number: 2, version: 2 });
    expect((await update(1)).status).toBe(412);
    expect((await found(company, id)).versions.map(({ number }) => number)).toEqual([2, 1]);
    await expect(
      sql`update expense_policy_versions set rules = '[]' where policy_id = ${id}`.execute(db),
    ).rejects.toThrow("permission denied");
    expect(fieldsOf(await create(company, { name: "spending" }))).toEqual(["name"]);
    expect(fieldsOf(await create(company, { rules: [{ name: "Nothing", effect: "ask" }] }))).toEqual(["rules"]);
    expect(fieldsOf(await create(company, { rules: [rule({ category_ids: [uuidv7()] })] }))).toEqual(["rules"]);
    expect((await create(company, { rules: [] })).status).toBe(422);
  });

  it("hold for the roles to which they are attached, until they are deleted", async () => {
    const company = await makeCompany();
    const { company_id, finance, owner } = company;
    const { id } = policyOf(await create(company));
    const names = async () => (await rulesFor(db, company_id, ["company_staff"])).map(({ name }) => name);
    expect(await names()).toEqual([]);
    const attach = (roles: string[]) =>
      api.call(calls.attach, { token: finance.token, body: { policy_id: id, roles } });
    expect((await attach(["super_admin"])).status).toBe(422);
    expect(policyOf(await attach(["company_staff"])).roles).toEqual(["company_staff"]);
    expect(await names()).toEqual(["Meals"]);
    const lunch = { merchant: "Bukka Hut", amount_kobo: 500_001n, spent_on: "2026-01-14", submitted_on: "2026-01-14" };
    const facts = { ...lunch, has_receipt: true, category_ids: [], department_ids: [] };
    expect(checkExpense(await rulesFor(db, company_id, ["company_staff"]), facts, []).effect).toBe("ask");
    const { version } = await found(company, id);
    const remove = (token: string) => api.call(calls.remove, { token, body: { policy_id: id, version } });
    expect((await remove(finance.token)).status, "not a finance manager's").toBe(403);
    expect((await remove(owner.token)).status).toBe(200);
    expect(await names()).toEqual([]);
    expect((await found(company, id)).status, "on record").toBe("deleted");
    expect((await attach([])).status).toBe(404);
  });

  it("are a company's own", async () => {
    const [company, other] = [await makeCompany(), await makeCompany()];
    const { id } = policyOf(await create(company));
    const { token } = other.owner;
    const rules = [rule()];
    expect((await api.call(calls.find, { token, params: { id } })).status).toBe(404);
    expect((await api.call(calls.listAll, { token, params: { id: company.company_id } })).status).toBe(404);
    expect(
      (await api.call(calls.update, { token, body: { policy_id: id, version: 1, name: "Mine", rules } })).status,
    ).toBe(404);
    expect((await api.call(calls.attach, { token, body: { policy_id: id, roles: [] } })).status).toBe(404);
    expect((await api.call(calls.remove, { token, body: { policy_id: id, version: 1 } })).status).toBe(404);
  });

  it("are tried on the last 90 days of those who have the roles, with what each had spent before", async () => {
    const [company, other] = [await makeCompany(), await makeCompany()];
    const spend = async (
      { company_id }: Company,
      user_id: string,
      amount_kobo: bigint,
      spent_on: string,
      has_receipt = true,
    ) =>
      db
        .insertInto("expenses")
        .values({ id: uuidv7(), company_id, user_id, merchant: "Bukka Hut", amount_kobo, spent_on, has_receipt })
        .execute();
    const { staff, finance } = company;
    await spend(company, staff.user_id, 600_000n, "2026-01-05");
    await spend(company, staff.user_id, 400_000n, "2026-01-12", false);
    await spend(company, staff.user_id, 100_000n, "2026-01-13");
    await spend(company, staff.user_id, 900_000n, "2025-09-01");
    await spend(company, finance.user_id, 900_000n, "2026-01-05");
    await spend(other, other.staff.user_id, 900_000n, "2026-01-05");
    const rules = [
      rule({ name: "Large", effect: "refuse", cap_item_kobo: 500_000 }),
      rule({ name: "Month", effect: "warn", cap_item_kobo: null, cap_period_kobo: 1_000_000, period: "month" }),
      rule({ name: "Receipt", effect: "ask", cap_item_kobo: null, receipt_from_kobo: 300_000 }),
    ];
    const preview = (body: object) =>
      api.call(calls.preview, { token: finance.token, body: { rules, roles: ["company_staff"], ...body } });
    expect((await preview({})).body.data).toMatchObject({
      from_on: "2025-10-17",
      until_on: "2026-01-15",
      looked_at: 3,
      amount_kobo: 1_100_000,
      by_effect: [
        { effect: "warn", expenses: 1, amount_kobo: 100_000 },
        { effect: "ask", expenses: 1, amount_kobo: 400_000 },
        { effect: "refuse", expenses: 1, amount_kobo: 600_000 },
      ],
      by_rule: [
        { name: "Large", expenses: 1 },
        { name: "Month", expenses: 1 },
        { name: "Receipt", expenses: 1 },
      ],
      examples: [{ person: "Emeka Staff", amount_kobo: 600_000 }, { amount_kobo: 400_000 }, { amount_kobo: 100_000 }],
    });
    expect((await preview({ roles: [] })).body.data).toMatchObject({ looked_at: 0 });
    expect(fieldsOf(await preview({ rules: [{ name: "Nothing", effect: "ask" }] }))).toEqual(["rules"]);
  });
});
