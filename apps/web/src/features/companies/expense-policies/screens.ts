import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { expensePolicies } = calls;

export const screens = [
  screen(
    "R055",
    "expenses/policies",
    "Expense Policies",
    "policies",
    ["company:can_view_expense_policies", "company:can_update_expense_policies", "company:can_delete_expense_policies"],
    "Settings 16",
  ),
  screen("R056", "expenses/policies/new", "New Expense Policy", "new-policy", "company:can_create_expense_policies"),
  // Added: a policy with its rules and the versions of before.
  screen("added", "expenses/policies/{id}", "Expense Policy", "policy", expensePolicies.find),
  screen(
    "R058",
    "expense-configuration",
    "Expense Configuration",
    "categories",
    "company:can_view_expense_policies",
    "Settings 17",
  ),
];
