import { calls } from "../../../shared/api/calls.gen.ts";
import { listScreen, screen } from "../../../shared/screens.ts";

const { departments } = calls;

export const screens = [
  listScreen("R049", "groups", "Departments", departments.listAll, {
    menu: "Onboarding 4: Departments & Units",
    columns: [
      ["name", { header: "Department", card: "title", width: 230 }],
      ["parent", { header: "Belongs to", card: "field", width: 190 }],
      ["head", { kind: "text", card: "field", width: 190 }],
      ["people", { kind: "number", card: "field", width: 90 }],
      ["monthly_budget_kobo", { header: "Budget a month", card: "field", width: 160 }],
      ["status", { header: "State", badge: "department", card: "badge", width: 110 }],
      ["created_at", { header: "Since", kind: "day", width: 120 }],
    ],
    href: "/corporate/groups/{id}",
    opens: "Open the department",
    acts: [departments.close],
    views: [
      { name: "Departments", address: "f.status=active&f.is_unit=false", empty: "There is no department" },
      { name: "Units", address: "f.status=active&f.is_unit=true", empty: "No department has units" },
      { name: "Closed", address: "f.status=closed", empty: "No department has been closed" },
    ],
    lead: "Departments and the units below them. People are moved into them from the list of employees.",
    link: ["Make a department", "/corporate/groups/new", departments.create],
    empty: "There is no department yet.",
  }),
  screen("R050", "groups/new", "New Department", "new-department", "company:can_create_departments"),
  // Added: where a department is led.
  screen("added", "groups/{id}", "Department", "department", departments.find),
];
