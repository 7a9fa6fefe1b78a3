import { machine } from "../machine.ts";

/** The reading of a bank statement. A file that is no statement fails at once. */
export const statementAnalysisStates = machine({
  noun: "statement analysis",
  table: "statement_analyses",
  key: "document_id",
  initial: ["pending", "failed"],
  states: ["pending", "done", "failed"],
  transitions: [
    { action: "read", from: ["pending", "failed"], to: "done", by: "system" },
    { action: "fail", from: ["pending"], to: "failed", by: "system" },
    { action: "read_again", from: ["failed", "done"], to: "pending", by: "system" },
  ],
});
