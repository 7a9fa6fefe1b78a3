import { machine } from "../machine.ts";

/** Something that a company's own people agree to before it counts: it waits for one step of its chain after the other. */
export const companyApprovalStates = machine({
  noun: "company approval",
  table: "company_approvals",
  initial: ["pending"],
  states: ["pending", "approved", "declined", "returned", "withdrawn"],
  transitions: [
    { action: "approve", from: ["pending"], to: "approved", by: "company:can_decide_approvals" },
    { action: "decline", from: ["pending"], to: "declined", by: "company:can_decide_approvals" },
    { action: "send_back", from: ["pending"], to: "returned", by: "company:can_decide_approvals" },
    { action: "withdraw", from: ["pending"], to: "withdrawn", by: "owner" },
  ],
});
