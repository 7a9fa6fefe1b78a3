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
  /** Until the login page answers. */
  seconds: number;
  /** Until one can look around; at a first start that is earlier. */
  look_around_seconds: number;
  pid: number;
  stop(): Promise<void>;
}

/** Whether an address of it answers so. */
const answers = (address: string, isRight: (answer: Response) => boolean | Promise<boolean>): Promise<boolean> =>
  fetch(address).then(isRight, () => false);

/** Starts the system on a folder of its own and waits until it can be used: at a first start, that its past is lived. */
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
  let looked: number | undefined;
  for (let tries = 0; ; tries += 1) {
    if (await answers(`${address}/login`, ({ ok }) => ok)) break;
    if (await answers(address, async (answer) => (await answer.text()).includes("Look around")))
      looked ??= performance.now();
    if (tries > 6_000 || child.exitCode !== null) throw new Error("The system did not start.");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    address,
    folder,
    seconds: (performance.now() - started) / 1_000,
    look_around_seconds: ((looked ?? performance.now()) - started) / 1_000,
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
        name: "first start until one can look around, seconds",
        ours: first.look_around_seconds,
        baseline: 20,
        ratio: first.look_around_seconds,
        target: "≤ 20",
        load,
        note: `with a built web application where there is one; the demo's past is lived after ${first.seconds.toFixed(0)} s`,
      },
      {
        name: "second start until the login page answers, seconds",
        ours: second.seconds,
        baseline: 2,
        ratio: second.seconds,
        target: "≤ 2",
        load,
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
