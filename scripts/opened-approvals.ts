/** The kinds of requests whose page no test has opened: `test/approval-pages.ts` writes each that it opens into a file. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { makeScratchFolder } from "./scratch.ts";

/** Lets the tests of this process write what they open. @returns where to */
export function keepOpened(): string {
  const file = join(makeScratchFolder("manilla-approval-kinds"), "opened.txt");
  process.env["APPROVAL_KINDS_FILE"] = file;
  return file;
}

/** After a run of all tests. @param kinds what the house registers */
export function unopened(file: string, kinds: readonly string[]): string[] {
  const opened = new Set(existsSync(file) ? readFileSync(file, "utf8").split("\n") : []);
  return kinds.filter((kind) => !opened.has(kind)).toSorted();
}

/** Every kind that a noun registers. */
export async function registeredKinds(): Promise<string[]> {
  const nouns = (await import("../apps/api/src/modules/index.ts")) as Readonly<Record<string, { approvals?: object }>>;
  return Object.values(nouns).flatMap(({ approvals = {} }) => Object.keys(approvals));
}
