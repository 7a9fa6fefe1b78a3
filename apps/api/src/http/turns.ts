interface Line {
  free: number;
  /** Those who wait, the first first. */
  waiting: (() => void)[];
}

/** Who is served and who waits in each line; a line that nobody is in is gone. */
const lines = new Map<string, Line>();

/**
 * What one person may have only a few of at a time, so that it does not starve the others (promise O4): further requests wait in order.
 * @param line the person and what it is about
 * @param places how many are served at once, the same at each call for a line
 * @returns ends the turn; the next one begins
 */
export async function takeTurn(line: string, places = 1): Promise<() => void> {
  const here = lines.get(line) ?? { free: places, waiting: [] };
  lines.set(line, here);
  if (here.free > 0) here.free -= 1;
  else await new Promise<void>((begin) => here.waiting.push(begin));
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    const next = here.waiting.shift();
    if (next) return next();
    here.free += 1;
    if (here.free === places) lines.delete(line);
  };
}
