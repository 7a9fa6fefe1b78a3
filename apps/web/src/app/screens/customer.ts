import { most, type Screen } from "./screen.ts";

/** Screens of personal customers. */
export const customerScreens: readonly Screen[] = [
  {
    spec: "R095", path: "/{accountType}/loans", title: "Loans", audience: ["customer"], can: ["personal:can_view_loans"], guards: most,
    menu: { section: "Loans", label: "Loan History", order: 3, key: "l", when: "personal" },
    load: () => import("../../features/loans/own-loans-screen.tsx"),
  },
  { spec: "added", path: "/{accountType}/loans/{id}", title: "Loan", audience: ["customer"], can: ["personal:can_view_loans"], guards: most, load: () => import("../../features/loans/own-loan-screen.tsx") },
  // Not among the specified entries of a customer's sidebar (spec line 14): the way here is a loan's page.
  { spec: "R110", path: "/{accountType}/disbursement/personal/loans", title: "Loan Disbursement", audience: ["customer"], can: ["personal:can_view_loan_disbursements"], guards: most, load: () => import("../../features/disbursements/own-disbursements-screen.tsx") },
  { spec: "R108", path: "/{accountType}/credit-application", title: "Credit Application", audience: ["customer"], can: ["personal:can_apply_for_credit"], guards: most, load: () => import("../../features/loans/apply-screen.tsx") },
  {
    spec: "R018", path: "/{accountType}/settings/profile", title: "Update Profile", audience: ["customer"], guards: ["auth", "password_changed"],
    can: ["personal:can_view_personal_profile", "personal:can_update_personal_profile", "personal:can_upload_personal_documents"],
    menu: { section: "Settings", label: "My Account", order: 1, key: "a" },
    load: () => import("../../features/onboarding/profile-screen.tsx"),
  },
  {
    spec: "R036", path: "/{accountType}/dashboard", title: "Dashboard", audience: ["customer"], can: "*", guards: most,
    menu: { section: "Dashboard", label: "Dashboard", order: 1, key: "d" },
    asks: ["/repayments", "/personal/loans", "/personal/onboarding/v2", "/personal/credit-limit"], load: () => import("../../features/home/home-screen.tsx"),
  },
  {
    spec: "R115", path: "/{accountType}/repayments", title: "Repayments", audience: ["customer"], can: ["personal:can_view_repayments", "personal:can_pay_repayments"], guards: most,
    menu: { section: "Loans", label: "Loan Repayments", order: 2, key: "r", when: "personal" },
    load: () => import("../../features/repayments-own/repayments-screen.tsx"),
  },
  { spec: "added", path: "/{accountType}/repayments/pay/{loanId}", title: "Pay", audience: ["customer"], can: ["personal:can_pay_repayments"], guards: most, load: () => import("../../features/repayments-own/pay-screen.tsx") },
  {
    spec: "R124", path: "/{accountType}/repayment-cards", title: "Repayment Cards", audience: ["customer"], guards: most,
    can: ["personal:can_view_repayment_cards", "personal:can_create_repayment_cards", "personal:can_update_repayment_cards", "personal:can_delete_repayment_cards"],
    menu: { section: "Loans", label: "Repayment Cards", order: 4, key: "c", when: "personal" },
    load: () => import("../../features/repayment-cards-own/repayment-cards-screen.tsx"),
  },
];
