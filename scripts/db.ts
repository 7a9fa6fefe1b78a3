/** `npm run db:reset`: forgets the demo world; the next start makes a new one. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { defaultDataFolder } from "./postgres.ts";

if (process.argv[2] !== "reset") {
  console.error("Say `reset`.");
  process.exit(1);
}
const folder = process.env.DATA_FOLDER ?? defaultDataFolder();
const file = join(folder, "start-process");
const running = existsSync(file) ? readFileSync(file, "utf8") : "";
if (
  running &&
  existsSync(`/proc/${running}/cmdline`) &&
  readFileSync(`/proc/${running}/cmdline`, "utf8").includes("start.ts")
) {
  console.error(`Manilla is running on this data (process ${running}). Stop it first.`);
  process.exit(1);
}
rmSync(folder, { recursive: true, force: true });
console.log(`Removed ${folder}.`);
