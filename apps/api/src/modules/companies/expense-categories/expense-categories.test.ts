import * as calls from "@manilla/contract/companies/expense-categories";
import { expenseChart } from "@manilla/contract/companies/expense-chart";
import { beforeAll, describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";

const api = await useTestApi();
interface Company {
  id: string;
  token: string;
}
const company = async (): Promise<Company> => {
  const id = await api.company();
  return { id, token: (await api.person("company_super_admin", { company_id: id })).token };
};
let own: Company;
beforeAll(async () => {
  own = await company();
});

interface Category {
  id: string;
  name: string;
  parent_id: string | null;
  mccs: string[];
  status: string;
  version: number;
}
const made = ({ body }: { body: { data: unknown } }): Category => (body.data as { category: Category }).category;
const create = (body: unknown, { token } = own) => api.call(calls.create, { token, body });
const below = (body: unknown, { token } = own) => api.call(calls.createBelow, { token, body });
const act = (call: typeof calls.archive | typeof calls.restore, { id }: Category) =>
  api.call(call, { token: own.token, params: { id }, body: {} });
const treeOf = async ({ id, token }: Company) => {
  const { body } = await api.call(calls.tree, { token, params: { id } });
  return (body.data as { categories: (Category & { below: Category[] })[] }).categories;
};

describe("expense categories", () => {
  it("are two levels: one below another, and none below that", async () => {
    const travel = made(await create({ name: "Travel", ledger_code: "6100" }));
    const taxi = made(await below({ name: "Taxi", ledger_code: "6110", parent_id: travel.id, mccs: ["4121", "4121"] }));
    expect(taxi).toMatchObject({ parent_id: travel.id, mccs: ["4121"], status: "active", version: 1 });
    const third = await below({ name: "Night taxi", ledger_code: "6111", parent_id: taxi.id });
    expect([third.status, third.body.errors]).toEqual([422, { parent_id: ["choose a category"] }]);
    expect(await treeOf(own)).toMatchObject([{ name: "Travel", below: [{ name: "Taxi" }] }]);
  });

  it.each([
    [{ name: "travel", ledger_code: "6190" }, { name: ["there is one with this name already"] }],
    [{ name: "Journeys", ledger_code: "6100" }, { ledger_code: ["another category has this code"] }],
    [{ name: "Rides", ledger_code: "6191", mccs: ["4121"] }, { mccs: ["4121 belongs to Taxi"] }],
  ])("have a name, a code and merchants of their own: %j", async (body, errors) => {
    const answer = await create(body);
    expect([answer.status, answer.body.errors]).toEqual([422, errors]);
  });

  it("of another company are neither seen, nor a parent, nor changed", async () => {
    const other = await company();
    const theirs = made(await create({ name: "Theirs", ledger_code: "1" }, other));
    expect((await below({ name: "Mine", ledger_code: "2", parent_id: theirs.id })).body.errors).toEqual({
      parent_id: ["choose a category"],
    });
    expect((await act(calls.archive, theirs)).status).toBe(404);
    expect((await api.call(calls.tree, { token: own.token, params: { id: other.id } })).status).toBe(404);
    const change = { name: "Ours", ledger_code: "3", version: theirs.version };
    const answer = await api.call(calls.update, { token: own.token, params: { id: theirs.id }, body: change });
    expect(answer.status).toBe(404);
    expect(await treeOf(other)).toMatchObject([{ name: "Theirs", status: "active", version: 1 }]);
  });

  it("are changed by one at a time, and by who may", async () => {
    const rent = made(await create({ name: "Rent", ledger_code: "6200" }));
    const change = (name: string, token = own.token) =>
      api.call(calls.update, {
        token,
        params: { id: rent.id },
        body: { name, ledger_code: "6200", version: rent.version },
      });
    const { token: employee } = await api.person("company_staff", { company_id: own.id });
    expect((await change("Nothing", employee)).status).toBe(403);
    const both = await Promise.all([change("Rents"), change("Rent of offices")]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });

  it("are archived from below and used again from above; nothing new is put into an archived one", async () => {
    const food = made(await create({ name: "Food", ledger_code: "6300" }));
    const lunch = made(await below({ name: "Lunch", ledger_code: "6310", parent_id: food.id }));
    expect((await act(calls.archive, food)).body).toMatchObject({ success: false, code: "has_below" });
    const gone = made(await act(calls.archive, lunch));
    const above = made(await act(calls.archive, food));
    expect([gone.status, above.status]).toEqual(["archived", "archived"]);
    expect((await below({ name: "Dinner", ledger_code: "6320", parent_id: food.id })).status).toBe(422);
    expect((await act(calls.restore, gone)).body.code).toBe("is_below_archived");
    expect(made(await act(calls.restore, above)).status).toBe("active");
    // Its name was taken meanwhile.
    await below({ name: "Lunch", ledger_code: "6330", parent_id: food.id });
    expect((await act(calls.restore, gone)).body.errors).toEqual({ name: ["there is one with this name already"] });
  });

  it("begin with the usual chart, taken once and beside what is there", async () => {
    const other = await company();
    const [first] = expenseChart;
    await create({ name: first!.name, ledger_code: "own-1" }, other);
    const take = async () => {
      const { body } = await api.call(calls.takeChart, { token: other.token, body: {} });
      return (body.data as { made: number }).made;
    };
    const all = expenseChart.reduce((sum, { below: parts }) => sum + 1 + parts.length, 0);
    expect([await take(), await take()]).toEqual([all - 1, 0]);
    const tree = await treeOf(other);
    expect(tree.map(({ name }) => name).toSorted()).toEqual(expenseChart.map(({ name }) => name).toSorted());
  });
});
