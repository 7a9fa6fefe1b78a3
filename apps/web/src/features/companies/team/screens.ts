import type { Endpoint } from "@manilla/contract/endpoint";
import type { Permission } from "@manilla/contract/permissions";
import { calls } from "../../../shared/api/calls.gen.ts";
import { listScreen, screen } from "../../../shared/screens.ts";

const { admissions, staffImports, team } = calls;
const companysOwn = ({ can }: Endpoint): Permission[] =>
  (can as readonly Permission[]).filter((each) => each.startsWith("company:"));

export const screens = [
  screen("R043", "staff", "Employees", "employees", companysOwn(team.staff), {
    label: "All Staff",
    menus: { corporate: "Onboarding 1" },
  }),
  listScreen("R043", "staff", "Employees", team.everybody, {
    menu: "Account 13",
    columns: [
      ["last_name", { card: "title", width: 170 }],
      ["status", { badge: "employment", card: "badge", width: 110 }],
      ["company", { card: "field", width: 170, opens: "/admin/companies/{company_id}", opensFor: admissions.find.can }],
      ["roles", { header: "Role", width: 150 }],
      ["department", { width: 110 }],
      ["position", { width: 120 }],
      ["email", { width: 190 }],
      ["staff_number", { header: "Number", isHidden: true }],
      ["created_at", { header: "Since", kind: "day", width: 130 }],
    ],
    href: "/admin/users/{id}",
    views: [
      { name: "At work", address: "f.status=active", empty: "Nobody works for a company" },
      { name: "Invited", address: "f.status=invited,expired", empty: "Nobody is invited" },
      { name: "Administrators", address: "f.is_administrator=yes", empty: "No company has administrators" },
    ],
    lead: "The people of all companies, those who were invited and those who have left among them.",
    empty: "No company has people yet.",
  }),
  screen("R044", "staff/new", "Register An Employee", "new-employee", team.invite, {
    label: "New Staff",
    menus: { corporate: "Onboarding 2" },
  }),
  // Added: a company of thousands registers its people from a file.
  screen("added", "staff/file", "Employees from a file", "file", staffImports.createMany),
  // Added: earlier files with their results.
  listScreen("added", "staff/imports", "Files of employees", staffImports.listAll, {
    columns: [
      ["file_name", { header: "File", card: "title", width: 260 }],
      ["status", { header: "State", kind: "word", card: "badge", width: 110 }],
      ["total_count", { header: "Rows", kind: "number", card: "field", width: 90 }],
      ["created_count", { header: "Registered", kind: "number", card: "field", width: 110 }],
      ["already_count", { header: "Here already", kind: "number", width: 120 }],
      ["refused_count", { header: "Refused", kind: "number", card: "field", width: 100 }],
      ["created_by", { header: "By", kind: "text", width: 180 }],
      ["created_at", { header: "Sent", width: 120 }],
    ],
    href: "/corporate/staff/imports/{id}",
    link: ["Send a file", "/corporate/staff/file", staffImports.createMany],
    lead: "The result of each file: who was registered, who was here already, and which rows were refused.",
    empty: "No file was sent yet.",
  }),
  // Added: the verdict of every row.
  screen("added", "staff/imports/{importId}", "File of employees", "import", staffImports.find),
  screen("R045", "users/{staffId}", "View Employees", "employee", team.find, { crumb: "Employee" }),
];
