import * as people from "@manilla/contract/people/people";
import * as calls from "@manilla/contract/platform/security-events";
import * as session from "@manilla/contract/platform/session";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";
import { keepSecurityEvents } from "../../../http/noting.ts";
import { watchEvents } from "./index.ts";

const api = await useTestApi();
const NOWHERE = "01900000-0000-7000-8000-000000000000";

interface Row {
  kind: string;
  person: { id: string } | null;
  network_address: string;
  count: number;
  is_alerted: boolean;
}
async function listed(by: { token: string }): Promise<Row[]> {
  await keepSecurityEvents(api.app);
  await watchEvents(api.app);
  return (
    (await api.call(calls.listAll, { token: by.token, query: { limit: 100 } })).body.datatable as { items: Row[] }
  ).items;
}

describe("security events", () => {
  it("count who was refused or guessed, from where and how often, in one row an hour; operations hear of it once", async () => {
    const operations = await api.person("super_operations");
    const [sales, customer] = [await api.person("super_sales_agent"), await api.person("staff")];
    for (let again = 0; again < 35; again += 1)
      expect((await api.call(people.reveal, { token: sales.token, params: { id: NOWHERE }, body: {} })).status).toBe(
        403,
      );
    for (let again = 0; again < 4; again += 1)
      await api.call(session.logIn, { body: { email: customer.email, password: "not this one" } });
    await fetch(`${api.address}/api/webhooks/paystack`, {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json" },
    });
    const rows = await listed(operations);
    const found = (kind: string, id: string | null) =>
      rows
        .filter((row) => row.kind === kind && (row.person?.id ?? null) === id)
        .map(({ count, is_alerted }) => [count, is_alerted]);
    expect(found("refused", sales.user_id)).toEqual([[35, true]]);
    expect(found("sign_in_failed", customer.user_id)).toEqual([[4, false]]);
    expect(found("bad_signature", null)).toEqual([[1, false]]);
    expect(rows.every(({ network_address }) => network_address !== "")).toBe(true);
    await api.call(people.reveal, { token: sales.token, params: { id: NOWHERE }, body: {} });
    await listed(operations);
    const told = await api.database.pool.query(
      "select title from notifications where user_id = $1 and kind = 'security'",
      [operations.user_id],
    );
    expect(told.rows).toEqual([{ title: "Refused unusually often" }]);
  });

  it("count the cases that somebody opens, and end at a limit of an hour", async () => {
    const [risk, customer] = [await api.person("super_risk"), await api.person("staff")];
    const open = () => api.call(people.find, { token: risk.token, params: { id: customer.user_id } });
    expect((await open()).status).toBe(200);
    await api.database.pool.query("update throttles set count = 600 where key = $1", [`case:${risk.user_id}`]);
    expect((await open()).status).toBe(429);
    const admin = await api.person("super_admin");
    const mine = (await listed(admin)).filter(({ person }) => person?.id === risk.user_id);
    expect(mine.map(({ kind, count }) => [kind, count]).toSorted()).toEqual([
      ["case_opened", 1],
      ["throttled", 1],
    ]);
  });

  it("are for operations and administrators", async () => {
    for (const role of ["super_risk", "super_finance", "super_support", "staff"] as const) {
      const { token } = await api.person(role);
      expect((await api.call(calls.listAll, { token })).status, role).toBe(403);
    }
    expect((await api.call(calls.listAll, {})).status).toBe(401);
  });
});
