import * as calls from "@manilla/contract/people/assignments";
import * as people from "@manilla/contract/people/people";
import { beforeAll, describe, expect, it } from "vitest";
import type { TestApi } from "../../../../../../test/api.ts";
import { counted } from "../../../../../../test/figures.ts";
import { useTestApi } from "../../../../../../test/world.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { moveCase } from "../people/profiles/index.ts";
import { giveReadyCases } from "./index.ts";

const api = await useTestApi();
let lead: { token: string; user_id: string };
let ngozi: { token: string; user_id: string };
let bola: { token: string; user_id: string };
beforeAll(async () => {
  lead = await api.person("super_risk", { name: "Ladi", last_name: "Lead" });
  ngozi = await api.person("super_risk", { name: "Ngozi", last_name: "Eze" });
  bola = await api.person("super_sales_agent", { name: "Bola", last_name: "Ade" });
});

const as =
  (token: string) =>
  (call: Parameters<TestApi["call"]>[0], options: Parameters<TestApi["call"]>[1] = {}) =>
    api.call(call, { token, ...options });
const give = (user_ids: string[], admin_id?: string) =>
  as(lead.token)(calls.assign, { body: { user_ids, ...(admin_id && { admin_id }) } });
const open = (user_id: string) =>
  api.app.db
    .selectFrom("assignments")
    .selectAll()
    .where("user_id", "=", user_id)
    .where("ended_at", "is", null)
    .executeTakeFirst();
const rowsOf = (answer: { body: { datatable: never } }) =>
  (answer.body.datatable as { items: { user_id: string; status: string }[] }).items;
/** A customer whose case is ready. */
async function ready() {
  const person = await api.person("staff");
  await api.app.db.transaction().execute((tx) => moveCase(tx, person.user_id, "processing", SYSTEM));
  return person;
}

describe("giving cases", () => {
  it("by hand shows them to their handler, counts them, and takes them from who had them", async () => {
    const person = await ready();
    expect((await give([person.user_id], ngozi.user_id)).body.data).toMatchObject({
      results: [{ is_done: true, admin: { id: ngozi.user_id } }],
    });
    expect(
      rowsOf(await as(ngozi.token)(calls.assignedToMe, { query: { status: "pending" } })).map(({ user_id }) => user_id),
    ).toContain(person.user_id);
    expect(rowsOf(await as(ngozi.token)(calls.assignedToMe, { query: { status: "contacted" } }))).toEqual([]);
    expect((await give([person.user_id], ngozi.user_id)).body.data).toMatchObject({
      results: [{ is_done: false, reason: "This colleague handles the case already." }],
    });
    await give([person.user_id], bola.user_id);
    expect(rowsOf(await as(ngozi.token)(calls.assignedToMe))).toEqual([]);
    expect((await as(lead.token)(people.find, { params: { id: person.user_id } })).body.data).toMatchObject({
      user: { admins: [{ id: bola.user_id, status: "pending" }] },
    });
    expect(
      rowsOf(await as(lead.token)(people.listByStatus, { params: { status: "assigned" } })).length,
    ).toBeGreaterThan(0);
    const history = await api.app.db
      .selectFrom("assignments")
      .select("end_reason")
      .where("user_id", "=", person.user_id)
      .orderBy("assigned_at")
      .execute();
    expect(history.map(({ end_reason }) => end_reason)).toEqual(["Given to somebody else", null]);
  });

  it("is taken back for several at once: each goes to whom it was, unless it has gone on since", async () => {
    const [of_ngozi, of_nobody, gone_on] = [await ready(), await ready(), await ready()];
    await give([of_ngozi.user_id], ngozi.user_id);
    const ids = [of_ngozi.user_id, of_nobody.user_id, gone_on.user_id];
    const { results } = (await give(ids, bola.user_id)).body.data as {
      results: { user_id: string; admin: { id: string } | null; before: { id: string } | null }[];
    };
    expect(results.map(({ before }) => before?.id)).toEqual([ngozi.user_id, undefined, undefined]);
    await give([gone_on.user_id], lead.user_id);
    const cases = results.map(({ user_id, admin, before }) => ({
      user_id,
      from: admin?.id ?? null,
      to: before?.id ?? null,
    }));
    expect((await as(bola.token)(calls.giveBack, { body: { cases } })).status).toBe(403);
    expect((await as(lead.token)(calls.giveBack, { body: { cases: [] } })).body.errors).toHaveProperty("cases");
    expect((await as(lead.token)(calls.giveBack, { body: { cases } })).body.data).toMatchObject({
      results: [
        { is_done: true, admin: { id: ngozi.user_id } },
        { is_done: true, admin: null },
        { is_done: false, reason: "This case has gone on to somebody else since." },
      ],
    });
    expect(await Promise.all(ids.map(async (id) => (await open(id))?.admin_id))).toEqual([
      ngozi.user_id,
      undefined,
      lead.user_id,
    ]);
    // Taken away, they come back in the same way and as far as they were; not to who has left.
    const talked = { user_id: of_ngozi.user_id, channel: "phone", outcome: "no_answer" };
    expect((await as(ngozi.token)(calls.markAsContacted, { body: talked })).status).toBe(200);
    const taken = (await as(lead.token)(calls.unassign, { body: { user_ids: [of_ngozi.user_id] } })).body.data;
    expect(taken).toMatchObject({ results: [{ is_done: true, admin: null, before: { id: ngozi.user_id } }] });
    const back = (to: string) =>
      as(lead.token)(calls.giveBack, { body: { cases: [{ user_id: of_ngozi.user_id, from: null, to }] } });
    expect((await back(of_nobody.user_id)).body.data).toMatchObject({ results: [{ is_done: false }] });
    expect((await back(ngozi.user_id)).body.data).toMatchObject({ results: [{ is_done: true }] });
    expect(await open(of_ngozi.user_id)).toMatchObject({ admin_id: ngozi.user_id, status: "contacted" });
  });

  it("is for who may; nobody handles their own case, and only staff handle any", async () => {
    const person = await ready();
    expect((await as(bola.token)(calls.assign, { body: { user_ids: [person.user_id] } })).status).toBe(403);
    expect((await give([person.user_id], person.user_id)).body.errors).toHaveProperty("admin_id");
    expect((await give([lead.user_id], ngozi.user_id)).body.data).toMatchObject({ results: [{ is_done: false }] });
    expect((await as(lead.token)(calls.unassign, { body: { user_ids: [person.user_id] } })).body.data).toMatchObject({
      results: [{ is_done: false, reason: "Nobody handles this case." }],
    });
  });

  it("from two sides at once ends with one handler", async () => {
    const person = await ready();
    await Promise.all([
      give([person.user_id], ngozi.user_id),
      give([person.user_id], bola.user_id),
      give([person.user_id], lead.user_id),
    ]);
    const { length } = await api.app.db
      .selectFrom("assignments")
      .select("id")
      .where("user_id", "=", person.user_id)
      .where("ended_at", "is", null)
      .execute();
    expect(length).toBe(1);
    expect(
      (await api.app.db.selectFrom("users").select("assigned_to").where("id", "=", person.user_id).executeTakeFirst())
        ?.assigned_to,
    ).toBe((await open(person.user_id))?.admin_id);
  });
});

describe("the pool", () => {
  it("is given what becomes ready, in turn by load and within its capacity, and not again what was taken back", async () => {
    await api.app.db.updateTable("assignments").set({ ended_at: new Date() }).where("ended_at", "is", null).execute();
    await api.app.db
      .updateTable("users")
      .set({ assigned_to: null, status: "incomplete-0" })
      .where("is_customer", "=", true)
      .execute();
    expect(
      (await as(lead.token)(calls.addMembers, { body: { admin_ids: [ngozi.user_id], capacity: 2 } })).body.data,
    ).toEqual({ members: 1 });
    await as(lead.token)(calls.addMembers, { body: { admin_ids: [bola.user_id], capacity: 4 } });
    const cases = [];
    for (let index = 0; index < 7; index += 1) cases.push(await ready());
    expect(await giveReadyCases(api.app)).toBe(6);
    const holders = await Promise.all(cases.map(async ({ user_id }) => (await open(user_id))?.admin_id));
    expect(
      [ngozi.user_id, bola.user_id, undefined].map((id) => holders.filter((holder) => holder === id).length),
    ).toEqual([2, 4, 1]);
    const [first] = cases;
    await as(lead.token)(calls.unassign, { body: { user_ids: [first?.user_id], reason: "Wait for the company" } });
    await giveReadyCases(api.app);
    expect(await open(first?.user_id ?? "")).toBeUndefined();
    expect((await as(lead.token)(calls.pool)).body.data).toMatchObject({
      members: expect.arrayContaining([
        expect.objectContaining({ admin: expect.objectContaining({ id: bola.user_id }), open: 4, capacity: 4 }),
      ]),
    });
    const gone = await as(lead.token)(calls.removeMembers, { body: { admin_ids: [ngozi.user_id], give_on: true } });
    expect(gone.body.data).toMatchObject({ members: 1 });
    expect((await as(lead.token)(calls.removeMembers, { body: { admin_ids: [ngozi.user_id] } })).status).toBe(409);
  });

  it("refuses customers", async () => {
    expect(
      (await as(lead.token)(calls.addMembers, { body: { admin_ids: [(await api.person("staff")).user_id] } })).body
        .errors,
    ).toHaveProperty("admin_ids");
  });
});

describe("contacts", () => {
  it("are logged by the handler, move the case on, and keep what was promised", async () => {
    const person = await ready();
    await give([person.user_id], ngozi.user_id);
    const contact = {
      user_id: person.user_id,
      channel: "phone",
      outcome: "promised_to_pay",
      note: "Salary comes on Friday",
    };
    expect((await as(bola.token)(calls.markAsContacted, { body: contact })).status).toBe(403);
    expect((await as(ngozi.token)(calls.markAsContacted, { body: contact })).body.errors).toHaveProperty("promised_on");
    expect(
      (
        await as(ngozi.token)(calls.markAsContacted, {
          body: { ...contact, promised_on: "2026-02-01", promised_kobo: 50_000 },
        })
      ).body.data,
    ).toMatchObject({ status: "contacted" });
    expect((await as(ngozi.token)(calls.contacts, { params: { id: person.user_id } })).body.data).toMatchObject({
      contacts: [{ outcome: "promised_to_pay", promised_kobo: 50_000, admin: { id: ngozi.user_id } }],
    });
    // Who is to be called back is, on a day; not on one that has gone by.
    const back = { ...contact, outcome: "call_back" };
    const log = (body: object) => as(ngozi.token)(calls.markAsContacted, { body });
    expect((await log(back)).body.errors).toEqual({ call_again_on: ["this field is required"] });
    expect((await log({ ...back, call_again_on: "2020-01-01" })).body.errors).toEqual({
      call_again_on: ["this day has gone by"],
    });
    expect((await log({ ...back, call_again_on: "2036-01-20" })).body.errors).toEqual({
      call_again_on: ["this day is more than 90 days away"],
    });
    expect((await log({ ...back, call_again_on: "2026-03-01" })).status).toBe(200);
    const mine = await as(ngozi.token)(calls.assignedToMe, {
      query: { filter: JSON.stringify({ call_again_on: { from: "2026-03-01", to: "2026-03-01" } }) },
    });
    expect(rowsOf(mine)).toMatchObject([{ user_id: person.user_id, call_again_on: "2026-03-01" }]);
    // What was agreed stays with the person: the next colleague with the case calls on that day.
    await give([person.user_id], bola.user_id);
    expect(rowsOf(await as(bola.token)(calls.assignedToMe))).toContainEqual(
      expect.objectContaining({ user_id: person.user_id, call_again_on: "2026-03-01" }),
    );
    await give([person.user_id], ngozi.user_id);
    const dueOf = async () => {
      const { totals, admins } = (await as(lead.token)(calls.statistics)).body.data as {
        totals: { due: number };
        admins: { admin: { id: string }; due: number }[];
      };
      return [totals.due, admins.find(({ admin }) => admin.id === ngozi.user_id)?.due];
    };
    expect(await dueOf(), "the day has not come").toEqual([0, 0]);
    await api.database.pool.query(
      "update assignment_contacts set call_again_on = '2026-01-01' where user_id = $1 and call_again_on is not null",
      [person.user_id],
    );
    // Of the colleague who has the case.
    await counted(dueOf, [1, 1]);
    expect(
      (await as(ngozi.token)(calls.markAsAttended, { body: { user_id: person.user_id } })).body.data,
    ).toMatchObject({ status: "attended" });
    expect((await as(ngozi.token)(calls.markAsAttended, { body: { user_id: person.user_id } })).status).toBe(409);
    const stats = (await as(lead.token)(calls.statistics)).body.data as {
      admins: { admin: { id: string }; contacts_in_range: number; attended: number }[];
    };
    expect(stats.admins.find(({ admin }) => admin.id === ngozi.user_id)).toMatchObject({
      contacts_in_range: 3,
      attended: 1,
    });
  });

  it("end with a decision: who decides has attended to the case", async () => {
    const person = await ready();
    await give([person.user_id], ngozi.user_id);
    expect(
      (await as(ngozi.token)(people.decline, { body: { user_id: person.user_id, reason: "Income not shown" } })).status,
    ).toBe(200);
    expect((await open(person.user_id))?.status).toBe("attended");
  });
});
