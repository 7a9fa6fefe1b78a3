/** Every call × every role, over HTTP: the server does what the reviewed table (docs/permission-table.md) says, and refuses strangers. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Endpoint } from "@manilla/contract/endpoint";
import { permissions, withoutCall } from "@manilla/contract/permissions";
import { roleSlugs } from "@manilla/contract/roles";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it } from "vitest";
import { allCalls, mayCall } from "../../scripts/generate-permissions.ts";
import { useTestApi } from "../world.ts";

const api = await useTestApi();
const tokens = new Map<string, string>();
beforeAll(async () => {
  const company_id = uuidv7();
  await api.app.db
    .insertInto("companies")
    .values({ id: company_id, name: "Lagoon Foods", profile_completed_at: new Date(), unique_plan: "Growth" })
    .execute();
  for (const role of roleSlugs)
    tokens.set(
      role,
      (await api.person(role, { company_id: role.startsWith("company_") ? company_id : undefined })).token,
    );
});

/** Values that no record has: nothing that this sweep sends may change anything. */
const params = new Proxy(
  {},
  {
    get: (_, name) => (name === "modal" ? "x" : "00000000-0000-7000-8000-000000000000"),
    ownKeys: () => [],
    has: () => true,
  },
) as Record<string, string>;
/** One never ends, the other ends the session that the sweep needs. */
const NOT_CALLED = ["notifications.stream", "session.logOut"];
const isCalled = ({ call }: { call: Endpoint }): boolean => call.kind !== "stream" && call.path !== "/logout";
const called = allCalls().filter(isCalled);
const notCalled = allCalls().filter((row) => !isCalled(row));

describe("permission table", () => {
  it("knows every call", () => {
    const reviewed = readFileSync(join(import.meta.dirname, "../../docs/permission-table.md"), "utf8");
    const rows = reviewed.match(/^\| (GET|POST|PUT|PATCH|DELETE) /gm) ?? [];
    expect(called.length + notCalled.length, "calls, as many as the reviewed table has rows").toBe(rows.length);
    expect(notCalled.map(({ name }) => name)).toEqual(NOT_CALLED);
    for (const { name, call } of called) expect(typeof call.can === "string" || call.can.length > 0, name).toBe(true);
  });

  it("names every permission that no call asks for, with the reason", () => {
    const asked = new Set(allCalls().flatMap(({ call }) => (typeof call.can === "string" ? [] : call.can)));
    const unasked = permissions.map(({ slug }) => slug).filter((slug) => !asked.has(slug));
    expect(unasked.toSorted()).toEqual(Object.keys(withoutCall).toSorted());
  });

  it.each(called.filter(({ call }) => call.can !== "public").map((row) => [row.name, row.call] as const))(
    "%s refuses a stranger before it looks at what was sent",
    async (_, call) => {
      const { status, body } = await api.call(call, {
        params,
        body: call.method === "GET" ? undefined : { surprise: true },
      });
      expect([status, body.code]).toEqual([401, "no_session"]);
    },
  );

  it.each(called.filter(({ call }) => call.can !== "public").map((row) => [row.name, row.call] as const))(
    "%s opens for the roles of the table and for no other",
    async (_, call) => {
      // At once: lookups of sessions that arrive together share a statement.
      const answers = await Promise.all(
        roleSlugs.map(async (role) => ({
          role,
          answer: await api.call(call, {
            token: tokens.get(role) ?? "",
            params,
            body: call.method === "GET" ? undefined : { surprise: true },
          }),
        })),
      );
      const found: Record<string, boolean> = {};
      const expected: Record<string, boolean> = {};
      for (const { role, answer } of answers) {
        const { status, body } = answer;
        expect(status).toBeLessThan(500);
        expect(status).not.toBe(401);
        found[role] = !(status === 403 && body.code === "not_allowed");
        expected[role] = mayCall(call, role);
      }
      expect(found).toEqual(expected);
    },
  );
});
