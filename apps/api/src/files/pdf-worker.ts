/** The thread in which one PDF is read (pdf.ts starts it). */
import { parentPort, workerData } from "node:worker_threads";
import { inflateSync } from "node:zlib";

// The reader wants this of the native canvas when it is loaded, for drawing, which we never do; native code is not let in here (apart.ts).
Object.assign(globalThis, { DOMMatrix: class {} });
const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");

const { data, password } = workerData as { data: Uint8Array; password: string | undefined };
const MAX_PAGES = 400;
const MAX_PIECES = 300_000;
const LARGEST_STREAM = 40_000_000;
const SAME_LINE = 2.5;

class Refused extends Error {}

/** Unpacks every compressed stream but images, with a limit: a bomb is found before the reader walks into it. */
function refuseBombs(bytes: Buffer): void {
  let at = 0;
  for (;;) {
    const start = bytes.indexOf("stream", at);
    if (start < 0) return;
    const end = bytes.indexOf("endstream", start + 6);
    if (end < 0) return;
    at = end + 9;
    const dictionary =
      bytes
        .subarray(Math.max(0, start - 600), start)
        .toString("latin1")
        .split("obj")
        .at(-1) ?? "";
    const layers = dictionary.match(/\/FlateDecode|\/Fl\b/g)?.length ?? 0;
    if (layers === 0 || /\/Subtype\s*\/Image/.test(dictionary)) continue;
    if (layers > 2) throw new Refused("this PDF is packed too often");
    let content = bytes.subarray(start + 6, end);
    while (content[0] === 0x0d || content[0] === 0x0a) content = content.subarray(1);
    for (let layer = 0; layer < layers; layer += 1) {
      try {
        content = inflateSync(content, { maxOutputLength: LARGEST_STREAM });
      } catch (error) {
        if ((error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE")
          throw new Refused("this PDF is too large inside");
        break; // Encrypted or damaged: the reader says which.
      }
    }
  }
}

interface Piece {
  x: number;
  width: number;
  text: string;
}

interface TextItem {
  str: string;
  width: number;
  transform: number[];
}

/** Pieces on the same height make a line, from left to right; lines go from top to bottom. */
function linesOf(items: readonly TextItem[]): Piece[][] {
  const placed = items
    .filter(({ str }) => str.trim() !== "")
    .map(({ str, width, transform }) => ({ x: transform[4] ?? 0, y: transform[5] ?? 0, width, text: str }))
    .toSorted((left, right) => right.y - left.y || left.x - right.x);
  const lines: { y: number; pieces: Piece[] }[] = [];
  for (const { y, ...piece } of placed) {
    const line = lines.at(-1);
    if (line && Math.abs(line.y - y) <= SAME_LINE) line.pieces.push(piece);
    else lines.push({ y, pieces: [piece] });
  }
  return lines.map(({ pieces }) => pieces.toSorted((left, right) => left.x - right.x));
}

async function read(): Promise<{ page_count: number; lines: Piece[][] }> {
  const bytes = Buffer.from(data);
  if (/\/(JavaScript|Launch|EmbeddedFile|RichMedia)\b/.test(bytes.toString("latin1")))
    throw new Refused("this PDF carries scripts or other files");
  refuseBombs(bytes);
  const document = await getDocument({
    data: new Uint8Array(bytes),
    ...(password !== undefined && { password }),
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    useWorkerFetch: false,
    verbosity: 0,
  }).promise;
  if (document.numPages > MAX_PAGES) throw new Refused(`this PDF has more than ${MAX_PAGES} pages`);
  const [scripts, attachments] = await Promise.all([document.getJSActions(), document.getAttachments()]);
  if (scripts || attachments) throw new Refused("this PDF carries scripts or other files");
  const lines: Piece[][] = [];
  let pieces = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    pieces += items.length;
    if (pieces > MAX_PIECES) throw new Refused("this PDF has too much text");
    lines.push(...linesOf(items.filter((item): item is typeof item & TextItem => "str" in item)));
    page.cleanup();
  }
  return { page_count: document.numPages, lines };
}

try {
  parentPort?.postMessage(await read());
} catch (error) {
  const name = (error as Error).name;
  const isPasswordWanted = name === "PasswordException";
  const refused =
    error instanceof Refused
      ? error.message
      : isPasswordWanted
        ? password === undefined
          ? "this PDF is protected: give its password"
          : "this is not the password of this PDF"
        : "this PDF cannot be read";
  parentPort?.postMessage({ refused, is_password_wanted: isPasswordWanted });
}
