import type { PositionedLine } from "@manilla/credit";
import { readApart } from "./apart.ts";

export interface PdfText {
  page_count: number;
  lines: PositionedLine[];
}

/**
 * The text of a PDF by lines, each piece with its place.
 * @param password for one that is protected
 * @throws FileRefused when it is broken, carries scripts or files, is protected, or is larger inside than it may be
 */
export function readPdf(bytes: Buffer, password?: string): Promise<PdfText> {
  const data = new Uint8Array(bytes);
  return readApart(new URL("./pdf-worker.ts", import.meta.url), { data, password }, "PDF");
}
