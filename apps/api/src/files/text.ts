/** Text from bytes, in the encodings in which banks send their files. */

/** The encoding that the file names itself: XML's declaration, OFX's header. */
function namedIn(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, 500).toString("latin1");
  const page = /^CHARSET:\s*(\d{4})\s*$/im.exec(head)?.[1];
  return /<\?xml[^>]*encoding=["']([\w-]+)["']/i.exec(head)?.[1] ?? (page && `windows-${page}`);
}

/** A spreadsheet's "Unicode text" begins with a mark of its byte order. */
const MARKS: Readonly<Record<string, string>> = { fffe: "utf-16le", feff: "utf-16be" };

/** UTF-8 where it is, UTF-16 where it is marked; else the encoding that the file names, else that of Western Europe's banks. */
export function decodeText(bytes: Buffer): string {
  const marked = MARKS[bytes.toString("hex", 0, 2)];
  if (marked) return new TextDecoder(marked).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    try {
      return new TextDecoder(namedIn(bytes) ?? "windows-1252").decode(bytes);
    } catch {
      return bytes.toString("latin1");
    }
  }
}

/** Whether bytes without a signature are text: no control characters but those that frame a bank's message (SOH, ETX) at its ends. */
export const isText = (bytes: Buffer): boolean =>
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what tells bytes from text
  !/[\u0000-\u0008\u000E-\u001F]/.test(decodeText(bytes).replace(/^\u0001|\u0003\s*$/g, ""));
