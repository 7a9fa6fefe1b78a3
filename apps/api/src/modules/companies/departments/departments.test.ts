import * as team from "@manilla/contract/companies/team";
import * as calls from "@manilla/contract/companies/departments";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { departments } from "./noun.ts";
import { useTestApi } from "../../../../../../test/world.ts";

const api = await useTestApi();
const company = (name: string) => api.company({ name });
const [lagoon, harmattan] = [await company("Lagoon Foods"), await company("Harmattan Logistics")];
const hr = await api.person("company_hr", { company_id: lagoon, name: "Halima", last_name: "Hr" });
const other = await api.person("company_hr", { company_id: harmattan });
const employee = (company_id = lagoon, name = "Emeka") => api.person("company_staff", { company_id, name });

interface Department {
  id: string;
  version: number;
  name: string;
  parent: string | null;
  head: string | null;
  people: number;
  status: string;
  monthly_budget_kobo: number | null;
  members: { id: string }[];
  units: { name: string }[];
  abilities: Record<string, string | null>;
}
let count = 0;
async function make(values: { name?: string; parent_id?: string; monthly_budget_kobo?: number } = {}): Promise<string> {
  count += 1;
  const { body } = await api.call(calls.create, { token: hr.token, body: { name: `Department ${count}`, ...values } });
  return (body.data as { department: { id: string } }).department.id;
}
const found = async (id: string, token = hr.token) =>
  (await api.call(calls.find, { token, params: { id } })).body.data as Department;
async function change(id: string, values: object, token = hr.token) {
  const { name, version } = await found(id);
  return api.call(calls.update, { token, params: { id }, body: { name, version, ...values } });
}
const move = (id: string, user_ids: string[], token = hr.token) =>
  api.call(calls.move, { token, params: { id }, body: { user_ids } });
const merge = (id: string, into_id: string) =>
  api.call(calls.merge, { token: hr.token, params: { id }, body: { into_id } });
const close = (id: string) => api.call(calls.close, { token: hr.token, params: { id }, body: {} });
const rolesOf = async (user_id: string) =>
  (
    await sql<{ role: string }>`select role from user_roles where user_id = ${user_id} order by role`.execute(
      api.app.db,
    )
  ).rows.map(({ role }) => role);
const fieldsOf = ({ body }: { body: { errors?: object | undefined } }) => Object.keys(body.errors ?? {});

describe("departments", () => {
  it("are not chosen by oneself, where a colleague may say it, by no call", async () => {
    const [mine, others] = [await make(), await make()];
    const second = await api.person("company_hr", { company_id: lagoon, name: "Ada", last_name: "Hr" });
    expect((await move(mine, [hr.user_id])).body).toMatchObject({ code: "own_employment" });
    expect((await move(mine, [hr.user_id], second.token)).status).toBe(200);
    expect((await merge(mine, others)).body).toMatchObject({ code: "own_employment" });
    const emeka = await employee();
    expect((await move(others, [emeka.user_id])).status, "of somebody else").toBe(200);
    expect((await move(mine, [hr.user_id, emeka.user_id])).status, "where one is already").toBe(200);
  });

  it("have their head and their place named by somebody whose requests they do not decide, by no call", async () => {
    const company_id = await company("Own Heads");
    const person = (role: "company_hr" | "company_staff") => api.person(role, { company_id });
    const [one, two, friend] = [await person("company_hr"), await person("company_hr"), await person("company_staff")];
    const create = async (body: object) =>
      ((await api.call(calls.create, { token: two.token, body })).body.data as { department: { id: string } })
        .department.id;
    const whole = await create({ name: "Whole" });
    const part = await create({ name: "Part", parent_id: whole });
    expect((await move(part, [one.user_id, friend.user_id], two.token)).status).toBe(200);
    const lead = async (id: string, values: object, { token }: { token: string }) => {
      const { name, version } = await found(id, token);
      return (
        await api.call(calls.update, {
          token,
          params: { id },
          body: { name, version, parent_id: id === part ? whole : null, ...values },
        })
      ).body.code;
    };
    expect(await lead(part, { head_id: friend.user_id }, one), "the head of one's own unit").toBe("own_employment");
    expect(await lead(part, { parent_id: null }, one), "whose department it is of").toBe("own_employment");
    expect(await lead(part, { monthly_budget_kobo: 100 }, one), "anything else").toBeUndefined();
    expect(await lead(part, { head_id: friend.user_id }, two)).toBeUndefined();
    expect((await move(whole, [friend.user_id], two.token)).status).toBe(200);
    expect(await lead(whole, { head_id: friend.user_id }, one), "of the department above it").toBe("own_employment");
    const away = { token: one.token, params: { id: whole }, body: { into_id: await create({ name: "Friends" }) } };
    expect((await api.call(calls.merge, away)).body.code, "nor merges it into another one's").toBe("own_employment");
    await sql`delete from user_roles where user_id = ${two.user_id}`.execute(api.app.db);
    expect(await lead(whole, { head_id: friend.user_id }, one), "nobody else is there").toBeUndefined();
  });

  it("are made, have units, a budget and people, and are found in the list of employees", async () => {
    const kitchen = await make({ name: "Kitchen", monthly_budget_kobo: 50_000_000 });
    const bakery = await make({ name: "Bakery", parent_id: kitchen });
    const [one, two] = [await employee(), await employee()];
    expect((await move(kitchen, [one.user_id, two.user_id])).body.data).toEqual({ moved: 2 });
    expect((await move(bakery, [two.user_id])).status).toBe(200);
    expect(await found(kitchen)).toMatchObject({
      people: 1,
      monthly_budget_kobo: 50_000_000,
      members: [{ id: one.user_id }],
      units: [{ name: "Bakery" }],
    });
    expect(await found(bakery)).toMatchObject({ parent: "Kitchen", people: 1 });
    const { body } = await api.call(team.staff, {
      token: hr.token,
      params: { companyId: lagoon },
      query: { filter: JSON.stringify({ department: "bakery" }) },
    });
    expect((body.datatable as { items: unknown[] }).items).toMatchObject([{ id: two.user_id, department: "Bakery" }]);
    expect(fieldsOf(await api.call(calls.create, { token: hr.token, body: { name: "kitchen" } }))).toEqual(["name"]);
    expect(
      fieldsOf(await api.call(calls.create, { token: hr.token, body: { name: "Oven", parent_id: bakery } })),
    ).toEqual(["parent_id"]);
    expect(fieldsOf(await change(kitchen, { parent_id: kitchen })), "no circle of one").toEqual(["parent_id"]);
    expect(fieldsOf(await change(kitchen, { parent_id: bakery })), "no circle of two").toEqual(["parent_id"]);
    expect(fieldsOf(await change(kitchen, { parent_id: await make() })), "no third level").toEqual(["parent_id"]);
  });

  it("are led by one of their people, who has the role as long as they lead", async () => {
    const [sales, north] = [await make({ name: "Sales" }), await make({ name: "North" })];
    const [head, stranger] = [await employee(), await employee()];
    await move(sales, [head.user_id]);
    expect(fieldsOf(await change(sales, { head_id: stranger.user_id }))).toEqual(["head_id"]);
    expect((await change(sales, { head_id: head.user_id })).status).toBe(200);
    expect(await rolesOf(head.user_id)).toEqual(["company_department_head", "company_staff"]);
    expect((await change(sales, { parent_id: north, head_id: head.user_id })).status).toBe(200);
    expect(await rolesOf(head.user_id), "of a unit now").toEqual(["company_staff", "company_unit_head"]);
    await move(north, [head.user_id]);
    expect(await found(sales)).toMatchObject({ head: null });
    expect(await rolesOf(head.user_id), "who leaves leads no more").toEqual(["company_staff"]);
    await change(north, { head_id: head.user_id });
    await api.app.db
      .transaction()
      .execute((tx) => departments.personal!.erase!(tx, { ...head, emails: [], phones: [] }));
    expect(await found(north), "who is erased leads no more").toMatchObject({ head: null });
    await move(sales, [hr.user_id]);
    expect((await change(sales, { head_id: hr.user_id })).body.code).toBe("own_request");
    const { version } = await found(sales);
    const stale = { name: "Sales", version: version - 1 };
    expect((await api.call(calls.update, { token: hr.token, params: { id: sales }, body: stale })).status).toBe(412);
  });

  it("are closed when they are empty, or merged with their people and units; both stay on record", async () => {
    const [one, two, three] = [await make(), await make(), await make()];
    const [unit, same] = [
      await make({ name: "Trucks", parent_id: one }),
      await make({ name: "trucks", parent_id: two }),
    ];
    const [head, member] = [await employee(), await employee()];
    await move(one, [head.user_id, member.user_id]);
    await change(one, { head_id: head.user_id });
    expect((await close(one)).body.code).toBe("has_people");
    expect((await found(one)).abilities).toMatchObject({ close: "has_people" });
    expect(fieldsOf(await merge(one, one))).toEqual(["into_id"]);
    expect(fieldsOf(await merge(one, unit)), "not into its own unit").toEqual(["into_id"]);
    expect(fieldsOf(await merge(one, two)), "not where two units would have one name").toEqual(["into_id"]);
    expect(await found(one), "and nothing was moved").toMatchObject({ status: "active", people: 2 });
    expect((await merge(one, three)).status).toBe(200);
    expect(await found(one)).toMatchObject({ status: "closed", people: 0, head: null });
    expect(await found(three)).toMatchObject({ people: 2, units: [{ name: "Trucks" }] });
    expect(await rolesOf(head.user_id)).toEqual(["company_staff"]);
    expect((await merge(one, three)).body.code).toBe("already_decided");
    expect((await move(one, [member.user_id])).status, "nobody is moved into it").toBe(404);
    expect((await close(two)).body.code).toBe("has_units");
    expect((await close(same)).status).toBe(200);
    expect((await close(two)).status).toBe(200);
    const { rows } = await sql<{ type: string }>`
      select distinct type from activities where type like 'group%' order by 1
    `.execute(api.app.db);
    expect(rows.map(({ type }) => type)).toEqual(["group_created", "group_deleted"]);
  });

  it("are a company's own: no other sees, changes or fills them, and nobody without the permission", async () => {
    const own = await make({ name: "Own" });
    const [stranger, insider] = [await employee(harmattan), await employee()];
    expect((await api.call(calls.find, { token: other.token, params: { id: own } })).status).toBe(404);
    expect((await change(own, { name: "Theirs" }, other.token)).status).toBe(404);
    expect((await move(own, [stranger.user_id], other.token)).status).toBe(404);
    expect((await move(own, [insider.user_id, stranger.user_id])).status, "one of them is of another company").toBe(
      404,
    );
    expect(await found(own)).toMatchObject({ name: "Own", people: 0 });
    const { body } = await api.call(calls.create, { token: other.token, body: { name: "Theirs" } });
    const theirs = (body.data as { department: { id: string } }).department.id;
    expect(fieldsOf(await change(own, { parent_id: theirs }))).toEqual(["parent_id"]);
    expect(fieldsOf(await merge(own, theirs)).concat(String((await merge(own, theirs)).status))).toEqual(["404"]);
    const audit = await api.person("company_audit", { company_id: lagoon });
    expect((await api.call(calls.find, { token: audit.token, params: { id: own } })).status).toBe(200);
    expect((await change(own, { name: "Audited" }, audit.token)).status).toBe(403);
    expect((await api.call(calls.find, { token: insider.token, params: { id: own } })).status).toBe(403);
  });

  it("keep one place for a person, also when two move them at once", async () => {
    const [one, two] = [await make(), await make()];
    const { user_id } = await employee();
    const answers = await Promise.all([one, two].map((id) => move(id, [user_id])));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await found(one)).people + (await found(two)).people).toBe(1);
  });
});
