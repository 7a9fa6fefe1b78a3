/** Runs the unit, property, database and API tests; what fails gets a second chance (`runOnceMore`). */
import { keepOpened, registeredKinds, unopened } from "./opened-approvals.ts";
import { runAndExit } from "./vitest-run.ts";

const opened = keepOpened();
await runAndExit(undefined, async (files) => {
  const left = files.length === 0 ? unopened(opened, await registeredKinds()) : [];
  if (left.length > 0) console.error(`FAILED: no test opens the page of a request of the kind ${left.join(", ")}`);
  return left.length === 0;
});
