import { screen } from "../../../shared/screens.ts";

export const screens = [
  screen("R043", "staff", "Employees", "employees", ["company:can_view_staff"], {
    label: "All Staff",
    menus: { corporate: "Onboarding 1" },
  }),
];
