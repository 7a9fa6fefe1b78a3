import type { PositionedLine } from "@manilla/credit";
import { inThread } from "./thread.ts";

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
  return inThread(new URL("./pdf-worker.ts", import.meta.url), { data, password }, [data.buffer], "PDF");
}
