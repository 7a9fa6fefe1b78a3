/** Connections to the database are cut while people work (findings/security.md, row 17): each request is answered, or told 503, never 500. */
import * as approvals from "@manilla/contract/platform/approvals";
import * as dashboard from "@manilla/contract/lending/daily-statistics";
import * as people from "@manilla/contract/people/people";
import * as session from "@manilla/contract/platform/session";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { expect, it } from "vitest";
import { useTestApi } from "../world.ts";

const api = await useTestApi();

it("1,500 requests while every connection is cut again and again are answered or told 503", async () => {
  const { token, user_id } = await api.person(["super_admin", "super_risk"]);
  const customer = await api.person("staff");
  const asks = [
    () => api.call(session.find, { token }),
    () => api.call(people.listAll, { token, query: { limit: 20, search: "a" } }),
    () => api.call(people.find, { token, params: { id: customer.user_id } }),
    () => api.call(approvals.waiting, { token }),
    () => api.call(dashboard.daily, { token }),
    () => api.call(people.addComment, { token, params: { id: customer.user_id }, body: { body: `Called ${user_id}` } }),
    () => api.call(session.logIn, { body: { email: customer.email, password: "wrong-Password-1" } }),
  ];
  const cutter = new pg.Client({ connectionString: api.database.app_url });
  await cutter.connect();
  let isOver = false;
  // Every third round is left alone, however slow the machine is: what was cut has to be made anew.
  let isCutting = true;
  let cuts = 0;
  const cutting = (async () => {
    while (!isOver) {
      await wait(7);
      if (!isCutting) continue;
      const { rows } = await cutter.query<{ n: number }>(
        "select count(pg_terminate_backend(pid))::int as n from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()",
      );
      cuts += rows[0]!.n;
    }
  })();
  const seen = new Map<string, number>();
  for (let round = 0; round < 30; round += 1) {
    isCutting = round % 3 !== 2;
    await Promise.all(
      Array.from({ length: 50 }, async (_, at) => {
        const { status, body } = await asks[at % asks.length]!();
        const key =
          status >= 500 && status !== 503 ? `${status} ${at % asks.length} ${JSON.stringify(body)}` : String(status);
        seen.set(key, (seen.get(key) ?? 0) + 1);
      }),
    );
  }
  isOver = true;
  await cutting;
  await cutter.end();
  expect(cuts).toBeGreaterThan(20);
  expect(
    [...seen.keys()].filter((key) => /^5(?!03)/.test(key)),
    JSON.stringify([...seen]),
  ).toEqual([]);
  expect(seen.get("200") ?? 0, JSON.stringify([...seen])).toBeGreaterThan(0);
  expect((await api.call(session.find, { token })).status, "and afterwards all is well").toBe(200);
}, 120_000);
