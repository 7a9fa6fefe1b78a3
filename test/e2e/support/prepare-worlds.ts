import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { appPort, isReusing, startWorld, stopWorld } from "./world.ts";

const FOLDER = "/var/tmp";

/** Removes the worlds of earlier runs: their folders carry the process that made them, which has ended. */
function cleanUp(): void {
  for (const name of readdirSync(FOLDER)) {
    const made = /^manilla-e2e-(\d+)$/.exec(name)?.[1];
    if (made && !existsSync(`/proc/${made}`)) rmSync(join(FOLDER, name), { recursive: true, force: true });
  }
}

/** Lives the demo's past once; each file's world is a copy of it (`world.ts`). @returns what removes them all */
export default async function prepareWorlds(): Promise<() => void> {
  cleanUp();
  if (isReusing) return () => undefined;
  const worlds = join(FOLDER, `manilla-e2e-${process.pid}`);
  mkdirSync(worlds, { mode: 0o755 });
  process.env["E2E_WORLDS"] = worlds;
  await stopWorld(await startWorld(join(worlds, "demo"), appPort));
  return () => rmSync(worlds, { recursive: true, force: true });
}
