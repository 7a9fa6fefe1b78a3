/** Runs test files with vitest; what fails gets a second chance (`runOnceMore`). */
import { relative } from "node:path";
import { startVitest } from "vitest/node";
import { type Failure, runOnceMore, shortly } from "./once-more.ts";

/** A test or a group of tests, as far as names and reasons want it. */
interface Task {
  name: string;
  tasks?: readonly Task[];
  result?: { state?: string; errors?: readonly { message: string }[] };
}

/** What failed in a file or a group: its tests, or its own where the set-up failed. */
function failedIn({ tasks = [], result }: Task, above = ""): Omit<Failure, "file">[] {
  const failed = tasks.filter((task) => task.result?.state === "fail");
  if (failed.length === 0) return [{ title: `${above}set-up`, why: shortly(result?.errors?.[0]?.message) }];
  return failed.flatMap((task) =>
    task.tasks
      ? failedIn(task, `${above}${task.name} › `)
      : [{ title: above + task.name, why: shortly(task.result?.errors?.[0]?.message) }],
  );
}

const SHOWN = 15;
/** What takes longest: the first to look at when all takes too long. */
function printLongest(files: readonly { name: string; milliseconds: number }[]): void {
  const seconds = (milliseconds: number): string => `${Math.round(milliseconds / 1_000)} s`.padStart(7);
  console.log(
    `\n${seconds(files.reduce((sum, { milliseconds }) => sum + milliseconds, 0))}  all files, one after the other`,
  );
  for (const { name, milliseconds } of files
    .toSorted((one, other) => other.milliseconds - one.milliseconds)
    .slice(0, SHOWN))
    console.log(`${seconds(milliseconds)}  ${name}`);
}

/**
 * Runs these files, or all for none.
 * @param config the configuration of vitest, where it is not the one at the root
 * @returns what failed, or "lost" when it did not get as far as a list
 */
async function runVitest(files: readonly string[], config?: string): Promise<Failure[] | "lost"> {
  process.exitCode = 0; // vitest leaves its verdict there, also that of a run before
  const vitest = await startVitest("test", [...files], { run: true, watch: false, ...(config && { config }) });
  const nameOf = (file: string): string => relative(process.cwd(), file);
  const all = vitest.state.getFiles();
  if (all.length > SHOWN)
    printLongest(
      all.map(({ filepath, result, collectDuration = 0 }) => ({
        name: nameOf(filepath),
        milliseconds: (result?.duration ?? 0) + collectDuration,
      })),
    );
  const failures = all
    .filter(({ result }) => result?.state === "fail")
    .flatMap((file) => failedIn(file).map((failure) => ({ file: nameOf(file.filepath), ...failure })));
  // An error outside of any test knows only the file that ran at that moment; where the process itself was lost, its message names it.
  for (const error of vitest.state.getUnhandledErrors()) {
    const { VITEST_TEST_PATH, cause } = error as { VITEST_TEST_PATH?: string; cause?: Partial<Error> };
    const file = VITEST_TEST_PATH ?? cause?.message?.match(/ while running test file (.+)$/)?.[1];
    if (!file) return "lost";
    failures.push({ file: nameOf(file), title: "an error outside of any test, see above" });
  }
  const isLost = failures.length === 0 && process.exitCode !== 0;
  await vitest.close();
  return isLost ? "lost" : failures;
}

/**
 * Runs the files that the command names, those that fail once more, and ends the process with the verdict.
 * @param after looks at what passed; false where it is not enough
 */
export async function runAndExit(
  config?: string,
  after: (files: readonly string[]) => Promise<boolean> = () => Promise.resolve(true),
): Promise<never> {
  // Who is ended in the middle has not passed; vitest would leave with the verdict so far.
  let isDone = false;
  process.on("exit", () => {
    if (!isDone) process.exitCode = 1;
  });
  const files = process.argv.slice(2);
  const hasPassed = (await runOnceMore((some) => runVitest(some, config), files)) && (await after(files));
  isDone = true;
  process.exit(hasPassed ? 0 : 1);
}
