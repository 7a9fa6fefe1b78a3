/** Runs the browser tests; what fails gets a second chance (`runOnceMore`). */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Failure, runOnceMore, shortly } from "./once-more.ts";

const repository = join(import.meta.dirname, "..");
const report = join(repository, "test-results/report.json");

interface Suite {
  file: string;
  specs?: { ok: boolean; title: string; tests: { results: { error?: { message?: string }; duration: number }[] }[] }[];
  suites?: Suite[];
}

const failuresIn = ({ file, specs = [], suites = [] }: Suite): Failure[] => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) => ({ file, title, why: shortly(tests[0]?.results.at(-1)?.error?.message) })),
  ...suites.flatMap(failuresIn),
];

/** Milliseconds that each test took. */
const timesIn = ({ file, specs = [], suites = [] }: Suite): [string, number][] => [
  ...specs.map(({ title, tests }): [string, number] => [
    `${file} › ${title}`,
    tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
  ]),
  ...suites.flatMap(timesIn),
];

const SHOWN = 15;
function printLongest(suites: readonly Suite[]): void {
  const times = suites.flatMap(timesIn).toSorted(([, one], [, other]) => other - one);
  const seconds = (milliseconds: number): string => `${Math.round(milliseconds / 1_000)} s`.padStart(7);
  console.log(`\n${seconds(times.reduce((sum, [, each]) => sum + each, 0))}  all browser tests, one after the other`);
  for (const [title, each] of times.slice(0, SHOWN)) console.log(`${seconds(each)}  ${title}`);
}

async function run(files: readonly string[]): Promise<Failure[] | "lost"> {
  rmSync(report, { force: true });
  const { status } = spawnSync(
    join(repository, "node_modules/.bin/playwright"),
    ["test", "--config", "test/e2e/playwright.config.ts", ...files],
    { cwd: repository, stdio: ["ignore", "inherit", "inherit"] },
  );
  try {
    const { suites } = JSON.parse(readFileSync(report, "utf8")) as { suites: Suite[] };
    printLongest(suites);
    if (status === 0) return [];
    const failures = suites.flatMap(failuresIn);
    return failures.length > 0 ? failures : "lost";
  } catch {
    return status === 0 ? [] : "lost";
  }
}

if (!(await runOnceMore(run, process.argv.slice(2)))) process.exit(1);
