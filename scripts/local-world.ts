/** What `npm start` and `npm run dev` share: ports, the addresses of the sandbox, the processes, and who may run on a data folder. */
import { type ChildProcess, fork } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { WrongConfiguration, readConfig } from "../apps/api/src/config.ts";
import type { DemoDay } from "../apps/api/demo/past.ts";
import { defaultDataFolder, stopOrphan } from "./postgres.ts";
import type { Progress } from "./progress.ts";
import { sandboxProviders } from "./sandbox-providers.ts";

export const repository = join(import.meta.dirname, "..");
/** How long a process may take to finish what it is doing before it is killed. */
const TIMEOUT_MILLISECONDS = 25_000;

type Environment = Record<string, string>;

/** Where everything listens, and where the data is. */
export interface Settings {
  port: number;
  sandbox_port: number;
  smtp_port: number;
  /** Vite's, in `npm run dev`. */
  web_port: number;
  folder: string;
  problems: string[];
}

/** Reads the ports and the data folder; a wrong port becomes one of `problems`. */
export function readSettings(): Settings {
  const problems: string[] = [];
  const portOf = (name: string, otherwise: number): number => {
    // An empty variable is one that is not set, as for the application itself.
    const text = process.env[name] || String(otherwise);
    // What follows from a wrong port is not wrong itself.
    const isToBlame = Boolean(process.env[name]) || problems.length === 0;
    if (isToBlame && (!/^\d{1,5}$/.test(text) || Number(text) < 1 || Number(text) > 65_535))
      problems.push(`${name}: wants a port, 1 to 65535`);
    return Number(text);
  };
  const port = portOf("PORT", 4_400);
  return {
    port,
    sandbox_port: portOf("SANDBOX_PORT", port + 1),
    smtp_port: portOf("SANDBOX_SMTP_PORT", port + 2),
    web_port: portOf("WEB_PORT", port + 3),
    folder: process.env.DATA_FOLDER || defaultDataFolder(),
    problems,
  };
}

/**
 * Says what is wrong before anything is built or started, and ends with 1. Where our own database will be is known only later.
 * @param environment of the application, beside the process's own
 */
export function refuseWrongConfiguration({ problems }: Settings, environment: Environment): void {
  try {
    if (problems.length === 0) readConfig({ ...process.env, ...environment });
  } catch (error) {
    if (!(error instanceof WrongConfiguration)) throw error;
    problems.push(error.message);
  }
  if (problems.length === 0) return;
  console.error(`The configuration is wrong:\n${problems.join("\n")}`);
  process.exit(1);
}

export function runningOn(folder: string): number | undefined {
  const file = join(folder, "start-process");
  const other = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  const commandLine = `/proc/${other}/cmdline`;
  const isRunning =
    other > 0 &&
    other !== process.pid &&
    existsSync(commandLine) &&
    /scripts\/(start|dev)\.ts/.test(readFileSync(commandLine, "utf8"));
  return isRunning ? other : undefined;
}

/** Takes the data folder: two starts over the same data would pull the database from under each other. */
export function takeDataFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const other = runningOn(folder);
  if (other !== undefined) {
    console.error(
      `Manilla is already running on this data (process ${other}). Stop it first, or set DATA_FOLDER and PORT for a second one.`,
    );
    process.exit(1);
  }
  writeFileSync(join(folder, "start-process"), String(process.pid));
}

/** A first start that was stopped while it made the demo's world left half of one: it is made again. */
export async function forgetUnfinishedWorld(folder: string): Promise<void> {
  if (!existsSync(join(folder, "demo-unfinished"))) return;
  await stopOrphan(join(folder, "postgres"));
  for (const name of ["postgres", "files", "sandbox.json", "audit-head.log", "ledger-heads.jsonl", "demo-unfinished"])
    rmSync(join(folder, name), { recursive: true, force: true });
}

/** A process of the world. It ends with us: it watches the channel between us, so that it goes even when we are killed. */
export interface Member {
  child: ChildProcess;
  /** Resolves when it answers; rejects when it ended before. */
  ready: Promise<void>;
  /** Resolves when it is gone, with how. */
  ended: Promise<string>;
}

/** What the application tells while it starts. */
type Message = { ready: string } | { demo_day: DemoDay };

/**
 * Starts a process of the world.
 * @param file of the repository
 * @param options.late what it needs only when its code is loaded
 */
export function startMember(
  file: string,
  options: {
    folder: string;
    environment: Environment;
    late?: Promise<Environment>;
    onDemoDay?: (day: DemoDay) => void;
  },
): Member {
  const { folder, environment, late, onDemoDay } = options;
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
  // If it does not come, the start as a whole has failed and says so.
  void late?.then(
    (rest) => child.connected && child.send(rest),
    () => undefined,
  );
  const ended = new Promise<string>((resolve) =>
    child.once("exit", (code, signal) => resolve(code === null ? `signal ${signal}` : `code ${code}`)),
  );
  const ready = new Promise<void>((resolve, reject) => {
    child.on("message", (message: Message) => {
      if ("demo_day" in message) onDemoDay?.(message.demo_day);
      else resolve();
    });
    void ended.then((how) => reject(new Error(`${file} stopped with ${how}`)));
  });
  // Not everybody waits for it.
  ready.catch(() => undefined);
  return { child, ready, ended };
}

/** Ends a process: it may finish what it is doing, and is killed when that takes too long. */
export async function endMember({ child, ended }: Member, timeout_milliseconds = TIMEOUT_MILLISECONDS): Promise<void> {
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), timeout_milliseconds);
  await ended;
  clearTimeout(timer);
}

/** Says how far the demo's world is, and where it can be looked at as soon as somebody can sign in. */
export function sayDemoDay(progress: Progress, { date, day, days, has_logins }: DemoDay, address: string): void {
  if (day === 0) {
    progress.say("Making the demo's people");
    if (has_logins)
      progress.note(`You can look around now at ${address}; changes wait until the demo's history is complete.`);
  } else progress.say("Living the demo's past", `${date}, day ${day} of ${days}`);
}

/** The application's environment in the demo: the sandbox in every provider's place. */
export function demoEnvironment({ port, sandbox_port, smtp_port, folder }: Settings): Environment {
  return {
    PORT: String(port),
    DATA_FOLDER: folder,
    DEMO: "true",
    HOST: "127.0.0.1",
    SANDBOX_URL: `http://127.0.0.1:${sandbox_port}`,
    ...sandboxProviders(`http://127.0.0.1:${sandbox_port}`, { smtp_port }),
  };
}

/** The sandbox's own environment. */
export const sandboxEnvironment = ({ port, sandbox_port, smtp_port, folder }: Settings): Environment => ({
  SANDBOX_PORT: String(sandbox_port),
  SANDBOX_SMTP_PORT: String(smtp_port),
  SANDBOX_DATA_FILE: join(folder, "sandbox.json"),
  SANDBOX_WEBHOOK_TARGET: `http://127.0.0.1:${port}/api/webhooks`,
  PAYSTACK_SECRET_KEY: "sk_test_sandbox",
  MONO_WEBHOOK_SECRET: "mono_webhook_sandbox",
});

/** Prints the address, one login for each role, and where the outside world is. */
export function printWelcome({ sandbox_port }: Settings, address: string, hasLogins: boolean): void {
  const logins = JSON.parse(readFileSync(join(repository, "docs/demo-logins.json"), "utf8")) as {
    role: string;
    email: string;
    password: string;
  }[];
  const lines = logins.map(({ role, email, password }) => `  ${role.padEnd(26)}${email.padEnd(36)}${password}`);
  const sandbox = `http://127.0.0.1:${sandbox_port}`;
  console.log(
    [
      `\nManilla is running at ${address}\n`,
      ...(hasLogins ? [...lines, ""] : []),
      `Sandbox (time machine, inbox, people, faults): ${sandbox}`,
      `Inbox for SMS, mail and push:                  ${sandbox}/inbox`,
      `API reference:                                 ${address}/api/docs\n`,
    ].join("\n"),
  );
}
