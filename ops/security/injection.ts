/** W3: sqlmap against the running server: lists (search, sort, filter), the sign-in, an id in a path. Bounded in time; Debian's package, installed when root. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { type Server, createServer } from "node:http";
import type pg from "pg";
import type { SecurityWorld } from "./world.ts";

const SECONDS = 150;
const OPEN = "a door that is open on purpose";
const isThere = (): boolean => spawnSync("sqlmap", ["--version"], { timeout: 60_000 }).status === 0;

function install(): boolean {
  if (isThere()) return true;
  if (process.getuid?.() !== 0) return false;
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("apt-get", ["update", "-q"], { env: environment, stdio: "ignore", timeout: 300_000 });
  spawnSync("apt-get", ["install", "-y", "-q", "--no-install-recommends", "sqlmap"], {
    env: environment,
    stdio: "ignore",
    timeout: 600_000,
  });
  return isThere();
}

/** Not spawnSync: the server that is attacked lives in this process. */
function run(words: string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn("sqlmap", words, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const timer = setTimeout(() => child.kill("SIGKILL"), SECONDS * 1_000);
    child.on("close", () => {
      clearTimeout(timer);
      resolve(output);
    });
  });
}

/** A door that is open on purpose: a scanner that does not find it would find nothing here either. */
async function openDoor(pool: pg.Pool): Promise<Server> {
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? "/", "http://x").searchParams.get("name") ?? "";
    pool.query(`select id, name from users where name = '${name}' limit 5`).then(
      ({ rows }) => response.end(JSON.stringify(rows)),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

export async function tryInjection({ running, pool, check, tokenOf, forgive }: SecurityWorld): Promise<void> {
  if (!install())
    return check("sqlmap finds nothing", false, "sqlmap is not installed, and cannot be: apt-get install sqlmap");
  const folder = mkdtempSync("/var/tmp/manilla-sqlmap-");
  const bearer = `Authorization: Bearer ${await tokenOf("super_admin")}`;
  const api = `${running.address}/api`;
  // The star is where it puts its payloads.
  const door = await openDoor(pool);
  const at = door.address();
  const targets: [string, string[]][] = [
    [OPEN, ["-u", `http://127.0.0.1:${typeof at === "object" && at ? at.port : 0}/?name=Ada*`]],
    [
      "search and sort of a list",
      ["-u", `${api}/admin/personal/loans?search=lagos*&sortColumn=created_at*&sortOrder=desc`, "-H", bearer],
    ],
    [
      "filter of a list",
      ["-u", `${api}/admin/personal/users?filter=%7B%22status%22%3A%22active*%22%7D&limit=5`, "-H", bearer],
    ],
    ["global search", ["-u", `${api}/search?q=ada*`, "-H", bearer]],
    ["an id in a path", ["-u", `${api}/admin/personal/loans/00000000-0000-7000-8000-000000000000*`, "-H", bearer]],
    [
      "signing in",
      [
        "-u",
        `${api}/login/token`,
        "-H",
        "Content-Type: application/json",
        "--data",
        '{"email":"ada*@x.example","password":"x"}',
      ],
    ],
  ];
  for (const [what, words] of targets) {
    const forgiving = setInterval(() => void forgive().catch(() => undefined), 500);
    const output = await run([
      ...words,
      "--batch",
      "--level",
      "1",
      "--risk",
      "1",
      "--technique",
      "BEU",
      "--dbms",
      "postgresql",
      "--threads",
      "2",
      "--timeout",
      "10",
      "--retries",
      "0",
      "--ignore-code",
      "401,403,404,422,429",
      "--flush-session",
      "--output-dir",
      folder,
    ]);
    clearInterval(forgiving);
    const isInjectable = /is vulnerable|appears to be '.*' injectable|identified the following injection point/i.test(
      output,
    );
    if (what === OPEN) {
      check("sqlmap finds a door that is open on purpose", isInjectable, isInjectable ? "" : output.slice(-400));
      continue;
    }
    const isDone = /do not appear to be injectable|does not seem to be injectable/i.test(output);
    check(
      `sqlmap finds nothing: ${what}`,
      isDone && !isInjectable && !/\b500 \(Internal Server Error\)/.test(output),
      isDone ? "" : output.slice(-400),
    );
  }
  door.close();
  rmSync(folder, { recursive: true, force: true });
}
