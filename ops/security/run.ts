/**
 * `npm run test:security`: abuse, run before an issue is called done. First the sweeps that are also part of `npm test` (every call × every role,
 * hostile input, tenants, sessions, files), then what measures time or memory, reads everything that was stored, opens every screen or wants a scanner.
 * `npm run test:security files pages` runs those parts only.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { tryAddresses } from "./accounts.ts";
import { sendHostileFiles } from "./files.ts";
import { tryInjection } from "./injection.ts";
import { openEverything } from "./pages.ts";
import { seekNumbers } from "./stored-numbers.ts";
import { type SecurityWorld, startSecurityWorld } from "./world.ts";

const SWEEPS = [
  "test/unit",
  "apps/api/src/modules/platform/session",
  "apps/api/src/modules/people/onboarding",
  "apps/api/src/modules/platform/audit",
  "apps/api/src/files",
];
/** In this order: the payloads of the last part stay in the world. */
const PARTS: Record<string, (world: SecurityWorld) => Promise<void>> = {
  accounts: tryAddresses,
  numbers: seekNumbers,
  files: sendHostileFiles,
  injection: tryInjection,
  pages: openEverything,
};

const repository = join(import.meta.dirname, "../..");
const verdicts: boolean[] = [];
const check = (name: string, passed: boolean, detail = ""): void => {
  verdicts.push(passed);
  console.log(`${passed ? "✓" : "✗"} ${name}${detail ? `: ${detail}` : ""}`);
};

const chosen = process.argv.slice(2);
const isChosen = (name: string): boolean => chosen.length === 0 || chosen.includes(name);
if (isChosen("sweeps")) {
  const { status } = spawnSync(join(repository, "node_modules/.bin/vitest"), ["run", ...SWEEPS], {
    cwd: repository,
    stdio: ["ignore", "inherit", "inherit"],
  });
  check("the sweeps pass", status === 0);
}
const parts = Object.entries(PARTS).filter(([name]) => isChosen(name));
if (parts.length > 0) {
  // Before the server starts: it serves the files that it found then.
  if (isChosen("pages"))
    spawnSync(process.execPath, [join(repository, "scripts/build.ts")], { stdio: "ignore", timeout: 600_000 });
  const world = await startSecurityWorld(check);
  for (const [name, part] of parts) {
    await world.forgive();
    await part(world).catch((error: Error) => check(`${name}: it ran to its end`, false, error.message));
  }
  await world.stop();
}
const failed = verdicts.filter((passed) => !passed).length;
console.log(`\n${verdicts.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
