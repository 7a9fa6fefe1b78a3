/** A copy of the sources, for tests that plant files in them: the live tree is watched by editors, other tests and other people. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";

const repository = join(import.meta.dirname, "..");
const COPIED = [
  "apps",
  "packages",
  "scripts",
  "ops",
  "test",
  "docs",
  "package.json",
  "tsconfig.json",
  "vitest.config.ts",
  ".dependency-cruiser.cjs",
];

export const isSource = (path: string): boolean => !/\/(dist|node_modules|screenshots|\.cache)$/.test(path);

/** Copies the sources. @returns the copy's folder, which has our dependencies and its own packages, and what removes it */
export function copyTree(name: string): { folder: string; remove(): void } {
  mkdirSync(join(repository, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(repository, `.cache/${name}-`));
  for (const part of COPIED) cpSync(join(repository, part), join(folder, part), { recursive: true, filter: isSource });
  mkdirSync(join(folder, "node_modules/@manilla"), { recursive: true });
  for (const workspace of ["contract", "credit", "ledger"])
    symlinkSync(join(folder, "packages", workspace), join(folder, "node_modules/@manilla", workspace));
  for (const dependency of readdirSync(join(repository, "node_modules")))
    if (dependency !== "@manilla")
      symlinkSync(join(repository, "node_modules", dependency), join(folder, "node_modules", dependency));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
