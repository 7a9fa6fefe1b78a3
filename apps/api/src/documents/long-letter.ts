/**
 * Long tables as PDF: printed in a process of its own, row by row, and sent as it is made. Neither that process nor the server holds the table, and the
 * server goes on answering.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";

/** A table with its heading; `widths` in points, 483 together. */
export interface LongLetter {
  title: string;
  reference: string;
  date: string;
  to: string[];
  facts: [string, string][];
  head: string[];
  widths: number[];
  /** Columns of figures are aligned right. */
  figures: number[];
  /** How many rows come, for the number of pages. */
  rows: number;
  foot: string[];
  /** The balance before the first row: each page then begins and ends with its balance, which is the last cell of its rows. */
  opening?: string;
  /** Closing words, after the last row. */
  ends?: string;
}

const AT_ONCE = 2;
const DEADLINE_MILLISECONDS = 120_000;
const PROJECT = join(import.meta.dirname, "../../../..");
const PRINTER = fileURLToPath(new URL("./long-printer.ts", import.meta.url));
/** It reads our programs and fonts, and nothing else. */
const PRINTER_RIGHTS = [
  "--permission",
  ...["apps", "packages", "node_modules"].map((folder) => `--allow-fs-read=${join(PROJECT, folder, "*")}`),
  `--allow-fs-read=${join(PROJECT, "package.json")}`,
  "--max-old-space-size=96",
  "--max-semi-space-size=4",
];

let running = 0;
const queued: (() => void)[] = [];

async function take(): Promise<() => void> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => queued.push(resolve));
  running += 1;
  let isGiven = false;
  return () => {
    if (isGiven) return;
    isGiven = true;
    running -= 1;
    queued.shift()?.();
  };
}

/** Prints, two letters at a time. @param rows read as they are printed; a failure ends the file before its end */
export async function printLong(letter: LongLetter, rows: AsyncIterable<string[]>): Promise<Readable> {
  const give = await take();
  const printer = spawn(process.execPath, [...PRINTER_RIGHTS, PRINTER], { env: {}, stdio: ["pipe", "pipe", "ignore"] });
  const file = new PassThrough();
  const end = (failure?: Error): void => {
    clearTimeout(deadline);
    give();
    printer.kill("SIGKILL");
    if (failure) file.destroy(failure);
  };
  const deadline = setTimeout(() => end(new Error("The letter took too long to print.")), DEADLINE_MILLISECONDS);
  printer.once("error", end);
  printer.stdin.on("error", () => undefined); // of a printer that has ended; its exit is what counts
  printer.once("close", (code) =>
    code === 0 ? (file.end(), end()) : end(new Error("The letter could not be printed.")),
  );
  // The client has left, or has it all.
  file.once("close", () => end());
  printer.stdout.pipe(file, { end: false });
  async function* input(): AsyncGenerator<string> {
    yield `${JSON.stringify(letter)}\n`;
    for await (const row of rows) yield `${JSON.stringify(row)}\n`;
  }
  pipeline(Readable.from(input()), printer.stdin).catch(end);
  return file;
}
