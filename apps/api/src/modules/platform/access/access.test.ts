import * as calls from "@manilla/contract/platform/access";
import * as approvals from "@manilla/contract/platform/approvals";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";

const api = await useTestApi();

const rolesOf = async (token: string, id: string) =>
  (await api.call(calls.userRoles, { token, params: { id } })).body.data as { roles: string[] };
const propose = (token: string, user_id: string, roles: string[]) =>
  api.call(calls.updateUserRoles, { token, body: { user_id, roles, reason: "Moves to another desk" } });

describe("somebody's roles", () => {
  it("are shown to those who may propose others, and to nobody else", async () => {
    const [admin, finance, support] = [
      await api.person("super_admin"),
      await api.person("super_finance"),
      await api.person("super_support"),
    ];
    const asked = { params: { id: support.user_id } };
    expect((await api.call(calls.userRoles, asked)).status).toBe(401);
    expect((await api.call(calls.userRoles, { ...asked, token: finance.token })).status).toBe(403);
    expect((await api.call(calls.userRoles, { token: admin.token, params: { id: uuidv7() } })).status).toBe(404);
    expect(await rolesOf(admin.token, support.user_id)).toEqual({ roles: ["super_support"] });
  });

  it("are not proposed as they are, nor by oneself", async () => {
    const [admin, support] = [await api.person("super_admin"), await api.person("super_support")];
    const same = await propose(admin.token, support.user_id, ["super_support", "super_support"]);
    expect([same.status, same.body.errors]).toEqual([422, { roles: ["these are the roles that this person has"] }]);
    expect((await propose(admin.token, admin.user_id, ["super_finance"])).status).toBe(403);
  });

  it("change when a second person agrees, and act on the next request", async () => {
    const [maker, checker, support] = [
      await api.person("super_admin"),
      await api.person("super_admin"),
      await api.person("super_support"),
    ];
    const { approval_id } = (await propose(maker.token, support.user_id, ["super_admin"])).body.data as {
      approval_id: string;
    };
    expect(await rolesOf(maker.token, support.user_id)).toEqual({ roles: ["super_support"] });
    expect((await api.call(calls.userRoles, { token: support.token, params: { id: maker.user_id } })).status).toBe(403);
    const found = (await api.call(approvals.find, { token: checker.token, params: { id: approval_id } })).body.data as {
      version: number;
      before: unknown;
    };
    expect(found.before).toEqual({ roles: ["super_support"] });
    expect(
      (
        await api.call(approvals.approve, {
          token: checker.token,
          params: { id: approval_id },
          body: { version: found.version },
        })
      ).status,
    ).toBe(200);
    expect(await rolesOf(checker.token, support.user_id)).toEqual({ roles: ["super_admin"] });
    expect((await api.call(calls.userRoles, { token: support.token, params: { id: maker.user_id } })).status).toBe(200);
  });
});
