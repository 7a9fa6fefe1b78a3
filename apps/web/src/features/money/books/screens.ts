import { calls } from "../../../shared/api/calls.gen.ts";
import { listScreen, screen } from "../../../shared/screens.ts";

const { books } = calls;

export const screens = [
  // Added: Accountants close a month with it.
  screen("added", "books/trial-balance", "Trial Balance", "trial-balance", books.trialBalance, "Finance 30 t"),
  // Added: Every figure leads to its account.
  listScreen("added", "books/accounts", "Accounts", books.accounts, {
    menu: "Finance 31",
    columns: [
      ["name", { header: "Account", card: "title" }],
      ["owner", { header: "Of", card: "field" }],
      ["type", { kind: "word", card: "field" }],
      ["balance_kobo", { card: "field" }],
      "currency",
      ["code", { kind: "code", width: 260, isHidden: true }],
      ["opened_at", { card: "field" }],
      ["id", { isHidden: true }],
    ],
    href: "/admin/books/accounts/{id}",
    link: ["Trial balance", "/admin/books/trial-balance"],
    lead: "Balances are in each account's own direction: assets and expenses in debit, the rest in credit.",
    empty: "No account was opened yet.",
  }),
  // Added: VAT is remitted by month.
  screen("added", "books/vat", "VAT", "vat", calls.remittances.months, "Finance 32"),
  // Added: The postings behind a balance.
  screen("added", "books/accounts/{id}", "Account Statement", "statement", books.statement),
  // Added: One posting with both sides.
  screen("added", "books/transactions/{id}", "Transaction", "transaction", books.transaction),
  // Added: The postings behind a loan, receipt, payout or person.
  screen("added", "books/{subject}/{id}", "What Was Booked", "postings", books.postings),
];
