/**
 * `npm run mutants` (promise M14): each guard of the money modules is taken away in a copy of what is committed, and the test that must notice is run
 * by itself. A guard is noticed when that very test fails: a file that does not load, a hook that fails and a test that takes too long notice nothing.
 * Prints which sabotages were noticed; a survivor is a promise without a test. `npm run mutants payouts` runs those whose name has the word.
 */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Sabotage, sabotages } from "./sabotages.ts";
import { withoutTheirTest, withoutTheirText } from "./sabotages/unsound.ts";

/** How many copies are worked in side by side. */
const LANES = 2;
const TEST_MILLISECONDS = 120_000;
const RUN_MILLISECONDS = 300_000;

const repository = join(import.meta.dirname, "..");

/** A copy of what is committed, with the same packages: linked file by file, because what reads files of strangers may read its own folder only. */
function copyTree(): string {
  const copy = mkdtempSync("/var/tmp/manilla-mutants-");
  execFileSync("sh", ["-c", `git -C "${repository}" archive HEAD | tar -x -C "${copy}"`]);
  const modules = join(repository, "node_modules");
  execFileSync("sh", ["-c", `cp -al "${modules}" "${copy}/" 2>/dev/null || cp -a "${modules}" "${copy}/"`]);
  rmSync(join(copy, "node_modules/.vite"), { recursive: true, force: true });
  return copy;
}

interface Report {
  testResults: {
    message?: string;
    assertionResults: { title: string; status: string; failureMessages?: string[] }[];
  }[];
}

/** What became of one test, run by itself: "passed", "failed" by an expectation or an error of its own, or why it says nothing. */
async function outcomeOf(copy: string, { test, fails }: Pick<Sabotage, "test" | "fails">): Promise<string> {
  const file = join(copy, "mutants-report.json");
  rmSync(file, { force: true });
  const escaped = `${fails.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`;
  const options = ["--reporter", "json", "--outputFile", file, "--testTimeout", String(TEST_MILLISECONDS)];
  const run = spawn(
    process.execPath,
    [join(copy, "node_modules/vitest/vitest.mjs"), "run", ...options, "--testNamePattern", escaped, test],
    { cwd: copy, stdio: "ignore", timeout: RUN_MILLISECONDS },
  );
  await new Promise((resolve) => run.once("close", resolve));
  if (!existsSync(file)) return "the run broke off";
  const report = JSON.parse(readFileSync(file, "utf8")) as Report;
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const result = results.find(({ title, status }) => title === fails && status !== "skipped" && status !== "pending");
  if (!result) return `the test was not run: ${report.testResults[0]?.message?.slice(0, 300) ?? "no such file"}`;
  if (result.failureMessages?.some((message) => message.includes("timed out in"))) return "the test took too long";
  return result.status;
}

/** Takes a guard away, runs the test, puts the guard back. @throws Error when the text is not there exactly once */
async function sabotage(copy: string, one: Sabotage): Promise<string> {
  const path = join(copy, one.file);
  const before = readFileSync(path, "utf8");
  const times = before.split(one.find).length - 1;
  if (times !== 1) return `${one.file} has ${times} times, not once: ${one.find}`;
  writeFileSync(
    path,
    before.replace(one.find, () => one.put),
  );
  const outcome = await outcomeOf(copy, one);
  writeFileSync(path, before);
  return outcome;
}

/** Works on all of them, each lane in a copy of its own. */
async function inLanes<Item>(
  copies: readonly string[],
  items: readonly Item[],
  work: (copy: string, item: Item) => Promise<void>,
) {
  const waiting = [...items];
  await Promise.all(
    copies.map(async (copy) => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(copy, item);
    }),
  );
}

const words = process.argv.slice(2);
const unsound = [...withoutTheirText(), ...withoutTheirTest()];
if (unsound.length > 0 || words.includes("--check")) {
  for (const line of unsound) console.error(line);
  process.exit(unsound.length > 0 ? 1 : 0);
}
const chosen = sabotages.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
const copies = Array.from({ length: Math.min(LANES, chosen.length) }, copyTree);
const failures: string[] = [];
try {
  // A test that fails without a sabotage notices nothing.
  const tests = new Map(chosen.map(({ test, fails }) => [`${test} ${fails}`, { test, fails }]));
  await inLanes(copies, [...tests.values()], async (copy, one) => {
    const outcome = await outcomeOf(copy, one);
    if (outcome !== "passed") failures.push(`${one.test} "${one.fails}" as it is: ${outcome}`);
  });
  if (failures.length > 0) throw new Error(failures.join("\n"));
  console.log(`${tests.size} tests pass as they are`);
  await inLanes(copies, chosen, async (copy, one) => {
    const outcome = await sabotage(copy, one);
    if (outcome !== "failed") failures.push(one.name);
    console.log(outcome === "failed" ? `noticed   ${one.name}` : `SURVIVED  ${one.name} (${outcome})`);
  });
} finally {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
}
console.log(`\n${chosen.length - failures.length} of ${chosen.length} noticed`);
process.exit(failures.length > 0 ? 1 : 0);
