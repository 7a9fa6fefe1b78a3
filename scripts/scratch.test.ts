import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeScratchFolder, scratchPlace, sweepScratch } from "./scratch.ts";

describe("folders that are thrown away", () => {
  it("of processes that have ended are removed; those of living ones, and what is not ours, stay", () => {
    const { pid: ended } = spawnSync(process.execPath, ["--version"]);
    const [left, other] = [`manilla-test-data-${ended}-abc`, `manilla-${ended}`].map((name) =>
      join(scratchPlace(), name),
    );
    for (const folder of [left!, other!]) mkdirSync(join(folder, "postgres"), { recursive: true });
    const own = makeScratchFolder("manilla-test");
    sweepScratch();
    expect([left!, other!, own].map((folder) => existsSync(folder))).toEqual([false, true, true]);
    for (const folder of [other!, own]) rmSync(folder, { recursive: true });
  });
});
