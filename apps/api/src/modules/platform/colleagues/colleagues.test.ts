import * as access from "@manilla/contract/platform/access";
import * as approvals from "@manilla/contract/platform/approvals";
import * as audit from "@manilla/contract/platform/audit";
import * as calls from "@manilla/contract/platform/colleagues";
import * as session from "@manilla/contract/platform/session";
import * as assignments from "@manilla/contract/people/assignments";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";
import { clock } from "../../../clock.ts";
import { openSession } from "../../../http/session.ts";
import { SYSTEM } from "../audit/index.ts";
import { moveCase } from "../../people/people/profiles/index.ts";
import { hashPassword } from "../session/passwords.ts";

const api = await useTestApi();
const [ada, bisi] = [
  await api.person("super_admin", { name: "Ada" }),
  await api.person("super_admin", { name: "Bisi" }),
];
const reason = "Left the company";

const status = async (token: string) => (await api.call(session.find, { token })).status;
const found = async (id: string) =>
  (await api.call(calls.find, { token: ada.token, params: { id } })).body.data as {
    status: string;
    roles: string;
    withheld: string[];
    permission_count: number;
    has_second_factor: boolean;
    cases: number;
    invited_until: string | null;
    sessions: unknown[];
    waiting: { id: string }[];
    asked: { id: string; status: string }[];
    decided: { id: string }[];
    abilities: Record<string, string | null>;
    last_change: { by: string; reason: string | null } | null;
  };
const suspend = (token: string, id: string) => api.call(calls.suspend, { token, params: { id }, body: { reason } });
const request = async (id: string) =>
  (await api.call(approvals.find, { token: bisi.token, params: { id } })).body.data as {
    version: number;
    effect: { refusal: string | null; facts: { label: string; value: string }[] };
  };
/** The second person agrees. */
async function agree(answer: { body: { data: never } }, token = bisi.token) {
  const { approval_id } = answer.body.data as { approval_id: string };
  const { version } = await request(approval_id);
  return api.call(approvals.approve, { token, params: { id: approval_id }, body: { version } });
}
const mail = async (to: string) =>
  (
    await api.database.pool.query<{ subject: string; text: string }>(
      "select data ->> 'subject' as subject, data ->> 'text' as text from pgboss.job where name = 'send-mail' and data ->> 'to' = $1 order by created_on desc limit 1",
      [to],
    )
  ).rows[0];
const linkIn = (text = "") => /reset\/([\w-]+)/.exec(text)?.[1] ?? "";
const choose = (token: string, password = "a-Boat-of-9-reeds") =>
  api.call(session.updatePassword, { body: { token, password, password_confirmation: password } });
const logIn = (email: string, password = "a-Boat-of-9-reeds") => api.call(session.logIn, { body: { email, password } });
async function invited(roles: string[] = ["super_support"]) {
  const email = `new-${uuidv7()}@test.example`;
  const body = { name: "Chidi", last_name: "Obi", email, roles, reason: "Joins the desk" };
  const answer = await api.call(calls.invite, { token: ada.token, body });
  return { email, body, answer };
}
const idOf = async (email: string) =>
  (await api.app.db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst())?.id ?? "";

describe("the provider's staff", () => {
  it("are listed with roles, second factor and state, and to nobody but administrators", async () => {
    const support = await api.person(["super_support", "super_finance"], { name: "Zainab", last_name: "Bello" });
    const customer = await api.person("staff");
    for (const [token, answer] of [
      [undefined, 401],
      [support.token, 403],
      [customer.token, 403],
      [ada.token, 200],
    ] as const)
      expect((await api.call(calls.listAll, { ...(token && { token }) })).status).toBe(answer);
    const listed = async (filter: object) =>
      (
        (await api.call(calls.listAll, { token: ada.token, query: { limit: 100, filter: JSON.stringify(filter) } }))
          .body.datatable as { items: { id: string; roles: string; status: string; has_second_factor: boolean }[] }
      ).items;
    const all = await listed({ status: "active", roles: "finance" });
    expect(all.find(({ id }) => id === support.user_id)).toMatchObject({
      roles: "Finance, Support",
      status: "active",
      has_second_factor: false,
    });
    expect(all.some(({ id }) => id === customer.user_id)).toBe(false);
    expect((await api.call(calls.find, { token: ada.token, params: { id: customer.user_id } })).status).toBe(404);
  });
});

describe("a new colleague", () => {
  it("exists when a second person agrees, who sees what they may do; chooses a password by a link that works once", async () => {
    const { email, body, answer } = await invited();
    expect(await idOf(email)).toBe("");
    const { effect } = await request((answer.body.data as { approval_id: string }).approval_id);
    expect(effect.refusal).toBeNull();
    expect(effect.facts).toContainEqual({ label: "The link goes to", value: email });
    expect(effect.facts.find(({ label }) => label === "Permissions gained")?.value).toContain("Impersonate users");
    expect((await agree(answer, ada.token)).status).toBe(403);
    expect((await agree(answer)).status).toBe(200);
    const id = await idOf(email);
    expect(await found(id)).toMatchObject({ status: "invited", roles: "Support" });
    const sent = await mail(email);
    expect(sent?.subject).toBe("You are invited to Manilla");
    expect((await choose(linkIn(sent?.text))).status).toBe(200);
    expect((await choose(linkIn(sent?.text), "another-Boat-9-reeds")).status).toBe(422);
    expect(await found(id)).toMatchObject({ status: "active", last_change: { by: "Chidi Obi" } });
    expect((await logIn(email)).status).toBe(200);
    expect((await api.call(calls.invite, { token: ada.token, body })).body.errors).toHaveProperty("email");
  });

  it("is sent another link, which ends the one before and lasts seven days; a forgotten password is no way in", async () => {
    const { email, answer } = await invited();
    await agree(answer);
    const [id, first] = [await idOf(email), await mail(email)];
    const days = (Date.parse((await found(id)).invited_until ?? "") - clock.milliseconds()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
    await api.call(session.requestPasswordReset, { body: { email } });
    expect((await api.call(calls.inviteAgain, { token: ada.token, params: { id }, body: {} })).status).toBe(200);
    expect((await choose(linkIn(first?.text))).status).toBe(422);
    const second = await mail(email);
    await api.database.pool.query(
      "update one_time_codes set expires_at = now() - interval '1 second' where user_id = $1",
      [id],
    );
    expect((await choose(linkIn(second?.text))).status).toBe(422);
    expect(await found(id)).toMatchObject({ status: "invited", invited_until: null });
    const subjects = await api.database.pool.query(
      "select distinct data ->> 'subject' as subject from pgboss.job where name = 'send-mail' and data ->> 'to' = $1",
      [email],
    );
    expect(subjects.rows).toEqual([{ subject: "You are invited to Manilla" }]);
  });

  it("who was suspended before joining is invited anew, not let in", async () => {
    const { email, answer } = await invited();
    await agree(answer);
    const [id, first] = [await idOf(email), await mail(email)];
    await suspend(ada.token, id);
    expect((await choose(linkIn(first?.text))).status).toBe(422);
    await agree(await api.call(calls.letBack, { token: ada.token, params: { id }, body: { reason } }));
    expect((await found(id)).status).toBe("invited");
  });
});

describe("a leaver", () => {
  it("is out with the next call, cannot sign in, and leaves no case and no place in the pool (Z5)", async () => {
    const leaver = await api.person("super_risk");
    await api.app.db
      .updateTable("users")
      .set({ password_hash: await hashPassword("a-Boat-of-9-reeds") })
      .where("id", "=", leaver.user_id)
      .execute();
    const customer = await api.person("staff");
    await api.app.db.transaction().execute((tx) => moveCase(tx, customer.user_id, "processing", SYSTEM));
    await api.call(assignments.addMembers, { token: ada.token, body: { admin_ids: [leaver.user_id] } });
    const user_ids = [customer.user_id];
    await api.call(assignments.assign, { token: ada.token, body: { user_ids, admin_id: leaver.user_id } });
    expect((await found(leaver.user_id)).cases).toBe(1);
    expect(await status(leaver.token)).toBe(200);
    expect((await suspend(ada.token, leaver.user_id)).status).toBe(200);
    expect(await status(leaver.token)).toBe(401);
    expect((await logIn(leaver.email)).status).toBe(422);
    // Also a session that was opened in the same moment.
    const late = await openSession(api.app.db, { user_id: leaver.user_id, network_address: "127.0.0.1", device: "" });
    expect(await status(late.token)).toBe(401);
    expect(await found(leaver.user_id)).toMatchObject({ status: "suspended", cases: 0, last_change: { reason } });
    const again = await api.call(assignments.assign, {
      token: ada.token,
      body: { user_ids, admin_id: leaver.user_id },
    });
    expect(again.status).toBe(422);
    const pool = await api.database.pool.query("select 1 from assignment_pool where admin_id = $1", [leaver.user_id]);
    expect(pool.rowCount).toBe(0);
    expect((await suspend(ada.token, leaver.user_id)).status).toBe(409);
  });

  it("has asked for things that can only be declined", async () => {
    const [leaver, support] = [await api.person("super_admin"), await api.person("super_support")];
    const body = { user_id: support.user_id, roles: ["super_admin"], reason: "Moves to another desk" };
    const asked = await api.call(access.updateUserRoles, { token: leaver.token, body });
    await suspend(ada.token, leaver.user_id);
    const { approval_id } = asked.body.data as { approval_id: string };
    expect((await request(approval_id)).effect.refusal).toContain("can only be declined");
    const refused = await agree(asked);
    expect([refused.status, refused.body.code]).toEqual([409, "maker_lost_right"]);
    const { version } = await request(approval_id);
    const declined = await api.call(approvals.decline, {
      token: bisi.token,
      params: { id: approval_id },
      body: { version, reason: "Nobody to ask" },
    });
    expect(declined.status).toBe(200);
    expect((await found(leaver.user_id)).asked).toMatchObject([{ id: approval_id, status: "declined" }]);
    expect((await found(bisi.user_id)).decided.map(({ id }) => id)).toContain(approval_id);
  });

  it("is never oneself", async () => {
    expect((await suspend(ada.token, ada.user_id)).status).toBe(403);
    expect((await found(ada.user_id)).abilities["suspend"]).toBe("own_access");
  });

  it("comes back when two people agree, and gets a mail", async () => {
    const leaver = await api.person("super_finance");
    await api.app.db
      .updateTable("users")
      .set({ password_hash: await hashPassword("a-Boat-of-9-reeds") })
      .where("id", "=", leaver.user_id)
      .execute();
    await suspend(ada.token, leaver.user_id);
    const answer = await api.call(calls.letBack, {
      token: ada.token,
      params: { id: leaver.user_id },
      body: { reason },
    });
    expect((await found(leaver.user_id)).status).toBe("suspended");
    expect((await found(leaver.user_id)).waiting).toHaveLength(1);
    expect((await agree(answer, ada.token)).status).toBe(403);
    expect((await agree(answer)).status).toBe(200);
    expect((await logIn(leaver.email)).status).toBe(200);
    expect((await mail(leaver.email))?.subject).toBe("You can sign in again");
  });

  it("does not come back with more than was asked about", async () => {
    const leaver = await api.person("super_support");
    await suspend(ada.token, leaver.user_id);
    const answer = await api.call(calls.letBack, {
      token: ada.token,
      params: { id: leaver.user_id },
      body: { reason },
    });
    await api.app.db
      .insertInto("user_roles")
      .values({ user_id: leaver.user_id, role: "super_finance", granted_by: ada.user_id })
      .execute();
    expect((await agree(answer)).body.code).toBe("roles_changed");
    expect((await found(leaver.user_id)).status).toBe("suspended");
  });
});

describe("a colleague's access", () => {
  it("loses its second factor by two people: they get a mail and are signed out", async () => {
    const person = await api.person("super_support");
    const ask = () =>
      api.call(calls.resetSecondFactor, {
        token: ada.token,
        params: { id: person.user_id },
        body: { reason: "Lost phone" },
      });
    expect((await ask()).body.code).toBe("no_second_factor");
    await api.database.pool.query(
      "update users set second_factor_enabled_at = now(), second_factor_secret = 'x' where id = $1",
      [person.user_id],
    );
    const answer = await ask();
    expect((await found(person.user_id)).has_second_factor).toBe(true);
    const { effect } = await request((answer.body.data as { approval_id: string }).approval_id);
    expect(effect.facts.map(({ label, value }) => `${label}: ${value}`).join("\n")).toMatch(
      /With the permissions: Update password, .*\nWhat follows: .*the password alone/,
    );
    expect((await agree(answer)).status).toBe(200);
    expect(await found(person.user_id)).toMatchObject({ has_second_factor: false, sessions: [] });
    expect(await status(person.token)).toBe(401);
    expect((await mail(person.email))?.subject).toBe("Your second factor was removed");
  });

  it("is ended everywhere by one, with a reason on record", async () => {
    const person = await api.person("super_support");
    const end = (token: string, body: object) =>
      api.call(calls.endSessions, { token, params: { id: person.user_id }, body });
    expect((await end(person.token, { reason })).status).toBe(403);
    expect((await end(ada.token, {})).status).toBe(422);
    expect((await end(ada.token, { reason })).status).toBe(200);
    expect(await status(person.token)).toBe(401);
    const { items } = (await api.call(audit.listAll, { token: ada.token, query: { search: "sessions" } })).body
      .datatable as { items: { action: string; reason: string | null; after: unknown }[] };
    expect(items.find(({ action }) => action === "sessions_ended")).toMatchObject({ reason, after: { sessions: 1 } });
  });

  it("changes by two people, with what is gained and lost, and acts on the next call (Z5)", async () => {
    const person = await api.person("super_support");
    const withheld = ["provider:can_view_loans"];
    const change = (body: object) =>
      api.call(calls.update, { token: ada.token, params: { id: person.user_id }, body: { reason, ...body } });
    expect((await change({ roles: ["super_support"], withheld: [] })).status).toBe(422);
    expect((await change({ roles: ["staff"], withheld: [] })).status).toBe(422);
    const answer = await change({ roles: ["super_finance"], withheld });
    const { effect } = await request((answer.body.data as { approval_id: string }).approval_id);
    const fact = (label: string) => effect.facts.find((each) => each.label === label)?.value;
    expect(fact("Permissions gained")).toContain("disburse loans");
    expect(fact("Permissions lost")).toContain("View loans");
    expect((await api.call(access.companyRoles, { token: person.token })).status).toBe(403);
    expect((await agree(answer)).status).toBe(200);
    const mine = (await api.call(session.find, { token: person.token })).body.data as { permissions: string[] };
    expect(mine.permissions).toContain("provider:can_disburse_loans");
    expect(mine.permissions).not.toContain("provider:can_view_loans");
    expect(await found(person.user_id)).toMatchObject({
      roles: "Finance",
      withheld,
      permission_count: mine.permissions.length,
    });
  });
});
