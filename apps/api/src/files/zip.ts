/** Looks into a ZIP before anybody else does: how much really comes out of it, not what it says of itself. */
import { inflateRawSync } from "node:zlib";

/** A ZIP that must not be opened, in words for the person. */
export class ZipRefused extends Error {}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const END_SIZE = 22;
const MAX_COMMENT_LENGTH = 65_535;
const MAX_ENTRIES = 1_000;
const LARGEST_ENTRY = 40_000_000;
const LARGEST_TOTAL = 60_000_000;

function findEnd(bytes: Buffer): number {
  for (let at = bytes.length - END_SIZE; at >= Math.max(0, bytes.length - END_SIZE - MAX_COMMENT_LENGTH); at -= 1)
    if (bytes.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  throw new ZipRefused("this workbook is broken or was cut off");
}

function sizeOf(bytes: Buffer, directoryAt: number): number {
  const [method, packed, offset] = [
    bytes.readUInt16LE(directoryAt + 10),
    bytes.readUInt32LE(directoryAt + 20),
    bytes.readUInt32LE(directoryAt + 42),
  ];
  if (bytes.readUInt32LE(offset) !== LOCAL_ENTRY) throw new ZipRefused("this workbook is broken or was cut off");
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  if (start + packed > bytes.length) throw new ZipRefused("this workbook is broken or was cut off");
  if (method === 0) return packed;
  if (method !== 8) throw new ZipRefused("this workbook is packed in an unusual way");
  try {
    return inflateRawSync(bytes.subarray(start, start + packed), { maxOutputLength: LARGEST_ENTRY }).length;
  } catch (error) {
    throw new ZipRefused(
      (error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE"
        ? "this workbook is too large inside"
        : "this workbook is broken or was cut off",
    );
  }
}

/**
 * Unpacks every entry with a limit, and throws the result away.
 * @throws ZipRefused when one is broken, or they come to more than they may
 */
export function refuseZipBomb(bytes: Buffer): void {
  try {
    const end = findEnd(bytes);
    const count = bytes.readUInt16LE(end + 10);
    if (count > MAX_ENTRIES) throw new ZipRefused("this workbook has too many parts");
    let at = bytes.readUInt32LE(end + 16);
    let total = 0;
    for (let entry = 0; entry < count; entry += 1) {
      if (bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new ZipRefused("this workbook is broken or was cut off");
      total += sizeOf(bytes, at);
      if (total > LARGEST_TOTAL) throw new ZipRefused("this workbook is too large inside");
      at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    }
  } catch (error) {
    if (error instanceof RangeError) throw new ZipRefused("this workbook is broken or was cut off");
    throw error;
  }
}
