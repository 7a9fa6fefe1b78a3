import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { books } = calls;

export const screens = [
  screen("added", "books/trial-balance", "Trial Balance", "trial-balance", books.trialBalance, "Finance 30 t"),
  screen("added", "books/accounts", "Accounts", "accounts", books.accounts, "Finance 31"),
  screen("added", "books/accounts/{id}", "Account Statement", "statement", books.statement),
  screen("added", "books/transactions/{id}", "Transaction", "transaction", books.transaction),
  screen("added", "books/{subject}/{id}", "What Was Booked", "postings", books.postings),
];
