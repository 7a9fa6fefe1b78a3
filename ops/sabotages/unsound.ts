/** Sabotages whose text or test has changed its words since: `npm run lint` says so at once, and a test holds it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sabotages } from "../sabotages.ts";

const read = (file: string): string => readFileSync(join(import.meta.dirname, "../..", file), "utf8");

/** What may be the title of a test: text that begins a line or follows a bracket. What `it.each` fills in is any text. */
const titlesOf = (file: string): RegExp[] =>
  [...read(file).matchAll(/(?:^\s*|\()(["`])(.+?)\1,/gm)].map(
    ([, , title = ""]) =>
      new RegExp(`^${title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/%[sdio]/g, ".+")}$`),
  );

/** Those whose text does not occur exactly once in its file, or becomes the same. */
export const withoutTheirText = (): string[] =>
  sabotages
    .filter(({ file, find, put }) => read(file).split(find).length !== 2 || find === put)
    .map(({ name, file, find }) => `${name}: ${file} has not exactly one ${JSON.stringify(find)}`);

/** Those whose test has no such title. */
export const withoutTheirTest = (): string[] =>
  sabotages
    .filter(({ test, fails }) => !titlesOf(test).some((title) => title.test(fails)))
    .map(({ name, test, fails }) => `${name}: ${test} has no test ${JSON.stringify(fails)}`);
