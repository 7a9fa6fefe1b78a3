import * as calls from "@manilla/contract/platform/saved-views";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";

const api = await useTestApi();

type View = {
  id: string;
  name: string;
  address: string;
  is_shared: boolean;
  is_own: boolean;
  default_for_role: string | null;
};
const table = "/{accountType}/loans/loans";
const read = async (token: string, area = "admin") =>
  (await api.call(calls.listOf, { token, query: { table, area } })).body.data as {
    views: View[];
    default_view_id: string | null;
    memory: unknown;
    may_set_defaults: boolean;
    roles: { slug: string }[];
  };
const save = async (token: string, name: string, more: Record<string, unknown> = {}) =>
  api.call(calls.save, {
    token,
    body: {
      table,
      area: "admin",
      name,
      address: "f.status=overdue&sortColumn=principal_kobo&sortOrder=desc",
      is_shared: false,
      ...more,
    },
  });
const viewOf = (answer: { body: { data: never } }) => (answer.body.data as { view: View }).view;

describe("saved views", () => {
  it("stay with the person, shared ones are seen by colleagues of the same side only", async () => {
    const [ada, ben, customer] = [
      await api.person("super_risk"),
      await api.person("super_finance"),
      await api.person("staff"),
    ];
    await save(ada.token, "Mine");
    await save(ada.token, "Ours", { is_shared: true });
    expect((await read(ada.token)).views.map(({ name, is_own }) => [name, is_own])).toEqual([
      ["Mine", true],
      ["Ours", true],
    ]);
    expect(
      (await read(ben.token)).views
        .filter(({ name }) => name === "Ours" || name === "Mine")
        .map(({ name, is_own }) => [name, is_own]),
    ).toEqual([["Ours", false]]);
    expect((await api.call(calls.listOf, { token: customer.token, query: { table, area: "admin" } })).status).toBe(404);
    expect((await read(customer.token, "customer")).views).toEqual([]);
    expect((await save(customer.token, "Shared?", { area: "customer", is_shared: true })).status).toBe(422);
  });

  it("of one company are not another's", async () => {
    const [one, other] = [uuidv7(), uuidv7()];
    for (const id of [one, other])
      await api.app.db
        .insertInto("companies")
        .values({ id, name: `Company ${id.slice(-4)}`, profile_completed_at: new Date(), unique_plan: "Growth" })
        .execute();
    const [hr, colleague, stranger] = [
      await api.person("company_hr", { company_id: one }),
      await api.person("company_audit", { company_id: one }),
      await api.person("company_audit", { company_id: other }),
    ];
    const { id } = viewOf(await save(hr.token, "Of the company", { area: "corporate", is_shared: true }));
    expect((await read(colleague.token, "corporate")).views.map(({ id: found }) => found)).toEqual([id]);
    expect((await read(stranger.token, "corporate")).views).toEqual([]);
    expect((await api.call(calls.remove, { token: stranger.token, params: { id } })).status).toBe(404);
    expect((await api.call(calls.remove, { token: colleague.token, params: { id } })).status).toBe(403);
  });

  it("are replaced under the same name, and say what cannot be a view", async () => {
    const { token } = await api.person("super_risk");
    const first = viewOf(await save(token, "Late ones"));
    const second = viewOf(await save(token, "late ones", { address: "search=a" }));
    expect([second.id, second.address]).toEqual([first.id, "search=a"]);
    expect((await save(token, " ")).status).toBe(422);
    expect((await save(token, "Bad", { address: "https://elsewhere #" })).status).toBe(422);
  });

  it("come first for a role once somebody who may has said so; one for each role", async () => {
    const [admin, risk, finance] = [
      await api.person("super_admin"),
      await api.person("super_risk"),
      await api.person("super_finance"),
    ];
    const [one, two] = [
      viewOf(await save(risk.token, "First", { is_shared: true })),
      viewOf(await save(risk.token, "Second", { is_shared: true })),
    ];
    expect(
      (await api.call(calls.setDefault, { token: risk.token, params: { id: one.id }, body: { role: "super_risk" } }))
        .status,
    ).toBe(403);
    expect(
      (await api.call(calls.setDefault, { token: admin.token, params: { id: one.id }, body: { role: "company_hr" } }))
        .status,
    ).toBe(422);
    for (const { id } of [one, two])
      expect(
        (await api.call(calls.setDefault, { token: admin.token, params: { id }, body: { role: "super_risk" } })).status,
      ).toBe(200);
    expect((await read(risk.token)).default_view_id).toBe(two.id);
    expect((await read(finance.token)).default_view_id).toBeNull();
    const mine = viewOf(await save(admin.token, "Only mine"));
    expect(
      (await api.call(calls.setDefault, { token: admin.token, params: { id: mine.id }, body: { role: "super_risk" } }))
        .status,
    ).toBe(422);
    // No longer shared is no longer anybody's first.
    await save(risk.token, "Second");
    expect((await read(risk.token)).default_view_id).toBeNull();
  });
});

describe("what is made of a table", () => {
  it("follows the person, and nobody else", async () => {
    const [one, other] = [await api.person("super_risk"), await api.person("super_risk")];
    const memory = { order: ["status", "reference"], hidden: ["note"], widths: { reference: 160 } };
    expect((await api.call(calls.remember, { token: one.token, body: { table, memory } })).status).toBe(200);
    expect((await read(one.token)).memory).toEqual(memory);
    expect((await read(other.token)).memory).toBeNull();
    await api.call(calls.remember, { token: one.token, body: { table, memory: null } });
    expect((await read(one.token)).memory).toBeNull();
    expect(
      (
        await api.call(calls.remember, {
          token: one.token,
          body: { table, memory: { ...memory, widths: { reference: 1e9 } } },
        })
      ).status,
    ).toBe(422);
  });
});
