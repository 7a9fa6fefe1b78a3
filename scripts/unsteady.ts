/**
 * The list of tests that passed only the second time (test/unsteady.json). One that does so again within a month fails:
 * being run once more is help for a starved machine, not for a test that is wrong.
 * `npm run unsteady` prints the list; `npm run unsteady -- <word>` takes off what has the word in its file or title, once it was mended.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Failure } from "./once-more.ts";

const repository = join(import.meta.dirname, "..");
const LIST = join(repository, "test/unsteady.json");
const REMEMBERED_DAYS = 30;
const DAY_MILLISECONDS = 86_400_000;

/** A test that was unsteady on a day (`yyyy-mm-dd`), at a commit. */
export interface Unsteady extends Failure {
  date: string;
  commit: string;
}

const isSame = (left: Failure, right: Failure): boolean => left.file === right.file && left.title === right.title;

/**
 * What the list becomes when these tests were unsteady today, and which of them have to fail because they were on it already.
 * @param listed the list so far; what is older than thirty days is forgotten
 */
export function remember(
  listed: readonly Unsteady[],
  unsteady: readonly Failure[],
  { date, commit }: { date: string; commit: string },
): { list: Unsteady[]; again: Failure[] } {
  const recent = listed.filter(
    (each) => Date.parse(date) - Date.parse(each.date) <= REMEMBERED_DAYS * DAY_MILLISECONDS,
  );
  const again = unsteady.filter((failure) => recent.some((each) => isSame(each, failure)));
  const added = unsteady.filter((failure) => !again.includes(failure));
  return { list: [...recent, ...added.map(({ file, title }) => ({ file, title, date, commit }))], again };
}

const readList = (file: string): Unsteady[] => JSON.parse(readFileSync(file, "utf8")) as Unsteady[];
const writeList = (file: string, list: readonly Unsteady[]): void =>
  writeFileSync(file, `${JSON.stringify(list, undefined, 2)}\n`);

/** Writes tests that were unsteady just now to the list. @returns those that were on it already */
export function keepUnsteady(unsteady: readonly Failure[], file = LIST): Failure[] {
  const { stdout } = spawnSync("git", ["rev-parse", "--short", "HEAD"], { cwd: repository, encoding: "utf8" });
  const now = { date: new Date().toISOString().slice(0, 10), commit: stdout.trim() };
  const { list, again } = remember(readList(file), unsteady, now);
  writeList(file, list);
  return again;
}

/** Takes tests off the list. @returns what was taken off */
export function takeOff(word: string, file = LIST): Unsteady[] {
  const list = readList(file);
  const isMeant = ({ file: place, title }: Unsteady): boolean => `${place} ${title}`.includes(word);
  writeList(
    file,
    list.filter((each) => !isMeant(each)),
  );
  return list.filter(isMeant);
}

if (import.meta.main) {
  const word = process.argv[2];
  const shown = word === undefined ? readList(LIST) : takeOff(word);
  for (const { date, commit, file, title } of shown) console.log(`${date} ${commit} ${file}, ${title}`);
  console.log(word === undefined ? `${shown.length} on the list` : `${shown.length} taken off the list`);
  if (word !== undefined && shown.length === 0) process.exit(1);
}
