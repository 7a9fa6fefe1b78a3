import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { loanImports } = calls;

export const screens = [
  // Added: a lender who comes with a book brings its running loans (finding FA12).
  screen("added", "loans/imports", "Loan Imports", "loan-imports", loanImports.listAll, "Processed 3"),
  // Added: what each row would be here is read before a second person is asked.
  screen("added", "loans/imports/new", "Bring In Loans", "new-loan-import", loanImports.createMany),
  // Added: the verdict of every row, and the loan that it became.
  screen("added", "loans/imports/{importId}", "Loan Import", "loan-import", loanImports.find),
];
