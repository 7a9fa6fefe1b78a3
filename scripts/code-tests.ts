/** Runs the unit, property, database and API tests; what fails gets a second chance (`runOnceMore`). */
import { keepOpened, registeredKinds, unopened } from "./opened-approvals.ts";
import { runOnceMore } from "./once-more.ts";
import { runVitest } from "./vitest-run.ts";

// Who is ended in the middle has not passed; vitest would leave with the verdict so far.
let isDone = false;
process.on("exit", () => {
  if (!isDone) process.exitCode = 1;
});
const files = process.argv.slice(2);
const opened = keepOpened();
const isSteady = await runOnceMore((some) => runVitest(some), files);
const left = isSteady && files.length === 0 ? unopened(opened, await registeredKinds()) : [];
if (left.length > 0) console.error(`FAILED: no test opens the page of a request of the kind ${left.join(", ")}`);
isDone = true;
process.exit(isSteady && left.length === 0 ? 0 : 1);
