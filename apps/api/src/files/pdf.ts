/** Reads PDFs in a worker thread, with a limit on time and memory: nothing that a stranger sends is parsed in the server's own thread. */
import { Worker } from "node:worker_threads";
import type { PositionedLine } from "@manilla/credit";

export interface PdfText {
  page_count: number;
  lines: PositionedLine[];
}

/** Why a PDF was refused, in words for the person. */
export class PdfRefused extends Error {
  readonly isPasswordWanted: boolean;
  constructor(message: string, isPasswordWanted = false) {
    super(message);
    this.isPasswordWanted = isPasswordWanted;
  }
}

const DEADLINE_MILLISECONDS = 20_000;
const AT_ONCE = 2;
/** The thread's own limit does not count decoded streams, so the process is watched as well. */
const MOST_GROWTH_BYTES = 190_000_000;
const WATCH_MILLISECONDS = 25;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

type Answer = { page_count: number; lines: PositionedLine[] } | { refused: string; is_password_wanted: boolean };

function readInWorker(bytes: Buffer, password: string | undefined): Promise<PdfText> {
  return new Promise((resolve, reject) => {
    const data = new Uint8Array(bytes);
    const worker = new Worker(new URL("./pdf-worker.ts", import.meta.url), {
      workerData: { data, password }, transferList: [data.buffer], resourceLimits: { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }, stdout: true, stderr: true,
    });
    const before = process.memoryUsage.rss();
    const finish = (settle: () => void) => {
      clearTimeout(deadline);
      clearInterval(watch);
      worker.removeAllListeners();
      void worker.terminate();
      settle();
    };
    const refuse = (message: string) => finish(() => reject(new PdfRefused(message)));
    const deadline = setTimeout(() => refuse("this PDF takes too long to read"), DEADLINE_MILLISECONDS);
    const watch = setInterval(() => process.memoryUsage.rss() - before > MOST_GROWTH_BYTES && refuse("this PDF is too large inside"), WATCH_MILLISECONDS);
    worker.once("message", (answer: Answer) =>
      finish(() => ("refused" in answer ? reject(new PdfRefused(answer.refused, answer.is_password_wanted)) : resolve(answer))),
    );
    worker.once("error", () => refuse("this PDF cannot be read"));
    worker.once("exit", () => refuse("this PDF cannot be read"));
  });
}

/**
 * The text of a PDF by lines, each piece with its place.
 * @param password for one that is protected
 * @throws PdfRefused when it is broken, carries scripts or files, is protected, or is larger inside than it may be
 */
export const readPdf = (bytes: Buffer, password?: string): Promise<PdfText> => inTurn(() => readInWorker(bytes, password));
