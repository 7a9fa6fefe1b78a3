import { defineConfig } from "@playwright/test";

const port = Number(process.env.E2E_PORT ?? 4710);

/** One demo world for the whole run, in a folder of its own; journeys make their own people in it. */
export default defineConfig({
  testDir: ".",
  // The journeys before the screens: these are then looked at in a world that has loans, approvals and bank statements in it. What the demo's own people owe is looked at before the months pass.
  projects: [
    { name: "today", testMatch: "phone-forms.spec.ts" },
    { name: "journeys", testMatch: "journey.spec.ts" },
    {
      name: "screens",
      testMatch: [
        "guards.spec.ts",
        "experience.spec.ts",
        "rules.spec.ts",
        "underwriter.spec.ts",
        "documents.spec.ts",
        "people-rooms.spec.ts",
        "long-table.spec.ts",
        "onboarding-resume.spec.ts",
        "accessibility.spec.ts",
      ],
    },
  ],
  globalSetup: "./support/clean-up.ts",
  outputDir: "../../test-results",
  // Patience for a busy machine, no measure of anything.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  // The second is for scripts/browser-tests.ts, which looks once more at a file that failed.
  reporter: [["line"], ["json", { outputFile: "../../test-results/report.json" }]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    actionTimeout: 30_000,
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  webServer: {
    command: `${process.execPath} scripts/start.ts`,
    cwd: "../..",
    url: `http://127.0.0.1:${port}/readyz`,
    // The first start lives months of the demo; on a busy machine that takes minutes.
    timeout: 420_000,
    // For whoever writes these tests: E2E_REUSE=1 takes the server that runs on E2E_PORT already.
    reuseExistingServer: process.env.E2E_REUSE === "1",
    gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
    env: { PORT: String(port), DATA_FOLDER: `/var/tmp/manilla-e2e-${process.pid}`, RATE_LIMIT: "0", LOG_LEVEL: "warn" },
  },
});
