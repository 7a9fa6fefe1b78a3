/** Runs the component tests in a browser; what fails gets a second chance (`runOnceMore`). */
import { runAndExit } from "./vitest-run.ts";

await runAndExit("test/components/vitest.config.ts");
