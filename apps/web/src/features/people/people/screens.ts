import { calls } from "../../../shared/api/calls.gen.ts";
import { queueOfPage } from "../../../shared/people/queue-pages.ts";
import { listScreen, type DeclaredScreen, type Menu, screen } from "../../../shared/screens.ts";

const { people, peopleStatistics: figures } = calls;

/** One queue of customers; its members are defined by contract/people/queues.ts under the last part of the address. */
const queue = (spec: string, path: string, title: string, menu: Menu): DeclaredScreen =>
  screen(spec, path, title, "queue", people.listByStatus, menu, {
    asks: [people.listByStatus.path.replace("{status}", `{status=${queueOfPage(`/admin/${path}`)}}`)],
  });

export const screens = [
  queue("R061", "users", "Users", "Users 1 u"),
  queue("R065", "users/fresh", "Fresh Users", "Users 4"),
  queue("R068", "users/cold", "Cold Users", "Users 6"),
  queue("R069", "users/dump", "Dump Users", "Users 7"),
  queue("R083", "users/highend", "High-end Users", "Users 8"),
  queue("R088", "users/verification-method", "Verification Method", "Users 9"),
  queue("R063", "users/active", "Active Users", "Customers 1"),
  queue("R064", "users/inactive", "Inactive Users", "Customers 2"),
  queue("R062", "users/paid", "Paid Users", "Customers 3"),
  queue("R130", "decline-users", "Declined Cards", "Customers 5"),
  queue("R085", "users/post-no-debit", "Post No Debit", "Customers 6"),
  queue("R091", "referred-users", "Referred Users", "Share and Earn 1"),
  queue("R066", "users/awaiting", "Awaiting Users", "Processing 9"),
  queue("R077", "users/merchant/pre-approved", "Merchant Pre-approved Users", "Processed 8"),
  queue("R082", "users/onboarding", "Onboarding Users", "Users 5"),
  queue("added", "users/doc-processor", "Doc Processor Users", "Doc Processor 5"),
  queue("R075", "users/process", "Process Users", "Underwriting 1 p"),
  queue("R084", "users/applications", "User Applications", "Processing 5"),
  queue("R067", "users/processing", "Processing Users", "Processing 6"),
  queue("R078", "users/incomplete", "Incomplete Users", "Processing 7"),
  queue("R081", "users/uncertain", "Uncertain Users", "Processing 8"),
  queue("R076", "users/pre-approved", "Pre-approved Users", "Processed 5"),
  queue("R074", "users/approved", "Approved Users", "Processed 6"),
  queue("R079", "users/declined", "Declined Users", "Processed 7"),
  screen(
    "R107",
    "underwriters-statistics",
    "Underwriters Statistics",
    "statistics/underwriters",
    figures.underwriting,
    "Underwriting 5",
  ),
  // Added: The decisions behind the figures of R107.
  listScreen("added", "underwriters-statistics/decisions", "Decisions About Cases", figures.decisions, {
    columns: [
      ["name", { kind: "person", card: "title", width: 240 }],
      ["decision", { kind: "badge", badge: "person", card: "badge", width: 162 }],
      ["decided_by", { card: "field", width: 190 }],
      ["reason", { card: "field", width: 308, canWrap: true }],
      ["decided_at", { card: "field", width: 150 }],
    ],
    href: "/admin/users/{user_id}",
    lead: "Every decision about a case, with its reason. The underwriters' statistics count these.",
    empty: "Nothing was decided yet",
  }),
  screen(
    "R034",
    "identity-verifications",
    "Identity Verifications",
    "lists/identity-verifications",
    figures.identityVerifications,
    "Underwriting 6",
  ),
  screen(
    "R106",
    "loanbot-verifications",
    "Loanbot Verifications",
    "lists/loanbot-verifications",
    figures.loanbotVerifications,
    "Underwriting 7",
  ),
  screen("R070", "users/leads/statistics", "Leads Statistics", "statistics/leads", figures.leads, "Users 10"),
  screen(
    "R071",
    "users/active/statistics",
    "Active Users Statistics",
    "statistics/active",
    figures.active,
    "Customers 4",
  ),
  listScreen("R092", "users-referral-wallet", "Referral Wallets", figures.referralWallets, {
    menu: "Share and Earn 2",
    columns: [
      ["last_name", { card: "title" }],
      ["balance_kobo", { card: "field", opens: "/admin/users/{id}?tab=orders" }],
      ["referred", { kind: "number", card: "field" }],
      ["borrowed", { card: "field" }],
      ["referral_code", { header: "Code", kind: "reference" }],
      "email",
      ["created_at", { header: "Registered" }],
    ],
    href: "/admin/users/{id}?tab=orders",
    lead: "Who brought others, how many of them borrowed, and what was earned with it.",
    empty: "No referrals yet.",
  }),
  screen("R139", "bank-accounts", "Bank Accounts", "lists/bank-accounts", figures.bankAccounts, "Finance 90"),
  screen(
    "R140",
    "bank-accounts-pending",
    "Pending Bank Accounts",
    "lists/bank-accounts",
    figures.pendingBankAccounts,
    "Finance 91",
  ),
  screen("R045", "users/{staffId}", "View Employees", "person", "provider:can_view_staff_profile", {
    crumb: "Customer",
  }),
];
