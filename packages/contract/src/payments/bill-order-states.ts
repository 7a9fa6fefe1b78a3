import { machine } from "../machine.ts";

/** One or many bills that are paid together: a company's wait for its chain, a person's go at once. Each row becomes one bill, or says why not. */
export const billOrderStates = machine({
  noun: "order of bills",
  table: "bill_orders",
  initial: ["awaiting_approval", "approved"],
  states: ["awaiting_approval", "approved", "done", "declined"],
  transitions: [
    { action: "approve", from: ["awaiting_approval"], to: "approved", by: "company:can_decide_approvals" },
    { action: "decline", from: ["awaiting_approval"], to: "declined", by: "company:can_decide_approvals" },
    { action: "complete", from: ["approved"], to: "done", by: "system" },
  ],
});
