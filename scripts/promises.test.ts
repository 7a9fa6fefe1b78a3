import { expect, it } from "vitest";
import { findingFaults, promiseFaults, promisesOfTheRepository } from "./promises.ts";

it("every promise names tests that exist", () => {
  expect(promisesOfTheRepository()).toEqual([]);
});

it("a promise without a test, one that is missing, and a title or file that is gone are named", () => {
  const page = '| M1 | a | `a.test.ts`: "does it", "is gone" |\n| M2 | b | by looking |\n| M99 | c | `b.ts`: "x" |';
  const faults = promiseFaults(page, (file) => (file === "a.test.ts" ? 'it("does it", () => {})' : undefined));
  expect(faults).toContain("M3 is not in the table");
  expect(faults).toContain("M99 is no promise");
  expect(faults).toContain("M2 names no test");
  expect(faults).toContain("M1: a.test.ts has no “is gone”");
  expect(faults).toContain("M99 names b.ts, which is not there");
  expect(faults.filter((fault) => fault.startsWith("M1:"))).toHaveLength(1);
});

it("a title that only a comment has, or a test that is skipped, proves nothing", () => {
  const faults = (file: string, source: string) =>
    promiseFaults(`| M1 | a | \`${file}\`: "does it" |`, () => source, ["M1"]);
  expect(faults("a.test.ts", 'it("does it", () => {})')).toEqual([]);
  expect(faults("a.test.ts", 'it.skip(\n  "does it", () => {})')).toHaveLength(1);
  expect(faults("a.test.ts", '// it("does it", () => {})')).toHaveLength(1);
  expect(faults("ops/a.ts", "/** It does it. */")).toHaveLength(1);
  expect(faults("ops/a.ts", "console.log(`does it ${count} times`)")).toEqual([]);
});

it("a finding without a row, a verdict, a test that is there, or what lacks is named", () => {
  const page = [
    '| N1 | a | mended | `a.test.ts`: "does it" |',
    '| N2 | b | mended | `a.test.ts`: "is gone" |',
    "| N3 | c | mended | by looking |",
    "| N4 | d | mended | source `apps/gone.ts` |",
    '| N5 | e | partly | `a.test.ts`: "does it" |',
    "| N6 | f | open | Lacks: all of it |",
    "| N6 | f | better | Lacks: all of it |",
    "| N7 | g | ruled otherwise | [0001](decisions/0001-gone.md) |",
    "| X1 | h | open | Lacks: it |",
  ].join("\n");
  const read = (file: string) => (file === "a.test.ts" ? 'it("does it", () => {})' : undefined);
  const ids = ["N1", "N2", "N3", "N4", "N5", "N6", "N7", "N8a"];
  expect(findingFaults(page, read, ids).toSorted()).toEqual([
    "N2: a.test.ts has no “is gone”",
    "N3 is mended and names neither test nor source",
    "N4 names apps/gone.ts, which is not there",
    "N5 is partly and does not say what lacks",
    "N6 has two rows",
    "N6 is better, not one of: mended, ruled otherwise, partly, open",
    "N7 names docs/decisions/0001-gone.md, which is not there",
    "N8a is not in the table",
    "X1 is no finding",
  ]);
});
