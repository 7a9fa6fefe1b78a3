/**
 * `node test/chaos/rooms.ts [import|messages|backtest|retention|export|assignment …]`: the rooms of people and the credit decision on real processes.
 * `kill -9` of API and worker in the middle of each; afterwards nothing is lost and nothing is done twice. Prints seconds and memory. Not in `npm test`.
 */
import { readFileSync, readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { openSession } from "../../apps/api/src/http/session.ts";
import { createPerson } from "../../apps/api/src/modules/people/index.ts";
import { makePeopleFile } from "./people.ts";
import { type ChaosWorld, PORT, eventually, startChaosWorld } from "./world.ts";

const ROWS = Number(process.env["ROWS"] ?? 50_000);
Object.assign(process.env, { TERMII_SECRET_KEY: "termii_secret_sandbox", MAIL_WEBHOOK_KEY: "mail_webhook_sandbox" });

const verdicts: boolean[] = [];
const check = (name: string, passed: boolean, detail = ""): void => {
  verdicts.push(passed);
  console.log(`${passed ? "✓" : "✗"} ${name}${detail ? ` — ${detail}` : ""}`);
};
const seconds = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

/** The API that this world started, by its command line and its parent. */
function apiProcess(): string | undefined {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).find((pid) => {
    try {
      const [, parent] = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
      return parent === String(process.pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("apps/api/src/main.ts");
    } catch {
      return false;
    }
  });
}
const mostMemory = (): string => `${Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${apiProcess() ?? "self"}/status`, "utf8"))?.[1] ?? 0) / 1_024)} MB`;

async function signIn({ app }: ChaosWorld, role: string): Promise<string> {
  const user_id = await app.db.transaction().execute((tx) =>
    createPerson(tx, app, { name: "Chaos", last_name: role, email: `${role}-${Math.random()}@chaos.example`, phone: null, password_hash: null, change_password_at: new Date(), roles: [role] }),
  );
  return (await openSession(app.db, { user_id, network_address: "127.0.0.1", device: "chaos" })).token;
}

const ask = (method: string, path: string, token: string, body?: unknown, key?: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${PORT}/api${path}`, {
    method, headers: { authorization: `Bearer ${token}`, ...(body !== undefined && !(body instanceof FormData) && { "content-type": "application/json" }), ...(key && { "idempotency-key": key }) },
    ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
const read = async <Data>(path: string, token: string): Promise<Data> => ((await (await ask("GET", path, token)).json()) as { data: Data }).data;

async function kills(world: ChaosWorld, times: number, most_milliseconds: number): Promise<void> {
  for (let kill = 0; kill < times; kill += 1) {
    await sleep(200 + Math.random() * most_milliseconds);
    await world.killApi();
    await world.startApi();
  }
}

interface Import {
  id: string;
  status: string;
  total_count: number;
  done_count: number;
  created_count: number;
  already_count: number;
  refused_count: number;
}

async function importRoom(world: ChaosWorld): Promise<void> {
  const { app } = world;
  const token = await signIn(world, "super_operations");
  const file = makePeopleFile(ROWS);
  const form = () => {
    const data = new FormData();
    data.set("file", new Blob([file.csv], { type: "text/csv" }), "people.csv");
    return data;
  };
  const people = async () => Number((await app.pool.query<{ n: string }>("select count(*) as n from users where registration_source = 'import'")).rows[0]?.n);
  const find = async (id: string) => (await read<{ import: Import }>(`/admin/imports/${id}`, token)).import;
  console.log(`\nImport of ${ROWS} rows, ${file.refused} with mistakes, ${(file.csv.length / 1_048_576).toFixed(1)} MB`);
  let since = performance.now();
  const answers = await Promise.all([ask("POST", "/admin/personal/users/create/many", token, form()), ask("POST", "/admin/personal/users/create/many", token, form())]);
  const begun = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { data: { import: Import } }).data?.import));
  check("the file is taken; the same file sent at the same moment is the same import", begun[0] !== undefined && begun[0].id === begun[1]?.id, `${seconds(since)}, most memory ${mostMemory()}, ${answers.map(({ status }) => status).join(" ")}`);
  const { id } = begun[0]!;
  await eventually("it is under way", async () => (await find(id)).done_count > ROWS / 10, 300);
  const before = await find(id);
  await world.killApi();
  await world.startApi();
  const after = await find(id);
  check("progress survives kill -9", after.done_count >= before.done_count && after.status !== "done", `${before.done_count} rows before, ${after.done_count} after`);
  since = performance.now();
  const from = after.done_count;
  await kills(world, 3, 1_500);
  await eventually("it is done", async () => (await find(id)).status === "done", 600);
  const done = await find(id);
  check("every row has one verdict after four kills", done.created_count === file.good && done.refused_count === file.refused && done.already_count === 0, `${done.created_count} created, ${done.refused_count} refused, ${done.already_count} there already; the last ${ROWS - from} in ${seconds(since)} with the pauses of the kills`);
  check("as many people as good rows", (await people()) === file.good, `${await people()}`);
  since = performance.now();
  const download = await (await ask("GET", `/admin/imports/${id}/refused`, token)).text();
  check("the refused rows come with their reasons, formulas made harmless", download.includes("'=cmd") && download.split("\r\n").length + download.split("\n").length > file.refused, `${(download.length / 1_024).toFixed(0)} KB in ${seconds(since)}`);
  since = performance.now();
  const { import: again } = ((await (await ask("POST", "/admin/personal/users/create/many", token, form())).json()) as { data: { import: Import } }).data;
  await eventually("the second is done", async () => (await find(again.id)).status === "done", 600);
  const second = await find(again.id);
  check("sent again, nothing is made twice", again.id !== id && second.created_count === 0 && second.already_count === file.good + file.repeated && (await people()) === file.good, `${second.already_count} there already, ${second.refused_count} refused, in ${seconds(since)}`);
  since = performance.now();
  const fresh = new FormData();
  fresh.set("file", new Blob([file.csv.replaceAll("many-", "more-").replaceAll(",0803", ",0903")]), "more.csv");
  const { import: third } = ((await (await ask("POST", "/admin/personal/users/create/many", token, fresh)).json()) as { data: { import: Import } }).data;
  await eventually("the third is done", async () => (await find(third.id)).status === "done", 600);
  check("another file, left alone", (await find(third.id)).created_count === file.good, `${ROWS} rows in ${seconds(since)}, most memory of API and worker in one process ${mostMemory()}`);
}

const rooms: Record<string, (world: ChaosWorld) => Promise<void>> = { import: importRoom };

const wanted = process.argv.slice(2);
const world = await startChaosWorld();
try {
  await world.startApi();
  for (const [name, room] of Object.entries(rooms)) if (wanted.length === 0 || wanted.includes(name)) await room(world);
} finally {
  await world.stop();
}
const failed = verdicts.filter((passed) => !passed).length;
console.log(`\n${verdicts.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
