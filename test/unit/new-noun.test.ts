/** What one more noun costs: planted in a copy of the sources, it compiles, answers and is tested, and nothing else was touched by hand. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { plantNoun } from "../../scripts/new-noun.ts";
import { copyTree, isSource } from "../copied-tree.ts";

const repository = join(import.meta.dirname, "../..");

const { folder: copy, remove } = copyTree("new-noun");
afterAll(remove);
const run = (command: string, ...words: string[]): string => {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd: copy, encoding: "utf8", maxBuffer: 64_000_000 });
  return status === 0 ? "" : `${stdout}${stderr}`;
};
const bin = (name: string): string => join(repository, "node_modules/.bin", name);

/** Files of the copy that the repository does not have, or has otherwise. */
function touched(folder = ""): string[] {
  return readdirSync(join(copy, folder)).flatMap((name) => {
    const path = folder ? `${folder}/${name}` : name;
    if (name === "node_modules" || !isSource(`/${path}`)) return [];
    if (statSync(join(copy, path)).isDirectory()) return touched(path);
    const own = join(repository, path);
    return existsSync(own) && readFileSync(own).equals(readFileSync(join(copy, path))) ? [] : [path];
  });
}

const BRINGS_ALL = /modules\/index\.ts$|app\/(screens|lists)\.gen\.tsx?$|\.test\.ts$/;
/**
 * Compiles those of the files and what they import: the rest was compiled without the noun already. The lists of nouns and of screens, and the test that
 * starts the whole application, would bring all of it in again; what generates the lists is tested, and the others are run below. @returns what tsc says
 */
function compile(project: string, isOfProject: (file: string) => boolean, files: readonly string[]): string {
  const roots = files
    .filter((file) => isOfProject(file) && /\.tsx?$/.test(file) && !BRINGS_ALL.test(file))
    .map((file) => join(copy, file));
  const config = `${project}tsconfig.noun.json`;
  writeFileSync(
    join(copy, config),
    JSON.stringify({ extends: "./tsconfig.json", include: ["src/**/*.d.ts"], files: roots }),
  );
  return run(bin("tsc"), "-p", config, "--checkers", "1");
}

describe("one more noun", () => {
  it("touches its own files and one line; the rest is generated; it compiles and its test passes", () => {
    const planted = plantNoun(copy, "growth/promotions");
    expect(planted).toEqual([
      expect.stringMatching(/^apps\/api\/schema\/\d\d_growth_promotions\.sql$/),
      "apps/api/src/modules/growth/promotions/noun.ts",
      "apps/api/src/modules/growth/promotions/promotions.test.ts",
      "apps/api/src/modules/index.ts",
      "apps/web/src/features/growth/promotions/screens.ts",
      "packages/contract/src/growth/promotions.ts",
    ]);
    expect(run(process.execPath, "scripts/generate.ts", "nouns")).toBe("");
    expect(
      run(process.execPath, "scripts/generate.ts", "types", "calls", "openScreens", "screens", "lists", "routes"),
    ).toBe("");
    const changed = touched();
    const byHand = changed.filter((file) => !/\.gen\.tsx?$/.test(file) && file !== "docs/routes.json");
    expect(byHand.toSorted()).toEqual(planted);
    expect(compile("apps/web/", (file) => file.startsWith("apps/web/"), changed)).toBe("");
    expect(compile("", (file) => !file.startsWith("apps/web/"), changed)).toBe("");
    expect(run(bin("vitest"), "run", "promotions.test.ts")).toBe("");
    // Two compilers and a test of its own, beside another file on two processors.
  }, 600_000);
});
