/** Two real processes on one port, over real HTTP: what must be right whichever of them a request meets, and what becomes of one that is killed. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { listAll } from "@manilla/contract/platform/audit";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { useTestApi } from "../../../test/world.ts";
import { clock } from "./clock.ts";
import { poolWithin } from "./db/connections.ts";
import { createRequestCounts } from "./http/request-counts.ts";
import { pauseAfter } from "./processes.ts";

const LIMIT = 60;
const METRICS_TOKEN = "metrics-of-all-processes-1";
const api = await useTestApi();
const { config } = api.app;
let port = 0;
let primary: ChildProcess;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const free = (server.address() as AddressInfo).port;
  await new Promise((resolve) => server.close(resolve));
  return free;
}

interface Asked {
  token?: string;
  body?: unknown;
  key?: string;
}
const begin = (agent: Agent, method: string, path: string, { token, body, key }: Asked = {}) =>
  request({
    agent,
    port,
    method,
    path,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(key && { "idempotency-key": key }),
    },
  });
const answerTo = (asked: ReturnType<typeof begin>): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => asked.once("response", resolve).once("error", reject));
async function textOf(answer: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of answer) text += String(chunk);
  return text;
}
async function ask<Body = Record<string, never>>(agent: Agent, method: string, path: string, asked: Asked = {}) {
  const outgoing = begin(agent, method, path, asked);
  outgoing.end(asked.body === undefined ? undefined : JSON.stringify(asked.body));
  const answer = await answerTo(outgoing);
  const text = await textOf(answer);
  const body = (text.startsWith("{") ? JSON.parse(text) : { text }) as Body;
  return { status: answer.statusCode ?? 0, body };
}

/** A connection that stays with the process that it was dealt to. */
const connection = (): Agent => new Agent({ keepAlive: true, maxSockets: 1 });
const readiness = async (agent: Agent) =>
  (await ask<{ process: number; processes: { wanted: number; answering: number } }>(agent, "GET", "/readyz")).body;
async function connectionsToBoth(): Promise<[Agent, Agent]> {
  const first = connection();
  const { process: one } = await readiness(first);
  for (;;) {
    const second = connection();
    if ((await readiness(second)).process !== one) return [first, second];
    second.destroy();
  }
}
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 60_000; performance.now() < end; await sleep(100))
    if (await isSo().catch(() => false)) return;
  throw new Error(`It did not happen: ${what}`);
}
const bothAnswer = async (): Promise<boolean> => {
  const agent = connection();
  const { processes } = await readiness(agent).finally(() => agent.destroy());
  return processes.answering === 2;
};
/** In the order of their starts. */
const childrenOf = (pid: number | undefined): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);

beforeAll(async () => {
  port = await freePort();
  primary = spawn(process.execPath, [join(import.meta.dirname, "processes.ts")], {
    env: {
      NODE_ENV: "test",
      RUN: "api",
      API_PROCESSES: "2",
      PORT: String(port),
      DATABASE_URL: api.database.app_url,
      DATABASE_OWNER_URL: api.database.url,
      DATA_FOLDER: config.DATA_FOLDER,
      DATABASE_POOL: "4",
      RATE_LIMIT: String(LIMIT),
      METRICS_TOKEN,
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await until("both processes answer", bothAnswer);
});
afterAll(() => void primary?.kill("SIGKILL"));

describe("two processes behind one port", () => {
  it("people on different processes hear and see each other at once", async () => {
    const [ada, ben] = [await api.person("super_risk"), await api.person("super_finance")];
    const body = { subject: "loan", id: uuidv7() };
    const [one, other] = await connectionsToBoth();
    await ask(one, "POST", "/api/presence", { token: ada.token, body });
    const stream = begin(one, "GET", "/api/notification/stream", { token: ada.token });
    stream.end();
    const events = await answerTo(stream);
    const heard = new Promise<string>((resolve) =>
      events.on("data", (chunk: Buffer) => String(chunk).includes("event: presence") && resolve(String(chunk))),
    );
    const seen = await ask(other, "POST", "/api/presence", { token: ben.token, body });
    expect(seen.body).toMatchObject({ data: { others: [{ user_id: ada.user_id }] } });
    expect(await heard).toContain(body.id);
    events.destroy();
  });

  it("the limit of requests counts what both have had", async () => {
    const { token } = await api.person("super_risk");
    const agents = await connectionsToBoth();
    const from = (agent: Agent) => ask(agent, "GET", "/api/notification/unread", { token });
    // The first is counted by its address: who it is becomes known by it.
    await Promise.all(agents.map(from));
    for (let number = 0; number < LIMIT / 2; number += 1) await Promise.all(agents.map(from));
    // Neither has had more than half, and a little more than a second later both know that it is enough.
    await until("both refuse", async () => (await Promise.all(agents.map(from))).every(({ status }) => status === 429));
    const { rows } = await api.app.pool.query<{ count: number }>(
      "select count from throttles where key like 'requests:%' order by count desc limit 1",
    );
    expect(rows[0]?.count).toBeLessThan(2 * LIMIT);
  });

  it("a large list that one has counted has its total on the other", async () => {
    await api.database.pool.query(
      `
        insert into audit_records (id, actor_name, action, subject_type, recorded_at)
        select gen_random_uuid(), 'System', 'counted', 'test', now() - n * interval '1 second' from generate_series(1, 15000) n
      `,
    );
    const { token } = await api.person("super_admin");
    const [one, other] = await connectionsToBoth();
    const metaFrom = async (agent: Agent) => {
      const { body } = await ask<{ datatable: { meta: { total_is: string; total_counted_at?: string } } }>(
        agent,
        "GET",
        `/api${listAll.path}?search=counted`,
        { token },
      );
      return body.datatable.meta;
    };
    await until("one has counted it", async () => (await metaFrom(one)).total_is === "counted");
    const { total_counted_at } = await metaFrom(one);
    await until("the other has heard of it", async () => (await metaFrom(other)).total_is === "counted");
    expect(await metaFrom(other)).toMatchObject({ total_is: "counted", total_counted_at });
  });

  it("the figures for Prometheus are those of all", async () => {
    const [one] = await connectionsToBoth();
    const { body } = await ask(one, "GET", "/metrics", { token: METRICS_TOKEN });
    expect(String(body["text"])).toContain("manilla_processes 2");
    expect(String(body["text"])).toContain('http_request_seconds_count{method="GET",route="/readyz"');
  });

  it("one that is killed in the middle comes back, and what it was asked for is done once, by whichever is asked again", async () => {
    const { token } = await api.person("super_admin");
    const [one, other] = await connectionsToBoth();
    const { process: dying } = await readiness(one);
    const register = (agent: Agent, name: string) =>
      ask(agent, "POST", "/api/admin/affiliates", {
        token,
        key: `processes-${name}`,
        body: { name: `Ada ${name}`, email: `${name}@brings.example`, phone: "08031234567", commission_percent: "2" },
      });
    const first = await register(one, "Done");
    expect(first.status).toBe(200);
    // The next one waits in the middle of its transaction when its process is killed.
    const holder = await api.database.pool.connect();
    await holder.query("begin");
    await holder.query("lock table affiliates in share mode");
    const broken = register(one, "Broken").then(
      () => "answered",
      () => "broken off",
    );
    const held = "select 1 from pg_locks where relation = 'affiliates'::regclass and not granted";
    await until("it waits", async () => (await api.app.pool.query(held)).rows.length > 0);
    const [first_child, second_child] = childrenOf(primary.pid);
    process.kill(dying === 1 ? first_child! : second_child!, "SIGKILL");
    expect(await broken).toBe("broken off");
    await holder.query("rollback");
    holder.release();

    expect((await register(other, "Done")).body).toEqual(first.body);
    expect((await register(other, "Broken")).body["code"]).toBe("in_flight");
    // A quarter of a minute passes, in which the dead one does not say that it lives (http/key-holder.ts).
    await api.database.pool.query("update idempotency_keys set touched_at = touched_at - interval '16 seconds'");
    await api.database.pool.query("update twin_requests set started_at = started_at - interval '16 seconds'");
    await api.database.pool.query("delete from key_holders");
    await until("the other does it", async () => (await register(other, "Broken")).status === 200);
    const { rows } = await api.app.pool.query<{ name: string }>("select name from affiliates order by name");
    expect(rows.map(({ name }) => name)).toEqual(["Ada Broken", "Ada Done"]);
    await until("both answer again", bothAnswer);
    expect((await register((await connectionsToBoth())[1], "Done")).body).toEqual(first.body);
  });

  it("ends when it has answered what it has begun", async () => {
    const { token } = await api.person("super_risk");
    const agent = connection();
    const text = JSON.stringify({ subject: "loan", id: uuidv7() });
    const slow = begin(agent, "POST", "/api/presence", { token, body: text });
    slow.write(text.slice(0, 10));
    await sleep(200);
    const ended = new Promise<number | null>((resolve) => primary.once("exit", (code) => resolve(code)));
    primary.kill("SIGTERM");
    await sleep(300);
    slow.end(text.slice(10));
    expect((await answerTo(slow)).statusCode).toBe(200);
    expect(await ended).toBe(0);
  });
});

describe("what several processes share", () => {
  it("is counted in the database, and each learns of the others'", async () => {
    const [one, other] = [createRequestCounts(api.app.db, 10), createRequestCounts(api.app.db, 10)];
    const come = (to: typeof one) => new Promise<number>((resolve) => to.incr("Ada", (_, of) => resolve(of!.current)));
    for (const expected of [1, 2, 3]) expect(await come(one)).toBe(expected);
    expect(await come(other)).toBe(1);
    await one.addUp();
    await other.addUp();
    expect(await come(other)).toBe(5);
    // It knows of the fifth only when it adds up again.
    expect(await come(one)).toBe(4);
    await other.addUp();
    await one.addUp();
    expect(await come(one)).toBe(7);
    one.stop();
    other.stop();
  });

  it("a minute that has just begun does not forget the one before it", async () => {
    const now = vi.spyOn(clock, "milliseconds").mockReturnValue(60_000 * 7 - 1);
    const counts = createRequestCounts(api.app.db, 10);
    const come = () => new Promise<number>((resolve) => counts.incr("Ada", (_, of) => resolve(of!.current)));
    for (let number = 0; number < 8; number += 1) await come();
    now.mockReturnValue(60_000 * 7.25);
    expect(await come()).toBe(6 + 1);
    now.mockReturnValue(60_000 * 9);
    expect(await come()).toBe(1);
    counts.stop();
    now.mockRestore();
  });

  it("connections are those of the server: fewer each, or none at all with what to do about it", () => {
    expect(poolWithin(77, 1, 16)).toBe(16);
    expect(poolWithin(77, 4, 16)).toBe(11);
    expect(() => poolWithin(77, 9, 16)).toThrow(/allows 77 connections; 9 processes need 104\. Raise max_connections/);
    expect(poolWithin(14, 1, 2)).toBe(2);
  });

  it("one that dies again and again is started later each time", () => {
    expect([1, 2, 3, 20].map(pauseAfter)).toEqual([500, 1_000, 2_000, 30_000]);
  });
});
