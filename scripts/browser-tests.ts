/**
 * Runs the browser tests. A file that fails is run once more in a world of its own: on a machine that others use too, a browser may be starved for half a
 * minute. What passes only then is named, so that somebody looks at it; what fails twice fails.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

const repository = join(import.meta.dirname, "..");
const report = join(repository, "test-results/report.json");

interface Suite {
  file: string;
  specs?: { ok: boolean; title: string }[];
  suites?: Suite[];
}

function run(files: readonly string[]): boolean {
  rmSync(report, { force: true });
  const { status } = spawnSync(join(repository, "node_modules/.bin/playwright"), ["test", "--config", "test/e2e/playwright.config.ts", ...files], { cwd: repository, stdio: ["ignore", "inherit", "inherit"] });
  return status === 0;
}

const failuresIn = ({ file, specs = [], suites = [] }: Suite): { file: string; title: string }[] => [
  ...specs.filter(({ ok }) => !ok).map(({ title }) => ({ file, title })),
  ...suites.flatMap(failuresIn),
];

/** What failed in the last run; nothing when it did not get as far as a report. */
function failures(): { file: string; title: string }[] {
  try {
    return (JSON.parse(readFileSync(report, "utf8")) as { suites: Suite[] }).suites.flatMap(failuresIn);
  } catch {
    return [];
  }
}

if (!run(process.argv.slice(2))) {
  const failed = failures();
  if (failed.length === 0) process.exit(1);
  const files = [...new Set(failed.map(({ file }) => file))];
  console.error(`\nOnce more, in a fresh world: ${files.join(", ")}`);
  // The walk over the screens looks at what the journeys left behind.
  const isSteady = run(files.includes("accessibility.spec.ts") ? [...new Set(["journey.spec.ts", ...files])] : files);
  for (const { file, title } of failed) console.error(`${isSteady ? "UNSTEADY, passed the second time" : "FAILED"}: ${file}, ${title}`);
  if (!isSteady) process.exit(1);
}
