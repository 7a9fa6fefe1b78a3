import { calls } from "../../../shared/api/calls.gen.ts";
import { listScreen, screen } from "../../../shared/screens.ts";

const { salaryDeductions } = calls;

export const screens = [
  // Added: what a company keeps back from its people's pay.
  screen("added", "deductions", "Salary Deductions", "files", salaryDeductions.listAll, "Payments 40"),
  // Added: which employers have answered and paid, for the provider's staff.
  listScreen("added", "companies/deductions", "Salary Deductions of Companies", salaryDeductions.ofCompanies, {
    menu: "Finance 19: Salary Deductions",
    columns: [
      ["reference", { card: "title", width: 170 }],
      ["company", { kind: "person", card: "field", width: 200 }],
      ["pay_day", { card: "field", width: 120 }],
      ["status", { badge: "deduction_file", card: "badge", width: 130 }],
      ["people", { header: "Loans", kind: "number", width: 90 }],
      ["asked_kobo", { card: "field", width: 140 }],
      ["shortfall_kobo", { width: 140 }],
      ["unpaid_days", { header: "Days not paid", kind: "number", width: 120 }],
    ],
    href: "/admin/companies/deductions/{id}",
    tiles: "asked_kobo",
    views: [
      { name: "Not answered", address: "f.status=open", empty: "Every employer has answered" },
      { name: "Kept back, not paid", address: "f.is_unpaid=true", empty: "No employer is in arrears" },
      { name: "Not paid", address: "f.status=confirmed", empty: "Every employer has paid" },
    ],
    lead: "What employers keep back from their people's pay, one file for each pay day.",
    empty: "No company deducts from salaries yet.",
  }),
  // Added: one file, for the company and for the provider's staff.
  screen("added", "deductions/{id}", "Salary Deductions of a Pay Day", "file", "company:can_view_loans"),
  // Added: the same for the provider's staff.
  screen(
    "added",
    "companies/deductions/{id}",
    "Salary Deductions of a Company",
    "file",
    "provider:can_view_repayments",
  ),
];
