import { most, type Screen } from "./screen.ts";

/** Screens of personal customers. */
export const customerScreens: readonly Screen[] = [
  {
    spec: "R095", path: "/{accountType}/loans", title: "Loans", audience: ["customer"], can: ["personal:can_view_loans"], guards: most,
    menu: { section: "Loans", label: "Loan History", order: 2, key: "l", when: "personal" },
    load: () => import("../../features/loans/own-loans-screen.tsx"),
  },
  { spec: "added", path: "/{accountType}/loans/{id}", title: "Loan", audience: ["customer"], can: ["personal:can_view_loans"], guards: most, load: () => import("../../features/loans/own-loan-screen.tsx") },
  { spec: "R108", path: "/{accountType}/credit-application", title: "Credit Application", audience: ["customer"], can: ["personal:can_apply_for_credit"], guards: most, load: () => import("../../features/loans/apply-screen.tsx") },
  {
    spec: "R018", path: "/{accountType}/settings/profile", title: "Update Profile", audience: ["customer"], guards: ["auth", "password_changed"],
    can: ["personal:can_view_personal_profile", "personal:can_update_personal_profile", "personal:can_upload_personal_documents"],
    menu: { section: "Settings", label: "My Account", order: 1, key: "a" },
    load: () => import("../../features/onboarding/profile-screen.tsx"),
  },
];
