import { machine } from "../machine.ts";

/** A department or unit of a company; one that is closed stays, so that what was spent there keeps its name. */
export const departmentStates = machine({
  noun: "department",
  table: "departments",
  initial: ["active"],
  states: ["active", "closed"],
  transitions: [{ action: "close", from: ["active"], to: "closed", by: "company:can_delete_departments" }],
});
