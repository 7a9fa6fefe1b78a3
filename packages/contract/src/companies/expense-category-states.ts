import { machine } from "../machine.ts";

/** A category of what is spent; one that is archived stays, so that what was spent keeps its name and its account. */
export const expenseCategoryStates = machine({
  noun: "expense category",
  table: "expense_categories",
  initial: ["active"],
  states: ["active", "archived"],
  transitions: [
    { action: "archive", from: ["active"], to: "archived", by: "company:can_update_expense_policies" },
    { action: "restore", from: ["archived"], to: "active", by: "company:can_update_expense_policies" },
  ],
});
