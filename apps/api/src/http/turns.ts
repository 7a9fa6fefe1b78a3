/** Who has the last place in each line; nobody is in it any more when it is gone. */
const lines = new Map<string, Promise<void>>();

/**
 * What one person may have only one at a time, so that it does not starve the others (promise O4): the second waits for the first.
 * @param line the person and what it is about
 * @returns ends the turn; the next one begins
 */
export async function takeTurn(line: string): Promise<() => void> {
  const before = lines.get(line);
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const mine = (before ?? Promise.resolve()).then(() => over);
  lines.set(line, mine);
  void mine.then(() => {
    if (lines.get(line) === mine) lines.delete(line);
  });
  await before;
  return end;
}
