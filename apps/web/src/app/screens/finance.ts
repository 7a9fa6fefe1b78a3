import { most, type Screen } from "./screen.ts";

/** Screens of those who move and count money: money out, money in, the bank, the books, the business day. */
export const financeScreens: readonly Screen[] = [
  {
    spec: "R110", path: "/{accountType}/disbursement/personal/loans", title: "Loan Disbursement", audience: ["admin"], guards: most,
    can: ["provider:can_view_loan_disbursements", "provider:can_disburse_loans", "provider:can_undisburse_loans"],
    menu: { section: "Finance", label: "Loan Disbursement", order: 1, key: "b" }, load: () => import("../../features/disbursements/disbursements-screen.tsx"),
  },
  {
    spec: "R109", path: "/{accountType}/disbursement/statistics", title: "Disbursement Statistics", audience: ["admin"], guards: most,
    can: ["provider:can_view_loan_disbursements", "provider:can_disburse_loans", "provider:can_undisburse_loans"],
    menu: { section: "Finance", label: "Disbursement Statistics", order: 2 }, load: () => import("../../features/disbursements/statistics-screen.tsx"),
  },
  {
    spec: "R115", path: "/{accountType}/repayments", title: "Repayments", audience: ["admin"], can: ["provider:can_view_repayments", "provider:can_view_loan_repayments", "provider:can_delete_repayments"], guards: most,
    menu: { section: "Finance", label: "Repayments", order: 10, key: "y" }, load: () => import("../../features/repayments/repayments-screen.tsx"),
  },
  {
    spec: "R119", path: "/{accountType}/repayments/settle", title: "Settle Repayments", audience: ["admin"], can: ["provider:can_settle_repayment"], guards: most,
    menu: { section: "Finance", label: "Settle Repayments", order: 11, key: "s" }, load: () => import("../../features/repayments/repayments-screen.tsx"),
  },
  {
    spec: "R121", path: "/{accountType}/repayments/defaulters", title: "Loan Defaulters", audience: ["admin"], can: ["provider:can_view_loans"], guards: most,
    menu: { section: "Finance", label: "Loan Defaulters", order: 12 }, asks: ["/admin/personal/repayments/defaults"], load: () => import("../../features/repayments/defaulters-screen.tsx"),
  },
  {
    spec: "R120", path: "/{accountType}/repayments/statistics", title: "Repayment Statistics", audience: ["admin"], can: ["provider:can_view_repayments"], guards: most,
    menu: { section: "Finance", label: "Repayment Statistics", order: 13 }, load: () => import("../../features/repayments/statistics-screen.tsx"),
  },
  {
    spec: "added", path: "/{accountType}/repayments/receipts", title: "Receipts", audience: ["admin"], can: ["provider:can_view_repayments"], guards: most,
    menu: { section: "Finance", label: "Receipts", order: 14 }, load: () => import("../../features/repayments/receipts-screen.tsx"),
  },
  { spec: "added", path: "/{accountType}/repayments/wallet/{id}", title: "Repayment Wallet", audience: ["admin"], can: ["provider:can_view_repayments"], guards: most, load: () => import("../../features/repayments/wallet-screen.tsx") },
  { spec: "added", path: "/{accountType}/repayments/wallet/{id}/history", title: "Payments", audience: ["admin"], can: ["provider:can_view_repayments"], guards: most, load: () => import("../../features/repayments/receipts-screen.tsx") },
  {
    spec: "R124", path: "/{accountType}/repayment-cards", title: "Repayment Cards", audience: ["admin"], guards: most,
    can: ["provider:can_view_repayment_cards", "provider:can_create_repayment_cards", "provider:can_update_repayment_cards", "provider:can_delete_repayment_cards"],
    menu: { section: "Finance", label: "Repayment Cards", order: 15 }, load: () => import("../../features/repayments/cards-screen.tsx"),
  },
  {
    spec: "R104", path: "/{accountType}/reconciliation", title: "Reconciliation", audience: ["admin"], can: ["provider:can_view_reconciliation", "provider:can_reconcile"], guards: most,
    menu: { section: "Finance", label: "Reconciliation", order: 20, key: "c" }, load: () => import("../../features/reconciliation/reconciliation-screen.tsx"),
  },
  { spec: "added", path: "/{accountType}/reconciliation/{id}", title: "Reconciliation Row", audience: ["admin"], can: ["provider:can_view_reconciliation", "provider:can_reconcile"], guards: most, load: () => import("../../features/reconciliation/item-screen.tsx") },
  {
    spec: "added", path: "/{accountType}/jobs/close-of-business", title: "Close of Business", audience: ["admin"], can: ["provider:can_view_jobs", "provider:can_run_close_of_business"], guards: most,
    menu: { section: "Finance", label: "Close of Business", order: 40 }, load: () => import("../../features/jobs/close-of-business-screen.tsx"),
  },
  {
    spec: "added", path: "/{accountType}/books/trial-balance", title: "Trial Balance", audience: ["admin"], can: ["provider:can_view_ledger"], guards: most,
    menu: { section: "Finance", label: "Trial Balance", order: 30, key: "t" }, load: () => import("../../features/books/trial-balance-screen.tsx"),
  },
  {
    spec: "added", path: "/{accountType}/books/accounts", title: "Accounts", audience: ["admin"], can: ["provider:can_view_ledger"], guards: most,
    menu: { section: "Finance", label: "Accounts", order: 31 }, asks: ["/admin/books/accounts"], load: () => import("../../features/books/accounts-screen.tsx"),
  },
  { spec: "added", path: "/{accountType}/books/accounts/{id}", title: "Account Statement", audience: ["admin"], can: ["provider:can_view_ledger"], guards: most, load: () => import("../../features/books/statement-screen.tsx") },
  { spec: "added", path: "/{accountType}/books/transactions/{id}", title: "Transaction", audience: ["admin"], can: ["provider:can_view_ledger"], guards: most, load: () => import("../../features/books/transaction-screen.tsx") },
  { spec: "added", path: "/{accountType}/books/{subject}/{id}", title: "What Was Booked", audience: ["admin"], can: ["provider:can_view_ledger"], guards: most, load: () => import("../../features/books/postings-screen.tsx") },
];
