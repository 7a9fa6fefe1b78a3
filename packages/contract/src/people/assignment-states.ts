import { machine } from "../machine.ts";

/** A case in the hands of a colleague. */
export const assignmentStates = machine({
  noun: "assignment",
  table: "assignments",
  initial: ["pending"],
  states: ["pending", "contacted", "attended"],
  transitions: [
    { action: "contact", from: ["pending"], to: "contacted", by: "provider:can_comment_on_users" },
    { action: "attend", from: ["pending", "contacted"], to: "attended", by: "system" },
    // The decision was taken back.
    { action: "resume_pending", from: ["attended"], to: "pending", by: "system" },
    { action: "resume_contacted", from: ["attended"], to: "contacted", by: "system" },
  ],
});
