import { existsSync, mkdtempSync, statfsSync } from "node:fs";
import { join } from "node:path";

const MEMORY_DISK = "/dev/shm";
const DISK = "/var/tmp";
/** What the databases of the tests may need at most, with room to spare. */
const WANTED_BYTES = 6_000_000_000;

/**
 * Where databases live that are thrown away: in memory where the machine has room, else on the disk. A database has three thousand files, and making them on
 * a disk took the processor twenty-five times as long (1.4 s for each test file).
 */
export function scratchPlace(): string {
  if (!existsSync(MEMORY_DISK) || process.availableMemory() < WANTED_BYTES) return DISK;
  const { bavail, bsize } = statfsSync(MEMORY_DISK);
  return bavail * bsize < WANTED_BYTES ? DISK : MEMORY_DISK;
}

/** Makes an empty folder that whoever made it removes. @param name the beginning of its name */
export const makeScratchFolder = (name: string): string => mkdtempSync(join(scratchPlace(), `${name}-`));

/** For a server whose data nobody needs after a power cut. */
export const HASTY: Readonly<Record<string, string>> = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  // In memory, what is kept to begin anew is in the way.
  max_wal_size: "256MB",
};
