import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { limits, loans } = calls;

export const screens = [
  screen("R035", "offer-letter/{loanId}", "Offer Letter", "offer-letter", [
    "provider:can_view_offer_letter",
    "personal:can_view_offer_letter",
  ]),
  screen("R095", "loans", "Loans", "admin-loans", loans.listAll, "Processed 1 l"),
  screen("R096", "loans/pending", "Pending Loans", "admin-loans", "provider:can_view_loans", "Processing 2"),
  screen("R097", "loans/requests", "Loan Requests", "admin-loans", "provider:can_view_loans", "Processing 1 r"),
  // Added: The portfolio that C078 counts.
  screen("added", "loans/statistics", "Loan Portfolio", "portfolio", loans.statistics, "Processed 2"),
  // Added: The page of one loan (C079, C277); the specification names only lists.
  screen("added", "loans/{id}", "Loan", "admin-loan", loans.find),
  screen(
    "R046",
    "employee-loan-history",
    "Employee Loan History",
    "company-loans",
    loans.listOfCompany,
    "Payments 20 l",
    { label: "Employee Loans" },
  ),
  screen("R096", "loans/pending", "Pending Loans", "company-loans", "company:can_view_loans", "Payments 22"),
  screen("R097", "loans/requests", "Loan Requests", "company-loans", "company:can_view_loans", "Payments 21"),
  screen("R121", "repayments/defaulters", "Loan Defaulters", "company-loans", "company:can_view_loans", "Payments 23"),
  screen("R095", "loans", "Loans", "own-loans", loans.listOwn, "Loans 3 l", {
    label: "Loan History",
    when: "personal",
  }),
  // Added: The page of one loan (C079, C277); the specification names only lists.
  screen("added", "loans/{id}", "Loan", "own-loan", loans.findOwn),
  screen("R108", "credit-application", "Credit Application", "apply", limits.findOwn, "Loans 1", { label: "Borrow" }),
];
