import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";
import { lockTeam, readPlans, seatsOf } from "./index.ts";

const api = await useTestApi();
const { db } = api.app;

async function employ(company_id: string, ...statuses: string[]): Promise<void> {
  for (const status of statuses) {
    const { user_id } = await api.person("company_staff", { company_id });
    await sql`
      insert into employments (id, company_id, user_id, status)
      values (gen_random_uuid(), ${company_id}, ${user_id}, ${status})
      on conflict (user_id, company_id) do update set status = excluded.status
    `.execute(db);
  }
}

describe("the places of a plan", () => {
  it("are those of the company's own plan, and none without one", async () => {
    for (const { name, seats } of await readPlans(db))
      expect(await seatsOf(db, await api.company({ unique_plan: name }))).toEqual({
        plan: name,
        used: 0,
        allowed: seats,
      });
    expect(await seatsOf(db, await api.company({ unique_plan: null }))).toEqual({ plan: null, used: 0, allowed: 0 });
  });

  it("are held by who is invited or at work, not by who has left, nor by another company's people", async () => {
    const [company_id, other] = [await api.company(), await api.company()];
    await employ(company_id, "active", "invited", "left");
    await employ(other, "active");
    expect(await seatsOf(db, company_id)).toMatchObject({ used: 2 });
  });

  it("are as configured from the moment at which that is changed, and as shipped before", async () => {
    const shipped = await readPlans(db);
    expect(shipped.map(({ code, seats }) => [code, seats])).toEqual([
      ["starter", 10],
      ["growth", 100],
      ["enterprise", 5_000],
    ]);
    const company_id = await api.company({ unique_plan: "Growth" });
    const changed = shipped.map((plan) => (plan.code === "growth" ? { ...plan, seats: 3 } : plan));
    await db
      .insertInto("configuration")
      .values({ key: "company_plans", value: JSON.stringify(changed), description: "Plans of companies" })
      .execute();
    expect((await seatsOf(db, company_id)).allowed).toBe(3);
    await db.deleteFrom("configuration").where("key", "=", "company_plans").execute();
  });

  it("are given to one at a time: who changes the same company's people waits, another company's does not", async () => {
    const [company_id, other] = [await api.company(), await api.company()];
    const isFree = async (id: string): Promise<boolean> =>
      (
        await sql<{ is_free: boolean }>`
          select pg_try_advisory_xact_lock(hashtext(${`team ${id}`})) as is_free
        `.execute(db)
      ).rows[0]!.is_free;
    await db.transaction().execute(async (tx) => {
      await lockTeam(tx, company_id);
      expect(await Promise.all([isFree(company_id), isFree(other)])).toEqual([false, true]);
    });
    expect(await isFree(company_id)).toBe(true);
  });
});
