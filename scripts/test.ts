/**
 * `npm test`: everything that CI runs, in the order in which it fails soonest; ends with the time of each step.
 * `npm test -- <word …>`: only the steps whose title has a word, and the test files whose path has one.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import vitest from "../vitest.config.ts";
import { findBrowser } from "./chromium.ts";
import { scratchPlace } from "./scratch.ts";

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
  /** Runs at the same time as the one before it: each of them leaves a processor idle now and then. What it prints comes when it has ended. */
  isBeside?: boolean;
}

const TEST_FOLDERS = ["apps", "packages", "scripts", "test"];
const testFiles = TEST_FOLDERS.flatMap((folder) =>
  readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
).filter((file) => /\.(test|spec)\.tsx?$/.test(file) && !file.includes("node_modules/"));
const codePatterns = (vitest as { test: { include: string[] } }).test.include;

const steps: Step[] = [
  // The product's files and those of ops at once: what they share is checked once. One checker, because several each work out the same types.
  { title: "types of the server", command: bin("tsc"), words: ["-p", "ops/tsconfig.json", "--checkers", "1"] },
  {
    title: "types of the web application",
    command: bin("tsc"),
    words: ["-p", "apps/web/tsconfig.json", "--checkers", "1"],
    isBeside: true,
  },
  {
    title: "lint, boundaries, dead code, generated files",
    command: process.execPath,
    words: ["scripts/lint.ts"],
    isBeside: true,
  },
  { title: "build", command: process.execPath, words: ["scripts/build.ts"], isBeside: true },
  {
    title: "unit, property, database and API tests",
    command: process.execPath,
    words: ["scripts/code-tests.ts"],
    files: testFiles.filter((file) => codePatterns.some((pattern) => matchesGlob(file, pattern))),
  },
  {
    title: "component tests",
    command: process.execPath,
    words: ["scripts/component-tests.ts"],
    files: testFiles.filter((file) => file.startsWith("test/components/")),
    inBrowser: true,
    isBeside: true,
  },
  { title: "release", command: process.execPath, words: ["ops/chaos/release.ts"], isBeside: true },
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
const begun = performance.now();
function printTimes(): void {
  const width = Math.max(...times.map(({ title }) => title.length));
  const lines = times.map(
    ({ title, milliseconds, passed }) => `${passed ? "✓" : "✗"} ${title.padEnd(width)}${seconds(milliseconds)}`,
  );
  console.log(`\n${lines.join("\n")}\n  ${"together".padEnd(width)}${seconds(performance.now() - begun)}`);
}

/** Runs a step. @param environment of its browser @param isQuiet keeps what it prints until it has ended @returns its exit code */
async function run(step: Step, environment: Record<string, string>, isQuiet: boolean): Promise<number> {
  const started = performance.now();
  const heading = `\n── ${step.title}`;
  if (!isQuiet) console.log(heading);
  const child = spawn(step.command, step.words, {
    cwd: repository,
    stdio: ["ignore", isQuiet ? "pipe" : "inherit", isQuiet ? "pipe" : "inherit"],
    env: { ...process.env, ...(step.inBrowser && environment) },
  });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => printed.push(chunk));
  const code = await new Promise<number>((resolve) => child.on("close", (status) => resolve(status ?? 1)));
  if (isQuiet) process.stdout.write(`${heading}\n${Buffer.concat(printed).toString()}`);
  times.push({ title: step.title, milliseconds: performance.now() - started, passed: code === 0 });
  return code;
}

/**
 * Lives the demo's past for the browser tests while the tests of the code run, which leave a processor idle now and then
 * (test/e2e/support/prepare-worlds.ts waits for it). @returns the folder of the worlds, and how to end it
 */
function prepareWorlds(): { folder: string; end: () => void } {
  const folder = join(scratchPlace(), `manilla-e2e-${process.pid}`);
  mkdirSync(folder, { mode: 0o755 });
  const child: ChildProcess = spawn("nice", [process.execPath, "test/e2e/support/live-demo.ts", folder], {
    cwd: repository,
    stdio: ["ignore", "ignore", "inherit"],
  });
  return {
    folder,
    end: () => {
      child.kill("SIGTERM");
      rmSync(folder, { recursive: true, force: true });
    },
  };
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
  const { path, found, environment } = findBrowser();
  console.log(`Browser: ${path} (${found})`);
  browser = { CHROMIUM_PATH: path, ...environment };
}
/** Steps that run one after the other, each with those that run beside it. */
const groups = asked.reduce<Step[][]>((all, step) => {
  if (step.isBeside && all.length > 0) all.at(-1)!.push(step);
  else all.push([step]);
  return all;
}, []);
const isWhole = words.length === 0;
let worlds: ReturnType<typeof prepareWorlds> | undefined;
process.on("exit", () => worlds?.end());
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));
for (const group of groups) {
  const codes = await Promise.all(group.map((step, place) => run(step, browser, place > 0)));
  const failed = group.filter((_, place) => codes[place] !== 0);
  if (failed.length > 0) {
    printTimes();
    console.error(`\n✗ ${failed.map(({ title }) => title).join(", ")} failed`);
    process.exit(1);
  }
  if (isWhole && !worlds) {
    worlds = prepareWorlds();
    browser.E2E_WORLDS = worlds.folder;
  }
}
printTimes();
