/** Promises E1 (one absolute hour; logging out, a new password, disabling revoke at once), E2 (tries and codes are counted), E3 (codes are bound, single, short-lived). */
import { once } from "node:events";
import { connect } from "node:net";
import * as people from "@manilla/contract/people/people";
import * as registration from "@manilla/contract/people/registration";
import * as calls from "@manilla/contract/platform/session";
import { sql } from "kysely";
import { afterEach, describe, expect, it, vi } from "vitest";
import { clock } from "../../apps/api/src/clock.ts";
import { MAX_STREAMS } from "../../apps/api/src/http/events.ts";
import { createServer } from "../../apps/api/src/http/server.ts";
import { hashPassword } from "../../apps/api/src/modules/platform/session/passwords.ts";
import { issueCode, useCode } from "../../apps/api/src/modules/platform/session/codes.ts";
import { useTestApi } from "../world.ts";

const api = await useTestApi();
afterEach(() => vi.restoreAllMocks());

/** Moves the application's wall clock; the database's stays. */
function later(seconds: number): void {
  const at = Date.now() + seconds * 1_000;
  vi.spyOn(clock, "now").mockImplementation(() => new Date(at));
  vi.spyOn(clock, "milliseconds").mockImplementation(() => at);
}
const PASSWORD = "correct-horse-9";
async function person() {
  const made = await api.person("staff");
  await api.app.db
    .updateTable("users")
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where("id", "=", made.user_id)
    .execute();
  return made;
}
const logIn = async (email: string) =>
  ((await api.call(calls.logIn, { body: { email, password: PASSWORD } })).body.data as { token: string }).token;
const statusOf = async (token: string) => (await api.call(calls.find, { token })).status;
const codeSent = async (): Promise<string> => {
  const { rows } = await api.database.pool.query<{ data: { text: string } }>(
    "select data from pgboss.job where name in ('send-sms', 'send-mail') order by created_on desc limit 1",
  );
  return /code is (\d{6})/.exec(rows[0]?.data.text ?? "")?.[1] ?? "";
};

describe("a stream of events", () => {
  const read = async (token: string) => {
    const response = await fetch(`${api.address}/api/notification/stream`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const reader = response.body?.getReader();
    const next = async (): Promise<string> => new TextDecoder().decode((await reader?.read())?.value);
    return { response, next, leave: () => reader?.cancel() };
  };
  const tell = (user_id: string, title: string) =>
    api.app.pool.query("select pg_notify('live', $1)", [
      JSON.stringify({ user_id, event: "notification", data: { title } }),
    ]);

  it("ends with its session: what comes after it is not told", async () => {
    const { email, user_id } = await person();
    const token = await logIn(email);
    const { response, next } = await read(token);
    expect([
      response.status,
      response.headers.get("content-type"),
      response.headers.get("x-content-type-options"),
    ]).toEqual([200, "text/event-stream", "nosniff"]);
    expect(await next()).toContain("unread_count");
    await tell(user_id, "while signed in");
    expect(await next()).toContain("while signed in");
    expect(await next()).toContain("unread_count");
    await api.call(calls.logOut, { token, body: {} });
    await tell(user_id, "a secret");
    expect(await next()).toBe("");
  });

  it("is given to one person only so many times, and again when one is closed", async () => {
    const token = await logIn((await person()).email);
    const open = await Promise.all(Array.from({ length: MAX_STREAMS }, () => read(token)));
    expect(open.map(({ response }) => response.status)).toEqual(open.map(() => 200));
    const beyond = await read(token);
    expect([beyond.response.status, beyond.response.headers.get("retry-after")]).toEqual([429, "60"]);
    await open[0]?.leave();
    await vi.waitFor(async () => {
      const again = await read(token);
      expect(again.response.status).toBe(200);
      open.push(again);
    });
    for (const { leave } of open) await leave();
  });

  it("does not keep a server that closes, nor does a connection over which nothing was asked", async () => {
    const { app } = api;
    const server = await createServer(app);
    const address = await server.listen({ port: 0, host: "127.0.0.1" });
    const { body } = await fetch(`${address}/api/notification/stream`, {
      headers: { authorization: `Bearer ${await logIn((await person()).email)}` },
    });
    const reader = body?.getReader();
    await reader?.read();
    const unused = connect(Number(new URL(address).port), "127.0.0.1");
    unused.on("error", () => undefined);
    await once(unused, "connect");
    const ended = reader?.read().then(
      ({ done }) => done,
      () => true,
    );
    await server.close();
    expect(await ended).toBe(true);
    unused.destroy();
  });

  it("has no head alone to wait for", async () => {
    const token = await logIn((await person()).email);
    expect(
      (
        await fetch(`${api.address}/api/notification/stream`, {
          method: "HEAD",
          headers: { authorization: `Bearer ${token}` },
        })
      ).status,
    ).toBe(405);
  });
});

describe("a session (E1)", () => {
  it("lives 3599 seconds and not 3601, however busy it was", async () => {
    const token = await logIn((await person()).email);
    for (const seconds of [900, 1_800, 3_000, 3_599]) {
      later(seconds);
      expect(await statusOf(token), `${seconds}`).toBe(200);
    }
    later(3_601);
    expect(await statusOf(token)).toBe(401);
  });

  it("is not lengthened by the step-up, and the step-up itself ends after five minutes", async () => {
    const { email, user_id } = await person();
    const token = await logIn(email);
    later(3_500);
    expect((await api.call(calls.stepUp, { token, body: { password: PASSWORD } })).status).toBe(200);
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from stepped_up_until)::float - ${clock.milliseconds() / 1_000}::float as seconds
      from sessions
      where user_id = ${user_id}
      order by created_at desc
      limit 1
    `.execute(api.app.db);
    expect(rows[0]?.seconds).toBeCloseTo(300, 0);
    later(3_601);
    expect(await statusOf(token)).toBe(401);
  });

  it.each([
    ["logging out", async ({ token }: { token: string }) => api.call(calls.logOut, { token }), 401],
    [
      "a password set elsewhere",
      async ({ email }: { email: string }) =>
        api.call(calls.updatePassword, {
          token: await logIn(email),
          body: { current_password: PASSWORD, password: "Copper-7-river", password_confirmation: "Copper-7-river" },
        }),
      401,
    ],
    [
      "being blacklisted by staff",
      async ({ user_id }: { user_id: string }) =>
        api.call(people.blacklist, {
          token: (await api.person("super_risk")).token,
          params: { id: user_id },
          body: { reason: "Fraud was found" },
        }),
      401,
    ],
    [
      "being revoked from the list of sessions",
      async ({ token, email }: { token: string; email: string }) => {
        const other = await logIn(email);
        const { sessions } = (await api.call(calls.sessions, { token })).body.data as {
          sessions: { id: string; is_current: boolean }[];
        };
        return api.call(calls.revoke, {
          token: other,
          params: { id: sessions.find(({ is_current }) => is_current)?.id ?? "" },
        });
      },
      401,
    ],
  ] as const)("ends at once with %s", async (_, end, status) => {
    const someone = await person();
    const token = await logIn(someone.email);
    expect(await statusOf(token)).toBe(200);
    expect((await end({ ...someone, token })).status).toBe(200);
    expect(await statusOf(token)).toBe(status);
  });

  it("cannot be guessed, written into or read from the database", async () => {
    const token = await logIn((await person()).email);
    const { rows } = await api.database.pool.query<{ text: string }>(
      "select string_agg(s::text, ' ') as text from sessions s",
    );
    expect(rows[0]?.text).not.toContain(token);
    expect(rows[0]?.text).not.toContain(Buffer.from(token).toString("hex"));
    for (const wrong of [
      `${token}x`,
      token.slice(0, -1),
      token.toLowerCase(),
      "' or 1=1 --",
      "",
      "null",
      "a".repeat(5_000),
    ])
      expect(await statusOf(wrong), `${wrong.length}`).toBe(401);
  });
});

describe("tries are counted (E2)", () => {
  it("once for a person, however their number is spelled and whether the address or the number is given", async () => {
    const { email, phone } = await person();
    const names = [email, email.toUpperCase(), phone, phone.slice(1), `0${phone.slice(4)}`, ` ${phone} `];
    const statuses: number[] = [];
    for (let turn = 0; turn < 18; turn += 1)
      statuses.push(
        (await api.call(calls.logIn, { body: { email: names[turn % names.length], password: "guess" } })).status,
      );
    expect(statuses.filter((status) => status === 422).length).toBeLessThanOrEqual(10);
    expect((await api.call(calls.logIn, { body: { email, password: PASSWORD } })).status).toBe(429);
  });

  it("also when each of them says that it comes from another network", async () => {
    const { email } = await person();
    const tries = await Promise.all(
      Array.from({ length: 14 }, (_, index) =>
        api.call(calls.logIn, {
          body: { email, password: "guess" },
          headers: { "x-forwarded-for": `10.0.0.${index}` },
        }),
      ),
    );
    expect(tries.filter(({ status }) => status === 422)).toHaveLength(10);
  });

  it("spraying one password over many accounts ends at the network's limit", async () => {
    await api.app.db.deleteFrom("throttles").execute();
    const tries = await Promise.all(
      Array.from({ length: 110 }, (_, index) =>
        api.call(calls.logIn, { body: { email: `spray-${index}@test.example`, password: "Summer-2026!" } }),
      ),
    );
    expect(tries.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(10);
    await api.app.db.deleteFrom("throttles").execute();
  });

  it("gives five codes an hour for one destination, also at once, and five reset mails for one address, known or not", async () => {
    const { token, email } = await person();
    const codes = await Promise.all(
      Array.from({ length: 8 }, () =>
        api.call(calls.requestOtp, { token, body: { purpose: "phone", channel: "sms" } }),
      ),
    );
    expect(codes.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    for (const address of [email, "nobody@test.example"]) {
      const resets = await Promise.all(
        Array.from({ length: 8 }, () => api.call(calls.requestPasswordReset, { body: { email: address } })),
      );
      expect(resets.map(({ status }) => status).toSorted(), `${address}`).toEqual([
        200, 200, 200, 200, 200, 429, 429, 429,
      ]);
    }
  });

  it("answers a reset, a registration and a login the same for known and unknown addresses", async () => {
    await api.app.db.deleteFrom("throttles").execute();
    const { email, phone } = await person();
    const strip = ({ status, body }: { status: number; body: object }) =>
      JSON.stringify([status, body], (key, value: unknown) =>
        ["request_id", "registration_token", "expires_at", "sent_to"].includes(key) ? "" : value,
      );
    for (const [name, known, unknown] of [
      [
        "reset",
        api.call(calls.requestPasswordReset, { body: { email } }),
        api.call(calls.requestPasswordReset, { body: { email: "nobody2@test.example" } }),
      ],
      [
        "login",
        api.call(calls.logIn, { body: { email, password: "x" } }),
        api.call(calls.logIn, { body: { email: "nobody3@test.example", password: "x" } }),
      ],
      [
        "register",
        api.call(registration.register, {
          body: { name: "Ada Eze", email, phone: "08031117771", password: "Bright-river-7", accepts_terms: true },
        }),
        api.call(registration.register, {
          body: {
            name: "Ada Eze",
            email: "new@test.example",
            phone: "08031117772",
            password: "Bright-river-7",
            accepts_terms: true,
          },
        }),
      ],
      [
        "register with a taken phone",
        api.call(registration.register, {
          body: {
            name: "Ada Eze",
            email: "new3@test.example",
            phone: `0${phone.slice(4)}`,
            password: "Bright-river-7",
            accepts_terms: true,
          },
        }),
        api.call(registration.register, {
          body: {
            name: "Ada Eze",
            email: "new2@test.example",
            phone: "08031117773",
            password: "Bright-river-7",
            accepts_terms: true,
          },
        }),
      ],
    ] as const)
      expect([name, strip(await known)]).toEqual([name, strip(await unknown)]);
  });
});

describe("a code (E3)", () => {
  const purpose = "work_email";
  const issue = (user_id: string, destination = `${user_id}@codes.example`) =>
    issueCode(api.app.db, { user_id, destination, purpose });
  const use = (which: Parameters<typeof useCode>[1], code: string) =>
    useCode(api.app.db, which, code).then(
      () => "taken",
      (error: Error) => error.message,
    );
  const REFUSED = "This code is wrong or has expired.";

  it("works once, also when it comes from two sides at the same moment", async () => {
    const { user_id } = await person();
    const { id, code } = await issue(user_id);
    const answers = await Promise.all(Array.from({ length: 4 }, () => use({ id, purpose }, code)));
    expect(answers.toSorted()).toEqual([REFUSED, REFUSED, REFUSED, "taken"].toSorted());
    expect(await use({ id, purpose }, code)).toBe(REFUSED);
  });

  it("serves no other purpose, no other person and no other request, and the newer one replaces it", async () => {
    const [{ user_id }, other] = [await person(), await person()];
    const { id, code } = await issue(user_id);
    expect(await use({ id, purpose: "registration" }, code)).toBe(REFUSED);
    expect(await use({ user_id: other.user_id, purpose }, code)).toBe(REFUSED);
    const theirs = await issue(other.user_id);
    expect(theirs.code === code ? REFUSED : await use({ id: theirs.id, purpose }, code)).toBe(REFUSED);
    const newer = await issue(user_id);
    expect(await use({ id, purpose }, code)).toBe(REFUSED);
    expect(await use({ id: newer.id, purpose }, newer.code)).toBe("taken");
  });

  it("lives ten minutes, and dies of five wrong guesses", async () => {
    const { user_id } = await person();
    const late = await issue(user_id);
    later(601);
    expect(await use({ id: late.id, purpose }, late.code)).toBe(REFUSED);
    vi.restoreAllMocks();
    const inTime = await issue(user_id);
    later(599);
    expect(await use({ id: inTime.id, purpose }, inTime.code)).toBe("taken");
    vi.restoreAllMocks();
    const guessed = await issue(user_id);
    for (let guess = 0; guess < 5; guess += 1)
      expect(await use({ id: guessed.id, purpose }, guessed.code === "000000" ? "000001" : "000000")).toBe(REFUSED);
    expect(await use({ id: guessed.id, purpose }, guessed.code)).toBe(REFUSED);
  });

  it("stands in the database as a hash only", async () => {
    const { token } = await person();
    await api.call(calls.requestOtp, { token, body: { purpose: "email", channel: "email" } });
    const code = await codeSent();
    const { rows } = await api.database.pool.query<{ text: string }>(
      "select string_agg(c::text, ' ') as text from one_time_codes c",
    );
    expect(code).toMatch(/^\d{6}$/);
    expect(rows[0]?.text).not.toMatch(new RegExp(`[,("]${code}[,)"]`));
    expect(rows[0]?.text).not.toContain('"code"');
  });
});
