/** From what was uploaded to what is kept: cleaned, checked, and told apart by content. */
import type { UploadedFile } from "../request.ts";
import type { PositionedLine } from "@manilla/credit";
import { InvalidFields } from "../errors.ts";
import { cleanImage } from "./images.ts";
import { readPdf } from "./pdf.ts";
import { type Sheet, readSheet } from "./sheet.ts";
import { FileRefused } from "./apart.ts";

export interface CheckedFile {
  bytes: Buffer;
  media_type: string;
  original_name: string;
  page_count: number | null;
  /** The text of a PDF, for those who read statements. */
  lines: PositionedLine[] | null;
  /** The rows of a workbook, for the same. */
  sheet?: Sheet;
}

/**
 * Images are rebuilt, PDFs and workbooks are read once, in a process of their own; text stays as it is.
 * @param field where a refusal is shown
 * @throws InvalidFields in words for the person
 */
export async function checkFile(
  file: UploadedFile | undefined,
  field: string,
  password?: string,
): Promise<CheckedFile> {
  if (!file) throw new InvalidFields({ [field]: ["a file has to be chosen"] });
  const { original_name, media_type } = file;
  try {
    if (file.kind === "png" || file.kind === "jpeg")
      return { bytes: await cleanImage(file.bytes, file.kind), media_type, original_name, page_count: 1, lines: null };
    if (file.kind === "xlsx")
      return {
        bytes: file.bytes,
        media_type,
        original_name,
        page_count: null,
        lines: null,
        sheet: await readSheet(file.bytes, password),
      };
    if (file.kind !== "pdf") return { bytes: file.bytes, media_type, original_name, page_count: null, lines: null };
    const { page_count, lines } = await readPdf(file.bytes, password);
    return { bytes: file.bytes, media_type, original_name, page_count, lines };
  } catch (error) {
    if (error instanceof FileRefused)
      throw new InvalidFields({ [error.isPasswordWanted ? "password" : field]: [error.message] });
    throw error;
  }
}
