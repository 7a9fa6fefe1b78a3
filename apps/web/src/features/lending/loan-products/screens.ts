import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { loanProducts } = calls;

export const screens = [
  screen("added", "loan-products", "Loan Products", "products", loanProducts.listAll, "Settings 15"),
  screen("added", "loan-products/new", "New Loan Product", "new-product", "provider:can_manage_loan_products"),
  screen("added", "loan-products/{id}", "Loan Product", "product", loanProducts.listAll),
  screen("added", "loan-products/{id}/terms", "New Terms", "new-terms", "provider:can_manage_loan_products"),
];
