/** What the menu counts, and what the tiles of lists say: one request, each list with the rights and the scope of who asks. */
import * as calls from "@manilla/contract/platform/saved-views";
import { roleSlugs } from "@manilla/contract/roles";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { waiting } from "../../apps/web/src/app/shell/waiting.gen.ts";
import { allCalls, mayCall } from "../../scripts/generate-permissions.ts";
import { useTestApi } from "../world.ts";

const api = await useTestApi();
type Figure = { count: number; is_more: boolean; sum_kobo: number | null } | null;
const ask = (token: string, of: unknown) =>
  api.call(calls.figures, { token, query: { of: typeof of === "string" ? of : JSON.stringify(of) } });
const figures = async (token: string, of: readonly object[]): Promise<Figure[]> => {
  const answer = await ask(token, of);
  expect(answer.status).toBe(200);
  return (answer.body.data as { figures: Figure[] }).figures;
};
const asked = (type: keyof typeof waiting) =>
  waiting[type].map(([, list, filter]) => ({ list: list.path, ...(filter && { filter: JSON.stringify(filter) }) }));
const lists = new Map(
  allCalls()
    .filter(({ call }) => call.kind === "list")
    .map(({ call }) => [call.path, call]),
);

describe("what waits", () => {
  it("is counted of each list for exactly those roles that may see it", async () => {
    for (const role of roleSlugs.filter((slug) => slug.startsWith("super_"))) {
      const { token } = await api.person(role);
      const found = await figures(token, asked("admin"));
      const seen = asked("admin").map(({ list }) => mayCall(lists.get(list)!, role));
      expect(
        found.map((figure) => figure !== null),
        role,
      ).toEqual(seen);
    }
  });

  it("is counted up to 99, and added up where a sum is asked for and all were counted", async () => {
    const { token } = await api.person("super_business");
    const of = { list: "/companies/requests" };
    await api.database.pool.query(
      "insert into companies (id, name, status) select gen_random_uuid(), 'Shop ' || n, 'pending' from generate_series(1, 99) n",
    );
    expect(await figures(token, [of])).toEqual([{ count: 99, is_more: false, sum_kobo: null }]);
    await api.database.pool.query("insert into companies (id, name, status) values ($1, 'One more', 'pending')", [
      uuidv7(),
    ]);
    const [capped, summed] = await figures(token, [of, { ...of, sum: "outstanding_kobo" }]);
    expect(capped).toEqual({ count: 99, is_more: true, sum_kobo: null });
    expect(summed).toEqual({ count: 100, is_more: false, sum_kobo: 0 });
  });

  it("is one's own company's alone", async () => {
    const company = async (name: string) => {
      const id = uuidv7();
      await api.database.pool.query(
        "insert into companies (id, name, status, profile_completed_at, unique_plan) values ($1, $2, 'approved', now(), 'Growth')",
        [id, name],
      );
      return id;
    };
    const [ours, theirs] = [await company("Ours"), await company("Theirs")];
    const [hr, other] = [await api.person("company_hr"), await api.person("company_hr")];
    for (const [person, id] of [
      [hr, ours],
      [other, theirs],
    ] as const)
      await api.database.pool.query("update users set company_id = $2 where id = $1", [person.user_id, id]);
    const claimant = await api.person("staff");
    await api.database.pool.query(
      "insert into employment_claims (id, user_id, company_id, status) values ($1, $2, $3, 'pending')",
      [uuidv7(), claimant.user_id, ours],
    );
    const of = [{ list: "/companies/employment-claims", filter: '{"status":["pending"]}' }];
    const answers = [await figures(hr.token, of), await figures(other.token, of)];
    expect(answers.map(([figure]) => figure?.count)).toEqual([1, 0]);
    // A list of the provider's is not theirs, nor are columns that are none.
    expect(await figures(hr.token, [{ list: "/companies/requests" }, { ...of[0]!, sum: "id" }])).toEqual([null, null]);
  });

  it("is refused where it is not asked for as it should be", async () => {
    const { token } = await api.person("super_admin");
    for (const of of ["no json", "{}", JSON.stringify(Array.from({ length: 31 }, () => ({ list: "/companies" })))])
      expect((await ask(token, of)).status).toBe(422);
    expect(await figures(token, [])).toEqual([]);
    expect(
      await figures(token, [
        { list: "/nothing" },
        { list: "/companies", filter: '{"nothing":true}' },
        { list: "/companies", sum: "name" },
      ]),
    ).toEqual([null, null, null]);
  });
});

it("leaves no record of a look, whichever list is counted", async () => {
  const company_id = await api.company({});
  const people = await Promise.all([
    api.person("super_admin"),
    api.person("company_super_admin", { company_id }),
    api.person("staff"),
  ]);
  const records = async () =>
    (await api.database.pool.query<{ n: string }>("select count(*) as n from audit_records")).rows[0]!.n;
  const before = await records();
  const all = [...lists.keys()].map((list) => ({
    list,
    params: Object.fromEntries([...list.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, company_id])),
  }));
  for (const { token } of people)
    for (let from = 0; from < all.length; from += 30) await figures(token, all.slice(from, from + 30));
  expect(await records()).toBe(before);
});
