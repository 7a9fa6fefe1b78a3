/** Files of strangers are parsed in a thread with a limit on time and memory, never in the server's own. */
import type { Transferable } from "node:worker_threads";
import { Worker } from "node:worker_threads";

/** Why a file was refused, in words for the person. */
export class FileRefused extends Error {
  readonly isPasswordWanted: boolean;
  constructor(message: string, isPasswordWanted = false) {
    super(message);
    this.isPasswordWanted = isPasswordWanted;
  }
}

/** What a thread says instead of an answer. */
export interface Refusal {
  refused: string;
  is_password_wanted: boolean;
}

const DEADLINE_MILLISECONDS = 20_000;
const AT_ONCE = 2;
/** The thread's own limit does not count decoded streams, so the process is watched as well. */
const MAX_GROWTH_BYTES = 190_000_000;
const WATCH_MILLISECONDS = 25;

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

function run<Answer extends object>(
  script: URL,
  workerData: unknown,
  transferList: Transferable[],
  what: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, {
      workerData,
      transferList,
      resourceLimits: { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
      stdout: true,
      stderr: true,
    });
    const before = process.memoryUsage.rss();
    const finish = (settle: () => void) => {
      clearTimeout(deadline);
      clearInterval(watch);
      worker.removeAllListeners();
      void worker.terminate();
      settle();
    };
    const refuse = (message: string) => finish(() => reject(new FileRefused(message)));
    const deadline = setTimeout(() => refuse(`this ${what} takes too long to read`), DEADLINE_MILLISECONDS);
    const watch = setInterval(
      () => process.memoryUsage.rss() - before > MAX_GROWTH_BYTES && refuse(`this ${what} is too large inside`),
      WATCH_MILLISECONDS,
    );
    worker.once("message", (answer: Answer | Refusal) =>
      finish(() =>
        "refused" in answer ? reject(new FileRefused(answer.refused, answer.is_password_wanted)) : resolve(answer),
      ),
    );
    worker.once("error", () => refuse(`this ${what} cannot be read`));
    worker.once("exit", () => refuse(`this ${what} cannot be read`));
  });
}

/**
 * Has a script of ours read something in a thread of its own, two at a time.
 * @param what the file's kind in words, for the refusals
 * @throws FileRefused when it refuses, crashes, or needs more time or memory than it may
 */
export const inThread = <Answer extends object>(
  script: URL,
  workerData: unknown,
  transferList: Transferable[],
  what: string,
): Promise<Answer> => inTurn(() => run<Answer>(script, workerData, transferList, what));
