import { most, type Screen } from "./screen.ts";

/** Screens that several account types share, each under its own address. */
export const everyone: readonly Screen[] = [
  { spec: "R001", path: "/", title: "Corporate Loans", audience: "any", can: "*", guards: ["auth", "password_changed"], bare: true, load: () => import("../../features/session/forwarding-screen.tsx") },
  { spec: "R006", path: "/password/update", title: "Change your password", audience: "any", can: ["provider:can_update_password", "company:can_update_password", "personal:can_update_password"], guards: ["auth"], bare: true, load: () => import("../../features/session/update-password-screen.tsx") },
  {
    spec: "R036", path: "/{accountType}/dashboard", title: "Dashboard", audience: ["admin", "corporate"], can: "*", guards: most,
    menu: {
      admin: { section: "Account", label: "Dashboard", order: 1, key: "d" },
      corporate: { section: "Dashboard", label: "Dashboard", order: 1, key: "d" },
    },
    // What the provider's people see besides depends on what each of them may.
    asks: { admin: ["/configurations", "/notification/unread?limit=20"], corporate: ["/companies/dashboard", "/notification/unread?limit=20"] }, load: () => import("../../features/dashboard/dashboard-screen.tsx"),
  },
  { spec: "R024", path: "/{accountType}/notifications", title: "Notifications", audience: ["admin", "corporate", "customer"], can: "*", guards: most, menu: { admin: { section: "Account", label: "Notifications", order: 2, key: "n" } }, load: () => import("../../features/notifications/notifications-screen.tsx") },
  {
    spec: "R026", path: "/{accountType}/permissions", title: "Permissions", audience: ["admin", "corporate"], guards: most,
    can: ["provider:can_view_permissions", "provider:can_modify_permissions", "company:can_view_permissions", "company:can_modify_permissions"],
    menu: { admin: { section: "Settings", label: "Permissions", order: 10 }, corporate: { section: "Settings", label: "Permissions", order: 1 } },
    load: () => import("../../features/access/permissions-screen.tsx"),
  },
  {
    spec: "R020", path: "/{accountType}/settings/password", title: "Change Your Password", audience: ["admin", "corporate", "customer"], guards: ["auth", "password_changed"],
    can: ["provider:can_update_password", "company:can_update_password", "personal:can_update_password"],
    menu: {
      admin: { section: "Settings", label: "Change Password", order: 90 },
      corporate: { section: "Settings", label: "Change Password", order: 4 },
      customer: { section: "Settings", label: "Change Password", order: 2 },
    },
    load: () => import("../../features/session/password-screen.tsx"),
  },
  {
    spec: "added", path: "/{accountType}/settings/security", title: "Security", audience: ["admin", "corporate", "customer"], can: "*", guards: ["auth", "password_changed"],
    menu: {
      admin: { section: "Settings", label: "Security", order: 91 },
      corporate: { section: "Settings", label: "Security", order: 5 },
      customer: { section: "Settings", label: "Security", order: 3 },
    },
    load: () => import("../../features/session/security-screen.tsx"),
  },
  { spec: "R009", path: "/{accountType}/approval", title: "Awaiting Approval", audience: ["corporate", "customer"], can: "*", guards: ["auth", "password_changed", "profile_updated"], load: () => import("../../features/session/awaiting-approval-screen.tsx") },
  {
    spec: "R035", path: "/{accountType}/offer-letter/{loanId}", title: "Offer Letter", audience: ["admin", "customer"], can: ["provider:can_view_offer_letter", "personal:can_view_offer_letter"], guards: most,
    load: () => import("../../features/loans/offer-letter-screen.tsx"),
  },
];
