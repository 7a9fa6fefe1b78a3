import { describe, expect, it } from "vitest";
import { whatIsAsked } from "../../../../test/statements.ts";
import { useTestApi } from "../../../../test/world.ts";
import { endSessions, findSession } from "./session.ts";

const api = await useTestApi();
const { pool } = api.app;

describe("sessions that are looked up at once", () => {
  it("share statements, and each request has its own person; who is signed out or unknown is nobody", async () => {
    const people = await Promise.all(
      Array.from({ length: 20 }, (_, at) => api.person(at % 2 ? "staff" : "super_support")),
    );
    const [gone, out, twice] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]];
    await endSessions(api.app.db, { user_id: gone.user_id });
    await api.database.pool.query("update users set is_blacklisted = true where id = $1", [out.user_id]);
    const tokens = [...people.map(({ token }) => token), twice.token, "x".repeat(43), "'; drop table sessions"];
    let found: (string | undefined)[] = [];
    const { statements } = await whatIsAsked(async () => {
      const sessions = await Promise.all(tokens.map((token) => findSession(pool, token)));
      found = sessions.map((session) => session?.user_id);
    });
    expect(found).toEqual([
      undefined,
      undefined,
      ...people.slice(2).map(({ user_id }) => user_id),
      twice.user_id,
      undefined,
      undefined,
    ]);
    expect(statements.length).toBeLessThan(10);
  });

  it("are those of one that is looked up by itself", async () => {
    const people = await Promise.all(
      (["staff", "super_support", "company_super_admin", "company_staff"] as const).map((role) => api.person(role)),
    );
    const together = await Promise.all(people.map(({ token }) => findSession(pool, token)));
    for (const [at, { token }] of people.entries()) expect(await findSession(pool, token)).toEqual(together[at]);
    expect(together.map((session) => session?.roles)).toEqual([
      ["staff"],
      ["super_support"],
      ["company_super_admin"],
      ["company_staff"],
    ]);
  });
});
