/** All real transfers, from other banks through the partner bank's webhook and to them by the declared calls: the tests that send some of them, with all. */
import { spawnSync } from "node:child_process";

const { status } = spawnSync(
  process.execPath,
  [
    "--import",
    "./scripts/node-24.mjs",
    "node_modules/vitest/vitest.mjs",
    "run",
    "real-transfers.test.ts",
    "real-payments.test.ts",
    "--testTimeout",
    "1800000",
  ],
  { stdio: "inherit", env: { ...process.env, REAL_TRANSFERS: "all" } },
);
process.exitCode = status ?? 1;
