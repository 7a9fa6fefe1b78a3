/**
 * `npm start`: database, migrations, demo world, sandbox, API on all cores with its worker and the built web application, on one address.
 * Stops everything on Ctrl-C and `kill`; after `kill -9` the next start clears what was left behind.
 */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildWebApplication } from "./build.ts";
import {
  type Member,
  demoEnvironment,
  endMember,
  forgetUnfinishedWorld,
  printWelcome,
  readSettings,
  refuseWrongConfiguration,
  repository,
  sandboxEnvironment,
  sayDemoDay,
  startMember,
  takeDataFolder,
} from "./local-world.ts";
import { type EmbeddedPostgres, startPostgres } from "./postgres.ts";
import { createProgress } from "./progress.ts";

if (Number(process.versions.node.split(".")[0]) < 24) {
  console.error("Manilla runs on Node 24, which npm installed beside it. Start it with `npm start`.");
  process.exit(1);
}

const isProduction = process.env.NODE_ENV === "production";
const settings = readSettings();
const { folder } = settings;
const base = { PORT: String(settings.port), DATA_FOLDER: folder };
const progress = createProgress();
const members: Member[] = [];
let postgres: EmbeddedPostgres | undefined;
let isStopping = false;

async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  progress.end();
  await Promise.all(members.map((member) => endMember(member)));
  await postgres?.stop();
  process.exit(code);
}

/** How often a process that was answering is started again after somebody or something ended it. */
const MAX_RESTARTS = 3;

/** Starts a process. One that ends after it has answered is started again, as a service would be; else its end is the end of everything. */
function run(
  file: string,
  environment: Record<string, string>,
  late?: Promise<Record<string, string>>,
  restarts = MAX_RESTARTS,
): Promise<void> {
  const member = startMember(file, {
    folder,
    environment,
    ...(late && { late }),
    onDemoDay: (day) => sayDemoDay(progress, day, `http://127.0.0.1:${settings.port}`),
  });
  members.push(member);
  let hasAnswered = false;
  void member.ended.then((how) => {
    if (isStopping) return;
    if (!hasAnswered || restarts === 0) return void stop(member.child.exitCode ?? 1);
    console.log(`${file} ended with ${how}. It is started again.`);
    run(file, environment, late, restarts - 1).catch(() => stop(1));
  });
  return member.ready.then(() => void (hasAnswered = true));
}

async function startDatabase(): Promise<Record<string, string>> {
  if (process.env.DATABASE_URL) return { DATABASE_URL: process.env.DATABASE_URL };
  if (isProduction) throw new Error("DATABASE_URL: wants the address of a PostgreSQL server in production");
  postgres = await startPostgres({ folder });
  return { DATABASE_URL: postgres.app_url, DATABASE_OWNER_URL: postgres.owner_url };
}

/** The database and the built web application, made at once. Its compressed files follow while the application starts. */
async function prepare(): Promise<Record<string, string>> {
  progress.say("Starting the database");
  const building = buildWebApplication(() => progress.say("Building the web application"));
  const [addresses, { compressed }] = await Promise.all([startDatabase(), building]);
  compressed.catch((error: unknown) => console.error("The files of the web application were not compressed.", error));
  progress.say("Starting the application");
  return addresses;
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(0));

refuseWrongConfiguration(
  settings,
  isProduction
    ? base
    : { ...demoEnvironment(settings), DATABASE_URL: process.env.DATABASE_URL || "postgres://known-later/manilla" },
);
try {
  takeDataFolder(folder);
  if (!process.env.DATABASE_URL && !isProduction) await forgetUnfinishedWorld(folder);
  const database = prepare();
  if (isProduction) await Promise.all([run("apps/api/src/processes.ts", base, database), database]);
  else {
    const hasSandbox = existsSync(join(repository, "apps/sandbox/src/main.ts"));
    const sandbox = hasSandbox ? run("apps/sandbox/src/main.ts", sandboxEnvironment(settings)) : undefined;
    const demo = { LOG_LEVEL: "warn", ...demoEnvironment(settings) };
    await Promise.all([run("apps/api/src/processes.ts", demo, database), sandbox, database]);
    progress.end();
    writeFileSync(join(folder, "started"), new Date().toISOString());
    printWelcome(settings, `http://127.0.0.1:${settings.port}`, true);
  }
  progress.end();
} catch (error) {
  progress.end();
  console.error(error instanceof Error ? error.message : error);
  await stop(1);
}
