/**
 * `npm run sizes`, also a part of the lint: how large the product is, in formatted lines without tests, benches and generated files, by area and wing.
 * Fails above the budget, for a source file above its bound (second-plan.md §8), and for one that no longer needs its place on the list of the larger ones.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Lines of the whole product, and of one file. Static lists (states of Nigeria) and style sheets have no bound of a file. */
const BUDGET = 105_000;
const MAX_FILE = 350;
const UNBOUNDED = [/^packages\/contract\/src\/nigeria\//, /\.css$/];

/** Above the bound since before there was one: each is to be split and taken off. None is added. */
const LARGER = new Set(["apps/web/src/features/lending/rule-sets/table-editor.tsx"]);

const repository = join(import.meta.dirname, "..");
const listed = spawnSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: repository,
  encoding: "utf8",
});

/** Product code: what runs at a customer's, with the scripts that build and start it. */
export const isProduct = (file: string): boolean =>
  /^(apps|packages|scripts|bin)\/.*\.(tsx?|css|sql|mjs)$/.test(file) &&
  !/\.gen\.|\.test\.|\/test\/|\/dist\//.test(file) &&
  !/\/(migrations|schema)\//.test(file);

/** `apps/api/src/modules/lending/loans/rules.ts` → `api · lending`. */
function areaOf(file: string): string {
  const wing =
    /^apps\/(?:api\/src\/modules|web\/src\/features)\/([^/]+)\/[^/]+\//.exec(file) ??
    /^packages\/contract\/src\/([^/]+)\//.exec(file);
  const [, kind, name] = /^(apps|packages)\/([^/]+)\//.exec(file) ?? [undefined, undefined, "scripts"];
  const place = kind === undefined ? "scripts" : name!;
  return wing ? `${place} · ${wing[1]}` : place;
}

const areas = new Map<string, number>();
const large = new Map<string, number>();
let total = 0;
for (const file of listed.stdout.trim().split("\n").filter(isProduct)) {
  let lines: number;
  try {
    lines = readFileSync(join(repository, file), "utf8").split("\n").length - 1;
  } catch {
    continue; // Deleted, and not committed yet.
  }
  total += lines;
  areas.set(areaOf(file), (areas.get(areaOf(file)) ?? 0) + lines);
  if (lines > MAX_FILE && !UNBOUNDED.some((pattern) => pattern.test(file))) large.set(file, lines);
}

const number = (value: number) => value.toLocaleString("en").padStart(9);
for (const [area, lines] of [...areas].toSorted()) console.log(`${number(lines)}  ${area}`);
console.log(`${number(total)}  formatted lines, of ${BUDGET.toLocaleString("en")}`);
const tooLarge = [...large].filter(([file]) => !LARGER.has(file));
const known = [...large].filter(([file]) => LARGER.has(file));
const noLonger = [...LARGER].filter((file) => !large.has(file));
const lines = (files: readonly (readonly [string, number])[]): string =>
  files
    .map(([file, count]) => `${file}: ${count}`)
    .toSorted()
    .join("\n");
if (known.length > 0) console.log(`\n${known.length} files above ${MAX_FILE} lines, to be split:\n${lines(known)}`);
if (tooLarge.length > 0) console.log(`\nToo large, at most ${MAX_FILE} lines:\n${lines(tooLarge)}`);
if (noLonger.length > 0)
  console.log(`\nNo longer too large, take off the list in scripts/sizes.ts:\n${noLonger.join("\n")}`);
if (total > BUDGET) console.log(`\nThe budget is exceeded.`);
process.exitCode = tooLarge.length > 0 || noLonger.length > 0 || total > BUDGET ? 1 : 0;
