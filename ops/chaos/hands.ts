/** What the scenarios of the rooms share: people, calls that insist on an answer, kills, verdicts. */
import { readFileSync, readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { openSession } from "../../apps/api/src/http/session.ts";
import { createPerson } from "../../apps/api/src/modules/people/people/index.ts";
import { type ChaosWorld, PORT, SANDBOX } from "./world.ts";

const verdicts: boolean[] = [];
export const check = (name: string, passed: boolean, detail = ""): void => {
  verdicts.push(passed);
  console.log(`${passed ? "✓" : "✗"} ${name}${detail ? ` — ${detail}` : ""}`);
};
export const seconds = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

/** The API that this world started, by its command line and its parent. */
function apiProcess(): string | undefined {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .find((pid) => {
      try {
        const [, parent] = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
        return (
          parent === String(process.pid) &&
          readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("apps/api/src/main.ts")
        );
      } catch {
        return false;
      }
    });
}
export const mostMemory = (): string =>
  `${Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${apiProcess() ?? "self"}/status`, "utf8"))?.[1] ?? 0) / 1_024)} MB`;

export async function signIn({ app }: ChaosWorld, role: string): Promise<string> {
  const user_id = await app.db
    .transaction()
    .execute((tx) =>
      createPerson(tx, app, {
        name: "Chaos",
        last_name: role,
        email: `${role}-${Math.random()}@chaos.example`,
        phone: null,
        password_hash: null,
        change_password_at: new Date(),
        roles: [role],
      }),
    );
  return (await openSession(app.db, { user_id, network_address: "127.0.0.1", device: "chaos" })).token;
}

export const ask = (method: string, path: string, token: string, body?: unknown, key?: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${PORT}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && !(body instanceof FormData) && { "content-type": "application/json" }),
      ...(key && { "idempotency-key": key }),
    },
    ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
export const read = async <Data>(path: string, token: string): Promise<Data> =>
  ((await (await ask("GET", path, token)).json()) as { data: Data }).data;

/** Runs them, some at a time. */
export async function inLanes<Item>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const next = items.values();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const item of next) await work(item);
    }),
  );
}

/** Kills API with its worker, and leaves them alone for as long as their start took: on a slow machine nothing would ever be done. */
export async function killOnce(world: ChaosWorld): Promise<void> {
  await world.killApi();
  const began = performance.now();
  await world.startApi();
  await sleep(performance.now() - began);
}

/** Kills API with its worker, and every third time the database, until it is over. @param seconds_ between two kills, about @returns how often */
export async function killing(
  world: ChaosWorld,
  seconds_: number,
  isOver: () => boolean,
): Promise<{ api: number; database: number }> {
  const killed = { api: 0, database: 0 };
  while (!isOver()) {
    await sleep(seconds_ * 1_000 * (0.5 + Math.random()));
    if (isOver()) break;
    if (killed.api % 3 === 2) {
      await world.killDatabase();
      await sleep(300);
      await world.startDatabase();
      killed.database += 1;
    }
    await killOnce(world);
    killed.api += 1;
  }
  return killed;
}

export async function kills(world: ChaosWorld, times: number, most_milliseconds: number): Promise<void> {
  for (let kill = 0; kill < times; kill += 1) {
    await sleep(200 + Math.random() * most_milliseconds);
    await killOnce(world);
  }
}

/** Customers, each with a number and an address. */
export async function makeCustomers(
  { app }: ChaosWorld,
  name: string,
  count: number,
): Promise<{ id: string; phone: string }[]> {
  const people: { id: string; phone: string }[] = [];
  const prefix = 100 + Math.floor(Math.random() * 900);
  for (let index = 0; index < count; index += 1) {
    const phone = `+234805${prefix}${String(index).padStart(4, "0")}`;
    const id = await app.db
      .transaction()
      .execute((tx) =>
        createPerson(tx, app, {
          name: "Chaos",
          last_name: name,
          email: `${name}-${prefix}-${index}@chaos.example`,
          phone,
          password_hash: null,
          change_password_at: new Date(),
          roles: ["staff"],
        }),
      );
    people.push({ id, phone });
  }
  return people;
}

/** Sends it again under its key until it is answered: a key whose request was killed is free again after two minutes. */
export async function insist<Data>(path: string, token: string, body: unknown, key: string): Promise<Data> {
  let last = "nothing";
  for (let tries = 0; tries < 400; tries += 1) {
    const answer = await ask("POST", path, token, body, key).catch((error: Error) => void (last = error.message));
    if (answer?.status === 200) return ((await answer.json()) as { data: Data }).data;
    if (answer) last = `${answer.status} ${await answer.text()}`;
    if (answer && answer.status < 500 && answer.status !== 409 && answer.status !== 425)
      throw new Error(`${path}: ${last}`);
    await sleep(400);
  }
  throw new Error(`${path} was never answered; the last was ${last}`);
}
export const setFault = (provider: string, fault: object): Promise<Response> =>
  fetch(`${SANDBOX}/faults/${provider}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(fault),
  });
export const rowsOf = async <Row extends object>(
  { app }: ChaosWorld,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => (await app.pool.query<Row>(text, values)).rows;

/** The words of a test run, and how it ends. */
export function summary(): number {
  const failed = verdicts.filter((passed) => !passed).length;
  console.log(`\n${verdicts.length - failed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}
