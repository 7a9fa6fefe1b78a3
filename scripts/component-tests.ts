/** Runs the component tests in a browser; what fails gets a second chance (`runOnceMore`). */
import { runOnceMore } from "./once-more.ts";
import { runVitest } from "./vitest-run.ts";

let isDone = false;
process.on("exit", () => {
  if (!isDone) process.exitCode = 1;
});
const isSteady = await runOnceMore(
  (files) => runVitest(files, "test/components/vitest.config.ts"),
  process.argv.slice(2),
);
isDone = true;
process.exit(isSteady ? 0 : 1);
