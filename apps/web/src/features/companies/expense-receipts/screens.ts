import { calls } from "../../../shared/api/calls.gen.ts";
import { forCompany, screen } from "../../../shared/screens.ts";

export const screens = [
  // Added: receipts that arrived alone, until they have found their expense.
  screen("added", "expenses/receipts", "Receipts", "receipts", calls.expenseReceipts.listOwn, {
    menus: { corporate: "Payments 33", customer: "Expense Requests 4" },
    when: "business",
  }),
].map(forCompany);
