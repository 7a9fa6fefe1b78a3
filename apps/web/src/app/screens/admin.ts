import { peopleScreens } from "./people.ts";
import { decisionScreens } from "./decisions.ts";
import { financeScreens } from "./finance.ts";
import { most, type Screen } from "./screen.ts";

/** Screens of the provider's staff. */
export const adminScreens: readonly Screen[] = [
  {
    spec: "added", path: "/{accountType}/approvals", title: "Approvals", audience: ["admin"], can: ["provider:can_view_approvals", "provider:can_decide_approvals"], guards: most,
    menu: { section: "Account", label: "Approvals", order: 3, key: "a" },
    asks: ["/admin/approvals"], load: () => import("../../features/approvals/approvals-screen.tsx"),
  },
  {
    spec: "added", path: "/{accountType}/approvals/{id}", title: "Approval", audience: ["admin"], can: ["provider:can_view_approvals", "provider:can_decide_approvals"], guards: most,
    load: () => import("../../features/approvals/approval-screen.tsx"),
  },
  {
    spec: "added", path: "/{accountType}/audit", title: "Audit trail", audience: ["admin"], can: ["provider:can_view_audit"], guards: most,
    menu: { section: "Settings", label: "Audit trail", order: 80 },
    asks: ["/admin/audit"], load: () => import("../../features/audit/audit-screen.tsx"),
  },
  {
    spec: "R095", path: "/{accountType}/loans", title: "Loans", audience: ["admin"], can: ["provider:can_view_loans"], guards: most,
    menu: { section: "Processed", label: "Loans", order: 1, key: "l" }, asks: ["/admin/personal/loans"],
    load: () => import("../../features/loans/admin-loans-screen.tsx"),
  },
  {
    spec: "R096", path: "/{accountType}/loans/pending", title: "Pending Loans", audience: ["admin"], can: ["provider:can_view_loans"], guards: most,
    menu: { section: "Processing", label: "Pending Loans", order: 2 },
    load: () => import("../../features/loans/admin-loans-screen.tsx"),
  },
  {
    spec: "R097", path: "/{accountType}/loans/requests", title: "Loan Requests", audience: ["admin"], can: ["provider:can_view_loans"], guards: most,
    menu: { section: "Processing", label: "Loan Requests", order: 1, key: "r" },
    load: () => import("../../features/loans/admin-loans-screen.tsx"),
  },
  { spec: "added", path: "/{accountType}/loans/statistics", title: "Loan Portfolio", audience: ["admin"], can: ["provider:can_view_loans"], guards: most, menu: { section: "Processed", label: "Loan Portfolio", order: 2 }, load: () => import("../../features/loans/portfolio-screen.tsx") },
  { spec: "added", path: "/{accountType}/loans/{id}", title: "Loan", audience: ["admin"], can: ["provider:can_view_loans"], guards: most, load: () => import("../../features/loans/admin-loan-screen.tsx") },
  ...peopleScreens,
  ...financeScreens,
  ...decisionScreens,
  {
    spec: "added", path: "/{accountType}/loan-products", title: "Loan Products", audience: ["admin"], can: ["provider:can_view_loan_products", "provider:can_manage_loan_products"], guards: most,
    menu: { section: "Settings", label: "Loan Products", order: 15 },
    load: () => import("../../features/loan-products/products-screen.tsx"),
  },
  { spec: "added", path: "/{accountType}/loan-products/new", title: "New Loan Product", audience: ["admin"], can: ["provider:can_manage_loan_products"], guards: most, load: () => import("../../features/loan-products/new-product-screen.tsx") },
  { spec: "added", path: "/{accountType}/loan-products/{id}", title: "Loan Product", audience: ["admin"], can: ["provider:can_view_loan_products", "provider:can_manage_loan_products"], guards: most, load: () => import("../../features/loan-products/product-screen.tsx") },
  { spec: "added", path: "/{accountType}/loan-products/{id}/terms", title: "New Terms", audience: ["admin"], can: ["provider:can_manage_loan_products"], guards: most, load: () => import("../../features/loan-products/new-terms-screen.tsx") },
];
