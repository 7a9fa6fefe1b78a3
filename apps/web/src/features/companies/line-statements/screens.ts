import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

export const screens = [
  // Added: the statements of a line; those of R029 are the wallet's.
  screen("added", "wallet/credit/statements", "Credit Statements", "statements", [
    "company:can_view_statements",
    "provider:can_view_statements",
  ]),
  // Added: one of them.
  screen("added", "wallet/credit/statements/{id}", "Credit Statement", "statement", calls.lineStatements.find),
];
