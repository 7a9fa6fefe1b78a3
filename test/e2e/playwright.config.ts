import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { appPort, isReusing } from "./support/world.ts";

/** These take longest, so they begin first. */
const LONGEST = ["journey", "tour", "first-month", "trouble", "transfers"].map((name) => `${name}.spec.ts`);
/**
 * These leave days and companies of their world, and each other's people, as they are. Those that a worker runs one after the other share a world: each start
 * is five seconds of a processor. All of them pass in one world, in this order; one that moves days or walks through what everybody did belongs to the others.
 */
const TOGETHER = [
  "accessibility",
  "approvals",
  "colleagues",
  "deductions",
  "documents",
  "experience",
  "guards",
  "paper",
  "passkeys",
  "people-rooms",
  "phone-forms",
  "refunds",
  "rewards",
  "rules",
  "spend",
  "team",
  "underwriter",
].map((name) => `${name}.spec.ts`);
const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith(".spec.ts") && !TOGETHER.includes(file));
/** Each of the others is a project, so that each has a world of its own. */
const alone = [...LONGEST, ...files.filter((file) => !LONGEST.includes(file))].map((file) => ({
  name: file.replace(".spec.ts", ""),
  testMatch: file,
}));
const MIN_WORKERS = 3;
const MAX_WORKERS = 4;

/** Worlds of their own, side by side: see support/world.ts. */
export default defineConfig({
  testDir: ".",
  projects: [
    ...alone.slice(0, LONGEST.length),
    { name: "together", testMatch: TOGETHER },
    ...alone.slice(LONGEST.length),
  ],
  globalSetup: "./support/prepare-worlds.ts",
  outputDir: "../../test-results",
  // Patience for a busy machine, no measure of anything.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  workers: isReusing ? 1 : Math.min(MAX_WORKERS, Math.max(MIN_WORKERS, availableParallelism() - 1)),
  forbidOnly: true,
  // The second is for scripts/browser-tests.ts, which looks once more at a file that failed.
  reporter: [["line"], ["json", { outputFile: "../../test-results/report.json" }]],
  use: {
    baseURL: `http://127.0.0.1:${appPort}`,
    actionTimeout: 30_000,
    // Only the offline page needs it, and what it asks for passes by the routes of a test.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--force-prefers-reduced-motion",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
