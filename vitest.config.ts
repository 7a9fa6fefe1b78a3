import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["packages/**/*.test.ts", "apps/**/*.test.{ts,tsx}", "scripts/**/*.test.ts", "test/unit/**/*.test.ts"],
    globalSetup: ["test/global-setup.ts"],
    // Patience for a busy machine, no measure of anything.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    maxWorkers: 2,
    pool: "forks",
    // The files of a worker share what they import: loading the application for each of 140 files was a third of the time. Each has a database of its own.
    isolate: false,
  },
});
