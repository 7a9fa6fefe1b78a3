import { expect, it } from "vitest";
import { promiseFaults, promisesOfTheRepository } from "./promises.ts";

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
