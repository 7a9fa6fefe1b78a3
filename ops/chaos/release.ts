/**
 * `npm run chaos -- release`, also a step of `npm test`: makes the release, puts it outside the repository, and starts it as an installation would, with an
 * empty environment but for `DATABASE_URL`: `RUN=api` twice (with two processes and with one) and `RUN=worker` once, against a PostgreSQL of its own, behind a plain reverse proxy.
 * Then once in production, which is attacked (production.ts).
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import { type AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startPostgres } from "../../scripts/postgres.ts";
import { attackProduction } from "./production.ts";
import { makeRelease, readPlatform } from "../../scripts/release.ts";

const TIMEOUT_MILLISECONDS = 120_000;
const PORTS = [0, 1].map((more) => 25_000 + (process.pid % 2_000) * 3 + more);
const PASSWORD = "Harmattan-Morning-41";

let failed = 0;
const check = (name: string, passed: boolean, detail = ""): void => {
  if (!passed) failed += 1;
  console.log(`${passed ? "✓" : "✗"} ${name}${detail ? ` — ${detail}` : ""}`);
};

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + TIMEOUT_MILLISECONDS; performance.now() < end; await sleep(100))
    if (await isSo().catch(() => false)) return;
  throw new Error(`It did not happen: ${what}`);
}

/** Takes turns among the addresses; one that refuses the connection is passed over. */
const proxy = createServer((incoming, outgoing) => {
  const chunks: Buffer[] = [];
  incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
  incoming.on("end", () => pass(turn++, 0));
  const pass = (which: number, refusals: number): void => {
    const outward = request(
      {
        host: "127.0.0.1",
        port: PORTS[which % PORTS.length],
        path: incoming.url,
        method: incoming.method,
        headers: { ...incoming.headers, "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "http" },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    outward.on("error", () => {
      if (refusals < PORTS.length - 1) pass(which + 1, refusals + 1);
      else outgoing.writeHead(502).end();
    });
    outward.end(Buffer.concat(chunks));
  };
});
let turn = 0;

const began = performance.now();
const home = mkdtempSync("/var/tmp/manilla-release-");
const serverFolder = mkdtempSync("/var/tmp/manilla-release-server-");
const postgres = await startPostgres({ folder: serverFolder, settings: { fsync: "off" } });
const processes: ChildProcess[] = [];
try {
  const folder = await makeRelease(readPlatform(undefined), join(home, "manilla"));
  const names = readdirSync(join(folder, "node_modules"));
  check(
    "no compiler and no package of development is in it",
    !["typescript", "vite", "react"].some((name) => names.includes(name)),
  );
  check("it was built beside nothing of ours", !existsSync(join(dirname(folder), "node_modules")));
  check(
    "no test is in it",
    !readdirSync(folder, { recursive: true, encoding: "utf8" }).some((file) =>
      /^(apps|packages).*\.test\.ts/.test(file),
    ),
  );

  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const installation = { DATABASE_URL: postgres.owner_url, LOG_LEVEL: "warn" };
  const run = (environment: Record<string, string>): ChildProcess => {
    const child = spawn(process.execPath, ["bin/manilla.mjs"], {
      cwd: folder,
      env: { ...installation, TRUST_PROXY: "1", PUBLIC_URL: address, ...environment },
      // What production says when it refuses to start is read.
      stdio: ["ignore", "inherit", environment["NODE_ENV"] === "production" ? "pipe" : "inherit"],
    });
    processes.push(child);
    return child;
  };
  const answers = async (port: number): Promise<boolean> => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;

  // The first makes the schema and, where none are given, the keys.
  run({ RUN: "api", PORT: String(PORTS[0]), API_PROCESSES: "2" });
  await until("the first process answers", () => answers(PORTS[0]!));
  const second = run({ RUN: "api", PORT: String(PORTS[1]), API_PROCESSES: "1" });
  run({ RUN: "worker", PORT: String(PORTS[1]! + 1) });
  await until("the second process answers", () => answers(PORTS[1]!));

  const printed = execFileSync(
    process.execPath,
    ["scripts/first-administrators.ts", "ada@provider.example", "bayo@provider.example"],
    { cwd: folder, env: { ...installation, DATA_FOLDER: join(home, "manilla-data") }, encoding: "utf8" },
  );
  const [, password = ""] = /^ada@provider\.example {2}(\S+)$/m.exec(printed) ?? [];
  check("it makes the first two administrators", password !== "" && printed.includes("bayo@provider.example"));

  for (const path of ["/healthz", "/readyz", "/login", "/api/docs/"]) {
    const both = await Promise.all([fetch(`${address}${path}`), fetch(`${address}${path}`)]);
    check(
      `${path} answers from both`,
      both.every(({ ok }) => ok),
      both.map(({ status }) => status).join(" "),
    );
  }
  const page = await (await fetch(`${address}/login`)).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? "";
  check(
    "the sign-in page and its script are the built ones",
    page.includes("Sign in") && (await fetch(`${address}${script}`)).ok,
  );

  const call = async (method: string, path: string, body?: unknown, token?: string) => {
    const answer = await fetch(`${address}/api${path}`, {
      method,
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, data: ((await answer.json()) as { data?: Record<string, unknown> }).data };
  };
  const signIn = async (secret: string): Promise<string> =>
    String(
      (await call("POST", "/login/token", { email: "ada@provider.example", password: secret })).data?.["token"] ?? "",
    );
  const first = await signIn(password);
  check("the first administrator signs in", first !== "");
  const changed = await call(
    "PUT",
    "/auth/v2/update-password",
    { current_password: password, password: PASSWORD, password_confirmation: PASSWORD },
    first,
  );
  check("and changes the printed password", changed.status === 200, String(changed.status));
  const token = await signIn(PASSWORD);
  const lists = await Promise.all(
    [1, 2, 3, 4].map(() => call("GET", "/admin/approvals?page=1&limit=20", undefined, token)),
  );
  check(
    "a session of one process is good at both",
    lists.every(({ status }) => status === 200),
    lists.map(({ status }) => status).join(" "),
  );

  const client = new pg.Client({ connectionString: postgres.owner_url });
  await client.connect();
  await until(
    "the worker opens the business calendar",
    async () => (await client.query("select 1 from business_calendar")).rows.length > 0,
  );
  check("the worker works", true);
  const proof = execFileSync(process.execPath, ["scripts/ledger-verify.ts"], {
    cwd: folder,
    env: installation,
    encoding: "utf8",
  });
  check("the ledger is proved from the release", proof !== "", proof.trim().split("\n").at(-1));

  const end = new Promise<number | null>((resolve) => second.once("exit", resolve));
  second.kill("SIGTERM");
  check("a process ends at once and cleanly", (await end) === 0);
  const after = await Promise.all(
    [1, 2, 3].map(() => call("GET", "/admin/approvals?page=1&limit=20", undefined, token)),
  );
  check(
    "the other goes on alone",
    after.every(({ status }) => status === 200),
  );
  await attackProduction({
    port: PORTS[1]!,
    data_folder: join(home, "manilla-data"),
    run,
    until,
    check,
    owner: client,
    administrator: { email: "ada@provider.example", password: PASSWORD },
  });
  await client.end();
} catch (error) {
  check("it got to its end", false, error instanceof Error ? error.message : String(error));
} finally {
  for (const child of processes) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const end = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await end;
  }
  proxy.close();
  proxy.closeAllConnections();
  await postgres.stop();
  for (const each of [home, serverFolder]) rmSync(each, { recursive: true, force: true });
}
console.log(
  `\n${failed === 0 ? "all passed" : `${failed} failed`}, ${Math.round((performance.now() - began) / 1_000)} s`,
);
process.exit(failed > 0 ? 1 : 0);
