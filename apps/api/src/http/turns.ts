import { performance } from "node:perf_hooks";

const PAUSE = 2;
/** The next turn is not put off for longer. */
const MAX_PAUSE_MILLISECONDS = 1_000;

interface Line {
  free: number;
  /** Those who wait, the first first. */
  waiting: (() => void)[];
}

/** Who is served and who waits in each line; a line that nobody is in is gone. */
const lines = new Map<string, Line>();

/**
 * What one person may have only a few of at a time, so that it does not starve the others (promise O4): further requests wait in order. Where they are paced, the next one begins after a
 * pause twice as long as the turn before took: a crowd of one person's requests has a third of the time.
 * @param line the person and what it is about
 * @param how `at_once`: how many are served at once, the same at each call for a line
 * @returns ends the turn; the next one begins
 */
export async function takeTurn(line: string, { at_once = 1, is_paced = false } = {}): Promise<() => void> {
  const here = lines.get(line) ?? { free: at_once, waiting: [] };
  lines.set(line, here);
  if (here.free > 0) here.free -= 1;
  else await new Promise<void>((begin) => here.waiting.push(begin));
  const began = performance.now();
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    const next = here.waiting.shift();
    const pause = is_paced ? Math.min(MAX_PAUSE_MILLISECONDS, PAUSE * (performance.now() - began)) : 0;
    if (next && pause > 0) return void setTimeout(next, pause);
    if (next) return next();
    here.free += 1;
    if (here.free === at_once) lines.delete(line);
  };
}
