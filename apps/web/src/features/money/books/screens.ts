import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { books } = calls;

export const screens = [
  // Added: Accountants close a month with it.
  screen("added", "books/trial-balance", "Trial Balance", "trial-balance", books.trialBalance, "Finance 30 t"),
  // Added: Every figure leads to its account.
  screen("added", "books/accounts", "Accounts", "accounts", books.accounts, "Finance 31"),
  // Added: The postings behind a balance.
  screen("added", "books/accounts/{id}", "Account Statement", "statement", books.statement),
  // Added: One posting with both sides.
  screen("added", "books/transactions/{id}", "Transaction", "transaction", books.transaction),
  // Added: The postings behind a loan, receipt, payout or person.
  screen("added", "books/{subject}/{id}", "What Was Booked", "postings", books.postings),
];
