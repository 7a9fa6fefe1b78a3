import { machine } from "../machine.ts";

/** Something sensitive that waits for a second person. `failed` is of before: what cannot be carried out is refused and waits on. */
export const approvalStates = machine({
  noun: "approval",
  table: "approvals",
  initial: ["pending"],
  states: ["pending", "approved", "declined", "failed", "withdrawn"],
  transitions: [
    { action: "approve", from: ["pending"], to: "approved", by: "provider:can_decide_approvals" },
    { action: "decline", from: ["pending"], to: "declined", by: "provider:can_decide_approvals" },
    { action: "withdraw", from: ["pending"], to: "withdrawn", by: "provider:can_view_approvals" },
  ],
});
