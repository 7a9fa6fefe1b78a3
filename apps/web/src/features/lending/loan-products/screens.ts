import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { loanProducts } = calls;

export const screens = [
  // Added: Loans need products; the specification presumes them.
  screen("added", "loan-products", "Loan Products", "products", loanProducts.listAll, "Settings 15"),
  // Added: As above: a new one.
  screen("added", "loan-products/new", "New Loan Product", "new-product", "provider:can_manage_loan_products"),
  // Added: As above: one with its dated terms.
  screen("added", "loan-products/{id}", "Loan Product", "product", loanProducts.listAll),
  // Added: As above: terms from a date on.
  screen("added", "loan-products/{id}/terms", "New Terms", "new-terms", "provider:can_manage_loan_products"),
];
