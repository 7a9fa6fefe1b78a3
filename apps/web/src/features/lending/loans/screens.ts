import { calls } from "../../../shared/api/calls.gen.ts";
import { listScreen, screen } from "../../../shared/screens.ts";

const { companyLoans, limits, loans, repayments } = calls;
const company = [
  ["reference", { header: "Loan", card: "title", width: 140 }],
  ["company", { kind: "person", card: "field", width: 170 }],
  ["customer", { header: "Employee", kind: "person", card: "field", width: 170 }],
  ["status", { badge: "loan", card: "badge", width: 136 }],
  ["principal_kobo", { header: "Amount", card: "field", width: 130 }],
  ["outstanding_principal_kobo", { width: 130 }],
  ["days_past_due", { kind: "number", width: 100 }],
  ["created_at", { header: "Requested", width: 120 }],
] as const;

export const screens = [
  screen("R035", "offer-letter/{loanId}", "Offer Letter", "offer-letter", [
    "provider:can_view_offer_letter",
    "personal:can_view_offer_letter",
  ]),
  screen("R095", "loans", "Loans", "admin-loans", loans.listAll, "Processed 1 l"),
  screen("R096", "loans/pending", "Pending Loans", "admin-loans", "provider:can_view_loans", "Processing 2"),
  screen("R097", "loans/requests", "Loan Requests", "admin-loans", "provider:can_view_loans", "Processing 1 r"),
  listScreen("R098", "loans/business", "Business Loans", companyLoans.listAll, {
    menu: "Processed 4",
    columns: company,
    href: "/admin/loans/{id}",
    views: [
      { name: "Requested", address: "f.status=requested,pre_approved", empty: "No employee of a company waits" },
      { name: "Running", address: "f.status=running,past_due", empty: "No employee of a company has a running loan" },
      { name: "Late", address: "f.status=past_due", empty: "No employee of a company is late" },
    ],
    lead: "Loans of people who are employed by the companies that work with us.",
    empty: "No employee of a company has requested a loan yet.",
  }),
  listScreen("R112", "disbursement/business/loans", "Business Loans Disbursement", companyLoans.approved, {
    menu: "Finance 17",
    columns: company,
    href: "/admin/loans/{id}",
    views: [
      { name: "To be paid out", address: "f.status=accepted", empty: "Nobody has accepted an offer" },
      { name: "On the way", address: "f.status=disbursing", empty: "Nothing is on its way" },
    ],
    lead: "Loans of employees of companies between decision and payout. They are paid out with all others.",
    link: ["Paid out", "/admin/disbursement/business/loans/paid"],
    empty: "No loan of an employee waits to be paid out.",
  }),
  // Added: the other half of R112 (C096).
  listScreen("added", "disbursement/business/loans/paid", "Business Loans Paid Out", companyLoans.disbursed, {
    columns: company,
    href: "/admin/loans/{id}",
    lead: "Loans of employees of companies that were paid out.",
    link: ["Not paid out yet", "/admin/disbursement/business/loans"],
    empty: "No loan of an employee was paid out yet.",
  }),
  listScreen("R118", "repayments/business", "Business Repayments", repayments.ofCompanies, {
    menu: "Finance 18",
    columns: [
      ["reference", { header: "Loan", card: "title", width: 140 }],
      ["company", { kind: "person", card: "field", width: 170 }],
      ["customer", { header: "Employee", kind: "person", card: "field", width: 170 }],
      ["due_on", { card: "field", width: 120 }],
      ["status", { badge: "repayment", card: "badge", width: 120 }],
      ["total_kobo", { header: "Instalment", card: "field", width: 130 }],
      ["outstanding_kobo", { width: 130 }],
      ["days_past_due", { kind: "number", width: 100 }],
    ],
    href: "/admin/loans/{loan_id}",
    views: [
      { name: "Due", address: "f.status=due,part_paid", empty: "Nothing is due" },
      { name: "Overdue", address: "f.status=overdue", empty: "Nothing is overdue" },
    ],
    lead: "Instalments of people who are employed by the companies that work with us.",
    empty: "No employee of a company has an instalment yet.",
  }),
  // Added: The portfolio that C078 counts.
  screen("added", "loans/statistics", "Loan Portfolio", "portfolio", loans.statistics, "Processed 2"),
  // Added: The page of one loan (C079, C277); the specification names only lists.
  screen("added", "loans/{id}", "Loan", "admin-loan", loans.find),
  screen(
    "R046",
    "employee-loan-history",
    "Employee Loan History",
    "company-loans",
    loans.listOfCompany,
    "Payments 20 l",
    { label: "Employee Loans" },
  ),
  screen("R096", "loans/pending", "Pending Loans", "company-loans", "company:can_view_loans", "Payments 22"),
  screen("R097", "loans/requests", "Loan Requests", "company-loans", "company:can_view_loans", "Payments 21"),
  screen("R121", "repayments/defaulters", "Loan Defaulters", "company-loans", "company:can_view_loans", "Payments 23"),
  screen("R095", "loans", "Loans", "own-loans", loans.listOwn, "Loans 3 l", {
    label: "Loan History",
    when: "personal",
  }),
  // Added: The page of one loan (C079, C277); the specification names only lists.
  screen("added", "loans/{id}", "Loan", "own-loan", loans.findOwn),
  // Added: Who thinks of borrowing sees how much it could be before signing up.
  screen("added", "/borrow", "What could I borrow?", "estimate", "public"),
  screen("R108", "credit-application", "Credit Application", "apply", limits.findOwn, "Loans 1", { label: "Borrow" }),
];
