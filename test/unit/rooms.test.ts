/** Wings and rooms: each rule is seen failing on a planted import, then held against the sources. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { MAX_FLOORS, longestChain, problemsOfRooms } from "../../scripts/rooms.ts";

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

  it("counts the rooms of the longest chain, files beside the nouns included", () => {
    const chain = longestChain(
      new Map([
        ["apps/api/src/errors.ts", ""],
        ["apps/api/src/db/list.ts", 'import { NotFound } from "../errors.ts";'],
        [`${modules}/lending/loans/a.ts`, 'import type { List } from "../../../db/list.ts";'],
        [`${modules}/lending/loans/noun.ts`, 'import "../limits/index.ts";'],
        [`${modules}/lending/limits/index.ts`, ""],
      ]),
    );
    expect(chain).toEqual(["lending/loans", "db", "errors.ts"]);
  });

  it("the sources keep all of it", () => {
    const texts = sources();
    expect(texts.size).toBeGreaterThan(150);
    expect(problemsOfRooms(texts)).toEqual([]);
  });

  it("every room has a test file of its own", () => {
    const files = [...sources().keys()].filter((file) => file.startsWith(`${modules}/`));
    const roomOf = (file: string): string => file.split("/").slice(0, 6).join("/");
    const rooms = new Set(files.filter((file) => file.split("/").length > 6).map(roomOf));
    const tested = new Set(files.filter((file) => file.endsWith(".test.ts")).map(roomOf));
    expect(rooms.size).toBeGreaterThan(100);
    expect([...rooms].filter((room) => !tested.has(room))).toEqual([]);
  });

  it(`no more than ${MAX_FLOORS} rooms stand on each other`, () => {
    expect(longestChain(sources()).slice(MAX_FLOORS)).toEqual([]);
  });
});

function sources(): Map<string, string> {
  const { stdout } = spawnSync("git", ["ls-files", "-co", "--exclude-standard", "apps/api/src/*.ts"], {
    cwd: repository,
    encoding: "utf8",
  });
  const files = stdout
    .trim()
    .split("\n")
    .filter((file) => existsSync(join(repository, file)));
  return new Map(files.map((file) => [file, readFileSync(join(repository, file), "utf8")]));
}
