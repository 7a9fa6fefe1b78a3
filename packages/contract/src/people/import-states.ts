import { machine } from "../machine.ts";

/** A file of people. */
export const importStates = machine({
  noun: "import",
  table: "imports",
  initial: ["pending"],
  states: ["pending", "running", "done", "failed"],
  transitions: [
    { action: "start", from: ["pending"], to: "running", by: "system" },
    { action: "finish", from: ["running"], to: "done", by: "system" },
  ],
});
