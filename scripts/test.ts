/** `npm test`: everything that CI runs, in the order in which it fails soonest. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { findBrowser } from "./chromium.ts";

if (Number(process.versions.node.split(".")[0]) < 24) {
  console.error("The tests run on Node 24, which npm installed beside them. Start them with `npm test`.");
  process.exit(1);
}

const repository = join(import.meta.dirname, "..");
const bin = (name: string) => join(repository, "node_modules/.bin", name);
const browser = await findBrowser();
console.log(`Browser: ${browser.path} (${browser.found})`);

const steps: { title: string; command: string; words: string[]; environment?: Record<string, string> }[] = [
  { title: "types of the server", command: bin("tsc"), words: ["-p", "tsconfig.json"] },
  { title: "types of the web application", command: bin("tsc"), words: ["-p", "apps/web/tsconfig.json"] },
  { title: "lint, boundaries, dead code, generated files", command: process.execPath, words: ["scripts/lint.ts"] },
  { title: "unit, property, database and API tests", command: process.execPath, words: ["scripts/code-tests.ts"] },
  { title: "build", command: process.execPath, words: ["scripts/build.ts"] },
  {
    title: "browser tests",
    command: process.execPath,
    words: ["scripts/browser-tests.ts"],
    environment: { CHROMIUM_PATH: browser.path, ...browser.environment },
  },
];

const only = process.argv.slice(2);
for (const { title, command, words, environment } of steps) {
  if (only.length > 0 && !only.some((word) => title.includes(word))) continue;
  const started = performance.now();
  console.log(`\n── ${title}`);
  const { status } = spawnSync(command, words, {
    cwd: repository,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...environment },
  });
  if (status !== 0) {
    console.error(`✗ ${title} failed`);
    process.exit(status ?? 1);
  }
  console.log(`✓ ${title} (${Math.round((performance.now() - started) / 1_000)} s)`);
}
