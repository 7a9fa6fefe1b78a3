import { calls } from "../../../shared/api/calls.gen.ts";
import { forCompany, screen } from "../../../shared/screens.ts";

const { expenseRequests } = calls;

export const screens = [
  screen(
    "R054",
    "expenses/requests",
    "Expense Requests",
    "requests",
    [
      "company:can_view_expense_requests",
      "company:can_approve_expense_requests",
      "company:can_decline_expense_requests",
      "company:can_delete_expense_requests",
      "personal:can_view_expenses",
    ],
    { menus: { corporate: "Payments 32", customer: "Expense Requests 1" }, when: "business" },
  ),
  // Added: where somebody asks, and where a draft or a returned request is changed.
  screen("added", "expenses/requests/new", "New Expense Request", "new-request", expenseRequests.create),
  // Added: a request with its lines and what the policies say.
  screen("added", "expenses/requests/{id}", "Expense Request", "request", expenseRequests.find),
].map(forCompany);
