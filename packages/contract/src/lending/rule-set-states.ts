import { machine } from "../machine.ts";

/** A version of the credit rules; one is active. */
export const ruleSetStates = machine({
  noun: "rule set",
  table: "rule_sets",
  initial: ["draft", "active"],
  states: ["draft", "waiting", "active", "retired"],
  transitions: [
    { action: "submit", from: ["draft"], to: "waiting", by: "provider:can_manage_rule_sets" },
    { action: "activate", from: ["waiting"], to: "active", by: "provider:can_manage_rule_sets" },
    { action: "release", from: ["waiting"], to: "draft", by: "provider:can_manage_rule_sets" },
    { action: "retire", from: ["active"], to: "retired", by: "provider:can_manage_rule_sets" },
  ],
});
