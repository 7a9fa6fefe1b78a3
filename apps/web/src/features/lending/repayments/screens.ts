import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { charges, repayments } = calls;

export const screens = [
  screen(
    "R115",
    "repayments",
    "Repayments",
    "repayments",
    ["provider:can_view_repayments", "provider:can_view_loan_repayments", "provider:can_delete_repayments"],
    "Finance 10 y",
  ),
  screen(
    "R119",
    "repayments/settle",
    "Settle Repayments",
    "repayments",
    "provider:can_settle_repayment",
    "Finance 11 s",
  ),
  screen("R121", "repayments/defaulters", "Loan Defaulters", "defaulters", repayments.defaults, "Finance 12"),
  screen("R120", "repayments/statistics", "Repayment Statistics", "statistics", repayments.statistics, "Finance 13"),
  // Added: What came in, and what it paid.
  screen("added", "repayments/receipts", "Receipts", "receipts", repayments.wallet, "Finance 14"),
  // Added: Finance sees which debits failed, and those of which nobody knows how they ended.
  screen("added", "repayments/debits", "Card Debits", "debits", charges.listCharges, "Finance 16"),
  // Added: A customer's credit balance and its refund (C109).
  screen("added", "repayments/wallet/{id}", "Repayment Wallet", "wallet", repayments.wallet),
  // Added: What moved in it.
  screen("added", "repayments/wallet/{id}/history", "Payments", "receipts", repayments.wallet),
  screen(
    "R124",
    "repayment-cards",
    "Repayment Cards",
    "cards",
    [
      "provider:can_view_repayment_cards",
      "provider:can_create_repayment_cards",
      "provider:can_update_repayment_cards",
      "provider:can_delete_repayment_cards",
    ],
    "Finance 15",
  ),
  screen(
    "R115",
    "repayments",
    "Repayments",
    "own/repayments",
    ["personal:can_view_repayments", "personal:can_pay_repayments"],
    "Loans 2 r",
    { label: "Loan Repayments", when: "personal" },
  ),
  // Added: Paying by card or transfer (C301).
  screen("added", "repayments/pay/{loanId}", "Pay", "own/pay", "personal:can_pay_repayments"),
];
