/** Lives the demo's past into a folder, for the browser tests to copy. `npm test` starts it beside other steps. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { untilSettled } from "./settle.ts";
import { appPort, startWorld, stopWorld } from "./world.ts";

/** Beyond the ports of the worlds themselves. */
const PORTS_AWAY = 80;

const [folder = ""] = process.argv.slice(2);
const demo = join(folder, "demo");
const world = startWorld(demo, appPort + PORTS_AWAY);
process.on("SIGTERM", () => void world.then(stopWorld).finally(() => process.exit(1)));
try {
  const running = await world;
  await untilSettled(demo);
  await stopWorld(running);
  writeFileSync(join(folder, "lived"), "");
} catch (error) {
  writeFileSync(join(folder, "failed"), String(error));
  process.exitCode = 1;
}
