import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statfsSync } from "node:fs";
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

/** Makes an empty folder that whoever made it removes. @param name the beginning of its name, which has the process after it */
export const makeScratchFolder = (name: string): string => mkdtempSync(join(scratchPlace(), `${name}-${process.pid}-`));

/** Ends the server of a folder whose process has gone. */
function endServer(folder: string): void {
  const file = join(folder, "postgres/postmaster.pid");
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
  try {
    if (readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(folder)) process.kill(pid, "SIGQUIT");
  } catch {
    // It has gone too.
  }
}

/** Removes what was left behind by processes that were killed: their folders carry the process that made them. In memory nothing else would. */
export function sweepScratch(): void {
  for (const place of [MEMORY_DISK, DISK].filter((each) => existsSync(each)))
    for (const name of readdirSync(place)) {
      const made = /^manilla-(?:test|e2e|types|backup|dev-test)(?:-[a-z]+)*-(\d+)(?:-\w+)?$/.exec(name)?.[1];
      if (!made || existsSync(`/proc/${made}`)) continue;
      endServer(join(place, name));
      rmSync(join(place, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    }
}

/** For a server whose data nobody needs after a power cut. */
export const HASTY: Readonly<Record<string, string>> = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  // In memory, what is kept to begin anew is in the way.
  max_wal_size: "256MB",
  // Copies of a template read three thousand small files that are in memory already: a worker process for each read costs more than reading.
  io_method: "sync",
  wal_init_zero: "off",
  wal_recycle: "off",
  scram_iterations: "1",
};
