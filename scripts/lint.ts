/** Everything that a machine can see in the sources: style, boundaries, dead code, generated files, the lock. One failure fails. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisesOfTheRepository } from "./promises.ts";

const repository = join(import.meta.dirname, "..");
const bin = (name: string) => join(repository, "node_modules/.bin", name);
const failures: string[] = [];

function run(title: string, command: string, words: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, words, {
    cwd: repository,
    encoding: "utf8",
    maxBuffer: 64_000_000,
  });
  if (status !== 0) {
    failures.push(title);
    process.stdout.write(`\n✗ ${title}\n${stdout}${stderr}\n`);
  } else console.log(`✓ ${title}`);
  return stdout;
}

/** Exact pins, integrity for everything, nothing from outside the registry. */
function checkLock(): void {
  const lock = JSON.parse(readFileSync(join(repository, "package-lock.json"), "utf8")) as {
    packages: Record<string, { link?: boolean; integrity?: string; resolved?: string; inBundle?: boolean }>;
  };
  const wrong = Object.entries(lock.packages)
    .filter(
      ([name, entry]) =>
        name.includes("node_modules/") &&
        !entry.link &&
        !entry.inBundle &&
        (!entry.integrity || /^(git|file|http:)/.test(entry.resolved ?? "")),
    )
    .map(([name]) => name);
  const manifest = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as Record<
    string,
    Record<string, string>
  >;
  for (const group of ["dependencies", "devDependencies", "optionalDependencies"]) {
    for (const [name, version] of Object.entries(manifest[group] ?? {}))
      if (!/^(npm:[\w@/-]+@)?\d/.test(version)) wrong.push(`${name} ${version}`);
  }
  if (wrong.length > 0) {
    failures.push("lock");
    console.log(`✗ lock: ${wrong.join(", ")}`);
  } else console.log("✓ lock: exact pins, integrity everywhere");
}

const [MAX_SUBJECT, LATEST_COMMITS] = [72, 20];
/** CONTRIBUTING: one change, imperative, at most 72 characters. Where there is no history, as in a release, there is nothing to read. */
function checkCommits(): void {
  const { stdout } = spawnSync("git", ["log", "--no-merges", `--max-count=${LATEST_COMMITS}`, "--format=%h %s"], {
    cwd: repository,
    encoding: "utf8",
  });
  const long = (stdout ?? "").split("\n").filter((line) => line.slice(line.indexOf(" ") + 1).length > MAX_SUBJECT);
  if (long.length > 0) failures.push("commits");
  console.log(`${long.length > 0 ? "✗" : "✓"} subjects of the latest commits within ${MAX_SUBJECT} characters`);
  for (const line of long) console.log(`  ${line}`);
}

/** Credit and savings know no wall clock, and only one file reads the environment: a word search that the linter has no rule for. */
function checkWords(): void {
  const searches: [string, string, string[]][] = [
    ["process.env outside config.ts", "process\\.env", ["apps/api/src", ":!apps/api/src/config.ts"]],
    [
      "the wall clock outside clock.ts",
      "(Date\\.now\\(|new Date\\(\\))",
      ["apps/api/src", "packages/credit/src", ":!apps/api/src/clock.ts", ":!*.test.ts"],
    ],
    ["fetch outside outside/", "[^.a-zA-Z]fetch\\(", ["apps/api/src", ":!apps/api/src/outside", ":!*.test.ts"]],
    // docs/style.md
    [
      "idioms",
      "second wall|[Ww]hoever|\\b[Ss]tands?\\b|(is|are) told|that is none|nobody means|is said |[Ss]o many\\b|became of|Paid of it|Assets in all|by whom|[Ww]hat waits",
      ["apps/**/*.ts", "apps/**/*.tsx", "packages/**/*.ts", ":!*.gen.ts*"],
    ],
    [
      "vague bounds",
      "\\b(MOST|LEAST|LONGEST|FEWEST|KEPT|PATIENCE)_",
      ["apps", "packages", "scripts", "ops", "test", ":!scripts/lint.ts"],
    ],
    // The table of all calls taken apart is the whole table in the bundler's eyes: such a page loads the calls of eighty nouns.
    [
      "calls taken apart (write `const cards = calls.cards`)",
      "\\} = calls;|Object\\.\\w+\\(calls\\)",
      ["apps/web/src", ":!apps/web/src/features/*/*/screens.ts", ":!*.test.ts"],
    ],
    ["unfinished work", "(TODO|FIXME|coming soon|lorem ipsum)", ["apps", "packages", "scripts", ":!scripts/lint.ts"]],
  ];
  for (const [title, pattern, paths] of searches) {
    const { stdout } = spawnSync("git", ["grep", "-nE", "--untracked", pattern, "--", ...paths], {
      cwd: repository,
      encoding: "utf8",
    });
    if (stdout.trim() !== "") {
      failures.push(title);
      console.log(`✗ ${title}\n${stdout}`);
    } else console.log(`✓ no ${title}`);
  }
}

/** The database's own clock in what the modules ask: only against moments that the database wrote itself. Its number only falls. */
const MAX_DATABASE_CLOCKS = 19;
function checkDatabaseClock(): void {
  const { stdout } = spawnSync(
    "git",
    ["grep", "-hoE", "--untracked", "(^|[^.a-zA-Z])now\\(\\)", "--", "apps/api/src/modules", ":!*.test.ts"],
    { cwd: repository, encoding: "utf8" },
  );
  const count = stdout.split("\n").length - 1;
  if (count > MAX_DATABASE_CLOCKS) failures.push(`the database's now(): ${count}, at most ${MAX_DATABASE_CLOCKS}`);
  else console.log(`✓ the database's now(): ${count} of at most ${MAX_DATABASE_CLOCKS}`);
}

run("formatting (npm run format mends it)", bin("oxfmt"), ["--check"]);
run("oxlint", bin("oxlint"), ["--type-aware", "--deny-warnings"]);
const cruised = run("import boundaries", bin("depcruise"), [
  "--config",
  ".dependency-cruiser.cjs",
  "packages",
  "apps",
  "scripts",
  "test",
  "ops",
]);
const modules = Number(/\((\d+) modules/.exec(cruised)?.[1] ?? /(\d+) modules/.exec(cruised)?.[1] ?? 0);
// With the wrong TypeScript it cruises nothing and is content with it.
if (modules < 100) failures.push(`import boundaries saw only ${modules} modules`);
run("dead code", bin("knip"), ["--no-progress"]);
const sizes = run("sizes", process.execPath, ["scripts/sizes.ts"]);
if (!failures.includes("sizes")) console.log(sizes.slice(sizes.indexOf("formatted lines") - 10).trimEnd());
run("generated files are fresh", process.execPath, ["scripts/generate.ts", "--check"]);
const unproved = promisesOfTheRepository();
if (unproved.length > 0) {
  failures.push("promises");
  console.log(`✗ promises\n  ${unproved.join("\n  ")}`);
} else console.log("✓ promises: each with tests that exist");
run("sabotages: of text and tests that exist", process.execPath, ["ops/mutants.ts", "--check"]);
checkLock();
checkWords();
checkCommits();
checkDatabaseClock();
if (failures.length > 0) {
  console.error(`\nFailed: ${failures.join(", ")}`);
  process.exit(1);
}
