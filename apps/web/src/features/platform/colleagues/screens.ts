import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { colleagues } = calls;

export const screens = [
  screen("R047", "admins", "Admins", "admins", colleagues.listAll, {
    menus: { admin: "Settings 5", corporate: "Onboarding 3" },
  }),
  screen("R048", "admins/new", "New Admin", "new-admin", colleagues.invite),
  // Added: Where one colleague's access is seen and ended.
  screen("added", "admins/{id}", "Colleague", "colleague", colleagues.find),
];
