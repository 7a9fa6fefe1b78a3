/**
 * `npm test`: everything that CI runs, in the order in which it fails soonest; ends with the time of each step.
 * `npm test -- <word …>`: only the steps whose title has a word, and the test files whose path has one.
 */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import vitest from "../vitest.config.ts";
import { findBrowser } from "./chromium.ts";

if (Number(process.versions.node.split(".")[0]) < 24) {
  console.error("The tests run on Node 24, which npm installed beside them. Start them with `npm test`.");
  process.exit(1);
}

const repository = join(import.meta.dirname, "..");
const bin = (name: string) => join(repository, "node_modules/.bin", name);

interface Step {
  title: string;
  command: string;
  words: string[];
  /** Its test files, when it can run some of them. */
  files?: string[];
  inBrowser?: boolean;
}

const TEST_FOLDERS = ["apps", "packages", "scripts", "test"];
const testFiles = TEST_FOLDERS.flatMap((folder) =>
  readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
).filter((file) => /\.(test|spec)\.tsx?$/.test(file) && !file.includes("node_modules/"));
const codePatterns = (vitest as { test: { include: string[] } }).test.include;

const steps: Step[] = [
  { title: "types of the server", command: bin("tsc"), words: ["-p", "tsconfig.json"] },
  { title: "types of the web application", command: bin("tsc"), words: ["-p", "apps/web/tsconfig.json"] },
  { title: "lint, boundaries, dead code, generated files", command: process.execPath, words: ["scripts/lint.ts"] },
  {
    title: "unit, property, database and API tests",
    command: process.execPath,
    words: ["scripts/code-tests.ts"],
    files: testFiles.filter((file) => codePatterns.some((pattern) => matchesGlob(file, pattern))),
  },
  {
    title: "component tests",
    command: process.execPath,
    words: ["node_modules/vitest/vitest.mjs", "run", "--config", "test/components/vitest.config.ts"],
    files: testFiles.filter((file) => file.startsWith("test/components/")),
    inBrowser: true,
  },
  { title: "build", command: process.execPath, words: ["scripts/build.ts"] },
  { title: "release", command: process.execPath, words: ["ops/chaos/release.ts"] },
  {
    title: "browser tests",
    command: process.execPath,
    words: ["scripts/browser-tests.ts"],
    files: testFiles.filter((file) => file.startsWith("test/e2e/")),
    inBrowser: true,
  },
];

/** The steps that these words ask for: all without a word, whole ones by their title, else the files of a step by their path. */
function chosen(words: readonly string[]): Step[] {
  if (words.length === 0) return steps;
  return steps.flatMap((step) => {
    if (words.some((word) => step.title.includes(word))) return [step];
    const files = (step.files ?? []).filter((file) => words.some((word) => file.includes(word)));
    return files.length > 0 ? [{ ...step, words: [...step.words, ...files] }] : [];
  });
}

const seconds = (milliseconds: number): string => `${Math.round(milliseconds / 1_000)} s`.padStart(7);
const times: { title: string; milliseconds: number; passed: boolean }[] = [];
function printTimes(): void {
  const width = Math.max(...times.map(({ title }) => title.length));
  const total = times.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const lines = times.map(
    ({ title, milliseconds, passed }) => `${passed ? "✓" : "✗"} ${title.padEnd(width)}${seconds(milliseconds)}`,
  );
  console.log(`\n${lines.join("\n")}\n  ${"together".padEnd(width)}${seconds(total)}`);
}

const words = process.argv.slice(2);
const asked = chosen(words);
if (asked.length === 0) {
  console.error(`Nothing is called ${words.join(" or ")}: no step has it in its title, no test file in its path.`);
  process.exit(1);
}
let browser: Record<string, string> = {};
if (asked.some(({ inBrowser }) => inBrowser)) {
  // Found first, so that a machine without one fails at once.
  const { path, found, environment } = await findBrowser();
  console.log(`Browser: ${path} (${found})`);
  browser = { CHROMIUM_PATH: path, ...environment };
}
for (const { title, command, words: arguments_, inBrowser } of asked) {
  const started = performance.now();
  console.log(`\n── ${title}`);
  const { status } = spawnSync(command, arguments_, {
    cwd: repository,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...(inBrowser && browser) },
  });
  times.push({ title, milliseconds: performance.now() - started, passed: status === 0 });
  if (status !== 0) {
    printTimes();
    console.error(`\n✗ ${title} failed`);
    process.exit(status ?? 1);
  }
}
printTimes();
