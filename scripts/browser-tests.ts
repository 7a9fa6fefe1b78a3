/** Runs the browser tests; what fails gets a second chance (`runOnceMore`). */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Failure, runOnceMore, shortly } from "./once-more.ts";

const repository = join(import.meta.dirname, "..");
const report = join(repository, "test-results/report.json");

interface Suite {
  file: string;
  specs?: { ok: boolean; title: string; tests: { results: { error?: { message?: string } }[] }[] }[];
  suites?: Suite[];
}

const failuresIn = ({ file, specs = [], suites = [] }: Suite): Failure[] => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) => ({ file, title, why: shortly(tests[0]?.results.at(-1)?.error?.message) })),
  ...suites.flatMap(failuresIn),
];

async function run(files: readonly string[]): Promise<Failure[] | "lost"> {
  rmSync(report, { force: true });
  const { status } = spawnSync(
    join(repository, "node_modules/.bin/playwright"),
    ["test", "--config", "test/e2e/playwright.config.ts", ...files],
    { cwd: repository, stdio: ["ignore", "inherit", "inherit"] },
  );
  if (status === 0) return [];
  try {
    const failures = (JSON.parse(readFileSync(report, "utf8")) as { suites: Suite[] }).suites.flatMap(failuresIn);
    return failures.length > 0 ? failures : "lost";
  } catch {
    return "lost";
  }
}

if (!(await runOnceMore(run, process.argv.slice(2)))) process.exit(1);
