import { machine } from "../machine.ts";

const handles = "provider:can_handle_complaints";

/** A customer's complaint until it is resolved; what its owner writes afterwards opens it again. */
export const complaintStates = machine({
  noun: "complaint",
  table: "complaints",
  initial: ["open"],
  states: ["open", "answered", "escalated", "resolved"],
  transitions: [
    { action: "answer", from: ["open", "answered"], to: "answered", by: handles },
    { action: "answer", from: ["escalated"], to: "escalated", by: handles },
    { action: "escalate", from: ["open", "answered"], to: "escalated", by: handles },
    { action: "resolve", from: ["open", "answered", "escalated"], to: "resolved", by: handles },
    { action: "reply", from: ["open", "answered", "resolved"], to: "open", by: "owner" },
    { action: "reply", from: ["escalated"], to: "escalated", by: "owner" },
  ],
});
