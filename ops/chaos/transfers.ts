/**
 * All real transfers between banks: those from other banks through the partner bank's webhook, held and released; then both ways day after day to the end, with the
 * balances that were published, what the bank booked, and what is recognised as recurring. The tests that send some of them, with all. `ACCOUNTS` makes it smaller.
 */
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
    "7200000",
  ],
  { stdio: "inherit", env: { ...process.env, REAL_TRANSFERS: process.env["ACCOUNTS"] ? "some" : "all" } },
);
process.exitCode = status ?? 1;
