/** How Stryker works for `npm run mutation` (run.ts), which says what is mutated and by which tests. */
const area = process.env.MUTATION_AREA;

export default {
  mutate: [...process.env.MUTATED.split(","), "!**/*.test.ts"],
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "ops/mutation/vitest.config.ts", related: false },
  coverageAnalysis: "perTest",
  tempDirName: ".cache/stryker",
  reporters: ["clear-text", "json", "progress-append-only"],
  jsonReporter: { fileName: `test-results/mutation-${area}.json` },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  concurrency: 2,
  timeoutMS: 6_000,
  thresholds: { high: 95, low: 90, break: 85 },
  // Not needed by these tests; the copy is made faster.
  ignorePatterns: ["dist", ".cache", "test-results", "docs", "apps/web", "apps/sandbox", "deploy"],
};
