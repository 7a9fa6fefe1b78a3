/**
 * A world for each worker and project (a spec file, or those that share one: `playwright.config.ts`): database, sandbox, application and web pages on ports of
 * their own, copied from the demo world that `prepare-worlds.ts` made once. So files run side by side, and none sees what a file of another project left behind.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test as base } from "@playwright/test";

const repository = join(import.meta.dirname, "../../..");
/** By the folder, so that two working copies can be tested at once. */
const FIRST_PORT = 7010 + 100 * ([...repository].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 20);
/** Application, sandbox, its mail port, and one that nobody uses. */
const PORTS_OF_A_WORLD = 4;
/** A server that is about to listen may take a connection and not answer it. */
const TIMEOUT_MILLISECONDS = 500;
const FASTER = ["fsync = off", "synchronous_commit = off", "full_page_writes = off"];

/** `E2E_REUSE=1` tests the server that runs on E2E_PORT already: for those who write these tests. */
export const isReusing = process.env["E2E_REUSE"] === "1";
/** Where this worker's application answers; the sandbox has the next port. */
export const appPort =
  Number(process.env["E2E_PORT"] ?? FIRST_PORT) + PORTS_OF_A_WORLD * Number(process.env["TEST_PARALLEL_INDEX"] ?? 0);

/** @returns a world's process, when it answers. @throws Error when it ends before */
export async function startWorld(folder: string, port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["scripts/start.ts"], {
    cwd: repository,
    stdio: ["ignore", "ignore", "inherit"],
    // Worlds share the machine: each has one process (several: apps/api/src/processes.test.ts). What Node has compiled for one serves all.
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(folder, "../compiled"),
      PORT: String(port),
      DATA_FOLDER: folder,
      RATE_LIMIT: "0",
      LOG_LEVEL: "warn",
      API_PROCESSES: "1",
    },
  });
  while (child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, {
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    }).catch(() => undefined);
    if (answer?.ok) return child;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The world on port ${port} did not start.`);
}

/** Ends a world and waits until it has gone. */
export async function stopWorld(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await gone;
}

/** Copies the data of a world that does not run. */
export function copyWorld(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  const { status, stderr } = spawnSync("cp", ["-a", from, to], { encoding: "utf8" });
  if (status !== 0) throw new Error(`The world was not copied: ${stderr}`);
  // The database chooses a free port of its own; nothing here has to survive a power cut.
  rmSync(join(to, "postgres-port"), { force: true });
  appendFileSync(join(to, "postgres/postgresql.conf"), `\n${FASTER.join("\n")}\n`);
}

export const test = base.extend<object, { world: void }>({
  world: [
    // Playwright reads the names of what a fixture wants from the braces.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use, { workerIndex }) => {
      if (isReusing) return use();
      const worlds = process.env["E2E_WORLDS"] ?? "";
      const folder = join(worlds, `worker-${workerIndex}`);
      copyWorld(join(worlds, "demo"), folder);
      const world = await startWorld(folder, appPort);
      await use();
      await stopWorld(world);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker", auto: true, timeout: 120_000 },
  ],
});
