/** The process in which one file is read (apart.ts starts it): the script runs in a thread, so that somebody is left to watch its memory. */
import { Worker } from "node:worker_threads";
import type { Reading, Refusal } from "./apart.ts";

const WATCH_MILLISECONDS = 25;

process.once("message", ({ script, source, what, growth_bytes }: Reading) => {
  const answer = (message: unknown): void => void process.send?.(message, () => process.exit());
  const refuse = (why: string): void =>
    answer({ refused: `this ${what} ${why}`, is_password_wanted: false } satisfies Refusal);
  const worker = new Worker(new URL(script), {
    workerData: source,
    resourceLimits: { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  });
  worker.once("message", answer);
  worker.once("error", () => refuse("cannot be read"));
  worker.once("exit", () => refuse("cannot be read"));
  // The thread's own limit does not count decoded streams and pictures.
  const before = process.memoryUsage.rss();
  setInterval(
    () => process.memoryUsage.rss() - before > growth_bytes && refuse("is too large inside"),
    WATCH_MILLISECONDS,
  );
});
process.once("disconnect", () => process.exit());
