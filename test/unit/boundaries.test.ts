/** A rule that nobody has seen fail is decoration: each import rule gets one planted bad import. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copyTree } from "../copied-tree.ts";

const bad: Record<string, { file: string; text: string; also?: { file: string; text: string } }> = {
  "contract-imports-only-zod": {
    file: "packages/contract/src/planted-contract-imports-only-zod.ts",
    text: 'import "node:fs";\n',
  },
  "credit-imports-nothing": {
    file: "packages/credit/src/planted-credit-imports-nothing.ts",
    text: 'import "node:fs";\n',
  },
  "ledger-knows-no-loan": {
    file: "packages/ledger/src/planted-ledger-knows-no-loan.ts",
    text: 'import "@manilla/contract/money";\n',
  },
  "only-the-books-post": {
    file: "apps/api/src/modules/lending/loans/planted-only-the-books-post.ts",
    text: 'import "@manilla/ledger";\n',
  },
  "modules-enter-by-the-door": {
    file: "apps/api/src/modules/lending/loans/planted-modules-enter-by-the-door.ts",
    text: 'import "../../platform/session/passwords.ts";\n',
  },
  "outside-knows-no-module": {
    file: "apps/api/src/outside/planted-outside-knows-no-module.ts",
    text: 'import "../modules/platform/audit/index.ts";\n',
  },
  "web-imports-no-server": {
    file: "apps/web/src/shared/planted-web-imports-no-server.ts",
    text: 'import "../../../api/src/clock.ts";\n',
  },
  "no-schemas-in-the-browser": {
    file: "apps/web/src/shared/planted-no-schemas-in-the-browser.ts",
    text: 'import { z } from "zod";\nexport const bad = z;\n',
  },
  "features-do-not-meet": {
    file: "apps/web/src/features/platform/session/planted-features-do-not-meet.ts",
    text: 'import "../../planted/other/thing.ts";\n',
    also: { file: "apps/web/src/features/planted/other/thing.ts", text: "export {};\n" },
  },
  "shared-knows-no-feature": {
    file: "apps/web/src/shared/planted-shared-knows-no-feature.ts",
    text: 'import "../features/planted/other/thing.ts";\n',
    also: { file: "apps/web/src/features/planted/other/thing.ts", text: "export {};\n" },
  },
  "features-know-no-app": {
    file: "apps/web/src/features/platform/session/planted-features-know-no-app.ts",
    text: 'import "../../../app/theme.ts";\n',
  },
  "sandbox-stands-alone": {
    file: "apps/sandbox/src/planted-sandbox-stands-alone.ts",
    text: 'import "../../api/src/clock.ts";\n',
  },
  "product-knows-no-ops": {
    file: "scripts/planted-product-knows-no-ops.ts",
    text: 'import "../ops/chaos/kills.ts";\n',
  },
  "rules-are-pure": { file: "apps/api/src/modules/planted/noun/rules.ts", text: 'import "node:fs";\n' },
  "nothing-unresolvable": { file: "apps/api/src/planted-nothing-unresolvable.ts", text: 'import "./not-there.ts";\n' },
  "no-cycles": {
    file: "apps/api/src/planted-no-cycles.ts",
    text: 'import "./planted-other.ts";\nexport const one = 1;\n',
    also: { file: "apps/api/src/planted-other.ts", text: 'import "./planted-no-cycles.ts";\nexport const two = 2;\n' },
  },
};

const { folder, remove } = copyTree("boundaries");
afterAll(remove);

function plant({ file, text }: { file: string; text: string }): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

interface Verdict {
  summary: { violations: { from: string; rule: { name: string } }[] };
}

describe("import boundaries", () => {
  let fired: { file: string; rule: string }[];
  beforeAll(() => {
    for (const each of Object.values(bad)) [each, each.also].forEach((file) => file && plant(file));
    const { stdout } = spawnSync(
      join(folder, "node_modules/.bin/depcruise"),
      ["--config", ".dependency-cruiser.cjs", "--output-type", "json"].concat(
        Object.values(bad).map(({ file }) => file),
      ),
      { cwd: folder, encoding: "utf8", maxBuffer: 256_000_000 },
    );
    fired = (JSON.parse(stdout) as Verdict).summary.violations.map(({ from, rule }) => ({
      file: from,
      rule: rule.name,
    }));
  });

  it.each(Object.entries(bad))("%s fires on a bad import", (rule, { file }) => {
    expect(fired).toContainEqual({ file, rule });
  });
});
