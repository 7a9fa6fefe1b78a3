/**
 * Files of strangers are parsed in a process of their own, with a limit on time and memory: what they bring down, be it by a fault in native code,
 * is never the server. That process knows nothing of ours: no environment, no other files than the programs, no right to write a file or to start a
 * program, and no native code but what images need.
 */
import { fork } from "node:child_process";
import { join } from "node:path";

/** Why a file was refused, in words for the person. */
export class FileRefused extends Error {
  readonly isPasswordWanted: boolean;
  constructor(message: string, isPasswordWanted = false) {
    super(message);
    this.isPasswordWanted = isPasswordWanted;
  }
}

/** What a reader says instead of an answer. */
export interface Refusal {
  refused: string;
  is_password_wanted: boolean;
}

/** A question to the process (reader.ts). */
export interface Reading {
  /** The script that reads, as an address. */
  script: string;
  source: unknown;
  /** The file's kind in words, for the refusals. */
  what: string;
  /** What the process may grow by. */
  growth_bytes: number;
}

const DEADLINE_MILLISECONDS = 20_000;
const AT_ONCE = 2;
const GROWTH_BYTES = { packed: 190_000_000, long: 320_000_000, native: 400_000_000 };
const PROJECT = join(import.meta.dirname, "../../../..");
const RIGHTS = [
  "--permission",
  "--allow-worker",
  ...["apps", "packages", "node_modules"].map((folder) => `--allow-fs-read=${join(PROJECT, folder, "*")}`),
  `--allow-fs-read=${join(PROJECT, "package.json")}`,
];

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

function read<Answer extends object>(reading: Reading, rights: readonly string[]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const reader = fork(new URL("./reader.ts", import.meta.url), {
      execArgv: [...rights],
      env: {},
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    const finish = (settle: () => void) => {
      clearTimeout(deadline);
      reader.removeAllListeners();
      reader.on("error", () => undefined); // of a process that ended before it was asked or killed
      reader.kill("SIGKILL");
      settle();
    };
    const refuse = (message: string) => finish(() => reject(new FileRefused(message)));
    const deadline = setTimeout(() => refuse(`this ${reading.what} takes too long to read`), DEADLINE_MILLISECONDS);
    reader.once("message", (answer: Answer | Refusal) =>
      finish(() =>
        "refused" in answer ? reject(new FileRefused(answer.refused, answer.is_password_wanted)) : resolve(answer),
      ),
    );
    reader.once("error", () => refuse(`this ${reading.what} cannot be read`));
    reader.once("exit", () => refuse(`this ${reading.what} cannot be read`));
    reader.send(reading);
  });
}

/**
 * Has a script of ours read something in a process of its own, two at a time.
 * @param source what the script finds as `workerData`
 * @param what the file's kind in words, for the refusals
 * @param need what it needs: `long` for text of megabytes without anything packed in it, `native` for code that keeps its memory to itself (pictures are
 *   decoded whole)
 * @throws FileRefused when it refuses, crashes, or needs more time or memory than it may
 */
export function readApart<Answer extends object>(
  script: URL,
  source: unknown,
  what: string,
  need: keyof typeof GROWTH_BYTES = "packed",
): Promise<Answer> {
  const reading = { script: script.href, source, what, growth_bytes: GROWTH_BYTES[need] };
  return inTurn(() => read<Answer>(reading, need === "native" ? [...RIGHTS, "--allow-addons"] : RIGHTS));
}
