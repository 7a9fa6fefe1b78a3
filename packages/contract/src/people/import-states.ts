import { machine } from "../machine.ts";

/** A file of people, or of loans: these wait for a second person first. */
export const importStates = machine({
  noun: "import",
  table: "imports",
  initial: ["pending", "awaiting_approval"],
  states: ["awaiting_approval", "refused", "pending", "running", "done", "failed"],
  transitions: [
    { action: "approve", from: ["awaiting_approval"], to: "pending", by: "provider:can_disburse_loans" },
    { action: "refuse", from: ["awaiting_approval"], to: "refused", by: "provider:can_disburse_loans" },
    { action: "start", from: ["pending"], to: "running", by: "system" },
    { action: "finish", from: ["running"], to: "done", by: "system" },
    // Its job was tried as often as a job is. What was worked through stays.
    { action: "fail", from: ["pending", "running"], to: "failed", by: "system" },
    { action: "run_again", from: ["failed"], to: "pending", by: "provider:can_disburse_loans" },
    { action: "give_up", from: ["failed"], to: "done", by: "provider:can_disburse_loans" },
  ],
});
