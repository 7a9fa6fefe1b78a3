/** The door of expense policies: what an expense is judged by. */
export { rulesFor } from "./queries.ts";
export { type Earlier, type Expense, type Finding, checkExpense } from "./rules.ts";
