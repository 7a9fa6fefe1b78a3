import { machine } from "../machine.ts";

/** Something that was spent (S131 to S133). */
export const expenseStates = machine({
  noun: "expense",
  table: "expenses",
  initial: ["recorded"],
  states: ["recorded", "flagged", "approved", "deleted"],
  transitions: [
    { action: "flag", from: ["recorded", "approved"], to: "flagged", by: "company:can_flag_expenses" },
    { action: "approve", from: ["recorded", "flagged"], to: "approved", by: "company:can_approve_expenses" },
    { action: "delete", from: ["recorded", "flagged"], to: "deleted", by: "company:can_delete_expenses" },
    // It was approved by the line of a purchase, from which it is taken: nobody has agreed to it.
    { action: "unlink", from: ["approved"], to: "recorded", by: "company:can_approve_expense_requests" },
    // Bought with what was paid back into the purse: it was the person's own.
    { action: "spend_own", from: ["recorded", "flagged"], to: "deleted", by: "owner" },
    // The money for a purchase went into the purse: what the purse pays is the expense.
    { action: "fund", from: ["recorded", "flagged", "approved"], to: "deleted", by: "system" },
  ],
});
