import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { expenseJournals } = calls;

export const screens = [
  screen(
    "R057",
    "expense-transactions",
    "Expense Transactions",
    "transactions",
    expenseJournals.transactions,
    "Payments 34",
  ),
  // Added: what was taken over into the company's books.
  screen("added", "expense-journals", "Expense Journals", "journals", expenseJournals.listAll),
];
