import type { UploadedFile } from "../request.ts";
import type { FastifyMultipartBaseOptions, Multipart } from "@fastify/multipart";
import { hasCardNumber } from "@manilla/contract/card-number";
import type { FileKind } from "@manilla/contract/endpoint";
import type { FastifyRequest } from "fastify";
import { fileTypeFromBuffer } from "file-type";
import { InvalidFields } from "../errors.ts";
import { decodeText, isText } from "../files/text.ts";

const MEDIA: Record<FileKind, string> = {
  pdf: "application/pdf",
  png: "image/png",
  jpeg: "image/jpeg",
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  txt: "text/plain",
  xml: "application/xml",
};

const PROTECTED_WORKBOOK = Buffer.from("EncryptedPackage", "utf16le");

/** The only XML that anybody sends us is a bank's statement, camt.05x or OFX 2. One that declares entities of its own is no such thing: a reader could be made to open files with them. */
function isBankXml(bytes: Buffer): boolean {
  const text = decodeText(bytes);
  const root = /<(?!\?|!--)[^>]*>/.exec(text)?.[0] ?? "";
  const isCamt = /^<(\w+:)?Document[\s>]/.test(root) && root.includes("urn:iso:std:iso:20022:tech:xsd:camt.05");
  return (isCamt || root === "<OFX>") && !/<!(DOCTYPE|ENTITY)/i.test(text);
}

/** Tells what the bytes are. Text has no signature: it is text when it decodes and has no control characters. */
export async function kindOf(bytes: Buffer): Promise<FileKind | undefined> {
  const found = await fileTypeFromBuffer(bytes);
  if (found) {
    const byExtension: Record<string, FileKind> = { pdf: "pdf", png: "png", jpg: "jpeg", xlsx: "xlsx", xml: "xml" };
    // A workbook with a password is another container around it.
    if (found.ext === "cfb" && bytes.includes(PROTECTED_WORKBOOK)) return "xlsx";
    if (found.ext === "xml" && !isBankXml(bytes)) return undefined;
    return byExtension[found.ext];
  }
  if (!isText(bytes)) return undefined;
  const head = decodeText(bytes).slice(0, 65_536);
  if (/^\s*<(!doctype|html|svg|\?xml|script)/i.test(head)) return undefined;
  return /[,;\t]/.test(head.split("\n")[0] ?? "") ? "csv" : "txt";
}

/** The parts of a request; what names no boundary between them has none. @throws InvalidFields at `field` where a second file comes */
async function* partsOf(
  request: FastifyRequest,
  field: string,
  limits: NonNullable<FastifyMultipartBaseOptions["limits"]>,
): AsyncGenerator<Multipart> {
  if (!/;\s*boundary=[^\s;]/i.test(request.headers["content-type"] ?? ""))
    throw new InvalidFields({ body: ["this request could not be read"] }, "This request could not be read.");
  try {
    yield* request.parts({ limits });
  } catch (error) {
    if ((error as { code?: string }).code !== "FST_FILES_LIMIT") throw error;
    throw new InvalidFields({ [field]: ["one file is taken at a time"] });
  }
}

/** Reads a multipart request: one file in the declared field, every other field as text. */
export async function readUpload(
  request: FastifyRequest,
  files: { field: string; accept: readonly FileKind[]; max_bytes: number },
): Promise<{ fields: Record<string, string>; file: UploadedFile | undefined }> {
  const fields: Record<string, string> = {};
  let file: UploadedFile | undefined;
  const refuse = (message: string) => new InvalidFields({ [files.field]: [message] });
  for await (const part of partsOf(request, files.field, {
    files: 1,
    fields: 40,
    fieldSize: 20_000,
    fileSize: files.max_bytes,
    headerPairs: 50,
  })) {
    if (part.type === "field") {
      if (typeof part.value === "string") fields[part.fieldname] = part.value;
      continue;
    }
    if (hasCardNumber(part.filename)) throw refuse("this file's name must not contain a card number");
    const bytes = await part.toBuffer().catch(() => undefined);
    if (!bytes) throw refuse("this file did not arrive whole; please send it again");
    if (part.file.truncated) throw refuse(`this file is larger than ${Math.floor(files.max_bytes / 1_048_576)} MB`);
    if (part.fieldname !== files.field) throw refuse("this file was sent in an unknown field");
    const kind = bytes.length === 0 ? undefined : await kindOf(bytes);
    const accepted =
      kind && (files.accept.includes(kind) || (kind === "txt" && files.accept.includes("csv"))) ? kind : undefined;
    if (!accepted) throw refuse(`this file must be one of: ${files.accept.join(", ")}`);
    file = { bytes, kind: accepted, media_type: MEDIA[accepted], original_name: cleanName(part.filename) };
  }
  return { fields, file };
}

/** For showing only: no folders, no control characters, not endless. */
const cleanName = (name: string): string =>
  name
    .replace(/^.*[\\/]/, "")
    .replace(/[^\p{L}\p{N} ._()-]/gu, "")
    .slice(0, 120) || "file";
