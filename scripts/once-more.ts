import { stripVTControlCharacters } from "node:util";
import { keepUnsteady } from "./unsteady.ts";

/** What failed: a file, and the name of its test where it is known. */
export interface Failure {
  file: string;
  title: string;
  /** What it said, where that is known. */
  why?: string | undefined;
}

const LINES_OF_A_REASON = 12;
/** What a failure said, short and without colours: a long report may be cut to its end, and its reasons stand far above. */
export const shortly = (message = ""): string | undefined =>
  stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, LINES_OF_A_REASON)
    .map((line) => `    ${line.slice(0, 240)}`)
    .join("\n") || undefined;

/**
 * Runs tests; the files that failed run once more, alone and in a fresh world: on a machine that others use too, a test may be starved for half a minute.
 * What passes only then is written to a list (`unsteady.ts`), and fails when it is on that list already; what fails twice fails.
 * @param run runs these files, or all for none; answers what failed, or "lost" when it did not get as far as a list
 * @param keep writes unsteady tests to the list and answers those that were on it
 * @returns whether everything passed in the end
 */
export async function runOnceMore(
  run: (files: readonly string[]) => Promise<readonly Failure[] | "lost">,
  files: readonly string[],
  keep: (unsteady: readonly Failure[]) => readonly Failure[] = keepUnsteady,
): Promise<boolean> {
  const failed = await run(files);
  if (failed === "lost") return false;
  if (failed.length === 0) return true;
  const again = [...new Set(failed.map(({ file }) => file))];
  console.error(`\nOnce more, in a fresh world: ${again.join(", ")}`);
  const second = await run(again);
  const isSteady = second !== "lost" && second.length === 0;
  const known = isSteady ? keep(failed) : [];
  for (const failure of failed) {
    const verdict = !isSteady
      ? "FAILED"
      : known.includes(failure)
        ? "FAILED, unsteady for the second time within a month (mend it, then `npm run unsteady -- <word>`)"
        : "UNSTEADY, passed the second time; written to test/unsteady.json";
    console.error(`${verdict}: ${failure.file}, ${failure.title}${failure.why ? `\n${failure.why}` : ""}`);
  }
  if (second !== "lost")
    for (const { file, title, why } of second)
      console.error(`The second time: ${file}, ${title}${why ? `\n${why}` : ""}`);
  return isSteady && known.length === 0;
}
