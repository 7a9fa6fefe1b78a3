/**
 * `npm run sizes`, also a part of the lint: how large the product is, in formatted lines without tests, benches and generated files, by area and wing.
 * Fails above the budget, and for a source file above its bound (second-plan.md §8).
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Lines of the whole product: what stood when the house was furnished and what each order since may add (docs/decisions/0030). And of one file. Static lists (states of Nigeria) and style sheets have no bound of a file. */
const BUDGET = 120_000 + 108_600;
const MAX_FILE = 350;
const UNBOUNDED = [/^packages\/contract\/src\/nigeria\//, /\.css$/];

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
const lines = [...large].map(([file, count]) => `${file}: ${count}`).toSorted();
if (lines.length > 0) console.log(`\nToo large, at most ${MAX_FILE} lines:\n${lines.join("\n")}`);
if (total > BUDGET) console.log(`\nThe budget is exceeded.`);
process.exitCode = lines.length > 0 || total > BUDGET ? 1 : 0;
