/** The sabotages of `npm run mutants` name text and tests that exist, so that they cannot rot between its runs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sabotages } from "../../ops/sabotages.ts";

const repository = join(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(join(repository, file), "utf8");

/** What may be the title of a test: text that begins a line or follows a bracket. What `it.each` fills in is any text. */
const titlesOf = (file: string): RegExp[] =>
  [...read(file).matchAll(/(?:^\s*|\()(["`])(.+?)\1,/gm)].map(
    ([, , title = ""]) =>
      new RegExp(`^${title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/%[sdio]/g, ".+")}$`),
  );

it("every sabotage's text occurs exactly once in its file, and what it becomes is something else", () => {
  const wrong = sabotages.filter(({ file, find, put }) => read(file).split(find).length !== 2 || find === put);
  expect(wrong.map(({ name, file, find }) => ({ name, file, find }))).toEqual([]);
  expect(new Set(sabotages.map(({ name }) => name)).size).toBe(sabotages.length);
});

it("every test that must notice one exists under its name", () => {
  const wrong = sabotages.filter(({ test, fails }) => !titlesOf(test).some((title) => title.test(fails)));
  expect(wrong.map(({ name, test, fails }) => ({ name, test, fails }))).toEqual([]);
});
