/**
 * What docs/promises.md and docs/experience.md say, held to the sources: each promise (../shared/design/promises.md) and each convention
 * (../shared/design/experience.md) names tests that exist under their titles. Run by `npm run lint`.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const repository = join(import.meta.dirname, "..");

/** How many promises there are of each letter. */
const PROMISES = { M: 18, S: 3, Z: 5, E: 3, F: 1, W: 4, D: 4, O: 4 };
const promises = Object.entries(PROMISES).flatMap(([letter, count]) =>
  Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
);

const CONVENTIONS = 40;
const conventions = Array.from({ length: CONVENTIONS }, (_, index) => `${index + 1}`);

interface Row {
  id: string;
  tests: { file: string; title: string }[];
}

/** The rows of the table: `| M1 | words | `file`: "title", "title"; `file`: "title" |`. */
function rowsOf(page: string): Row[] {
  return page
    .split("\n")
    .filter((line) => /^\| [A-Z]?\d+ \|/.test(line))
    .map((line) => {
      const [, id = "", , shown = ""] = line.split("|").map((cell) => cell.trim());
      const tests = [...shown.matchAll(/`([^`]+)`: ((?:"[^"]+"(?:, )?)+)/g)].flatMap(([, file = "", titles = ""]) =>
        [...titles.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => ({ file, title })),
      );
      return { id, tests };
    });
}

/** In a test file the title is a whole text; what is printed by a run under `ops/` contains it. */
function isThere(source: string, file: string, title: string): boolean {
  return file.startsWith("ops/")
    ? source.includes(title)
    : ['"', "`"].some((quote) => source.includes(`${quote}${title}${quote}`));
}

/** What is wrong with the page, one sentence each; nothing where every promise has its tests. */
export function promiseFaults(
  page: string,
  read = (file: string) =>
    existsSync(join(repository, file)) ? readFileSync(join(repository, file), "utf8") : undefined,
  ids: readonly string[] = promises,
): string[] {
  const rows = rowsOf(page);
  return [
    ...ids.filter((id) => !rows.some((row) => row.id === id)).map((id) => `${id} is not in the table`),
    ...rows.filter(({ id }) => !ids.includes(id)).map(({ id }) => `${id} is no promise`),
    ...rows.filter(({ tests }) => tests.length === 0).map(({ id }) => `${id} names no test`),
    ...rows.flatMap(({ id, tests }) =>
      tests.flatMap(({ file, title }) => {
        const source = read(file);
        if (source === undefined) return [`${id} names ${file}, which is not there`];
        return isThere(source, file, title) ? [] : [`${id}: ${file} has no “${title}”`];
      }),
    ),
  ];
}

const pageOf = (name: string): string => readFileSync(join(repository, "docs", name), "utf8");

/** The faults of both pages as they are. */
export const promisesOfTheRepository = (): string[] => [
  ...promiseFaults(pageOf("promises.md")),
  ...promiseFaults(pageOf("experience.md"), undefined, conventions),
];
