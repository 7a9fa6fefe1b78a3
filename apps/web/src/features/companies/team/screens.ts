import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { team } = calls;

export const screens = [
  screen("R043", "staff", "Employees", "employees", ["company:can_view_staff"], {
    label: "All Staff",
    menus: { corporate: "Onboarding 1" },
  }),
  screen("R044", "staff/new", "Register An Employee", "new-employee", team.invite, {
    label: "New Staff",
    menus: { corporate: "Onboarding 2" },
  }),
  screen("R045", "users/{staffId}", "View Employees", "employee", team.find, { crumb: "Employee" }),
];
