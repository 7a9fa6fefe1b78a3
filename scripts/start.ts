/**
 * `npm start`: database, migrations, demo world, sandbox, API with its worker and the built web application, on one address.
 * Stops everything on Ctrl-C and `kill`; after `kill -9` the next start clears what was left behind.
 */
import { type ChildProcess, fork } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "../apps/api/src/config.ts";
import { buildWebApplication } from "./build.ts";
import { type EmbeddedPostgres, defaultDataFolder, startPostgres, stopOrphan } from "./postgres.ts";

if (Number(process.versions.node.split(".")[0]) < 24) {
  console.error("Manilla runs on Node 24, which npm installed beside it. Start it with `npm start`.");
  process.exit(1);
}

const repository = join(import.meta.dirname, "..");
const isProduction = process.env.NODE_ENV === "production";
const problems: string[] = [];
const port = portOf("PORT", 4_400);
const sandboxPort = portOf("SANDBOX_PORT", port + 1);
const smtpPort = portOf("SANDBOX_SMTP_PORT", port + 2);
// An empty variable is one that is not set, as for the application itself.
const folder = process.env.DATA_FOLDER || defaultDataFolder();
const base = { PORT: String(port), DATA_FOLDER: folder };
const children: ChildProcess[] = [];
let postgres: EmbeddedPostgres | undefined;
let isStopping = false;

function portOf(name: string, otherwise: number): number {
  const text = process.env[name] || String(otherwise);
  // What follows from a wrong port is not wrong itself.
  const isToBlame = Boolean(process.env[name]) || problems.length === 0;
  if (isToBlame && (!/^\d{1,5}$/.test(text) || Number(text) < 1 || Number(text) > 65_535))
    problems.push(`${name}: wants a port, 1 to 65535`);
  return Number(text);
}

/** What is wrong is said before anything is built or started. Where our own database will be is known only later. */
function refuseWrongConfiguration(): void {
  try {
    if (problems.length === 0)
      readConfig({
        ...process.env,
        ...base,
        ...(!isProduction && {
          ...sandboxEnvironment(),
          DATABASE_URL: process.env.DATABASE_URL || "postgres://known-later/manilla",
        }),
      });
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  if (problems.length === 0) return;
  console.error(`The configuration is wrong:\n${problems.join("\n")}`);
  process.exit(1);
}

async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await Promise.all(
    children.map(
      (child) =>
        new Promise<void>((resolve) => {
          if (child.exitCode !== null || child.signalCode !== null) return resolve();
          child.once("exit", () => resolve());
          child.kill("SIGTERM");
          setTimeout(() => child.kill("SIGKILL"), 25_000).unref();
        }),
    ),
  );
  await postgres?.stop();
  process.exit(code);
}

/**
 * Starts a child that ends with us: it watches the channel between us, so that it goes even when we are killed.
 * @param late what it needs only when its code is loaded
 */
function run(file: string, environment: Record<string, string>, late?: Promise<Record<string, string>>): Promise<void> {
  // Node keeps what it has compiled: half of the time until the application answers was compiling.
  // A large young generation, or an old one that may grow fourfold before it is looked through, lets an export of a million rows pile up what nobody needs any more: 270 MB and 200 instead of 85, and no faster.
  const child = fork(join(repository, file), {
    execArgv: [...process.execArgv, "--max-semi-space-size=12", "--heap-growing-percent=100"],
    env: {
      NODE_COMPILE_CACHE: join(folder, "compiled"),
      ...process.env,
      ...environment,
      ...(late && { LATE_ENVIRONMENT: "yes" }),
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    detached: true,
  });
  children.push(child);
  // If it does not come, the start as a whole has failed and says so.
  void late?.then(
    (rest) => child.send(rest),
    () => undefined,
  );
  return new Promise((resolve, reject) => {
    child.once("message", () => resolve());
    child.once("exit", (code) => {
      reject(new Error(`${file} stopped with ${code ?? "a signal"}`));
      if (!isStopping) void stop(code ?? 1);
    });
  });
}

/** A first start that was stopped while it made the demo's world left half of one: it is made again. */
async function forgetUnfinishedWorld(): Promise<void> {
  if (!existsSync(join(folder, "demo-unfinished"))) return;
  await stopOrphan(join(folder, "postgres"));
  for (const name of ["postgres", "files", "sandbox.json", "audit-head.log", "ledger-heads.jsonl", "demo-unfinished"])
    rmSync(join(folder, name), { recursive: true, force: true });
}

async function startDatabase(): Promise<{ DATABASE_URL: string; DATABASE_OWNER_URL?: string }> {
  if (process.env.DATABASE_URL) return { DATABASE_URL: process.env.DATABASE_URL };
  if (isProduction) throw new Error("DATABASE_URL: wants the address of a PostgreSQL server in production");
  postgres = await startPostgres({ folder });
  return { DATABASE_URL: postgres.app_url, DATABASE_OWNER_URL: postgres.owner_url };
}

function sandboxEnvironment(): Record<string, string> {
  const sandbox = `http://127.0.0.1:${sandboxPort}`;
  return {
    DEMO: "true",
    HOST: "127.0.0.1",
    SANDBOX_URL: sandbox,
    PAYSTACK_URL: `${sandbox}/paystack`,
    PAYSTACK_SECRET_KEY: "sk_test_sandbox",
    MONO_URL: `${sandbox}/mono`,
    MONO_SECRET_KEY: "mono_test_sandbox",
    MONO_WEBHOOK_SECRET: "mono_webhook_sandbox",
    TERMII_URL: `${sandbox}/termii`,
    TERMII_API_KEY: "termii_sandbox",
    TERMII_SECRET_KEY: "termii_secret_sandbox",
    MAIL_WEBHOOK_KEY: "mail_webhook_sandbox",
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    FCM_URL: `${sandbox}/fcm`,
    FCM_ACCESS_KEY: "fcm_sandbox",
    BANK_URL: `${sandbox}/bank`,
    MBS_URL: `${sandbox}/mbs`,
    MBS_CLIENT_ID: "manilla",
    MBS_CLIENT_SECRET: "mbs_sandbox",
    OKRA_URL: `${sandbox}/okra`,
    OKRA_SECRET_KEY: "okra_sandbox",
    STATEMENT_SOURCE_3_NAME: "Lumen Connect",
    STATEMENT_SOURCE_3_URL: `${sandbox}/statement-source-3`,
    STATEMENT_SOURCE_3_KEY: "third_sandbox",
    MOBILE_STATEMENT_URL: `${sandbox}/mobile-statement`,
    MOBILE_STATEMENT_KEY: "mobile_sandbox",
    USSD_URL: `${sandbox}/ussd`,
    USSD_KEY: "ussd_sandbox_key",
  };
}

function printWelcome(): void {
  const logins = JSON.parse(readFileSync(join(repository, "docs/demo-logins.json"), "utf8")) as {
    role: string;
    email: string;
    password: string;
  }[];
  const lines = logins.map(({ role, email, password }) => `  ${role.padEnd(26)}${email.padEnd(36)}${password}`);
  console.log(
    `\nManilla is running at http://127.0.0.1:${port}\n\n${lines.join("\n")}\n\nSandbox (time machine, inbox, people, faults): http://127.0.0.1:${sandboxPort}\nInbox for SMS, mail and push:                http://127.0.0.1:${sandboxPort}/inbox\nAPI reference:                               http://127.0.0.1:${port}/api/docs\n`,
  );
}

/** Two starts over the same data would pull the database from under each other. */
function refuseSecondStart(): void {
  const file = join(folder, "start-process");
  const other = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  const commandLine = `/proc/${other}/cmdline`;
  if (
    other > 0 &&
    other !== process.pid &&
    existsSync(commandLine) &&
    readFileSync(commandLine, "utf8").includes("start.ts")
  ) {
    console.error(
      `Manilla is already running on this data (process ${other}). Stop it first, or set DATA_FOLDER and PORT for a second one.`,
    );
    process.exit(1);
  }
  writeFileSync(file, String(process.pid));
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(0));

refuseWrongConfiguration();
try {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  refuseSecondStart();
  if (!process.env.DATABASE_URL && !isProduction) await forgetUnfinishedWorld();
  // `--no-build` is for `npm run dev`, where Vite serves the sources itself.
  const database = Promise.all([
    startDatabase(),
    process.argv.includes("--no-build") ? undefined : buildWebApplication(),
  ]).then(([addresses]) => addresses as Record<string, string>);
  if (isProduction) await Promise.all([run("apps/api/src/main.ts", base, database), database]);
  else {
    const hasSandbox = existsSync(join(repository, "apps/sandbox/src/main.ts"));
    const demo = { LOG_LEVEL: "warn", ...base, ...sandboxEnvironment() };
    const sandbox = hasSandbox
      ? run("apps/sandbox/src/main.ts", {
          SANDBOX_PORT: String(sandboxPort),
          SANDBOX_SMTP_PORT: String(smtpPort),
          SANDBOX_DATA_FILE: join(folder, "sandbox.json"),
          SANDBOX_WEBHOOK_TARGET: `http://127.0.0.1:${port}/api/webhooks`,
          PAYSTACK_SECRET_KEY: "sk_test_sandbox",
          MONO_WEBHOOK_SECRET: "mono_webhook_sandbox",
        })
      : undefined;
    await Promise.all([run("apps/api/src/main.ts", demo, database), sandbox, database]);
    writeFileSync(join(folder, "started"), new Date().toISOString());
    printWelcome();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  await stop(1);
}
