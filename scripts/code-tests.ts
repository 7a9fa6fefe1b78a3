/** Runs the unit, property, database and API tests; what fails gets a second chance (`runOnceMore`). */
import { relative } from "node:path";
import { startVitest } from "vitest/node";
import { type Failure, runOnceMore } from "./once-more.ts";

async function run(files: readonly string[]): Promise<Failure[] | "lost"> {
  process.exitCode = 0; // vitest leaves its verdict there, also that of a run before
  const vitest = await startVitest("test", [...files], { run: true, watch: false });
  const nameOf = (file: string): string => relative(process.cwd(), file);
  const failures = vitest.state
    .getFiles()
    .filter(({ result }) => result?.state === "fail")
    .map(({ filepath }) => ({ file: nameOf(filepath), title: "a test failed, see above" }));
  // An error outside of any test knows only the file that ran at that moment.
  for (const error of vitest.state.getUnhandledErrors()) {
    const { VITEST_TEST_PATH: file } = error as { VITEST_TEST_PATH?: string };
    if (!file) return "lost";
    failures.push({ file: nameOf(file), title: "an error outside of any test, see above" });
  }
  const isLost = failures.length === 0 && process.exitCode !== 0;
  await vitest.close();
  return isLost ? "lost" : failures;
}

const isSteady = await runOnceMore(run, process.argv.slice(2));
process.exit(isSteady ? 0 : 1);
