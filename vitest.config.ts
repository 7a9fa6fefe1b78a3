import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** These take longest, so they begin first: one that begins last is waited for by an idle worker. Files alone know their size only. */
const LONGEST = [
  "hostile-input",
  "new-noun",
  "close-of-business",
  "nigerian-statements",
  "repayments",
  "returning",
  "one-person",
  "tenants",
  "permission-table",
  "double-clicks",
  "lists-abuse",
  "payouts",
  "lives",
  "dev",
  "backup",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return place < 0 ? LONGEST.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

export default defineConfig({
  test: {
    include: ["packages/**/*.test.ts", "apps/**/*.test.{ts,tsx}", "scripts/**/*.test.ts", "test/unit/**/*.test.ts"],
    globalSetup: ["test/global-setup.ts"],
    // Patience for a busy machine, no measure of anything.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    // One more than the two processors of a small machine: each waits for the database a third of its time.
    maxWorkers: 3,
    pool: "forks",
    // The files of a worker share what they import: loading the application for each of 140 files was a third of the time. Each has a database of its own.
    isolate: false,
    sequence: { sequencer: LongestFirst },
  },
});
