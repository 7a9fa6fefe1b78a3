/** The whole system as `npm start` makes it: seconds of a second start until it answers, and its memory at rest. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Figure, loadNow } from "./figure.ts";

const repository = join(import.meta.dirname, "../..");
const PORT = 4_830;

export interface Running {
  address: string;
  folder: string;
  seconds: number;
  pid: number;
  stop(): Promise<void>;
}

/** Starts the system on a folder of its own and waits until the login page answers. */
export async function startSystem(folder: string): Promise<Running> {
  const started = performance.now();
  const child: ChildProcess = spawn(process.execPath, ["scripts/start.ts"], {
    cwd: repository,
    env: {
      PATH: `${join(process.execPath, "..")}:/usr/bin:/bin`,
      HOME: "/root",
      DATA_FOLDER: folder,
      PORT: String(PORT),
      RATE_LIMIT: "0",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const address = `http://127.0.0.1:${PORT}`;
  for (let tries = 0; ; tries += 1) {
    const isThere = await fetch(`${address}/login`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isThere) break;
    if (tries > 1_200 || child.exitCode !== null) throw new Error("The system did not start.");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    address,
    folder,
    seconds: (performance.now() - started) / 1_000,
    pid: child.pid ?? 0,
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill("SIGTERM");
      }),
  };
}

const textOf = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return ""; // the process has ended
  }
};

/** Megabytes of a process and everything below it, shared pages counted once (PSS). */
export function memoryOf(root: number): number {
  const parents = new Map(
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), Number(/\) \S (\d+)/.exec(textOf(`/proc/${name}/stat`))?.[1] ?? 0)]),
  );
  const isBelow = (pid: number): boolean => pid === root || (pid > 1 && isBelow(parents.get(pid) ?? 0));
  const kilobytes = [...parents.keys()]
    .filter(isBelow)
    .map((pid) => Number(/^Pss:\s+(\d+)/m.exec(textOf(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0));
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1_024;
}

export async function benchStart(): Promise<Figure[]> {
  const folder = mkdtempSync("/var/tmp/manilla-bench-start-");
  try {
    const first = await startSystem(folder);
    await first.stop();
    const second = await startSystem(folder);
    await new Promise((resolve) => setTimeout(resolve, 20_000));
    const memory = memoryOf(second.pid);
    await second.stop();
    const load = loadNow();
    return [
      {
        name: "second start until the login page answers, seconds",
        ours: second.seconds,
        baseline: 10,
        ratio: second.seconds,
        target: "≤ 10",
        load,
        note: `first start with the demo world ${first.seconds.toFixed(1)} s`,
      },
      {
        name: "memory of all processes at rest, MB",
        ours: memory,
        baseline: 600,
        ratio: memory,
        target: "≤ 600",
        load,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
