/** What failed: a file, and the names of its tests where they are known. */
export interface Failure {
  file: string;
  title: string;
}

/**
 * Runs tests; the files that failed run once more, alone and in a fresh world: on a machine that others use too, a test may be starved for half a minute.
 * What passes only then is named, so that somebody looks at it; what fails twice fails.
 * @param run runs these files, or all for none; answers what failed, or "lost" when it did not get as far as a list
 * @param alone the files to run the second time
 * @returns whether everything passed in the end
 */
export async function runOnceMore(
  run: (files: readonly string[]) => Promise<readonly Failure[] | "lost">,
  files: readonly string[],
  alone = (failed: readonly string[]): readonly string[] => failed,
): Promise<boolean> {
  const failed = await run(files);
  if (failed === "lost") return false;
  if (failed.length === 0) return true;
  const again = [...new Set(failed.map(({ file }) => file))];
  console.error(`\nOnce more, in a fresh world: ${again.join(", ")}`);
  const second = await run(alone(again));
  const isSteady = second !== "lost" && second.length === 0;
  for (const { file, title } of failed)
    console.error(`${isSteady ? "UNSTEADY, passed the second time" : "FAILED"}: ${file}, ${title}`);
  return isSteady;
}
