import { machine } from "../machine.ts";

/** Somebody whom a company pays. What was removed stays on record; what was refused can be requested again. */
export const beneficiaryStates = machine({
  noun: "beneficiary",
  table: "beneficiaries",
  initial: ["pending"],
  states: ["pending", "active", "refused", "removed"],
  transitions: [
    { action: "activate", from: ["pending"], to: "active", by: "company:can_decide_approvals" },
    { action: "refuse", from: ["pending"], to: "refused", by: "company:can_decide_approvals" },
    { action: "ask_again", from: ["refused"], to: "pending", by: "company:can_update_beneficiaries" },
    { action: "remove", from: ["active"], to: "removed", by: "company:can_decide_approvals" },
  ],
});
