import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { disbursements } = calls;

export const screens = [
  screen(
    "R110",
    "disbursement/personal/loans",
    "Loan Disbursement",
    "disbursements",
    ["provider:can_view_loan_disbursements", "provider:can_disburse_loans", "provider:can_undisburse_loans"],
    "Finance 1 b",
  ),
  // Added: The page of one payout (N05).
  screen("N05", "payments/{id}", "Payout", "payout", disbursements.payout),
  screen(
    "R109",
    "disbursement/statistics",
    "Disbursement Statistics",
    "statistics",
    ["provider:can_view_loan_disbursements", "provider:can_disburse_loans", "provider:can_undisburse_loans"],
    "Finance 2",
  ),
  screen(
    "R110",
    "disbursement/personal/loans",
    "Loan Disbursement",
    "own-disbursements",
    disbursements.listOfCompany,
    "Payments 24",
  ),
  screen("R110", "disbursement/personal/loans", "Loan Disbursement", "own-disbursements", disbursements.listOwn),
];
