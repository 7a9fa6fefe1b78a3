import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const FOLDER = "/var/tmp";

/** Removes the worlds of earlier runs: their folders carry the process that made them, which has ended. */
export default function cleanUp(): void {
  for (const name of readdirSync(FOLDER)) {
    const made = /^manilla-e2e-(\d+)$/.exec(name)?.[1];
    if (made && !existsSync(`/proc/${made}`)) rmSync(join(FOLDER, name), { recursive: true, force: true });
  }
}
