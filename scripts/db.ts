/** `npm run db:reset`: forgets the demo world; the next start makes a new one. */
import { rmSync } from "node:fs";
import { runningOn } from "./local-world.ts";
import { defaultDataFolder } from "./postgres.ts";

if (process.argv[2] !== "reset") {
  console.error("Say `reset`.");
  process.exit(1);
}
const folder = process.env.DATA_FOLDER || defaultDataFolder();
const running = runningOn(folder);
if (running !== undefined) {
  console.error(`Manilla is running on this data (process ${running}). Stop it first.`);
  process.exit(1);
}
rmSync(folder, { recursive: true, force: true });
console.log(`Removed ${folder}.`);
