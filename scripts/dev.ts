/**
 * `npm run dev`: the demo world while it is worked on. Vite shows a changed file of the web application in place; a changed file of the API or of a
 * package restarts the API with its worker, while the database and the sandbox stay; what is generated from the contract follows. `--empty` leaves the
 * demo's people and past out.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer as createSocket } from "node:net";
import { join } from "node:path";
import type { ViteDevServer } from "vite";
import {
  type Member,
  demoEnvironment,
  forgetUnfinishedWorld,
  printWelcome,
  readSettings,
  refuseWrongConfiguration,
  repository,
  sayDemoDay,
  sandboxEnvironment,
  startMember,
  takeDataFolder,
} from "./local-world.ts";
import { type EmbeddedPostgres, startPostgres } from "./postgres.ts";
import { createProgress } from "./progress.ts";
import { watchSources, workOf } from "./sources.ts";
import { type Supervised, supervise } from "./supervisor.ts";

/** What only people read is generated when nothing was saved for so long. */
const LATER_MILLISECONDS = 3_000;

const isEmpty = process.argv.includes("--empty");
const settings = readSettings();
const { folder, port, sandbox_port, smtp_port, web_port, problems } = settings;
const address = `http://127.0.0.1:${web_port}`;
const environment = {
  LOG_LEVEL: "warn",
  ...demoEnvironment(settings),
  ...(isEmpty && { DEMO: "false" }),
  // Links in mails and on the sandbox's pages lead to the hot address.
  PUBLIC_URL: address,
};
const progress = createProgress();
const say = (line: string): void => {
  progress.end();
  console.log(line);
};
let postgres: EmbeddedPostgres | undefined;
let web: ViteDevServer | undefined;
let generator: ChildProcess | undefined;
let stopWatching: (() => void) | undefined;
let isStopping = false;
const supervised: Supervised[] = [];

async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  progress.end();
  stopWatching?.();
  generator?.kill();
  await Promise.all([web?.close(), ...supervised.map((each) => each.stop())]);
  await postgres?.stop();
  process.exit(code);
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createSocket();
    socket.once("error", () => resolve(false));
    socket.listen(port, "127.0.0.1", () => socket.close(() => resolve(true)));
  });

/** A taken port is named before anything is started. */
async function refuseTakenPorts(): Promise<void> {
  const ports = { PORT: port, SANDBOX_PORT: sandbox_port, SANDBOX_SMTP_PORT: smtp_port, WEB_PORT: web_port };
  if (problems.length > 0) return;
  if (new Set(Object.values(ports)).size < 4)
    problems.push("PORT, SANDBOX_PORT, SANDBOX_SMTP_PORT, WEB_PORT: want different ports");
  for (const [name, value] of Object.entries(ports))
    if (!(await isFree(value))) problems.push(`${name}: ${value} is taken by another program`);
}

async function startDatabase(): Promise<Record<string, string>> {
  if (process.env.DATABASE_URL) return { DATABASE_URL: process.env.DATABASE_URL };
  await forgetUnfinishedWorld(folder);
  postgres = await startPostgres({ folder });
  return { DATABASE_URL: postgres.app_url, DATABASE_OWNER_URL: postgres.owner_url };
}

/** Vite on the hot address. What it does not serve itself goes to the application; during a restart it waits for it. */
async function startWeb(api: Supervised): Promise<ViteDevServer> {
  const { createServer } = await import("vite");
  const base = process.env.CHECKOUT_BASE || "/checkout/api";
  const server = await createServer({
    configFile: join(repository, "apps/web/vite.config.ts"),
    logLevel: "warn",
    clearScreen: false,
    server: {
      host: "127.0.0.1",
      port: web_port,
      strictPort: true,
      proxy: {
        [`^(/api|${base}|/healthz|/readyz|/metrics)([/?]|$)`]: {
          target: `http://127.0.0.1:${port}`,
          changeOrigin: false,
          bypass: async (request, response) => {
            if (await api.settled()) return undefined;
            response?.writeHead(503, { "content-type": "application/json" });
            response?.end(JSON.stringify({ message: "The API does not run: see the terminal of npm run dev." }));
            return request.url ?? "/";
          },
        },
      },
    },
  });
  return server.listen();
}

let generating: Promise<void> = Promise.resolve();
/** Runs scripts/generate.ts for these targets, after what it is doing. */
function generate(targets: readonly string[]): Promise<void> {
  generating = generating.then(
    () =>
      new Promise((resolve) => {
        if (isStopping || targets.length === 0) return resolve();
        generator = spawn(process.execPath, ["scripts/generate.ts", ...targets], {
          cwd: repository,
          stdio: ["ignore", "inherit", "inherit"],
          detached: true,
        });
        generator.once("exit", (code) => {
          if (code !== 0 && !isStopping) say(`✗ ${targets.join(", ")} could not be generated (see above).`);
          resolve();
        });
      }),
  );
  return generating;
}

const waitingTargets = new Set<string>();
let later: NodeJS.Timeout | undefined;
function generateLater(targets: readonly string[]): void {
  for (const target of targets) waitingTargets.add(target);
  if (waitingTargets.size === 0) return;
  clearTimeout(later);
  later = setTimeout(() => {
    void generate([...waitingTargets]);
    waitingTargets.clear();
  }, LATER_MILLISECONDS);
}

/** Restarts and generates what follows from changed files. */
async function follow(files: readonly string[], api: Supervised, sandbox: Supervised): Promise<void> {
  const work = workOf(files);
  if (!work || isStopping) return;
  const reason = files.length === 1 ? files[0]! : `${files[0]} and ${files.length - 1} more`;
  generateLater(work.generate_later);
  void generate(work.generate);
  if (work.sandbox) await sandbox.restart(reason);
  if (!work.api) return;
  // The demo's past is lived in one go: half of one would stay.
  if (existsSync(join(folder, "demo-unfinished"))) {
    say(`${reason} waits until the demo's past is lived.`);
    await api.settled();
    if (existsSync(join(folder, "demo-unfinished")))
      return say("✗ The demo's past was broken off. Stop with Ctrl-C and start again: it is made anew.");
  }
  await api.restart(reason);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(0));
process.on("uncaughtException", (error) => {
  console.error(error);
  void stop(1);
});

if (process.env.NODE_ENV === "production")
  problems.push("NODE_ENV: wants another value than production for `npm run dev`");
await refuseTakenPorts();
refuseWrongConfiguration(settings, {
  ...environment,
  DATABASE_URL: process.env.DATABASE_URL || "postgres://known-later/manilla",
});
try {
  takeDataFolder(folder);
  progress.say("Starting the database");
  const addresses = await startDatabase();
  const startSandbox = async (gone: Promise<void>): Promise<Member> => {
    await gone;
    return startMember("apps/sandbox/src/main.ts", { folder, environment: sandboxEnvironment(settings) });
  };
  // It loads its code while the one before finishes what it is doing.
  const startApi = (gone: Promise<void>): Member =>
    startMember("apps/api/src/main.ts", {
      folder,
      environment,
      late: gone.then(() => addresses),
      onDemoDay: (day) => sayDemoDay(progress, day, address),
    });
  const sandbox = supervise("The sandbox", startSandbox, say);
  const api = supervise("API and worker", startApi, say);
  supervised.push(sandbox, api);
  stopWatching = watchSources(repository, (files) => void follow(files, api, sandbox));
  progress.say("Starting the application");
  const starting = Promise.all([sandbox.restart("started"), api.restart("started")]);
  web = await startWeb(api);
  await starting;
  progress.end();
  if (!isStopping) printWelcome(settings, address, !isEmpty);
} catch (error) {
  progress.end();
  console.error(error instanceof Error ? error.message : error);
  await stop(1);
}
