import { screen } from "../../../shared/screens.ts";

export const screens = [
  screen(
    "R029",
    "statement",
    "Statement",
    "statement",
    ["company:can_view_statements", "company:can_pay_statements", "provider:can_view_statements"],
    { menus: { corporate: "Payments 5" } },
  ),
];
