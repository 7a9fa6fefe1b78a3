import { defineConfig } from "vitest/config";

/** The tests of pure code alone: no database, no network. */
export default defineConfig({ test: { include: (process.env.MUTATION_TESTS ?? "").split(","), testTimeout: 60_000 } });
