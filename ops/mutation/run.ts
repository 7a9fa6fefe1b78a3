/**
 * Mutation tests of what decides about money and people: each operator, condition and word is changed, and a test has to notice.
 * `npm run mutation`, or `npm run mutation -- rules` for one area. Survivors are explained in docs/mutation.md.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const repository = join(import.meta.dirname, "../..");
/** Each with the tests that have to notice: only those that need no database. */
const areas = {
  rules: { mutated: ["apps/api/src/modules/**/rules.ts"], tests: ["test/unit/rules.test.ts"] },
  calculators: { mutated: ["packages/credit/src/*.ts"], tests: ["packages/credit/src/*.test.ts"] },
  statements: {
    mutated: ["packages/credit/src/bank-statement/*.ts"],
    tests: ["packages/credit/src/bank-statement/*.test.ts"],
  },
} as const;
type Area = keyof typeof areas;

interface Report {
  files: Record<string, { mutants: { status: string }[] }>;
}

/** @returns mutants by outcome */
function countOf(area: Area): Map<string, number> {
  const text = readFileSync(join(repository, `test-results/mutation-${area}.json`), "utf8");
  const counts = new Map<string, number>();
  for (const { mutants } of Object.values((JSON.parse(text) as Report).files))
    for (const { status } of mutants) counts.set(status, (counts.get(status) ?? 0) + 1);
  return counts;
}

const asked = process.argv.slice(2);
const unknown = asked.filter((word) => !(word in areas));
if (unknown.length > 0) throw new Error(`No area is called ${unknown.join(" or ")}: ${Object.keys(areas).join(", ")}.`);

let isEnough = true;
const lines: string[] = [];
const sum = { noticed: 0, all: 0 };
for (const area of Object.keys(areas) as Area[]) {
  if (asked.length > 0 && !asked.includes(area)) continue;
  const { mutated, tests } = areas[area];
  const { status } = spawnSync(
    process.execPath,
    ["node_modules/@stryker-mutator/core/bin/stryker.js", "run", "ops/mutation/stryker.config.mjs"],
    {
      cwd: repository,
      stdio: "inherit",
      env: { ...process.env, MUTATED: mutated.join(","), MUTATION_TESTS: tests.join(","), MUTATION_AREA: area },
    },
  );
  isEnough &&= status === 0;
  const counts = countOf(area);
  const of = (...statuses: string[]): number => statuses.reduce((all, each) => all + (counts.get(each) ?? 0), 0);
  const noticed = of("Killed", "Timeout");
  const all = noticed + of("Survived", "NoCoverage");
  sum.noticed += noticed;
  sum.all += all;
  lines.push(`${area}: ${noticed} of ${all} noticed, ${((100 * noticed) / all).toFixed(1)} %`);
}
console.log(`\n${lines.join("\n")}\ntogether: ${((100 * sum.noticed) / sum.all).toFixed(1)} %`);
process.exit(isEnough ? 0 : 1);
