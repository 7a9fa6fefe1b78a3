/** The sabotages of `npm run mutants` name text and tests that exist, so that they cannot rot between its runs. */
import { expect, it } from "vitest";
import { sabotages } from "../../ops/sabotages.ts";
import { withoutTheirTest, withoutTheirText } from "../../ops/sabotages/unsound.ts";

it("every sabotage's text occurs exactly once in its file, and what it becomes is something else", () => {
  expect(withoutTheirText()).toEqual([]);
  expect(new Set(sabotages.map(({ name }) => name)).size).toBe(sabotages.length);
});

it("every test that must notice one exists under its name", () => {
  expect(withoutTheirTest()).toEqual([]);
});
