import { screen } from "../../../shared/screens.ts";

export const screens = [
  screen(
    "R026",
    "permissions",
    "Permissions",
    "permissions",
    [
      "provider:can_view_permissions",
      "provider:can_modify_permissions",
      "company:can_view_permissions",
      "company:can_modify_permissions",
    ],
    { menus: { admin: "Settings 10", corporate: "Settings 1" } },
  ),
];
