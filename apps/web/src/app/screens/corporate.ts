import { most, type Screen } from "./screen.ts";

/** Screens of companies. */
export const corporateScreens: readonly Screen[] = [
  { spec: "R045", path: "/{accountType}/users/{staffId}", title: "View Employees", crumb: "Employee", audience: ["corporate"], can: ["company:can_view_staff_profile"], guards: most, load: () => import("../../features/companies/employee-screen.tsx") },
  { spec: "R046", path: "/{accountType}/employee-loan-history", title: "Employee Loan History", audience: ["corporate"], can: ["company:can_view_loans"], guards: most, menu: { section: "Payments", label: "Employee Loans", order: 20, key: "l" }, load: () => import("../../features/loans/company-loans-screen.tsx") },
  { spec: "R096", path: "/{accountType}/loans/pending", title: "Pending Loans", audience: ["corporate"], can: ["company:can_view_loans"], guards: most, menu: { section: "Payments", label: "Pending Loans", order: 22 }, load: () => import("../../features/loans/company-loans-screen.tsx") },
  { spec: "R097", path: "/{accountType}/loans/requests", title: "Loan Requests", audience: ["corporate"], can: ["company:can_view_loans"], guards: most, menu: { section: "Payments", label: "Loan Requests", order: 21 }, load: () => import("../../features/loans/company-loans-screen.tsx") },
  { spec: "R121", path: "/{accountType}/repayments/defaulters", title: "Loan Defaulters", audience: ["corporate"], can: ["company:can_view_loans"], guards: most, menu: { section: "Payments", label: "Loan Defaulters", order: 23 }, load: () => import("../../features/loans/company-loans-screen.tsx") },
  { spec: "R110", path: "/{accountType}/disbursement/personal/loans", title: "Loan Disbursement", audience: ["corporate"], can: ["company:can_view_loan_disbursements"], guards: most, menu: { section: "Payments", label: "Loan Disbursement", order: 24 }, load: () => import("../../features/disbursements/own-disbursements-screen.tsx") },
  {
    spec: "added", path: "/{accountType}/employment-claims", title: "Employee Requests", audience: ["corporate"], can: ["company:can_view_staff"], guards: most,
    menu: { section: "Settings", label: "Employee Requests", order: 0 }, load: () => import("../../features/employment-claims/claims-screen.tsx"),
  },
  { spec: "R008", path: "/onboarding", title: "Onboarding", audience: ["corporate"], can: ["company:can_view_onboarding"], guards: ["auth", "password_changed"], bare: true, load: () => import("../../features/companies/onboarding-screen.tsx") },
  {
    spec: "R011", path: "/{accountType}/subscription", title: "Subscription", audience: ["corporate"], can: "*", guards: ["auth", "password_changed", "profile_updated", "profile_approved", "company_profile_updated"],
    menu: { section: "Settings", label: "Subscription", order: 3 },
    load: () => import("../../features/subscription/subscription-screen.tsx"),
  },
  { spec: "R012", path: "/{accountType}/subscription/upgrade", title: "Subscription Upgrade", audience: ["corporate"], can: "*", guards: most, load: () => import("../../features/subscription/subscription-screen.tsx") },
  {
    spec: "R019", path: "/{accountType}/settings/profile/company", title: "Company Profile", audience: ["corporate"], guards: ["auth", "password_changed", "profile_updated", "profile_approved"],
    can: ["company:can_view_company_profile", "company:can_update_company_profile", "company:can_upload_company_documents"],
    menu: { section: "Settings", label: "Company Profile", order: 2 },
    load: () => import("../../features/companies/company-profile-screen.tsx"),
  },
];
