import * as audit from "@manilla/contract/platform/audit";
import * as loans from "@manilla/contract/lending/loans";
import * as notifications from "@manilla/contract/platform/notifications";
import * as people from "@manilla/contract/people/people";
import * as calls from "@manilla/contract/platform/session";
import { describe, expect, it } from "vitest";
import { generate } from "otplib";
import { startTestApi } from "../../../../../../test/api.ts";
import { useTestApi } from "../../../../../../test/world.ts";

const api = await useTestApi();

const start = (token: string, user_id: string) =>
  api.call(calls.startViewingAs, { token, body: { user_id, reason: "She sees no due date" } });
const tokenOf = (answer: { body: { data: never } }) => (answer.body.data as { token: string }).token;

describe("viewing as somebody", () => {
  it("shows what that person sees, says who looks, and changes nothing", async () => {
    const [support, customer] = [
      await api.person("super_support", { name: "Sola" }),
      await api.person("staff", { name: "Amara" }),
    ];
    const viewing = tokenOf(await start(support.token, customer.user_id));
    const { data } = (await api.call(calls.find, { token: viewing })).body as {
      data: {
        user: { id: string };
        viewed_by: { user_id: string; name: string };
        account_types: string[];
        expires_at: string;
      };
    };
    expect(data).toMatchObject({
      user: { id: customer.user_id },
      viewed_by: { user_id: support.user_id, name: expect.stringContaining("Sola") as string },
      account_types: ["customer"],
    });
    const own = (await api.call(calls.find, { token: support.token })).body.data as { expires_at: string };
    expect(data.expires_at < own.expires_at).toBe(true);
    for (const [call, body] of [
      [loans.request, {}],
      [notifications.markAllRead, undefined],
      [calls.closeModal, undefined],
      [calls.stepUp, { password: "x" }],
      [calls.updatePassword, { password: "x" }],
    ] as const) {
      const {
        status,
        body: { code },
      } = await api.call(call, { token: viewing, params: { modal: "x" }, body });
      expect(status, call.path).toBe(403);
      expect(code, call.path).toBe("only_viewing");
    }
    expect((await api.call(people.find, { token: viewing, params: { id: customer.user_id } })).status).toBe(403);
  });

  it("ends on Stop with one's own session under a new token, and leaves both names in the audit trail", async () => {
    const [support, customer, admin] = [
      await api.person("super_support", { name: "Sola" }),
      await api.person("staff", { name: "Bisi" }),
      await api.person("super_admin"),
    ];
    const viewing = tokenOf(await start(support.token, customer.user_id));
    const own = tokenOf(await api.call(calls.stopViewingAs, { token: viewing }));
    expect((await api.call(calls.find, { token: viewing })).status).toBe(401);
    expect((await api.call(calls.find, { token: support.token })).status).toBe(401);
    expect((await api.call(calls.find, { token: own })).body.data).toMatchObject({
      user: { id: support.user_id },
      viewed_by: null,
    });
    expect((await api.call(calls.stopViewingAs, { token: own })).status).toBe(403);
    const trail = (
      await api.call(audit.listAll, {
        token: admin.token,
        query: { limit: 100, filter: JSON.stringify({ subject_id: customer.user_id }) },
      })
    ).body.datatable as { items: { action: string; actor_id: string; actor_name: string; reason: string | null }[] };
    expect(trail.items.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ["view_as_stopped", support.user_id],
      ["view_as_started", support.user_id],
    ]);
    expect(trail.items[0]?.actor_name).toMatch(/^Sola .*, viewing as Bisi /);
    expect(trail.items[1]?.reason).toBe("She sees no due date");
  });

  it("is for those who may, never of the provider's own people, and ends with the viewer's right or session", async () => {
    const [support, risk, customer, colleague] = [
      await api.person("super_support"),
      await api.person("super_risk"),
      await api.person("staff"),
      await api.person("super_finance"),
    ];
    expect((await start(risk.token, customer.user_id)).status).toBe(403);
    expect((await start(support.token, colleague.user_id)).status).toBe(403);
    expect((await start(support.token, support.user_id)).status).toBe(404);
    const viewing = tokenOf(await start(support.token, customer.user_id));
    expect((await start(viewing, customer.user_id)).status).toBe(403);
    expect(
      ((await api.call(calls.sessions, { token: customer.token })).body.data as { sessions: unknown[] }).sessions,
    ).toHaveLength(1);
    await api.database.pool.query("update user_roles set role = 'super_risk' where user_id = $1", [support.user_id]);
    expect((await api.call(calls.find, { token: viewing })).status).toBe(401);
    await api.database.pool.query("update user_roles set role = 'super_support' where user_id = $1", [support.user_id]);
    await api.call(calls.logOut, { token: support.token });
    expect((await api.call(calls.find, { token: viewing })).status).toBe(401);
  });
});

describe("step-up", () => {
  it("wants password and a code where a second factor is required; one that was sent will do, once", async () => {
    const strict = await startTestApi({ SECOND_FACTOR_REQUIRED: "true" });
    try {
      const { token, email } = await strict.person("super_support");
      const password = "Copper-River-27";
      const hash = await (await import("./passwords.ts")).hashPassword(password);
      await strict.database.pool.query("update users set password_hash = $1 where email = $2", [hash, email]);
      const attempt = (code?: string) =>
        strict.call(calls.stepUp, { token, body: { password, ...(code && { code }) } });
      expect((await attempt()).body.errors).toEqual({ code: ["this field is required"] });
      await strict.call(calls.requestOtp, { token, body: { purpose: "step_up" } });
      const { rows } = await strict.database.pool.query<{ data: { text: string } }>(
        "select data from pgboss.job where name in ('send-sms', 'send-mail') order by created_on desc limit 1",
      );
      const code = /\b\d{6}\b/.exec(rows[0]?.data.text ?? "")?.[0] ?? "";
      expect((await attempt(code === "000000" ? "000001" : "000000")).status).toBe(422);
      expect((await attempt(code)).status).toBe(200);
      expect((await attempt(code)).status).toBe(422);
      const byDevice = async () =>
        (
          await strict.database.pool.query<{ is: boolean }>(
            "select s.stepped_up_by_device as is from sessions s join users u on u.id = s.user_id where u.email = $1",
            [email],
          )
        ).rows[0]?.is;
      expect(await byDevice(), "a code that was sent is no device of theirs").toBe(false);
      const { body } = await strict.call(calls.startSecondFactor, { token, body: { password } });
      const { secret } = body.data as { secret: string };
      const confirmed = await strict.call(calls.confirmSecondFactor, {
        token,
        body: { code: await generate({ secret }) },
      });
      expect(confirmed.status).toBe(200);
      // The code of this half minute was used to confirm it.
      await strict.database.pool.query("update users set second_factor_last_step = null where email = $1", [email]);
      expect((await attempt(await generate({ secret }))).status).toBe(200);
      expect(await byDevice()).toBe(true);
    } finally {
      await strict.stop();
    }
  });
});
