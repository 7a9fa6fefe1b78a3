import { calls } from "../../../shared/api/calls.gen.ts";
import { listScreen, screen } from "../../../shared/screens.ts";

const { admissions } = calls;
const acts = [admissions.lookUp, admissions.approve, admissions.inviteAgain, admissions.suspend, admissions.letBack];

export const screens = [
  listScreen("R037", "companies", "Companies", admissions.listAll, {
    menu: "Account 10",
    columns: [
      ["name", { header: "Company", card: "title", width: 210 }],
      ["status", { badge: "company", card: "badge", width: 112 }],
      ["staff", { header: "People", kind: "number", width: 88, card: "field", opens: "/admin/companies/users/{id}" }],
      ["outstanding_kobo", { header: "Owed by its people", width: 156, card: "field" }],
      ["unique_plan", { header: "Plan", width: 100 }],
      ["plan_paid_until", { header: "Paid until", kind: "day", width: 120 }],
      ["rc_number", { header: "Number", kind: "reference", width: 130 }],
      ["register", { header: "Register", kind: "word", width: 100 }],
      ["created_at", { header: "Since", kind: "day", width: 120 }],
    ],
    href: "/admin/companies/{id}",
    opens: "Open the company",
    acts,
    tiles: true,
    views: [
      { name: "Active", address: "f.status=approved", empty: "No company has been approved yet" },
      { name: "Late", address: "f.status=approved&f.is_late=true", empty: "No company has people who pay late" },
      { name: "Wallet low", address: "f.status=approved&f.is_wallet_low=true", empty: "No wallet is low" },
      {
        name: "Line used",
        address: "f.status=approved&f.is_line_used=true",
        empty: "No company has drawn most of its line",
      },
      {
        name: "Plan ends",
        address: "f.status=approved&f.has_plan=true&sortColumn=plan_paid_until&sortOrder=asc",
        empty: "No company has a plan",
      },
      { name: "Suspended", address: "f.status=deactivated", empty: "No company is suspended" },
      { name: "Declined", address: "f.status=declined", empty: "No application was declined" },
    ],
    lead: "Companies whose people borrow against their salary and whose administrators work with Manilla.",
    link: ["Register a company", "/admin/companies/new", admissions.create],
    empty: "There is no company yet.",
  }),
  listScreen("R038", "companies/requests", "Company Applications", admissions.requests, {
    menu: "Account 11",
    columns: [
      ["name", { header: "Company", card: "title", width: 230 }],
      ["register", { header: "Register", kind: "word", card: "field", width: 120 }],
      ["rc_number", { header: "Number", kind: "reference", card: "field", width: 140 }],
      ["has_profile", { header: "Profile complete", width: 150 }],
      ["industry", { width: 180 }],
      ["created_at", { header: "Applied", card: "field", width: 130 }],
    ],
    href: "/admin/companies/{id}",
    opens: "Open the application",
    acts,
    tiles: true,
    views: [
      { name: "Known to the register", address: "f.register=active", empty: "None of them is active in the register" },
      {
        name: "Not active there",
        address: "f.register=inactive,unknown",
        empty: "The register knows all that were looked up as active",
      },
    ],
    lead: "Companies that have registered and wait for a decision; the longest waiting come first.",
    link: ["Register a company", "/admin/companies/new", admissions.create],
    empty: "No application waits.",
  }),
  screen("R039", "companies/users/{company_id}", "Company Users", "staff", "provider:can_view_staff"),
  screen("R040", "companies/new", "Register A New Company", "new-company", "provider:can_create_companies"),
  screen("R041", "companies/statistics", "Companies Statistics", "statistics", admissions.statistics, "Account 12"),
  // Added: where a company is admitted, seen and suspended.
  screen("added", "companies/{id}", "Company", "company", admissions.find),
];
