/** A rule that nobody has seen fail is decoration: each import rule gets one planted bad import. */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";

const repository = join(import.meta.dirname, "../..");
const planted: string[] = [];

afterEach(() => {
  for (const file of planted.splice(0)) rmSync(file, { force: true });
});

const bad: Record<string, { file: string; text: string; also?: { file: string; text: string } }> = {
  "contract-imports-only-zod": { file: "packages/contract/src/planted-bad.ts", text: 'import "node:fs";\n' },
  "credit-imports-nothing": { file: "packages/credit/src/planted-bad.ts", text: 'import "node:fs";\n' },
  "ledger-knows-no-loan": { file: "packages/ledger/src/planted-bad.ts", text: 'import "@manilla/contract/money";\n' },
  "only-the-books-post": {
    file: "apps/api/src/modules/lending/loans/planted-bad.ts",
    text: 'import "@manilla/ledger";\n',
  },
  "modules-enter-by-the-door": {
    file: "apps/api/src/modules/lending/loans/planted-bad.ts",
    text: 'import "../../platform/session/passwords.ts";\n',
  },
  "outside-knows-no-module": {
    file: "apps/api/src/outside/planted-bad.ts",
    text: 'import "../modules/platform/audit/index.ts";\n',
  },
  "web-imports-no-server": {
    file: "apps/web/src/shared/planted-bad.ts",
    text: 'import "../../../api/src/clock.ts";\n',
  },
  "no-schemas-in-the-browser": {
    file: "apps/web/src/shared/planted-bad.ts",
    text: 'import { z } from "zod";\nexport const bad = z;\n',
  },
  "features-do-not-meet": {
    file: "apps/web/src/features/platform/session/planted-bad.ts",
    text: 'import "../../planted/other/thing.ts";\n',
    also: { file: "apps/web/src/features/planted/other/thing.ts", text: "export {};\n" },
  },
  "shared-knows-no-feature": {
    file: "apps/web/src/shared/planted-bad.ts",
    text: 'import "../features/planted/other/thing.ts";\n',
    also: { file: "apps/web/src/features/planted/other/thing.ts", text: "export {};\n" },
  },
  "features-know-no-app": {
    file: "apps/web/src/features/platform/session/planted-bad.ts",
    text: 'import "../../../app/theme.ts";\n',
  },
  "sandbox-stands-alone": { file: "apps/sandbox/src/planted-bad.ts", text: 'import "../../api/src/clock.ts";\n' },
  "product-knows-no-ops": { file: "scripts/planted-bad.ts", text: 'import "../ops/chaos/kills.ts";\n' },
  "rules-are-pure": { file: "apps/api/src/modules/planted/noun/rules.ts", text: 'import "node:fs";\n' },
  "nothing-unresolvable": { file: "apps/api/src/planted-bad.ts", text: 'import "./not-there.ts";\n' },
  "no-cycles": {
    file: "apps/api/src/planted-bad.ts",
    text: 'import "./planted-other.ts";\nexport const one = 1;\n',
    also: { file: "apps/api/src/planted-other.ts", text: 'import "./planted-bad.ts";\nexport const two = 2;\n' },
  },
};

function plant(file: string, text: string): void {
  const path = join(repository, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  planted.push(path);
}

describe("import boundaries", () => {
  it.each(Object.entries(bad))("%s fires on a bad import", (rule, { file, text, also }) => {
    plant(file, text);
    if (also) plant(also.file, also.text);
    const { stdout } = spawnSync(
      join(repository, "node_modules/.bin/depcruise"),
      ["--config", ".dependency-cruiser.cjs", "--output-type", "err", file],
      { cwd: repository, encoding: "utf8" },
    );
    expect(stdout).toContain(rule);
  });
});
