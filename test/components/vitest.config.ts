/** Components in a real browser, without a server: `npm test -- component`. */
import { playwright } from "@vitest/browser-playwright";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { themeSheet } from "../../apps/web/build/theme-sheet.ts";

const REPOSITORY = `${import.meta.dirname}/../..`;

export default defineConfig({
  root: REPOSITORY,
  plugins: [react(), themeSheet()],
  cacheDir: `${REPOSITORY}/.cache/components`,
  test: {
    include: ["test/components/**/*.test.tsx"],
    // Patience for a busy machine, no measure of anything.
    testTimeout: 30_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: {
          executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
          args: ["--no-sandbox", "--disable-gpu"],
        },
      }),
      instances: [{ browser: "chromium", viewport: { width: 1440, height: 900 } }],
    },
  },
});
