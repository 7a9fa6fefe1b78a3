/**
 * What docs/promises.md, docs/experience.md and docs/findings.md say, held to the sources: each promise (../shared/design/promises.md), each convention
 * (../shared/design/experience.md) and each finding (../shared/findings) names tests that exist under their titles. Run by `npm run lint`.
 */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const repository = join(import.meta.dirname, "..");

/** How many promises there are of each letter. */
const PROMISES = { M: 18, S: 3, Z: 5, E: 3, F: 1, W: 4, D: 4, O: 4 };
const idsOf = (counts: Readonly<Record<string, number>>): string[] =>
  Object.entries(counts).flatMap(([letter, count]) =>
    Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
  );
const promises = idsOf(PROMISES);
const conventions = idsOf({ "": 40 });

/** How many findings there are of each letter; one has a number between two. */
const OF_STAFF = { FT: 7, FL: 25, FB: 11, FA: 16, FP: 16, FO: 2 };
const OF_CUSTOMERS = { KB: 5, KA: 28, KP: 10, KR: 17, KM: 3 };
const FINDINGS = { N: 14, G: 18, ...OF_STAFF, ...OF_CUSTOMERS, C: 71, P: 3 };
const findings = [...idsOf(FINDINGS), "FB4a"];
const VERDICTS: readonly string[] = ["mended", "ruled otherwise", "partly", "open"];

interface Row {
  id: string;
  /** Of a finding: the cell before the last. */
  verdict: string;
  shown: string;
  tests: { file: string; title: string }[];
}
type Read = (file: string) => string | undefined;
const readSource: Read = (file) =>
  statSync(join(repository, file), { throwIfNoEntry: false })?.isFile()
    ? readFileSync(join(repository, file), "utf8")
    : undefined;

/** The rows of the table: `| M1 | words | `file`: "title", "title"; `file`: "title" |`. */
function rowsOf(page: string): Row[] {
  return page
    .split("\n")
    .filter((line) => /^\| [A-Z]*\d+[a-z]? \|/.test(line))
    .map((line) => {
      const cells = line.split("|").map((cell) => cell.trim());
      const [id = "", verdict = "", shown = ""] = [cells[1], cells.at(-3), cells.at(-2)];
      const tests = [...shown.matchAll(/`([^`]+)`: ((?:"[^"]+"(?:, )?)+)/g)].flatMap(([, file = "", titles = ""]) =>
        [...titles.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => ({ file, title })),
      );
      return { id, verdict, shown, tests };
    });
}

/** In a test file the title is a whole text of a test that runs; what is printed by a run under `ops/` contains it. A comment proves nothing. */
function isThere(source: string, file: string, title: string): boolean {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  if (file.startsWith("ops/")) return code.includes(title);
  return ['"', "`"].some((quote) =>
    code
      .split(`${quote}${title}${quote}`)
      .slice(0, -1)
      .some((before) => !/\.(skip|todo|fails)\(\s*$/.test(before)),
  );
}

/** Ids without a row, rows without an id, tests that are gone. */
function rowFaults(rows: readonly Row[], what: string, read: Read, ids: readonly string[]): string[] {
  return [
    ...ids.filter((id) => !rows.some((row) => row.id === id)).map((id) => `${id} is not in the table`),
    ...rows.filter(({ id }) => !ids.includes(id)).map(({ id }) => `${id} is no ${what}`),
    ...rows.flatMap(({ id, tests }) =>
      tests.flatMap(({ file, title }) => {
        const source = read(file);
        if (source === undefined) return [`${id} names ${file}, which is not there`];
        return isThere(source, file, title) ? [] : [`${id}: ${file} has no “${title}”`];
      }),
    ),
  ];
}

/** What is wrong with the page, one sentence each; nothing where every promise has its tests. */
export function promiseFaults(page: string, read: Read = readSource, ids: readonly string[] = promises): string[] {
  const rows = rowsOf(page);
  return [
    ...rows.filter(({ tests }) => tests.length === 0).map(({ id }) => `${id} names no test`),
    ...rowFaults(rows, "promise", read, ids),
  ];
}

/** Files that a row names without a test: sources, and decision records. */
const sourcesOf = (shown: string): string[] => [
  ...[...shown.matchAll(/`((?:apps|packages|scripts|test|ops|docs|deploy)\/[^`]+)`/g)].map(([, file = ""]) => file),
  ...[...shown.matchAll(/\]\((decisions\/[^)]+)\)/g)].map(([, file = ""]) => `docs/${file}`),
];

/** The same of docs/findings.md: one of four verdicts each, what is mended with its test or source, and what is not whole with what lacks. */
export function findingFaults(page: string, read: Read = readSource, ids: readonly string[] = findings): string[] {
  const rows = rowsOf(page);
  const twice = rows.filter(({ id }, index) => rows.findIndex((row) => row.id === id) !== index);
  return [
    ...rows
      .filter(({ verdict }) => !VERDICTS.includes(verdict))
      .map(({ id, verdict }) => `${id} is ${verdict || "nothing"}, not one of: ${VERDICTS.join(", ")}`),
    ...rows
      .filter(({ verdict, tests, shown }) => verdict === "mended" && tests.length === 0 && !/source `|\]\(/.test(shown))
      .map(({ id }) => `${id} is mended and names neither test nor source`),
    ...rows
      .filter(({ verdict, shown }) => (verdict === "partly" || verdict === "open") && !shown.includes("Lacks: "))
      .map(({ id, verdict }) => `${id} is ${verdict} and does not say what lacks`),
    ...twice.map(({ id }) => `${id} has two rows`),
    ...rows.flatMap(({ id, shown }) =>
      sourcesOf(shown)
        .filter((file) => read(file) === undefined)
        .map((file) => `${id} names ${file}, which is not there`),
    ),
    ...rowFaults(rows, "finding", read, ids),
  ];
}

const pageOf = (name: string): string => readFileSync(join(repository, "docs", name), "utf8");

/** The faults of all three pages as they are. */
export const promisesOfTheRepository = (): string[] => [
  ...promiseFaults(pageOf("promises.md")),
  ...promiseFaults(pageOf("experience.md"), undefined, conventions),
  ...findingFaults(pageOf("findings.md")),
];
