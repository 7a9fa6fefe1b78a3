import { machine } from "../machine.ts";

/** A policy of a company. Its rules are versions; one that is deleted stays with what was judged by it. */
export const expensePolicyStates = machine({
  noun: "expense policy",
  table: "expense_policies",
  initial: ["active"],
  states: ["active", "deleted"],
  transitions: [{ action: "delete", from: ["active"], to: "deleted", by: "company:can_delete_expense_policies" }],
});
