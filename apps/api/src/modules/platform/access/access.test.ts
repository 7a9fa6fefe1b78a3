import * as calls from "@manilla/contract/platform/access";
import * as colleagues from "@manilla/contract/platform/colleagues";
import * as approvals from "@manilla/contract/platform/approvals";
import { roleSlugs, roles } from "@manilla/contract/roles";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";

const api = await useTestApi();

const rolesOf = async (token: string, id: string) =>
  (await api.call(calls.userRoles, { token, params: { id } })).body.data as { roles: string[] };
const propose = (token: string, user_id: string, roles: string[]) =>
  api.call(calls.updateUserRoles, { token, body: { user_id, roles, reason: "Moves to another desk" } });

const idOf = (answer: { body: { data?: unknown } }) => (answer.body.data as { approval_id: string }).approval_id;

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

const agreeTo = async (token: string, id: string) => {
  const { version } = (await api.call(approvals.find, { token, params: { id } })).body.data as { version: number };
  return api.call(approvals.approve, { token, params: { id }, body: { version } });
};

describe("what one of a company's people may do (C016)", () => {
  const company = async (name: string) => {
    const id = uuidv7();
    await api.app.db
      .insertInto("companies")
      .values({ id, name, profile_completed_at: new Date(), unique_plan: "Growth" })
      .execute();
    return id;
  };
  const inside = async (role: (typeof roleSlugs)[number], company_id: string) => {
    const person = await api.person(role, { company_id });
    await api.app.db
      .updateTable("profiles")
      .set({ employment_status: "employed", salary_kobo: 1n, account_no_encrypted: Buffer.from("x"), address: "x" })
      .where("user_id", "=", person.user_id)
      .execute();
    return person;
  };
  const change = (token: string, user_id: unknown, granted: unknown, withheld: unknown = []) =>
    api.call(calls.updateCompanyUser, { token, body: { user_id, granted, withheld } });
  const rowsOf = (user_id: string) =>
    api.app.db
      .selectFrom("user_permissions")
      .select(["permission", "is_granted"])
      .where("user_id", "=", user_id)
      .execute();

  it("is changed by a company's administrator in their company, asked for by an administrator of the provider, and by no other role", async () => {
    const [ours, theirs] = [await company("Lagoon Foods"), await company("Delta Mills")];
    const [colleague, stranger, customer] = [
      await inside("company_staff", ours),
      await inside("company_staff", theirs),
      await api.person("staff"),
    ];
    expect((await api.call(calls.updateCompanyUser, { body: {} })).status).toBe(401);
    const answers: Record<string, number[]> = {};
    for (const role of roleSlugs) {
      const isCompany = role.startsWith("company_");
      const caller = isCompany ? await inside(role, ours) : await api.person(role);
      const found = [];
      for (const { user_id } of [colleague, stranger, customer, caller, { user_id: uuidv7() }])
        found.push((await change(caller.token, user_id, ["company:can_view_loans"])).status);
      if (found.some((status) => status !== 403)) answers[role] = found;
      await api.app.db.deleteFrom("user_permissions").where("user_id", "=", colleague.user_id).execute();
    }
    expect(answers).toEqual({ super_admin: [200, 200, 404, 404, 404], company_super_admin: [200, 404, 404, 403, 404] });
    for (const { user_id } of [stranger, customer]) expect(await rowsOf(user_id)).toEqual([]);
  });

  it("is none of the provider's, none that there is not, and nothing hostile", async () => {
    const ours = await company("Lagoon Foods");
    const [giver, colleague] = [await inside("company_super_admin", ours), await inside("company_staff", ours)];
    const { token } = await api.person("super_admin");
    const wrong: unknown[] = [
      ["provider:can_disburse_loans"],
      ["personal:can_view_personal_profile"],
      ["company:can_do_what_nobody_may"],
      ["company:can_view_loans "],
      ["COMPANY:CAN_VIEW_LOANS"],
      ["company:can_view_loans\u0000"],
      ["company:constructor"],
      ["__proto__"],
      [""],
      [null],
      [{ $ne: "" }],
      Array.from({ length: 101 }, () => "company:can_view_loans"),
      "company:can_view_loans",
      { length: 1 },
      null,
    ];
    for (const caller of [giver.token, token])
      for (const slugs of wrong) {
        expect((await change(caller, colleague.user_id, slugs)).status, `${slugs}`).toBe(422);
        expect((await change(caller, colleague.user_id, [], slugs)).status, `${slugs}`).toBe(422);
      }
    for (const id of ["", "1", "' or 1=1 --", { $gt: "" }, [colleague.user_id], null])
      expect((await change(giver.token, id, [])).status, `${id}`).toBe(422);
    expect(await rowsOf(colleague.user_id)).toEqual([]);
    // Twice over, and given and withheld at once: one row each, and what is given wins.
    const loans = "company:can_view_loans";
    expect((await change(giver.token, colleague.user_id, [loans, loans], [loans])).status).toBe(200);
    expect(await rowsOf(colleague.user_id)).toEqual([{ permission: loans, is_granted: true }]);
    const atOnce = await Promise.all([
      change(giver.token, colleague.user_id, [], [loans]),
      change(giver.token, colleague.user_id, [loans]),
    ]);
    expect(atOnce.map(({ status }) => status)).toEqual([200, 200]);
    expect((await rowsOf(colleague.user_id)).length).toBe(1);
  });

  it("is not given to somebody who works for another company by the time a second person agrees", async () => {
    const [ours, theirs] = [await company("Lagoon Foods"), await company("Delta Mills")];
    const [maker, checker] = [await api.person("super_admin"), await api.person("super_admin")];
    const colleague = await inside("company_staff", ours);
    const asked = await change(maker.token, colleague.user_id, ["company:can_view_loans"]);
    await api.app.db.updateTable("users").set({ company_id: theirs }).where("id", "=", colleague.user_id).execute();
    expect((await agreeTo(checker.token, idOf(asked))).body.code).toBe("roles_changed");
    expect(await rowsOf(colleague.user_id)).toEqual([]);
  });
});

describe("what a role allows", () => {
  const ask = (token: string, slug: (typeof roleSlugs)[number], permissions: readonly string[]) =>
    api.call(calls.updateRole, {
      token,
      params: { slug },
      body: { permissions: [...permissions], reason: "A new desk" },
    });
  it("changes when a second person agrees, with the next request of everybody who holds it (Z5)", async () => {
    const [maker, checker, sales] = [
      await api.person("super_admin"),
      await api.person("super_admin"),
      await api.person("super_sales_agent"),
    ];
    const held = roles.super_sales_agent.permissions;
    const reads = () => api.call(calls.permissions, { token: sales.token });
    expect((await reads()).status).toBe(403);
    const asked = await ask(maker.token, "super_sales_agent", [...held, "provider:can_view_permissions"]);
    expect((await reads()).status).toBe(403);
    const shown = (await api.call(approvals.find, { token: checker.token, params: { id: idOf(asked) } })).body.data;
    expect(JSON.stringify(shown)).toContain("View permissions");
    expect((await agreeTo(maker.token, idOf(asked))).status).toBe(403);
    expect((await agreeTo(checker.token, idOf(asked))).status).toBe(200);
    expect((await reads()).status).toBe(200);
    const rows = (await api.call(calls.roles, { token: maker.token })).body.data as {
      roles: { slug: string; is_changed: boolean; permissions: string[] }[];
    };
    expect(rows.roles.filter(({ is_changed }) => is_changed).map(({ slug }) => slug)).toEqual(["super_sales_agent"]);
    expect((await agreeTo(checker.token, idOf(await ask(maker.token, "super_sales_agent", held)))).status).toBe(200);
    expect((await reads()).status).toBe(403);
  });

  it("is never changed by who holds the role, nor to what is another side's, nor on an older look", async () => {
    const [maker, checker] = [await api.person("super_admin"), await api.person("super_admin")];
    const held = roles.super_support.permissions;
    const but = (count: number) => held.slice(0, held.length - count);
    expect((await ask(maker.token, "super_admin", but(1))).status).toBe(403);
    expect((await ask(maker.token, "staff", [])).status).toBe(403);
    expect((await ask(maker.token, "super_support", held)).status).toBe(422);
    expect((await ask(maker.token, "super_support", [...held, "company:can_view_permissions"])).status).toBe(422);
    expect((await ask(maker.token, "super_support", [...held, "provider:can_fly"])).status).toBe(422);
    const [first, second] = [
      await ask(maker.token, "super_support", but(1)),
      await ask(maker.token, "super_support", but(2)),
    ];
    expect((await agreeTo(checker.token, idOf(first))).status).toBe(200);
    expect((await agreeTo(checker.token, idOf(second))).status).toBe(409);
    const both = await api.person("super_admin");
    await api.app.db.insertInto("user_roles").values({ user_id: both.user_id, role: "super_support" }).execute();
    expect((await ask(both.token, "super_support", but(3))).status).toBe(403);
    const third = await ask(maker.token, "super_support", held);
    expect((await agreeTo(both.token, idOf(third))).status).toBe(403);
    expect((await agreeTo(checker.token, idOf(third))).status).toBe(200);
    const gainer = await api.person("super_admin");
    const fourth = await ask(gainer.token, "super_support", but(1));
    await api.app.db.insertInto("user_roles").values({ user_id: gainer.user_id, role: "super_support" }).execute();
    expect((await agreeTo(checker.token, idOf(fourth))).body.code, "given the role since").toBe("own_role");
  });

  it("is judged again with a request for roles: what was changed meanwhile wants another look", async () => {
    const [maker, checker, person] = [
      await api.person("super_admin"),
      await api.person("super_admin"),
      await api.person("super_support"),
    ];
    const [first, second] = [
      await propose(maker.token, person.user_id, ["super_business"]),
      await propose(checker.token, person.user_id, ["super_support", "super_business"]),
    ];
    expect((await agreeTo(checker.token, idOf(first))).status).toBe(200);
    expect((await agreeTo(maker.token, idOf(second))).body.code, "other roles than were asked from").toBe(
      "roles_changed",
    );
    expect(await rolesOf(maker.token, person.user_id)).toEqual({ roles: ["super_business"] });
    const third = await propose(maker.token, person.user_id, ["super_sales_agent"]);
    const invited = await api.call(colleagues.invite, {
      token: maker.token,
      body: {
        name: "Ada",
        last_name: "Obi",
        email: "ada.obi@manilla.example",
        roles: ["super_sales_agent"],
        reason: "A new desk",
      },
    });
    const more = await ask(maker.token, "super_sales_agent", [
      ...roles.super_sales_agent.permissions,
      "provider:can_decide_approvals",
    ]);
    expect((await agreeTo(checker.token, idOf(more))).status).toBe(200);
    for (const asked of [third, invited])
      expect((await agreeTo(checker.token, idOf(asked))).body.code, "the role allows more by now").toBe(
        "roles_changed",
      );
  });
});
