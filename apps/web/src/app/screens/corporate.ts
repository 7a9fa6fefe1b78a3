import { most, type Screen } from "./screen.ts";

/** Screens of companies. */
export const corporateScreens: readonly Screen[] = [
  { spec: "R046", path: "/{accountType}/employee-loan-history", title: "Employee Loan History", audience: ["corporate"], can: ["company:can_view_loans"], guards: most, menu: { section: "Payments", label: "Employee Loans", order: 20, key: "l" }, load: () => import("../../features/loans/company-loans-screen.tsx") },
  { spec: "R096", path: "/{accountType}/loans/pending", title: "Pending Loans", audience: ["corporate"], can: ["company:can_view_loans"], guards: most, menu: { section: "Payments", label: "Pending Loans", order: 22 }, load: () => import("../../features/loans/company-loans-screen.tsx") },
  { spec: "R097", path: "/{accountType}/loans/requests", title: "Loan Requests", audience: ["corporate"], can: ["company:can_view_loans"], guards: most, menu: { section: "Payments", label: "Loan Requests", order: 21 }, load: () => import("../../features/loans/company-loans-screen.tsx") },
];
