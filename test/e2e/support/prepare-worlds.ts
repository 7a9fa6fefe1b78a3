import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { scratchPlace, sweepScratch } from "../../../scripts/scratch.ts";
import { untilSettled } from "./settle.ts";
import { appPort, isReusing, startWorld, stopWorld } from "./world.ts";

const TIMEOUT_MILLISECONDS = 600_000;

/** Waits for the world that `live-demo.ts` makes. @throws Error when it could not */
async function untilLived(worlds: string): Promise<void> {
  const last = Date.now() + TIMEOUT_MILLISECONDS;
  while (!existsSync(join(worlds, "lived"))) {
    if (Date.now() > last) throw new Error("The demo world was not made.");
    const failed = join(worlds, "failed");
    if (existsSync(failed)) throw new Error(readFileSync(failed, "utf8"));
    await sleep(200);
  }
}

/** Lives the demo's past once, where `npm test` has not begun to; each file's world is a copy of it (`world.ts`). @returns what removes them all */
export default async function prepareWorlds(): Promise<() => void> {
  sweepScratch();
  if (isReusing) return () => undefined;
  const made = process.env["E2E_WORLDS"];
  if (made) {
    await untilLived(made);
    return () => undefined;
  }
  const worlds = join(scratchPlace(), `manilla-e2e-${process.pid}`);
  mkdirSync(worlds, { mode: 0o755 });
  process.env["E2E_WORLDS"] = worlds;
  const demo = join(worlds, "demo");
  const world = await startWorld(demo, appPort);
  await untilSettled(demo);
  await stopWorld(world);
  return () => rmSync(worlds, { recursive: true, force: true });
}
