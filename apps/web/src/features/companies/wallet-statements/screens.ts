import { screen } from "../../../shared/screens.ts";

export const screens = [
  screen(
    "R029",
    "statement",
    "Statement",
    "statement",
    // Nothing is deleted: the permission opens the screen, as the specification says.
    [
      "company:can_view_statements",
      "company:can_pay_statements",
      "provider:can_view_statements",
      "provider:can_delete_statements",
    ],
    { menus: { corporate: "Payments 5" } },
  ),
];
