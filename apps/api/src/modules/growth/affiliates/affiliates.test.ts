import * as calls from "@manilla/contract/growth/affiliates";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";

const api = await useTestApi();
const admin = await api.person("super_admin");

let counter = 0;
const details = (more: Record<string, unknown> = {}) => {
  counter += 1;
  return {
    name: "Bola Partner",
    email: `Bola${counter}@Partner.example`,
    phone: "08031234567",
    commission_percent: "2.5",
    ...more,
  };
};
const create = (body: object, key?: string) =>
  api.call(calls.create, { token: admin.token, body, ...(key && { key }) });
type Row = {
  code: string;
  registered: number;
  borrowed: number;
  link: string;
  email: string;
  commission_percent: string;
};
const rows = async (): Promise<Row[]> =>
  ((await api.call(calls.listAll, { token: admin.token, query: { limit: 100 } })).body.datatable as { items: Row[] })
    .items;

describe("an affiliate", () => {
  it("is registered once for one key, with a link, a letter and a record", async () => {
    const [body, key] = [details({ code: "Bola-Shop" }), uuidv7()];
    const first = await create(body, key);
    expect(first.body.data).toMatchObject({ code: "bola-shop", link: expect.stringMatching(/\/register\/bola-shop$/) });
    expect((await create(body, key)).body.data).toEqual(first.body.data);
    const [row, ...more] = (await rows()).filter(({ code }) => code === "bola-shop");
    expect([row, more]).toMatchObject([{ email: body.email.toLowerCase(), commission_percent: "2.50" }, []]);
    const { id } = first.body.data as { id: string };
    const audits = await api.app.db
      .selectFrom("audit_records")
      .select(["action", "actor_id"])
      .where("subject_id", "=", id)
      .execute();
    expect(audits).toEqual([{ action: "affiliate_registered", actor_id: admin.user_id }]);
  });

  it("is given a code by its name where none is chosen", async () => {
    const made = async () => (await create(details())).body.data as { code: string };
    const codes = [await made(), await made()];
    for (const { code } of codes) expect(code).toMatch(/^bola-[0-9a-f]{4}$/);
    expect(codes[0]!.code).not.toBe(codes[1]!.code);
  });

  it("says at its field what is taken, or no code at all", async () => {
    const taken = details({ code: "taken-once" });
    expect((await create(taken)).status).toBe(200);
    const errorsOf = async (more: object) => Object.keys((await create(details(more as never))).body.errors);
    expect(await errorsOf({ email: taken.email.toUpperCase() })).toEqual(["email"]);
    expect(await errorsOf({ code: "TAKEN-once" })).toEqual(["code"]);
    expect(await errorsOf({ code: "!!!!" })).toEqual(["code"]);
    expect(await errorsOf({ commission_percent: "2.555" })).toEqual(["commission_percent"]);
  });

  it("is credited with the customers who registered by its code, and with those of them who borrowed", async () => {
    await create(details({ code: "brings-two" }));
    const people = [await api.person("staff"), await api.person("staff"), await api.person("staff")];
    const { pool } = api.database;
    await pool.query("update users set registration_source = 'brings-two' where id = any($1)", [
      people.slice(0, 2).map(({ user_id }) => user_id),
    ]);
    await pool.query("update users set running_loans = 1 where id = $1", [people[0]!.user_id]);
    await pool.query("update users set running_loans = 1 where id = $1", [people[2]!.user_id]);
    expect((await rows()).find(({ code }) => code === "brings-two")).toMatchObject({ registered: 2, borrowed: 1 });
  });

  it("is registered by nobody without that power", async () => {
    for (const role of ["super_support", "staff"] as const) {
      const { token } = await api.person(role);
      expect((await api.call(calls.create, { token, body: details() })).status, role).toBe(403);
    }
  });
});
