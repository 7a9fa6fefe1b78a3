#!/usr/bin/env node
/** Starts a release: API on all cores, worker or both (`RUN`), on the PostgreSQL of `DATABASE_URL`. Plain JavaScript, so that any Node can say which one is wanted. */
import module from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const WANTED = 24;

if (Number(process.versions.node.split(".")[0]) < WANTED) {
  console.error(`Manilla runs on Node ${WANTED} or later; this is ${process.version}.`);
  process.exit(1);
}
if (!process.env["DATABASE_URL"]) {
  console.error("DATABASE_URL: wants the address of a PostgreSQL server (15 or later)");
  process.exit(1);
}
// Beside the release, so that the next one finds it.
process.env["DATA_FOLDER"] ||= join(dirname(fileURLToPath(import.meta.url)), "../../manilla-data");
// For the processes that this one starts as well.
process.env["NODE_COMPILE_CACHE"] ||= join(process.env["DATA_FOLDER"], "compiled");
module.enableCompileCache(process.env["NODE_COMPILE_CACHE"]);
const { runAll } = await import("../apps/api/src/processes.ts");
await runAll();
