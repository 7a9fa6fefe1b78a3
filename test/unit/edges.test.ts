/** What the server holds before any call begins, and for every call alike. */
import * as people from "@manilla/contract/people/people";
import * as session from "@manilla/contract/platform/session";
import { roleSlugs } from "@manilla/contract/roles";
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { allCalls, mayCall } from "../../scripts/generate-permissions.ts";
import { pino } from "pino";
import { countedOnce } from "../../apps/api/src/db/counted-once.ts";
import type { Database } from "../../apps/api/src/db/database.ts";
import type { DomainError } from "../../apps/api/src/errors.ts";
import { countAttempt } from "../../apps/api/src/http/throttle.ts";
import { totalOf } from "../../apps/api/src/db/list-total.ts";
import { readCsv } from "../../apps/api/src/modules/people/imports/index.ts";
import { startTestApi } from "../api.ts";
import { useTestApi } from "../world.ts";

const TOKEN = "metrics-for-the-tests-only";
const api = await useTestApi({ METRICS_TOKEN: TOKEN });
const get = (path: string, headers: Record<string, string> = {}) => fetch(`${api.address}${path}`, { headers });

/** The application's own; what cleans up in the background waits for the lock too. */
const waitingFor = async (table: string): Promise<number> =>
  (
    await api.database.pool.query(
      "select 1 from pg_locks join pg_stat_activity using (pid) where relation = $1::regclass and not granted and usename = 'manilla_app'",
      [table],
    )
  ).rows.length;

describe("an answer", () => {
  it("is kept by no cache, and figures of the process are shown to who has the token", async () => {
    const { token } = await api.person("staff");
    for (const [path, headers] of [
      ["/api/session", { authorization: `Bearer ${token}` }],
      ["/api/session", {}],
      ["/api/nowhere", {}],
    ] as const)
      expect((await get(path, headers)).headers.get("cache-control"), path).toBe("no-store");
    const metrics = (given?: string) => get("/metrics", given ? { authorization: `Bearer ${given}` } : {});
    expect([(await metrics()).status, (await metrics("wrong")).status]).toEqual([404, 404]);
    expect(await (await metrics(TOKEN)).text()).toContain("http_request_seconds");
  });

  it("to ten thousand unknown names is short, and a name that stands twice is refused", async () => {
    const { token } = await api.person("super_operations");
    const send = async (body: string) => {
      const answer = await fetch(`${api.address}/api${people.create.path}`, {
        method: "POST",
        body,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      });
      return { status: answer.status, text: await answer.text() };
    };
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`unknown_${index}`, 1]));
    const answer = await send(JSON.stringify(many));
    expect([answer.status, answer.text.length < 10_000]).toEqual([422, true]);
    for (const twice of ['{"email":"a@b.example","email":"c@d.example"}', String.raw`{"name":{"a":"x\": ","a":2}}`])
      expect((await send(twice)).text, `${twice}`).toEqual(expect.stringContaining("could not be read"));
    for (const once of [String.raw`{"name":"\"a\": 1, \"a\": 2"}`, '{"name":["a",":b","c"]}'])
      expect([once, (await send(once)).text]).not.toEqual([once, expect.stringContaining("could not be read")]);
  });
});

describe("a secret", () => {
  const SECRETS = ["code", "otp", "password", "current_password", "token", "ticket", "pin", "credential"];
  const taking = allCalls().filter(
    ({ call }) => call.body instanceof z.ZodObject && SECRETS.some((name) => name in (call.body as z.ZodObject).shape),
  );

  it("can be guessed ten times by a person, whichever call takes it", async () => {
    const own = taking.filter(({ call }) => call.can !== "public");
    expect(own.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["session.removeSecondFactor", "session.stepUp", "session.confirmSecondFactor"]),
    );
    for (const { name, call } of own) {
      const { token, user_id } = await api.person(roleSlugs.findLast((slug) => mayCall(call, slug)) ?? "staff");
      await api.app.db
        .updateTable("profiles")
        .set({ employment_status: "employed", salary_kobo: 1n, account_no_encrypted: Buffer.from("x"), address: "x" })
        .where("user_id", "=", user_id)
        .execute();
      const tries: number[] = [];
      for (let again = 0; again < 11; again += 1)
        tries.push((await api.call(call, { token, params: new Proxy({}, { get: () => user_id }), body: {} })).status);
      expect(tries.slice(0, 10).includes(429), name).toBe(false);
      expect(tries.at(-1), name).toBe(429);
    }
  });

  it("is throttled for a network where nobody is signed in", async () => {
    const call = session.logIn;
    await api.app.db.deleteFrom("throttles").execute();
    const tries = await Promise.all(Array.from({ length: 202 }, () => api.call(call, { body: {} })));
    expect(tries.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(1);
    await api.app.db.deleteFrom("throttles").execute();
  });

  it("link for a new password is made after the answer: known and unknown addresses do the same before it", async () => {
    const { email } = await api.person("staff");
    const count = async () =>
      Number((await api.database.pool.query<{ n: string }>("select count(*) as n from one_time_codes")).rows[0]?.n);
    await api.database.pool.query(`
      create function slow_link() returns trigger language plpgsql as $$ begin perform pg_sleep(2); return new; end $$;
      create trigger slow_link before insert on one_time_codes for each row execute function slow_link()
    `);
    const before = await count();
    const started = performance.now();
    expect((await api.call(session.requestPasswordReset, { body: { email } })).status).toBe(200);
    expect(performance.now() - started).toBeLessThan(1_500);
    await expect.poll(count, { timeout: 8_000 }).toBe(before + 1);
    await api.database.pool.query("drop trigger slow_link on one_time_codes");
  });
});

describe("taking a list away", () => {
  it("asks for the second factor again where there is one", async () => {
    const { token, user_id } = await api.person("super_operations");
    const take = () => api.call(people.listAll, { token, query: { exportType: "csv" } });
    expect((await take()).status).toBe(200);
    const set = (values: object) => api.app.db.updateTable("users").set(values).where("id", "=", user_id).execute();
    await set({ second_factor_enabled_at: new Date() });
    expect(await take()).toMatchObject({ status: 403, body: { code: "step_up_required" } });
    expect((await api.call(people.listAll, { token })).status).toBe(200);
    await api.app.db
      .updateTable("sessions")
      .set({ stepped_up_until: new Date(Date.now() + 60_000) })
      .where("user_id", "=", user_id)
      .execute();
    expect((await take()).status).toBe(200);
  });
});

describe("one person cannot slow the others (O4)", () => {
  it("more requests than the process serves are told so at once, and nothing of them was begun", async () => {
    const small = await startTestApi({ MAX_UNDER_WAY: "2", RATE_LIMIT: "1000000" });
    try {
      const { token } = await small.person("super_operations");
      const lock = await small.database.pool.connect();
      await lock.query("begin; lock table sessions in access exclusive mode");
      const held = [1, 2].map(() => small.call(session.find, { token }));
      await expect
        .poll(async () => (await small.call(session.find, { token })).body.code, { timeout: 3_000 })
        .toBe("busy");
      const refused = await small.call(session.find, { token });
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
      // Refused at the door, without the headers of those who are in; a stream comes in, because a browser does not ask for it again.
      expect(refused.body).toMatchObject({ code: "busy", request_id: refused.headers.get("x-request-id") });
      const ask = (accept: string) =>
        fetch(`${small.address}/api${session.find.path}`, { headers: { authorization: `Bearer ${token}`, accept } });
      const policies = [await ask("application/json"), await ask("text/event-stream")].map(({ headers }) =>
        headers.get("referrer-policy"),
      );
      expect(policies).toEqual([null, "same-origin"]);
      expect((await fetch(`${small.address}/healthz`)).status).toBe(200);
      // Signing in has room of its own, which a change that moves nothing has not.
      const signIn = () =>
        small.call(session.logIn, { body: { email: "nobody@example.com", password: "no-such-password-1" } });
      const hurried = signIn();
      const change = await small.call(session.acceptTerms, { token, body: {} });
      expect(change.body.code).toBe("busy");
      await lock.query("rollback");
      lock.release();
      expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
      expect((await hurried).body.code).not.toBe("busy");
      expect((await small.call(session.find, { token })).status).toBe(200);
    } finally {
      await small.stop();
    }
  });

  it("the limit of requests is a person's own, and a made-up token does not make another one", async () => {
    const small = await startTestApi({ RATE_LIMIT: "5" });
    try {
      const [heavy, other] = [await small.person("staff"), await small.person("staff")];
      const ask = async (token: string) => (await small.call(session.find, { token })).status;
      expect(await ask(heavy.token)).toBe(200);
      expect(await ask(other.token)).toBe(200);
      const many = [await ask(heavy.token)];
      for (let again = 0; again < 6; again += 1) many.push(await ask(heavy.token));
      expect([many.at(-1), await ask(other.token)]).toEqual([429, 200]);
      const strangers: number[] = [];
      for (let again = 0; again < 6; again += 1) strangers.push(await ask(`made-up-token-number-${again}-of-many`));
      expect(strangers.at(-1)).toBe(429);
      expect((await fetch(`${small.address}/healthz`)).status).toBe(200);
    } finally {
      await small.stop();
    }
  });

  it("a flood of refused attempts writes nothing", async () => {
    const key = "flood";
    const attempt = () =>
      countAttempt(api.app.db, key, 2, 3_600).then(
        () => true,
        ({ status }: DomainError) => status,
      );
    const answers: unknown[] = [];
    for (let again = 0; again < 6; again += 1) answers.push(await attempt());
    expect(answers).toEqual([true, true, 429, 429, 429, 429]);
    const { rows } = await sql<{ count: number }>`select count from throttles where key = ${key}`.execute(api.app.db);
    expect(rows).toEqual([{ count: 3 }]);
  });

  it("counts in the background: the last asked first, at most twenty waiting, none for longer than two seconds", async () => {
    const rows = "generate_series(1, 20000) as g";
    const slow = sql`(select pg_sleep(0.3)) is not null`;
    const ask = (condition: typeof slow) => totalOf(api.app.db, rows, condition);
    const begin = (condition: typeof slow) => ask(condition).read(10_001, 1);
    begin(slow);
    for (let index = 0; index < 40; index += 1) begin(sql`${slow} and g > ${sql.lit(index)}`);
    const mine = sql`g > ${sql.lit(-1)}`;
    begin(mine);
    await expect.poll(() => ask(mine).known, { timeout: 1_500 }).toMatchObject({ is: "counted", count: 20_000 });
    expect(ask(sql`${slow} and g > ${sql.lit(2)}`).known).toMatchObject({ is: "at_least" });
    const endless = sql`(select pg_sleep(30)) is not null`;
    begin(endless);
    const next = sql`g > ${sql.lit(-2)}`;
    await new Promise((resolve) => setTimeout(resolve, 500));
    await expect.poll(() => (begin(next), ask(next).known), { timeout: 12_000 }).toMatchObject({ is: "counted" });
    expect(ask(endless).known).toMatchObject({ is: "at_least" });
  });

  it("a count goes on while one request wants it, and ends in the database when the last client has gone", async () => {
    const pauseFor = (seconds: number) =>
      api.database.pool.query(
        `
          insert into configuration (key, value, description) values ('pause_of_a_test', $1::text::jsonb, 'Seconds')
          on conflict (key) do update set value = excluded.value
        `,
        [String(seconds)],
      );
    await pauseFor(1.5);
    const slow = sql`
      (select pg_sleep(value::text::float) from configuration where key = 'pause_of_a_test') is not null and 47 = 47
    `;
    const running = async () =>
      (
        await api.app.pool.query(
          "select 1 from pg_stat_activity where query ~ '^select count.*as count from .*47 = 47' and state = 'active'",
        )
      ).rows.length;
    const clients = [new AbortController(), new AbortController()];
    for (const { signal } of clients)
      totalOf(api.app.db, "generate_series(1, 20000) as g", slow, signal).read(10_001, 1);
    await expect.poll(running, { timeout: 5_000 }).toBe(1);
    clients[0]?.abort();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await running()).toBe(1);
    clients[1]?.abort();
    await expect.poll(running, { interval: 20 }).toBe(0);
    // It came to no figure, and was not given up either: who asks again has it counted.
    await pauseFor(0);
    expect(totalOf(api.app.db, "generate_series(1, 20000) as g", slow).known).toMatchObject({ is: "at_least" });
    await expect
      .poll(() => totalOf(api.app.db, "generate_series(1, 20000) as g", slow).known, { timeout: 15_000 })
      .toMatchObject({ is: "counted", count: 20_000 });
  });

  it("a page of a list that its client has left is not looked for any longer, and is no error", async () => {
    const [holder, { token }] = [await api.database.pool.connect(), await api.person("super_admin")];
    const written: string[] = [];
    Object.assign(api.app.log, { [pino.symbols.streamSym]: { write: (line: string) => written.push(line) } });
    api.app.log.level = "info";
    const waits = () => waitingFor("approvals");
    try {
      await holder.query("begin");
      await holder.query("lock table approvals in access exclusive mode");
      const client = new AbortController();
      const asked = fetch(`${api.address}/api/admin/approvals?search=left`, {
        headers: { authorization: `Bearer ${token}` },
        signal: client.signal,
      }).catch(() => undefined);
      await expect.poll(waits).toBe(1);
      client.abort();
      await asked;
      await expect.poll(waits, { timeout: 2_000 }).toBe(0);
      await expect.poll(() => written.some((line) => line.includes('"the client left"'))).toBe(true);
      expect(written.filter((line) => (JSON.parse(line) as { level: number }).level > 30)).toEqual([]);
    } finally {
      api.app.log.level = "silent";
      await holder.query("rollback");
      holder.release();
    }
  });

  it("figures that everybody shares are counted while one request waits for them, and end in the database with the last", async () => {
    const once = countedOnce<{ figure: bigint }>();
    // It takes as long as this lock is held, on a slow machine and a quick one.
    const busy = await api.database.pool.connect();
    await busy.query("select pg_advisory_lock(53)");
    const slow = sql<{
      figure: bigint;
    }>`select count(*) as figure from (select pg_advisory_xact_lock_shared(53) offset 0) as counted`;
    const count = async (db: Database) => (await slow.execute(db)).rows[0]!;
    const running = async () =>
      (
        await api.app.pool.query(
          "select 1 from pg_stat_activity where query like 'select count(*) as figure from (%lock_shared(53)%' and state = 'active'",
        )
      ).rows.length;
    const clients = [new AbortController(), new AbortController()];
    const answers = clients.map(({ signal }) => once({ pool: api.app.pool, left: () => signal }, count));
    const refused = Promise.allSettled(answers);
    await expect.poll(running, { timeout: 5_000 }).toBe(1);
    clients[0]?.abort();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await running()).toBe(1);
    clients[1]?.abort();
    // Who asks at that very moment is not given what was broken off.
    const next = once({ pool: api.app.pool, left: () => new AbortController().signal }, count);
    expect((await refused).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await busy.query("select pg_advisory_unlock(53)");
    busy.release();
    expect(await next).toMatchObject({ figure: 1n });
    const { token } = await api.person("super_admin");
    const holder = await api.database.pool.connect();
    const waits = () => waitingFor("payouts");
    try {
      await holder.query("begin");
      await holder.query("lock table payouts in access exclusive mode");
      const client = new AbortController();
      const asked = fetch(`${api.address}/api/admin/personal/disbursements/statistics`, {
        headers: { authorization: `Bearer ${token}` },
        signal: client.signal,
      }).catch(() => undefined);
      await expect.poll(waits).toBeGreaterThan(0);
      client.abort();
      await asked;
      await expect.poll(waits, { timeout: 2_000 }).toBe(0);
    } finally {
      await holder.query("rollback");
      holder.release();
    }
  });

  it("a large import is read in slices: other work has its turn between them", async () => {
    const lines = Array.from(
      { length: 49_000 },
      (_, index) => `Ada Obi,a${index}@mail.example,0803${1_000_000 + index},${"x".repeat(150)}`,
    );
    const file = Buffer.from(`name,email,phone,remark\n${lines.join("\n")}`);
    const SLICE_BYTES = 65_536;
    let [turns, isRead] = [0, false];
    const others = (async () => {
      for (; !isRead; turns += 1) await setImmediate();
    })();
    expect(await readCsv(file)).toHaveLength(49_000);
    isRead = true;
    await others;
    // All at once it was a few.
    expect(turns).toBeGreaterThan(file.length / SLICE_BYTES);
  });
});
