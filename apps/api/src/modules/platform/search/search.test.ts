import { listAll as listLoans } from "@manilla/contract/lending/loans";
import { listAll } from "@manilla/contract/people/people";
import * as calls from "@manilla/contract/platform/search";
import { describe, expect, it } from "vitest";
import { useLendingWorld } from "../../../../../../test/world.ts";

const world = await useLendingWorld();

type Group = { noun: string; items: { id: string; label: string; link: string }[] };
const search = async (token: string, q: string) =>
  (await world.api.call(calls.search, { token, query: { q } })).body.data as { groups: Group[] };
const loansIn = ({ groups }: { groups: Group[] }) => groups.find(({ noun }) => noun === "Loans")?.items ?? [];

describe("the global search", () => {
  it("finds loans by reference, id and operators, each within its own rights", async () => {
    const mine = await world.loan({ principal_kobo: 7_000_000n });
    const other = await world.loan({ principal_kobo: 900_000n });
    const staff = world.maker.token;
    expect(loansIn(await search(staff, mine.reference.toLowerCase())).map(({ id }) => id)).toEqual([mine.id]);
    expect(loansIn(await search(staff, mine.id)).map(({ link }) => link)).toEqual([`/admin/loans/${mine.id}`]);
    const found = loansIn(await search(staff, "status:accepted amount:>50k"));
    expect(found[0]).toMatchObject({ id: "all", link: "/admin/loans?f.status=accepted&f.principal_kobo=5000000.." });
    expect(found.map(({ id }) => id)).toContain(mine.id);
    expect(found.map(({ id }) => id)).not.toContain(other.id);
    // A customer finds their own and nobody else's.
    expect(loansIn(await search(mine.customer.token, mine.reference)).map(({ link }) => link)).toEqual([
      `/customer/loans/${mine.id}`,
    ]);
    expect(loansIn(await search(mine.customer.token, other.reference))).toEqual([]);
    expect(loansIn(await search(mine.customer.token, "amount:>1")).map(({ id }) => id)).toEqual([mine.id]);
  });

  it("finds loans by their days past due and among one's own cases, and leads to the same list", async () => {
    const [late, early, others] = [await world.loan(), await world.loan(), await world.loan()];
    const { pool } = world.api.database;
    const { token, user_id } = world.maker;
    for (const [{ id }, days] of [
      [late, 45],
      [early, 5],
      [others, 45],
    ] as const)
      await pool.query("update loans set days_past_due = $2 where id = $1", [id, days]);
    for (const { customer } of [late, early])
      await pool.query("update users set assigned_to = $2 where id = $1", [customer.user_id, user_id]);
    const ours = (items: { id: string }[]) =>
      [late, early, others].filter(({ id }) => items.some((item) => item.id === id)).map(({ id }) => id);
    const asked = async (q: string) => loansIn(await search(token, q));
    expect(ours(await asked("late:>30"))).toEqual([late.id, others.id]);
    expect(ours(await asked("late:<10"))).toEqual([early.id]);
    expect(ours(await asked("with:me"))).toEqual([late.id, early.id]);
    const found = await asked("late:>30 with:me");
    expect(found[0]).toMatchObject({
      label: "All loans: from 31 days past due, with me",
      link: `/admin/loans?f.days_past_due=31..&f.assigned_to=${user_id}`,
    });
    expect(ours(found)).toEqual([late.id]);
    const filters = JSON.stringify({ days_past_due: { min: 31 }, assigned_to: user_id });
    const listed = (await world.api.call(listLoans, { token, query: { filter: filters } })).body.datatable as {
      items: { id: string }[];
    };
    expect(ours(listed.items)).toEqual([late.id]);
  });

  it("finds people by the last four digits of their account, for staff only", async () => {
    const { customer } = await world.loan();
    const { rows } = await world.api.database.pool.query<{ digits: string }>(
      "select account_no_last4 as digits from profiles where user_id = $1",
      [customer.user_id],
    );
    const digits = rows[0]?.digits ?? "";
    const staff = await search((await world.api.person("super_support")).token, digits);
    expect(staff.groups.find(({ noun }) => noun === "People")?.items.map(({ id }) => id)).toContain(customer.user_id);
    expect((await search(customer.token, digits)).groups.filter(({ noun }) => noun === "People")).toEqual([]);
  });

  it("names people whose names begin with the words first, and then those that only contain them, each once", async () => {
    const { api } = world;
    const staff = await api.person("super_support");
    const people: string[] = [];
    for (const [name, last_name] of [
      ["Xanthippe", "Quill"],
      ["Maxanth", "Quillon"],
      ["Quillan", "Xanthos"],
    ] as const)
      people.push((await api.person("staff", { name, last_name })).user_id);
    const found = async (q: string) =>
      (await search(staff.token, q)).groups
        .find(({ noun }) => noun === "People")
        ?.items.map(({ id }) => people.indexOf(id)) ?? [];
    const both = await found("xanth quil");
    expect(both.slice(0, 2).toSorted()).toEqual([0, 2]);
    expect(both.slice(2)).toEqual([1]);
    expect(await found("q xanthos")).toEqual([2]);
    expect((await found("XANTHIPPE")).toSorted()).toEqual([0]);
    expect(await found("anthip & !quill:*")).toEqual([]);
    // A common name is met among the first people, a word with a digit only in the whole text: each is somebody who has all the words, once.
    const { rows: named } = await api.database.pool.query<{ id: string }>(
      `
        insert into users (id, name, last_name, email)
        select gen_random_uuid(), 'Yewande', 'Common' || n, 'yewande' || n || '@test.example'
        from generate_series(1, 30) n
        returning id
      `,
    );
    const ids = async (q: string) =>
      (await search(staff.token, q)).groups.find(({ noun }) => noun === "People")?.items.map(({ id }) => id) ?? [];
    const common = await ids("yewa comm");
    expect([common.length, new Set(common).size, common.every((id) => named.some((row) => row.id === id))]).toEqual([
      8,
      8,
      true,
    ]);
    expect([(await ids("yewande 17")).length, (await ids("common2 yew")).length]).toEqual([1, 8]);
  });

  it("finds a person by the beginning of a phone however it is typed, by its last four digits, and by a second first name", async () => {
    const staff = await world.api.person("super_support");
    const { user_id, phone } = await world.api.person("staff", {
      name: "Bolanle Zubaida",
      last_name: "O'Reilly-Ezenwa",
    });
    const found = async (q: string) =>
      (await search(staff.token, q)).groups.find(({ noun }) => noun === "People")?.items.map(({ id }) => id) ?? [];
    const local = `0${phone.slice(4)}`;
    for (const q of [
      phone,
      phone.slice(1),
      local,
      local.slice(1),
      local.slice(0, 10),
      phone.slice(-4),
      `zubaida ${local}`,
      `${local.slice(0, 4)} ${local.slice(4, 7)} ${local.slice(7)}`,
      `o'reilly ${local}`,
      "zubaida o'reilly",
      "o'reilly-e bol",
      "ezenwa",
      "bolanle z",
    ])
      expect((await found(q)).includes(user_id), `${q}`).toBe(true);
    const listed = (await world.api.call(listAll, { token: staff.token, query: { search: local } })).body.datatable as {
      items: { id: string }[];
    };
    expect(listed.items.map(({ id }) => id)).toEqual([user_id]);
  });

  it("finds names without their marks, capitals and hooks, and with them, in the search and in the list", async () => {
    const staff = await world.api.person("super_support");
    const { user_id } = await world.api.person("staff", { name: "Ọlájídé", last_name: "Ɗanladi-Ṣàngó" });
    for (const q of ["olajide", "Ọlájídé", "ỌLÁJ", "danladi olaj", "ɗanladi", "sango", "jide"]) {
      const found =
        (await search(staff.token, q)).groups.find(({ noun }) => noun === "People")?.items.map(({ id }) => id) ?? [];
      const listed = (await world.api.call(listAll, { token: staff.token, query: { search: q } })).body.datatable as {
        items: { id: string }[];
      };
      expect(found, `${q}`).toEqual([user_id]);
      expect(
        listed.items.map(({ id }) => id),
        `${q}`,
      ).toEqual([user_id]);
    }
  });

  it("is not led astray by what people type", async () => {
    for (const q of [
      "'; drop table users; --",
      "%%%%",
      "status:",
      "amount:>",
      "late:>",
      "late:-1",
      "with:",
      "date:99/99/9999",
      "\\\\\\",
      "_ _",
    ])
      expect((await world.api.call(calls.search, { token: world.maker.token, query: { q } })).status, `${q}`).toBe(200);
  });
});
