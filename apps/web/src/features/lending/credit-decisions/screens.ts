import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { creditDecisions } = calls;

export const screens = [
  screen(
    "R099",
    "loan-processor",
    "Loan Processor",
    "decisions",
    "provider:can_view_bureau_reports",
    "Underwriting 20",
  ),
  // Added: What the rules decided.
  screen("added", "credit-decisions", "Credit Decisions", "decisions", creditDecisions.listAll, "Underwriting 21"),
  // Added: A decision explains itself.
  screen("added", "credit-decisions/{id}", "Credit Decision", "decision", creditDecisions.find),
];
