import { queueOfPage } from "../../shared/people/queue-pages.ts";
import { most, type Screen } from "./screen.ts";

/** One queue of customers; who stands in it is said by contract/queues.ts under the last part of the address. */
const queue = (spec: string, path: string, title: string, section: string, order: number, more: { label?: string; key?: string } = {}): Screen => ({
  spec, path: `/{accountType}/${path}`, title, audience: ["admin"], can: ["provider:can_view_users"], guards: most,
  menu: { section, label: more.label ?? title, order, ...(more.key && { key: more.key }) },
  asks: [`/admin/personal/users/status/{status=${queueOfPage(`/admin/${path}`)}}`], load: () => import("../../features/people/queue-screen.tsx"),
});

/** A list of people's checks, accounts, requests: one call, whose permission is the screen's. */
const listed = (spec: string, path: string, title: string, can: Screen["can"], section: string, order: number, load: Screen["load"], key?: string): Screen => ({
  spec, path: `/{accountType}/${path}`, title, audience: ["admin"], can, guards: most, menu: { section, label: title, order, ...(key && { key }) }, load,
});
const assigned: Screen["load"] = () => import("../../features/assignments/assigned-screen.tsx");
const limits: Screen["load"] = () => import("../../features/limits/requests-screen.tsx");
const bankAccounts: Screen["load"] = () => import("../../features/people-lists/bank-accounts-screen.tsx");
const users = ["provider:can_view_users"] as const;

/** Personal customers as the provider's staff see them, and what is configured about them. */
export const peopleScreens: readonly Screen[] = [
  queue("R061", "users", "Users", "Users", 1, { key: "u" }),
  {
    spec: "R072", path: "/{accountType}/users/new", title: "Create a user", audience: ["admin"], can: ["provider:can_create_users"], guards: most,
    menu: { section: "Users", label: "Create a user", order: 2 }, load: () => import("../../features/imports/new-customers-screen.tsx"),
  },
  {
    spec: "added", path: "/{accountType}/users/imports", title: "Imports", audience: ["admin"], can: ["provider:can_create_users"], guards: most,
    menu: { section: "Users", label: "Imports", order: 3 }, asks: ["/admin/imports"], load: () => import("../../features/imports/imports-screen.tsx"),
  },
  { spec: "added", path: "/{accountType}/users/imports/{importId}", title: "Import", audience: ["admin"], can: ["provider:can_create_users"], guards: most, load: () => import("../../features/imports/import-screen.tsx") },
  queue("R065", "users/fresh", "Fresh Users", "Users", 4),
  queue("R068", "users/cold", "Cold Users", "Users", 6),
  queue("R069", "users/dump", "Dump Users", "Users", 7),
  queue("R083", "users/highend", "High-end Users", "Users", 8),
  queue("R088", "users/verification-method", "Verification Method", "Users", 9),
  queue("R063", "users/active", "Active Users", "Customers", 1),
  queue("R064", "users/inactive", "Inactive Users", "Customers", 2),
  queue("R062", "users/paid", "Paid Users", "Customers", 3),
  queue("R130", "decline-users", "Declined Cards", "Customers", 5),
  queue("R085", "users/post-no-debit", "Post No Debit", "Customers", 6),
  queue("R091", "referred-users", "Referred Users", "Share and Earn", 1),
  queue("R066", "users/awaiting", "Awaiting Users", "Processing", 9),
  queue("R077", "users/merchant/pre-approved", "Merchant Pre-approved Users", "Processed", 8),
  queue("R082", "users/onboarding", "Onboarding Users", "Users", 5),
  queue("added", "users/doc-processor", "Doc Processor Users", "Doc Processor", 5),
  queue("R075", "users/process", "Process Users", "Underwriting", 1, { key: "p" }),
  queue("R084", "users/applications", "User Applications", "Processing", 5),
  queue("R067", "users/processing", "Processing Users", "Processing", 6),
  queue("R078", "users/incomplete", "Incomplete Users", "Processing", 7),
  queue("R081", "users/uncertain", "Uncertain Users", "Processing", 8),
  queue("R076", "users/pre-approved", "Pre-approved Users", "Processed", 5),
  queue("R074", "users/approved", "Approved Users", "Processed", 6),
  queue("R079", "users/declined", "Declined Users", "Processed", 7),
  listed("R073", "users/assigned", "Assigned Users", users, "Underwriting", 2, assigned),
  listed("added", "users/assigned-to-me", "Assigned to me", users, "Underwriting", 3, assigned, "m"),
  listed("added", "assignments", "Assignment", users, "Underwriting", 4, () => import("../../features/assignments/pool-screen.tsx")),
  listed("R107", "underwriters-statistics", "Underwriters Statistics", users, "Underwriting", 5, () => import("../../features/people-statistics/underwriters-screen.tsx")),
  listed("R034", "identity-verifications", "Identity Verifications", ["provider:can_view_identity_verifications"], "Underwriting", 6, () => import("../../features/people-lists/identity-verifications-screen.tsx")),
  listed("R106", "loanbot-verifications", "Loanbot Verifications", users, "Underwriting", 7, () => import("../../features/people-lists/loanbot-verifications-screen.tsx")),
  listed("R080", "users/limit-increase-request", "Limit Increase Requests", ["provider:can_update_user_wallet_limit"], "Processing", 10, limits),
  listed("added", "users/credit-applications", "Credit Applications", users, "Processing", 11, limits),
  listed("R086", "users/appeal-requests", "Appeal Requests", users, "Processing", 12, () => import("../../features/appeals/appeals-screen.tsx")),
  listed("R070", "users/leads/statistics", "Leads Statistics", ["provider:can_view_lead_qualifications"], "Users", 10, () => import("../../features/people-statistics/leads-screen.tsx")),
  listed("R071", "users/active/statistics", "Active Users Statistics", users, "Customers", 4, () => import("../../features/people-statistics/active-screen.tsx")),
  listed("R092", "users-referral-wallet", "Referral Wallets", users, "Share and Earn", 2, () => import("../../features/people-lists/referral-wallets-screen.tsx")),
  listed("R139", "bank-accounts", "Bank Accounts", ["provider:can_view_bank_accounts", "provider:can_verify_bank_accounts"], "Finance", 90, bankAccounts),
  listed("R140", "bank-accounts-pending", "Pending Bank Accounts", ["provider:can_verify_bank_accounts"], "Finance", 91, bankAccounts),
  {
    // A company's own look at its employee is another screen: screens/corporate.ts.
    spec: "R045", path: "/{accountType}/users/{staffId}", title: "View Employees", crumb: "Customer", audience: ["admin"], can: ["provider:can_view_staff_profile"], guards: most,
    load: () => import("../../features/people/person-screen.tsx"),
  },
  {
    spec: "R021", path: "/{accountType}/settings/configuration", title: "Configurations", audience: ["admin"], can: ["provider:can_update_system_configuration"], guards: most,
    menu: { section: "Settings", label: "Configurations", order: 1 }, load: () => import("../../features/configuration/configuration-screen.tsx"),
  },
  {
    spec: "R022", path: "/{accountType}/settings/bypass", title: "Authentication Bypass", audience: ["admin"], can: ["provider:can_update_system_configuration", "provider:can_edit_bypass"], guards: most,
    menu: { section: "Settings", label: "Authentication Bypass", order: 2 }, load: () => import("../../features/configuration/bypass-screen.tsx"),
  },
];
