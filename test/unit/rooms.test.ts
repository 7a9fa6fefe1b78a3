/** Wings and rooms: each rule is seen failing on a planted import, then held against the sources. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { problemsOfRooms } from "../../scripts/rooms.ts";

const repository = join(import.meta.dirname, "../..");
const modules = "apps/api/src/modules";
const plant = (...files: [string, string][]): string[] =>
  problemsOfRooms(new Map(files.map(([file, text]) => [`${modules}/${file}`, text])));

describe("the rooms of the server", () => {
  it("a lower wing that imports a higher one is refused", () => {
    expect(plant(["money/payouts/send.ts", 'import { receive } from "../../lending/repayments/index.ts";'])).toEqual([
      `${modules}/money/payouts/send.ts imports lending/repayments, which is in a higher wing.`,
    ]);
  });

  it("a type that is imported upwards is refused like a value", () => {
    expect(plant(["platform/audit/seal.ts", 'import type { Loan } from "../../lending/loans/index.ts";'])).toHaveLength(
      1,
    );
  });

  it("a circle through three rooms is named, though no file imports itself", () => {
    expect(
      plant(
        ["lending/loans/a.ts", 'import "../limits/index.ts";'],
        ["lending/limits/b.ts", 'import "../underwriting/index.ts";'],
        ["lending/underwriting/c.ts", 'import type { X } from "../loans/index.ts";'],
      ),
    ).toEqual(["These rooms import each other: lending/limits, lending/loans, lending/underwriting."]);
  });

  it("a room in no wing is refused", () => {
    expect(plant(["misc/loans/a.ts", 'import "../../platform/audit/index.ts";'])).toHaveLength(1);
  });

  it("the sources keep all of it", () => {
    const { stdout } = spawnSync("git", ["ls-files", "-co", "--exclude-standard", `${modules}/*.ts`], {
      cwd: repository,
      encoding: "utf8",
    });
    const files = stdout
      .trim()
      .split("\n")
      .filter((file) => existsSync(join(repository, file)));
    expect(files.length).toBeGreaterThan(150);
    const texts = new Map(files.map((file) => [file, readFileSync(join(repository, file), "utf8")]));
    expect(problemsOfRooms(texts)).toEqual([]);
  });
});
