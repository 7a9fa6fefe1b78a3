import { disbursementRooms } from "@manilla/contract/permissions";
import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { disbursements } = calls;

export const screens = [
  screen(
    "R110",
    "disbursement/personal/loans",
    "Loan Disbursement",
    "disbursements",
    [...disbursementRooms],
    "Finance 1 b",
  ),
  // Added: The page of one payout (N05).
  screen("N05", "payments/{id}", "Payout", "payout", disbursements.payout),
  screen(
    "R109",
    "disbursement/statistics",
    "Disbursement Statistics",
    "statistics",
    [...disbursementRooms],
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
