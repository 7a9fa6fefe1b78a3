import { calls } from "../../../shared/api/calls.gen.ts";
import { forCompany, screen } from "../../../shared/screens.ts";

export const screens = [
  screen(
    "R053",
    "expenses",
    "Expenses",
    "expenses",
    [
      "provider:can_view_expenses",
      "provider:can_flag_expenses",
      "provider:can_approve_expenses",
      "provider:can_delete_expenses",
      "company:can_view_expenses",
      "company:can_flag_expenses",
      "company:can_approve_expenses",
      "company:can_delete_expenses",
      "personal:can_view_expenses",
    ],
    {
      menus: { admin: "Finance 9: Expense Requests", corporate: "Payments 31", customer: "Expense Requests 3" },
      when: "business",
    },
  ),
  screen("R030", "analytics", "Account Summary", "analytics", calls.expenses.analytics, "Payments 41"),
  // Added: what the people of all companies spent, beside what they ask for (R053).
  screen("added", "expenses/spent", "Expenses of Companies", "spent", calls.expenses.listEverywhere, "Finance 49"),
  // Added: an expense with what the policies say of it.
  screen("added", "expenses/{id}", "Expense", "expense", calls.expenses.find),
].map(forCompany);
